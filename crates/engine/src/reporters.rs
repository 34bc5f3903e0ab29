//! Functions that only say that something is wrong and end the program: the bug lies with whoever called them.
//!
//! `reach_error` and its like by name, wherever they are defined; `die`, `fail` and the like because they are a few straight lines
//! without a return. An assumption that a program spells as such a function (`assume_abort_if_not`) is no bug at all.

use std::collections::BTreeSet;
use symcrete_exec::Place;
use symcrete_model::{Function, Module, Opcode};

/// Error functions of testing APIs.
pub const ERRORS: &[&str] = &["reach_error", "__VERIFIER_error"];
/// What Test-Comp's programs call `assert`.
const ASSERTION: &str = "__VERIFIER_assert";
/// Functions by which Test-Comp's programs assume something.
const ASSUMPTIONS: &[&str] = &["assume_abort_if_not", "assume_cycle_if_not"];
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

/// Did an assumption end the program?
pub fn is_assumption(stack: &[Place]) -> bool {
    calls(stack, ASSUMPTIONS)
}
