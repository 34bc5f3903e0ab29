//! `symcrete worker`: works at a campaign that somebody else began.

use super::hub::HubOptions;
use super::reach::{self, Guest};
use super::test::{self, Beginning, Campaign, Company};
use super::{signals, test::CampaignOptions};
use crate::{exit, front};
use clap::Parser;
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_console::many::{LIBRARIES, Settings};
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_nats::package::Package;

/// Arguments of `symcrete worker`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete worker --hub nats://build1:4222 --campaign night -j 8")]
pub(crate) struct Args {
    /// Use N threads, each with its own copy of the program; without N, as many as there are processors.
    #[arg(short = 'j', long = "jobs", value_name = "N", num_args = 0..=1, default_missing_value = "0")]
    jobs: Option<u32>,
    /// Let the campaign run this SMT solver here: the COMMAND that it was begun with.
    #[arg(long, value_name = "COMMAND")]
    smt: Option<String>,
    #[command(flatten)]
    hub: HubOptions,
}

pub(crate) fn main(args: &Args) -> u8 {
    work(args).unwrap_or_else(|failure| exit::failed(&failure))
}

fn work(args: &Args) -> Result<u8, Failure> {
    let n_workers = CampaignOptions::n_workers(args.jobs)?;
    let server = args.hub.needed()?;
    let scratch = tempfile::Builder::new().prefix("symcrete-worker-").tempdir();
    let scratch = scratch.map_err(|why| Failure::System(why.into()))?;
    let package = Package::fetch(&server, scratch.path())?;
    let libraries = scratch.path().join(LIBRARIES);
    if libraries.is_dir() {
        symcrete_build::surroundings::look_first_in(&libraries);
    }
    let (settings, smt) = (Settings::read(scratch.path())?, args.smt.as_deref());
    let folder = Folder::create(&scratch.path().join("out"), false)?;
    let unit = front::of_unit(Unit { name: package.name.clone(), program: scratch.path().join(&package.program) });
    if settings.pursuit.is_some() {
        let guest = Guest { server, package: &package, front: unit, folder, n_workers };
        return reach::join(guest, &settings, smt);
    }
    let (options, deadline) = (test::options_of(&settings, smt)?, Deadline::new());
    let preparing = deadline.prepare(&folder);
    signals::listen(&deadline);
    let program = unit.model()?;
    let beginning =
        Beginning { server: Some(server).into(), begun: Some(&package.begun), ..Beginning::of(&package.name) };
    let mut company = Company::alone(&program);
    company.n_workers = n_workers;
    let campaign = Campaign { program: &program, options, folder, deadline, is_json: false, is_quiet: false, company };
    campaign.run(unit.clone(), preparing, &beginning, &|_, _| None)
}
