//! Functions that only say that something is wrong and end the program: the bug lies with whoever called them.
//!
//! `reach_error` and its like by name, wherever they are defined; `die`, `fail` and the like because they are a few straight lines
//! without a return. An assumption that a program spells as such a function (`assume_abort_if_not`, an `assume` that aborts) is no bug at all.

use std::collections::BTreeSet;
use symcrete_exec::{Place, demangled};
use symcrete_model::{Function, Module, Opcode};

/// Error functions of testing APIs.
pub const ERRORS: &[&str] = &["reach_error", "__VERIFIER_error"];
/// What Test-Comp's programs call `assert`.
const ASSERTION: &str = "__VERIFIER_assert";
/// The word by which programs call functions that assume something: `assume_abort_if_not`, `ldv_assume`, `my_assume`.
const ASSUMPTION: &str = "assume";
/// Blocks of a function that does nothing but report.
const FEW: u32 = 3;

/// The functions of a program that only report.
pub struct Reporters(BTreeSet<String>);

impl Reporters {
    /// Looks them up in a program's models.
    pub fn of(modules: &[Module]) -> Reporters {
        let functions = modules.iter().flat_map(|module| &module.functions);
        Reporters(functions.filter(|one| only_reports(one)).map(|function| function.name.clone()).collect())
    }

    /// How many of the innermost calls only report; never all of them.
    pub fn count(&self, stack: &[Place]) -> usize {
        let reports = |place: &&Place| place.function.as_ref().is_some_and(|name| self.0.contains(name));
        stack.iter().take_while(reports).count().min(stack.len().saturating_sub(1))
    }
}

fn only_reports(function: &Function) -> bool {
    let returns = function.instructions.iter().any(|inst| inst.opcode == Opcode::Ret);
    let is_short = function.is_defined() && function.block_ids().count() <= FEW as usize && !returns;
    function.name != "main" && (is_short || function.name == ASSERTION || ERRORS.contains(&function.name.as_str()))
}

/// Is one of these functions among the innermost calls?
fn calls(stack: &[Place], names: &[&str]) -> bool {
    stack.iter().take(FEW as usize).any(|place| place.function.as_deref().is_some_and(|name| names.contains(&name)))
}

/// Did an error function end the program?
pub fn is_error(stack: &[Place]) -> bool {
    calls(stack, ERRORS)
}

/// How a program ends that spells an assumption as a function: it aborts, or goes round for ever.
const ENDS: [&str; 2] = ["SIGABRT", "time limit"];

/// Did an assumption end the program in this way? A crash of another kind in such a function is a crash.
pub fn is_assumption(end: &str, stack: &[Place]) -> bool {
    let is_one = |place: &Place| place.function.as_deref().is_some_and(assumes);
    ENDS.iter().any(|kind| end.starts_with(kind)) && stack.iter().take(FEW as usize).any(is_one)
}

/// Does a function's name have the word?
fn assumes(name: &str) -> bool {
    let name = demangled(name);
    let name = name.split('(').next().unwrap_or_default();
    name.split(|c: char| !c.is_alphanumeric()).any(|word| word == ASSUMPTION)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assumptions_are_known_by_their_names() {
        for name in ["assume", "assume_abort_if_not", "ldv_assume", "__my_assume", "_Z6assumeb"] {
            assert!(assumes(name), "{name}");
        }
        for name in ["main", "assumption", "reassumed", "f"] {
            assert!(!assumes(name), "{name}");
        }
    }
}
