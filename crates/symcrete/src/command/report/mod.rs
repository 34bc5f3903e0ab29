//! `symcrete report`: the HTML report of a result folder, built and, if asked, served.

mod serve;

use super::output::{finished, show};
use crate::command::folder::{self, FolderOption};
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
    #[command(flatten)]
    folder: FolderOption,
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
    view::write(&mut suite, &output, &Stop::new())?;
    show(format_args!("wrote {}", output.join("index.html").display()));
    args.serve.map_or(Ok(()), |port| serve::serve(&suite.folder, &output, port))
}
