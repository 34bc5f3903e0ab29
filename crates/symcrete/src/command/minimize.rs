//! `symcrete minimize`: a smaller suite with the same coverage.
//!
//! Runs every test again, keeps the few that together take every branch that all of them take, the tests that show a condition of a decision, and one test of each crash:
//! those are the findings. Never removes a test where it is: the smaller suite is a folder of its own.

use super::output::{finished, show};
use crate::command::folder::{self, FolderOption};
use clap::Parser;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_corpus::decision::Mcdc;
use symcrete_corpus::whole;
use symcrete_corpus::{Suite, Test, cover};
use symcrete_engine::front::FrontEnd;
use symcrete_engine::rerun;
use symcrete_expr::Stop;
use symcrete_model::BranchId;
use symcrete_native::{self as native, NativeProgram};

/// Arguments of `symcrete minimize`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete minimize symcrete-out/parser -o small")]
pub(crate) struct Args {
    #[command(flatten)]
    folder: FolderOption,
    /// Folder for the smaller suite; must not exist yet. Default: minimized inside the result folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(crate) fn main(args: &Args) -> u8 {
    finished(minimize(args))
}

fn minimize(args: &Args) -> Result<(), Failure> {
    let suite = folder::open(&args.folder)?;
    let output = args.output.clone().unwrap_or_else(|| suite.folder.join("minimized"));
    if output.exists() {
        return Err(format!("{} already exists: choose another folder with -o", output.display()).into());
    }
    let program = NativeProgram::from(native::unit_of(&suite)?);
    let model = program.model()?;
    let reruns = rerun::paths(&program, &suite, &model, &Stop::new())?;
    let sets: Vec<BTreeSet<BranchId>> = reruns.iter().map(|rerun| rerun.counts.keys().copied().collect()).collect();
    let shows: BTreeSet<&str> =
        suite.report.iter().filter_map(|report| report.mcdc.as_ref()).flat_map(Mcdc::tests).collect();
    let kept = keep(&suite.tests, &sets, &shows);
    let n_branches = sets.iter().flatten().collect::<BTreeSet<_>>().len();
    for &index in &kept {
        copy(&suite, &suite.tests[index].name, &output)?;
    }
    show(format_args!("kept {} of {} tests; they cover the same {n_branches} branches", kept.len(), suite.tests.len()));
    show(format_args!("wrote {}", output.join("tests").display()));
    Ok(())
}

/// Positions of the tests to keep: the first of each way to end that is no exit, those that show a condition (MC/DC), and a cover of what they leave.
fn keep(tests: &[Test], sets: &[BTreeSet<BranchId>], shows: &BTreeSet<&str>) -> Vec<usize> {
    let mut seen = BTreeSet::new();
    let is_first = |index: &usize| {
        let test = &tests[*index];
        let is_new_end = !test.end().is_exit() && seen.insert(test.end().to_string());
        is_new_end || shows.contains(format!("tests/{}", test.name).as_str())
    };
    let findings: BTreeSet<usize> = (0..tests.len()).filter(is_first).collect();
    let has: BTreeSet<BranchId> = findings.iter().flat_map(|&index| &sets[index]).copied().collect();
    let rest: Vec<BTreeSet<BranchId>> = sets.iter().map(|set| set.difference(&has).copied().collect()).collect();
    let costs: Vec<usize> = tests.iter().map(|test| test.payload().len()).collect();
    let mut kept = findings;
    kept.extend(cover(&rest, &costs));
    kept.into_iter().collect()
}

/// Copies all files of a test.
fn copy(suite: &Suite, name: &str, output: &Path) -> Result<(), Failure> {
    let (from, to) = (suite.folder.join("tests"), output.join("tests"));
    let fail = |why: std::io::Error| Failure::file(&to, why);
    std::fs::create_dir_all(&to).map_err(fail)?;
    for ending in ["stdin", "values", "json"] {
        let file = Path::new(name).with_extension(ending);
        if let Ok(bytes) = std::fs::read(from.join(&file)) {
            whole(&to.join(&file), &bytes).map_err(fail)?;
        }
    }
    let files = Path::new(name).with_extension("files");
    for (file, bytes) in suite.tests.iter().filter(|test| test.name == name).flat_map(|test| &test.files) {
        let path = to.join(&files).join(file);
        std::fs::create_dir_all(path.parent().unwrap_or(&to)).map_err(fail)?;
        whole(&path, bytes).map_err(fail)?;
    }
    Ok(())
}
