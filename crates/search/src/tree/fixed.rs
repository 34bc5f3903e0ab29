//! Nodes where a symbolic value was used as the run's number: which other values came, and whether there are more.
//!
//! Such a node has an outcome for the value that came first and [`Turn::n_values`] more, numbered as further values come. Each
//! asks for a value that is none of those known, so when the solver says that there is none, that goes for all.

use super::{NodeId, Outcome, PathId, State, Tree, Value, Why};
use crate::turn::Turn;
use symcrete_expr::ExprId;

impl Tree {
    /// What held at the node for each value seen, the first path's first.
    pub(crate) fn values(&self, node: NodeId) -> Vec<ExprId> {
        let others = self.others(node).iter().map(|value| value.held);
        self.turn(node).term().into_iter().chain(others).collect()
    }

    pub(super) fn others(&self, node: NodeId) -> &[Value] {
        self.values.get(&(node.path.0, node.position)).map_or(&[], |values| values)
    }

    pub(super) fn is_new_value(&self, node: NodeId, turn: Turn) -> bool {
        turn.term().is_some_and(|held| !self.values(node).contains(&held))
    }

    /// A path came to the node with a value of its own.
    pub(super) fn add_value(&mut self, node: NodeId, turn: Turn, path: PathId) {
        let Some(held) = turn.term() else { return };
        let outcomes = || self.other_outcomes(self.turn(node));
        let asked = outcomes().find(|&outcome| self.state(node, outcome) == State::InFlight);
        let Some(outcome) = asked.or_else(|| self.untried(node).next()) else { return };
        self.set_one(node, outcome, State::Explored);
        self.values.entry((node.path.0, node.position)).or_default().push(Value { held, path, outcome });
    }

    /// Asking for one more value came to this end.
    pub(super) fn end_values(&mut self, node: NodeId, state: State) {
        let open: Vec<Outcome> = self.untried(node).collect();
        for outcome in open {
            self.set_one(node, outcome, state);
        }
        // Whether there are more is known, or a matter of the worker that asks.
        if matches!(state, State::Infeasible | State::Unknown(Why::Elsewhere)) {
            self.n_fixed -= 1;
        }
    }
}
