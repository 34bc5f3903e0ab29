//! `symcrete java export`: stored tests as JUnit 5 source.

use crate::command::output::{finished, show};
use crate::front;
use clap::Parser;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_corpus::{Suite, whole};
use symcrete_engine::vector::Vector;
use symcrete_jvm::Source;

/// Arguments of `symcrete java export`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete java export symcrete-out/shop.Cart.total -o src/test/java")]
pub(crate) struct Args {
    /// A result folder that `symcrete java test` wrote.
    folder: PathBuf,
    /// Folder for test sources; the file goes into the subfolder of the method's package. Default: the folder junit in the result folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn main(args: &Args) -> u8 {
    finished(export(args))
}

fn export(args: &Args) -> Result<(), Failure> {
    let suite = Suite::open(&args.folder).map_err(|why| Failure::usage(why.to_string()))?;
    let no_method = || Failure::at(&args.folder, "it contains no test of a Java method");
    let method = front::method(&front::method_file(&suite).ok_or_else(no_method)?)?;
    let read = |name: &String| Ok((name.clone(), Vector::read(&args.folder.join("tests").join(name))?));
    let tests: Vec<(String, Vector)> =
        suite.tests.iter().map(|test| read(&test.name)).collect::<Result<_, Failure>>()?;
    let source = Source::of(&method, &tests)?;
    let path = args.output.clone().unwrap_or_else(|| args.folder.join("junit")).join(&source.path);
    let fail = |why: std::io::Error| Failure::file(&path, why);
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fail)?;
    }
    whole(&path, source.text.as_bytes()).map_err(fail)?;
    source.notes.iter().for_each(|note| eprintln!("symcrete: {note}"));
    show(format_args!("{} tests in {}", tests.len() - source.notes.len(), path.display()));
    Ok(())
}
