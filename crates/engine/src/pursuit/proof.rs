//! A proof for people, and its check: every contradiction is put to a second solver before anything is claimed.

use super::means;
use crate::branch;
use crate::claim::{Condition, Proof};
use std::collections::{BTreeMap, BTreeSet};
use symcrete_build::program::nearby;
use symcrete_expr::Stop;
use symcrete_model::Program;
use symcrete_reach::{Contradiction, Means, Required};
use symcrete_solver::{Piped, SmtAnswer, SmtSolver};

/// Most conditions that are shown.
const SHOWN: usize = 40;

/// The proof, if the second solver agrees with every step; else why it does not count.
pub(crate) fn confirmed(
    program: &Program,
    means: &Means,
    contradictions: &[Contradiction],
    solver: Option<Piped>,
    stop: &Stop,
) -> Result<Proof, String> {
    let scripts = contradictions.iter().map(|one| one.script.as_str());
    let scripts: BTreeSet<&str> = scripts.filter(|script| !script.is_empty()).collect();
    if !scripts.is_empty() {
        let mut solver =
            solver.ok_or("every path was refuted, but there is no second solver to confirm it: install z3")?;
        for script in scripts {
            match solver.check(&statements(script), &[], stop) {
                SmtAnswer::Unsat => {}
                SmtAnswer::Unknown(_) => {
                    return Err("every path was refuted, but the second solver could not confirm it".into());
                }
                SmtAnswer::Sat(_) => {
                    return Err(
                        "every path was refuted, but the second solver disagrees: this is a bug in symcrete".into()
                    );
                }
            }
        }
    }
    Ok(Proof::by_contradiction(means::text(program, means), conditions(program, contradictions)))
}

/// Declarations and assertions of a script.
fn statements(script: &str) -> String {
    let is_command =
        |line: &&str| !["(set-", "(check-sat", "(get-value", ";"].iter().any(|start| line.starts_with(start));
    script.lines().filter(is_command).map(|line| equation(line).unwrap_or_else(|| format!("{line}\n"))).collect()
}

/// A definition as a constant and an equation. Z3 puts definitions in where they are used, and takes seconds for what is shared often and milliseconds
/// when it is told so.
fn equation(line: &str) -> Option<String> {
    let (name, rest) = line.strip_prefix("(define-fun ")?.strip_suffix(')')?.split_once(" () ")?;
    let mut depth = 0;
    let end = rest.char_indices().find(|&(_, c)| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    });
    let (sort, value) = rest.split_at(end?.0 + 1);
    let value = value.trim_start();
    sort.starts_with('(').then(|| format!("(declare-const {name} {sort})\n(assert (= {name} {value}))\n"))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_become_equations() {
        let script = "(set-logic QF_BV)\n(declare-const in_0_0 (_ BitVec 8))\n(define-fun n4 () (_ BitVec 1) (ite (= in_0_0 #x00) #b1 #b0))\n(assert (= n4 #b1))\n";
        let expected = "(declare-const in_0_0 (_ BitVec 8))\n(declare-const n4 (_ BitVec 1))\n(assert (= n4 (ite (= in_0_0 #x00) #b1 #b0)))\n(assert (= n4 #b1))\n";
        assert_eq!(statements(script), expected);
    }
}
