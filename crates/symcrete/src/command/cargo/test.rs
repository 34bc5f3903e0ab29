//! `cargo symcrete test`: explores a program of a crate.

use super::super::test::{Beginning, CampaignOptions};
use super::choice::ChoiceOptions;
use crate::exit;
use clap::Parser;
use symcrete_build::failure::Failure;
use symcrete_rust::corpora::Corpora;

/// Arguments of `cargo symcrete test`.
#[derive(Parser)]
#[command(after_help = "Example: cargo symcrete test --bin parser --time 60s")]
pub(crate) struct Args {
    /// What to explore, as `cargo symcrete list` names it. Default: the package's program, if it has only one.
    name: Option<String>,
    #[command(flatten)]
    choice: ChoiceOptions,
    #[command(flatten)]
    campaign: CampaignOptions,
}

pub(crate) fn main(args: &Args) -> u8 {
    explore(args).unwrap_or_else(|failure| exit::failed(&failure))
}

fn explore(args: &Args) -> Result<u8, Failure> {
    let mut options = args.campaign.options()?;
    let chosen = args.choice.chosen(args.name.as_deref())?;
    let corpora = chosen.harness.corpora();
    // What lies there comes before the inputs that a campaign begins with otherwise.
    let usual = std::mem::take(&mut options.seeds);
    for folder in corpora.iter().flat_map(Corpora::filled) {
        args.campaign.add_seeds(folder, &mut options)?;
    }
    options.seeds.extend(usual);
    let code = args.campaign.explore(&Beginning::of(&chosen.harness.name), options, |_| chosen.front())?;
    let folder = args.campaign.folder(&chosen.harness.name);
    if let Some(owed) = chosen.harness.owed(&folder)? {
        exit::say(&owed.sentence);
        return Ok(if owed.fails { exit::BUG } else { code });
    }
    if let Some(corpora) = corpora {
        let kept = corpora.keep(&folder)?;
        corpora.told(kept).iter().for_each(|told| eprintln!("symcrete: {told}"));
    }
    Ok(code)
}
