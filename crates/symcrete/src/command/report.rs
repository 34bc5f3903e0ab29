//! `symcrete report`: the HTML report of a result folder.

use super::output::show;
use crate::command::folder;
use crate::{exit, view};
use clap::Parser;
use std::path::PathBuf;

/// Arguments of `symcrete report`.
#[derive(Parser)]
#[command(
    after_help = "Example: symcrete report symcrete-out/parser && xdg-open symcrete-out/parser/report/index.html"
)]
pub(crate) struct Args {
    /// Result folder of a campaign. Default: the only one in symcrete-out.
    folder: Option<PathBuf>,
    /// Where to write. Default: report inside the result folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn main(args: &Args) -> u8 {
    let written = folder::open(args.folder.as_deref()).and_then(|suite| {
        let output = args.output.clone().unwrap_or_else(|| suite.folder.join("report"));
        view::write(&suite, &output).map(|()| output)
    });
    match written {
        Ok(output) => {
            show(format_args!("wrote {}", output.join("index.html").display()));
            exit::FINISHED
        }
        Err(message) => {
            eprintln!("symcrete: {message}");
            exit::USAGE
        }
    }
}
