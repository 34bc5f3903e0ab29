//! A campaign that is not alone: others bring inputs, and take questions.
//!
//! Others are earlier parts of the same campaign, workers beside this one, a fuzzer. Their inputs are run here as if a strategy had asked for
//! them. A question that another worker has taken is neither open nor answered here, and whoever claims completeness must know that it
//! was worked off there.

use super::{Campaign, Cause, Outside, Scouts, Target};
use crate::candidate::{Effect, News};
use crate::input::Input;
use crate::question::Solve;
use crate::tree::{NodeId, Outcome, State, Why};

/// What others have that is to be tried here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Brought {
    /// Run this input in full.
    Run(Input),
    /// Run these without symbols, and in full those that cover something or crash.
    Scouts(Vec<Input>),
}

/// What a run is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbered {
    /// Its number, from 1.
    pub number: u64,
    /// Whether somebody made it before, or another one of its path, under this number: then it is no new run of the campaign, and an input of its path is
    /// kept already.
    pub is_known: bool,
}

impl<T: Target, S: Solve> Campaign<'_, T, S> {
    pub(super) fn take_in(&mut self, brought: Brought, outside: &mut Outside<T::Record>) -> Result<(), T::Error> {
        match brought {
            Brought::Run(input) => drop(self.run(&input, Cause::Brought, outside)?),
            Brought::Scouts(inputs) => {
                self.scouts = Some(Scouts::new(inputs, false));
            }
        }
        Ok(())
    }

    /// Another worker has taken the question. One that was put off `again` and again is taken back from the questions without an answer.
    pub(super) fn leave_to_others(
        &mut self,
        node: NodeId,
        outcome: Outcome,
        again: bool,
        outside: &mut Outside<T::Record>,
    ) {
        self.statistics.elsewhere += 1;
        self.ground.tree.set_state(node, outcome, State::Unknown(Why::Elsewhere));
        outside.strategy.told(&News { result: Effect::Unknown(Why::Elsewhere), is_own: !again, n_conditions: 0 });
    }
}
