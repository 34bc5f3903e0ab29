//! `symcrete explain`: what is known about the branches of a line, and why.

use super::output::{finished, show};
use crate::command::folder::{self, FolderOption};
use clap::Parser;
use std::collections::BTreeSet;
use symcrete_build::failure::Failure;
use symcrete_build::program::nearby;
use symcrete_console::contradiction;
use symcrete_corpus::decision::Decision;
use symcrete_corpus::{Branch, Suite};

/// Arguments of `symcrete explain`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete explain parser.c:118 symcrete-out/parser")]
pub(crate) struct Args {
    /// A line of the source, as FILE:LINE.
    #[arg(value_parser = place)]
    place: Place,
    #[command(flatten)]
    folder: FolderOption,
}

/// A file, or the end of its path, and a line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    file: String,
    line: u32,
}

fn place(text: &str) -> Result<Place, String> {
    let (file, line) = text.rsplit_once(':').ok_or("write the line as FILE:LINE")?;
    let line = line.parse().map_err(|_| format!("{line:?} is not a line number"))?;
    Ok(Place { file: file.into(), line })
}

pub(crate) fn main(args: &Args) -> u8 {
    finished(explain(args))
}

fn explain(args: &Args) -> Result<(), Failure> {
    let suite = folder::open(&args.folder)?;
    let Some(report) = &suite.report else {
        let text = "report.json is missing or cannot be read: it says what is known about branches, and `symcrete test` writes it";
        return Err(Failure::at(&suite.folder, text));
    };
    let in_file = |branch: &&Branch| is_file(&branch.file, &args.place.file);
    let branches: Vec<&Branch> = report.outcomes.iter().filter(in_file).collect();
    let here: Vec<&&Branch> = branches.iter().filter(|branch| branch.line == args.place.line).collect();
    if here.is_empty() {
        return Err(nothing(&args.place, &branches, &suite).into());
    }
    let files: BTreeSet<&str> = here.iter().map(|branch| branch.file.as_str()).collect();
    for file in files {
        show(format_args!("{}", heading(file, args.place.line)));
        let of_file = || here.iter().filter(|branch| branch.file == file);
        of_file().for_each(|branch| tell(branch));
        let decisions = report.mcdc.iter().flat_map(|mcdc| &mcdc.decisions);
        let on_line = |one: &&Decision| one.file == file && one.conditions.iter().any(|c| c.line == args.place.line);
        decisions.filter(on_line).flat_map(Decision::lines).for_each(|line| show(format_args!("{line}")));
        of_file().find(|branch| branch.merged).into_iter().for_each(|branch| show(format_args!("{}", merged(branch))));
    }
    Ok(())
}

/// The line of a file, with its text if that can be read.
fn heading(file: &str, line: u32) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let source = (line as usize).checked_sub(1).and_then(|at| text.lines().nth(at));
    format!("{}:{line}: {}", nearby(file), source.unwrap_or_default().trim())
}

/// What is known about a branch, and the conditions behind it.
fn tell(branch: &Branch) {
    show(format_args!("{}", sentence(branch)));
    contradiction::lines(branch).iter().for_each(|line| show(format_args!("    {line}")));
}

/// Is the path the named file, or does it end with it?
fn is_file(path: &str, named: &str) -> bool {
    let named = named.trim_start_matches("./");
    path == named || path.strip_suffix(named).is_some_and(|rest| rest.ends_with('/'))
}

fn sentence(branch: &Branch) -> String {
    let test = if branch.test.is_empty() { String::new() } else { format!(" by {}", branch.test) };
    let why = if branch.why.is_empty() { String::new() } else { format!(": {}", branch.why) };
    format!("column {} {}: {}{test}{why}", branch.column, branch.outcome, branch.state.name())
}

/// What it means that a condition was merged.
fn merged(branch: &Branch) -> String {
    format!(
        "column {}: merged: the code behind it only computes a value, so one path stands for both sides (use `--merge never` to split it)",
        branch.column
    )
}

/// Why there is nothing to say, and the line that may have been meant.
fn nothing(place: &Place, branches: &[&Branch], suite: &Suite) -> String {
    let near = branches.iter().map(|branch| branch.line).min_by_key(|line| line.abs_diff(place.line));
    match near {
        Some(line) => format!("there is no branch at {}:{}; the nearest one is at line {line}", place.file, place.line),
        None => format!("{} is not a source file of the program {}", place.file, suite.unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_by_the_end_of_their_paths() {
        assert!(is_file("/a/b/c.c", "c.c") && is_file("/a/b/c.c", "./b/c.c") && is_file("c.c", "c.c"));
        assert!(!is_file("/a/bc.c", "c.c") && !is_file("/a/b.c", "c.c"));
    }
}
