//! `symcrete watch`: shows how a campaign on a server stands, or removes it.

use super::hub::HubOptions;
use crate::exit;
use clap::Parser;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_console::watched;
use symcrete_engine::recorder::key_of;
use symcrete_nats::watch::Watch;

/// Arguments of `symcrete watch`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete watch --hub nats://build1:4222 --campaign night")]
pub(crate) struct Args {
    /// Show it once instead of until the campaign ends.
    #[arg(long)]
    once: bool,
    /// Remove the campaign from the server, with everything that is kept of it there.
    #[arg(long, conflicts_with = "once")]
    remove: bool,
    #[command(flatten)]
    hub: HubOptions,
}

pub(crate) fn main(args: &Args) -> u8 {
    watch(args).map_or_else(|failure| exit::failed(&failure), |()| exit::FINISHED)
}

fn watch(args: &Args) -> Result<(), Failure> {
    let server = args.hub.needed()?;
    if args.remove {
        return server.remove();
    }
    watched::follow(&Watch::begin(server, key_of)?, args.once, Duration::from_secs(1));
    Ok(())
}
