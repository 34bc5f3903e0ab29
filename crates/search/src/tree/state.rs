//! The outcomes of nodes: which were tried, and what came of it.
//! Kept apart from the paths in one table that holds only what was tried, since most outcomes never are.

use super::{NodeId, Outcome, Tree};
use crate::turn::{Turn, Way};

/// What is known about one outcome of one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    /// Nobody asked for it.
    NotTried,
    /// It was chosen; the solver or the run is not done.
    InFlight,
    /// A run took it.
    Explored,
    /// The solver proved that no input takes it along this prefix.
    Infeasible,
    /// The solver could not tell.
    Unknown(Why),
    /// An input was made for it, but its run went another way, or a limit ended the run before. Never tried again.
    Diverged,
}

/// Why a solver could not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Why {
    /// Its limit on time or work was reached.
    TimeOut,
    /// It does not know an operator of the conditions.
    Unsupported,
    /// Its answer did not satisfy the conditions, so it was refused.
    WrongModel,
    /// It needs more bytes of this stream than the campaign may give.
    TooLong(u16),
    /// Cheap means did not tell, and expensive ones have not been asked yet.
    PutOff,
    /// Another worker has taken the question.
    Elsewhere,
}

impl Tree {
    /// The outcome that a turn took.
    pub fn outcome(&self, turn: Turn) -> Outcome {
        match turn.way() {
            Way::Branch(branch) => Outcome(branch.0 - self.site(branch).0),
            Way::Soft(_) => self.soft_outcome(turn),
            Way::Implicit(_, taken) => Outcome(u32::from(taken)),
            Way::Fixed(_) => Outcome(0),
        }
    }

    /// The branch that another outcome of a turn's site is; `None` where there is no source conditional.
    pub fn branch_of(&self, turn: Turn, outcome: Outcome) -> Option<symcrete_model::BranchId> {
        turn.of_site().map(|branch| symcrete_model::BranchId(self.site(branch).0 + outcome.0))
    }

    /// The outcomes a turn could have had instead; none when it can't be flipped.
    pub fn other_outcomes(&self, turn: Turn) -> impl Iterator<Item = Outcome> + use<> {
        let taken = self.outcome(turn);
        let is_split = u32::from(turn.is_flippable() && !turn.is_soft());
        let n_outcomes = self.n_other_outcomes(turn) + is_split;
        (0..n_outcomes).map(Outcome).filter(move |&outcome| outcome != taken)
    }

    /// Outcomes that a new node is to be asked for.
    pub(super) fn n_wanted(&self, turn: Turn) -> u32 {
        let is_spared = |outcome: &Outcome| self.is_spared(turn, *outcome);
        let n_spared = if turn.is_soft() { self.other_outcomes(turn).filter(is_spared).count() as u32 } else { 0 };
        self.n_other_outcomes(turn) - n_spared
    }

    pub(super) fn n_other_outcomes(&self, turn: Turn) -> u32 {
        match turn.way() {
            _ if !turn.is_flippable() => 0,
            Way::Branch(branch) => self.site(branch).1 - 1,
            Way::Soft(branch) => self.site(branch).1,
            Way::Implicit(..) => 1,
            Way::Fixed(_) => turn.n_values(),
        }
    }

    /// What is known about an outcome of a node.
    pub fn state(&self, node: NodeId, outcome: Outcome) -> State {
        if self.is_spared(self.turn(node), outcome) {
            return State::Explored;
        }
        match self.states.get(&(node.path.0, node.position, outcome.0)) {
            Some(&state) => state,
            None if self.outcome(self.turn(node)) == outcome => State::Explored,
            None => State::NotTried,
        }
    }

    /// The outcomes of a node that were not tried, in order.
    pub fn untried(&self, node: NodeId) -> impl Iterator<Item = Outcome> {
        let turn = self.turn(node);
        let tried = move |outcome: &Outcome| self.states.contains_key(&(node.path.0, node.position, outcome.0));
        self.other_outcomes(turn).filter(move |outcome| !self.is_spared(turn, *outcome) && !tried(outcome))
    }

    /// Does a turn at a node's position take this outcome of the node's site?
    pub fn takes(&self, node: NodeId, outcome: Outcome, turn: Turn) -> bool {
        let there = self.turn(node);
        match there.is_fixed() {
            true => self.is_same_site(there, turn) && self.is_new_value(node, turn),
            false => self.is_same_site(there, turn) && self.outcome(turn) == outcome,
        }
    }

    /// Records what came of an outcome of a node. An explored outcome stays explored. What came of asking for another value
    /// of a fixed one holds for all its outcomes that were not tried, since they ask the same.
    pub fn set_state(&mut self, node: NodeId, outcome: Outcome, state: State) {
        let is_final = matches!(state, State::Infeasible | State::Unknown(_) | State::Diverged);
        if is_final && self.turn(node).is_fixed() && self.state(node, outcome) != State::Explored {
            self.end_values(node, state);
        }
        self.set_one(node, outcome, state);
    }

    pub(super) fn set_one(&mut self, node: NodeId, outcome: Outcome, state: State) {
        let before = self.state(node, outcome);
        let key = (node.path.0, node.position, outcome.0);
        match state {
            _ if before == State::Explored => return,
            State::NotTried => self.states.remove(&key),
            _ => self.states.insert(key, state),
        };
        let n_open = &mut self.paths[node.path.0 as usize].n_open;
        match (before == State::NotTried, state == State::NotTried) {
            (true, false) => (*n_open, self.n_open) = (*n_open - 1, self.n_open - 1),
            (false, true) => (*n_open, self.n_open) = (*n_open + 1, self.n_open + 1),
            _ => {}
        }
    }
}
