//! Invariants for people: what they say, and where the variables are that they speak of.

use super::super::value::Object;
use super::Attempt;
use super::cycle::{Round, Spot};
use super::invariant::{Candidate, spots};
use std::collections::HashSet;
use symcrete_expr::sign_extend;
use symcrete_model::{Detail, InstId, Operand, ProcId, ValueId};

/// What holds before every round of a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// What it says; `{0}`, `{1}` stand for the variables.
    pub text: String,
    /// The variables.
    pub variables: Vec<Named>,
    /// The loop: its function and the jump or call that it begins with.
    pub at: (ProcId, InstId),
}

/// What is known of a variable's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// A part of a global variable, from this byte on.
    Global(String, i64),
    /// What this instruction computes is its next value.
    Set(ProcId, InstId),
    /// Nothing.
    Unknown,
}

impl Attempt<'_, '_> {
    pub(super) fn invariant(&self, candidate: &Candidate) -> Invariant {
        let round = &self.rounds[candidate.round];
        let spots = spots(round, &candidate.form);
        let place = |at: usize| spots.iter().position(|(of, _)| *of == at).unwrap_or(0);
        let width = spots.first().map_or(64, |(at, _)| self.arena.width(round.variables[*at].any));
        let first = |at: usize| match self.arena.as_const(round.variables[at].first) {
            Some(value) => sign_extend(width, value).to_string(),
            None => format!("{{{}}} at first", place(at)),
        };
        let text = candidate.form.text(width, &|at| format!("{{{}}}", place(at)), &first);
        let variables = spots.iter().map(|(_, spot)| self.named(round, *spot)).collect();
        let begin = self.program.function(round.proc).block_inst_ids(round.header).next_back();
        Invariant { text, variables, at: (round.proc, begin.unwrap_or(InstId(0))) }
    }

    fn named(&self, round: &Round, spot: Spot) -> Named {
        match spot {
            Spot::Cell(Object::Global(id), at, _) => {
                let (module, global) = self.program.object(id);
                Named::Global(self.program.module(module).global(global).name.clone(), at)
            }
            Spot::Cell(..) => Named::Unknown,
            Spot::Value(value) => self.setter(round, value).map_or(Named::Unknown, |inst| Named::Set(round.proc, inst)),
        }
    }

    /// The instruction with a place in the source that computes the next value of a variable of a loop.
    fn setter(&self, round: &Round, value: ValueId) -> Option<InstId> {
        let function = self.program.function(round.proc);
        let made = |value: ValueId| function.instructions.iter().position(|inst| inst.result == Some(value));
        let mut seen = HashSet::new();
        let mut pending = vec![value];
        while let Some(value) = pending.pop() {
            let Some(at) = made(value).filter(|_| seen.insert(value)) else { continue };
            let inst = &function.instructions[at];
            match &inst.detail {
                Detail::Phi(from) => {
                    // What comes from the loop comes from a block behind the header.
                    let later = from.iter().zip(&inst.operands).filter(|(block, _)| **block >= round.header);
                    pending.extend(later.filter_map(|(_, operand)| match operand {
                        Operand::Value(next) => Some(*next),
                        _ => None,
                    }));
                }
                _ if inst.loc.is_some() => return Some(InstId::new(at)),
                _ => {}
            }
        }
        None
    }
}
