//! `--uncovered FOLDER`: the lines that an earlier campaign did not execute.
//!
//! A line was not executed when no outcome that leads straight to it was covered. Lines that run whenever their function is
//! called are left out: the report does not count calls.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_build::scope::is_support;
use symcrete_corpus::{BranchState, Report};
use symcrete_engine::branch;
use symcrete_model::{BranchId, ModuleId, Program};
use symcrete_reach::Target;

/// The lines of a program that the campaign of a result folder did not execute.
pub fn targets(folder: &Path, file: &Path, program: &Program) -> Result<Vec<Target>, Failure> {
    let is_support = is_support(file);
    let path = folder.join("report.json");
    let text = std::fs::read_to_string(&path).map_err(|why| Failure::file(&path, why))?;
    let report = Report::parse(&text).map_err(|why| Failure::at(&path, why))?;
    let covered = report.outcomes.into_iter().filter(|one| one.state == BranchState::Covered);
    let covered: BTreeSet<_> = covered.map(|one| (one.file, one.line, one.column, one.outcome)).collect();
    let is_covered = |branch: BranchId| {
        let (file, line, column) = branch::place(program, branch);
        covered.contains(&(file.to_string(), line, column, branch::side(program, branch)))
    };
    let mut lines: BTreeMap<(String, u32), bool> = BTreeMap::new();
    for (index, module) in program.modules().iter().enumerate() {
        let id = ModuleId::new(index);
        for line in &module.lines {
            let (file, number, _) = program.location(id, line.loc);
            let executed =
                line.at_entry || line.outcomes.iter().any(|&outcome| is_covered(program.branch(id, outcome)));
            *lines.entry((file.to_string(), number)).or_default() |= executed;
        }
    }
    let missing = lines.into_iter().filter(|((file, _), executed)| !executed && !is_support(file));
    Ok(missing.map(|((file, line), _)| Target::Line { file, line }).collect())
}
