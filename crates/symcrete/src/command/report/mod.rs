//! `symcrete report`: the HTML report of a result folder, built and, if asked, served.

mod serve;

use super::output::{finished, show};
use crate::command::folder::{self, FolderOption};
use crate::front;
use clap::Parser;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_console::view;
use symcrete_corpus::Suite;
use symcrete_expr::Stop;

/// The port of `--serve`, if none is given.
const PORT: &str = "8070";

/// Branches of a list that the terminal shows.
const SHOWN: usize = 10;

/// Arguments of `symcrete report`.
#[derive(Parser)]
#[command(
    after_help = "Example: symcrete report symcrete-out/parser && xdg-open symcrete-out/parser/report/index.html\n\
                  Example: symcrete report symcrete-out/parser --serve\n\
                  Example: symcrete report new --against old"
)]
pub(crate) struct Args {
    #[command(flatten)]
    folder: FolderOption,
    /// Compare with an earlier campaign: branches gained and lost, findings that are new or gone.
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
    /// Where to write. Default: report inside the result folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Serve the report at http://127.0.0.1:PORT/ until stopped, and rebuild it as the campaign progresses; port 0 picks a free
    /// one. Default port: 8070.
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = PORT)]
    serve: Option<u16>,
}

pub(crate) fn main(args: &Args) -> u8 {
    finished(build(args))
}

fn build(args: &Args) -> Result<(), Failure> {
    let mut suite = folder::open(&args.folder)?;
    let output = args.output.clone().unwrap_or_else(|| suite.folder.join("report"));
    let against = args.against.as_deref().map(compared).transpose()?;
    let unit = front::of(&suite);
    if let Some(changed) = view::write(&mut suite, unit, against.as_ref(), &output, &Stop::new())? {
        show(format_args!("{}", changed.text(SHOWN, "the report").trim_end()));
    }
    show(format_args!("wrote {}", output.join("index.html").display()));
    args.serve.map_or(Ok(()), |port| serve::serve(&suite.folder, against.as_ref(), &output, port))
}

/// The campaign to compare with, which must have ended with a report.
fn compared(folder: &Path) -> Result<Suite, Failure> {
    let suite = Suite::open(folder).map_err(|why| Failure::usage(why.to_string()))?;
    match suite.report {
        Some(_) => Ok(suite),
        None => Err(Failure::at(folder, "there is no report.json to compare with: that campaign was killed")),
    }
}
