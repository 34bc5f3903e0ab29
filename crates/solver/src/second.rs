//! The second solver: every contradiction of a proof is put to it before anything is claimed.

use crate::smtlib::{has_open_terms, smtlib};
use crate::{Piped, Query, SmtAnswer, SmtSolver};
use std::collections::BTreeSet;
use symcrete_expr::{InputByte, Stop};

/// Has the second solver agree that none of these scripts can be satisfied; else why they do not count. Empty ones say nothing.
pub fn agrees<'a>(scripts: impl Iterator<Item = &'a str>, solver: Option<Piped>, stop: &Stop) -> Result<(), String> {
    let scripts: BTreeSet<&str> = scripts.filter(|script| !script.is_empty()).collect();
    if !scripts.is_empty() {
        let mut solver =
            solver.ok_or("every path was refuted, but there is no second solver to confirm it: install z3")?;
        for script in scripts {
            match solver.check(&statements(script), &[], stop) {
                SmtAnswer::Unsat => {}
                SmtAnswer::Sat(_) if !has_open_terms(script) => {
                    return Err(
                        "every path was refuted, but the second solver disagrees: this is a bug in symcrete".into()
                    );
                }
                SmtAnswer::Sat(_) | SmtAnswer::Unknown(_) => {
                    return Err("every path was refuted, but the second solver could not confirm it".into());
                }
            }
        }
    }
    Ok(())
}

/// What the second solver says of a question, with the values of these bytes.
pub fn answer(query: &Query<'_>, bytes: &[InputByte], solver: &mut Piped, stop: &Stop) -> SmtAnswer {
    solver.check(&statements(&smtlib(query)), bytes, stop)
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
