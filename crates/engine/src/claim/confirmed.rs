//! A proof for people, and its check: every contradiction is put to a second solver before anything is claimed.

use super::means;
use super::{Condition, Proof};
use crate::branch;
use std::collections::{BTreeMap, BTreeSet};
use symcrete_build::program::nearby;
use symcrete_expr::Stop;
use symcrete_model::Program;
use symcrete_reach::{Contradiction, Means, Required};
use symcrete_solver::{Piped, agrees};

/// Most conditions that are shown.
const SHOWN: usize = 40;

/// The proof, if the second solver agrees with every step; else why it does not count.
pub fn confirmed(
    program: &Program,
    means: &Means,
    contradictions: &[Contradiction],
    solver: Option<Piped>,
    stop: &Stop,
) -> Result<Proof, String> {
    agrees(contradictions.iter().map(|one| one.script.as_str()), solver, stop)?;
    Ok(Proof::by_contradiction(means::text(program, means), conditions(program, contradictions)))
}

/// The conditions of all contradictions, each once, in order of the source.
fn conditions(program: &Program, contradictions: &[Contradiction]) -> Vec<Condition> {
    if contradictions.is_empty() {
        return vec![Condition { place: "program".into(), text: "no call and no jump leads there".into() }];
    }
    let mut sources = Sources::default();
    let required: BTreeSet<&Required> = contradictions.iter().flat_map(|one| &one.conditions).collect();
    let mut shown: Vec<Condition> = required.iter().map(|one| sources.condition(program, one)).collect();
    shown.sort_by(|a, b| (&a.place, &a.text).cmp(&(&b.place, &b.text)));
    shown.dedup();
    let n_more = shown.len().saturating_sub(SHOWN);
    shown.truncate(SHOWN);
    if n_more > 0 {
        shown.push(Condition { place: "and".into(), text: format!("{n_more} more conditions") });
    }
    shown
}

/// Source lines, to quote conditions.
#[derive(Default)]
struct Sources {
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    fn condition(&mut self, program: &Program, required: &Required) -> Condition {
        let (proc, inst) = required.at;
        let module = program.proc(proc).module;
        let jump = program.function(proc).instruction(inst).loc.map_or(("", 0, 0), |loc| program.location(module, loc));
        let (file, line, _) = required.branch.map_or(jump, |branch| branch::place(program, branch));
        let side = required
            .branch
            .map_or("must go on".to_string(), |branch| format!("must be {}", branch::side(program, branch)));
        let place = format!("{}:{line}", nearby(file));
        let text = match self.line(file, line) {
            Some(source) => format!("{source}  -- {side}"),
            None => side,
        };
        Condition { place, text }
    }

    fn line(&mut self, file: &str, line: u32) -> Option<String> {
        let read = || {
            let text = std::fs::read_to_string(file).unwrap_or_default();
            text.lines().map(|line| line.trim().to_string()).collect()
        };
        let lines = self.files.entry(file.to_string()).or_insert_with(read);
        lines.get((line as usize).checked_sub(1)?).filter(|line| !line.is_empty()).cloned()
    }
}
