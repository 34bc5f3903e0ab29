//! `symcrete report`: the HTML report of a result folder, built and, if asked, served.

mod serve;

use super::output::{finished, show};
use crate::command::folder;
use crate::view;
use clap::Parser;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_expr::Stop;

/// The port of `--serve`, if none is given.
const PORT: &str = "8070";

/// Arguments of `symcrete report`.
#[derive(Parser)]
#[command(
    after_help = "Example: symcrete report symcrete-out/parser && xdg-open symcrete-out/parser/report/index.html\n\
                  Example: symcrete report symcrete-out/parser --serve"
)]
pub(crate) struct Args {
    /// Result folder of a campaign. Default: the only one in symcrete-out.
    folder: Option<PathBuf>,
    /// Where to write. Default: report inside the result folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Show it at http://127.0.0.1:PORT/ as long as this runs, rebuilt as the campaign progresses; 0 chooses a free port.
    #[arg(long, value_name = "PORT", num_args = 0..=1, require_equals = true, default_missing_value = PORT)]
    serve: Option<u16>,
}

pub(crate) fn main(args: &Args) -> u8 {
    finished(build(args))
}

fn build(args: &Args) -> Result<(), Failure> {
    let mut suite = folder::open(args.folder.as_deref())?;
    let output = args.output.clone().unwrap_or_else(|| suite.folder.join("report"));
    view::write(&mut suite, &output, &Stop::new())?;
    show(format_args!("wrote {}", output.join("index.html").display()));
    args.serve.map_or(Ok(()), |port| serve::serve(&suite.folder, &output, port))
}
