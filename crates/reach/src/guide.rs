//! Distances to a goal, as the forward engines ask for them.

use crate::goal::Goal;
use symcrete_model::{BranchId, CallGraph, Distances, Icfg, Place, Program};
use symcrete_search::{Outcome, Tree, Turn};

/// How far branches are from a goal.
#[derive(Clone, Debug)]
pub struct Guide<'p> {
    program: &'p Program,
    distances: Distances,
}

impl<'p> Guide<'p> {
    /// Distances to a goal of a program.
    pub fn new(program: &'p Program, goal: &Goal) -> Guide<'p> {
        let icfg = Icfg::new(program, &CallGraph::new(program));
        Guide { program, distances: icfg.distances(goal.places(program)) }
    }

    /// Distances that are known already.
    pub(crate) fn with(program: &'p Program, distances: Distances) -> Guide<'p> {
        Guide { program, distances }
    }

    /// The program.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Branches still to take after this one; `None` when the goal can't be reached from there.
    pub fn after(&self, branch: BranchId) -> Option<u32> {
        self.program.place(branch).and_then(|place| self.distances.of(place))
    }

    /// Branches still to take from a place.
    pub fn from(&self, place: Place) -> Option<u32> {
        self.distances.of(place)
    }

    /// The same for an outcome that a turn could have had.
    pub fn after_outcome(&self, tree: &Tree, turn: Turn, outcome: Outcome) -> Option<u32> {
        self.after(tree.branch_of(turn, outcome)?)
    }

    /// The other outcomes of a source conditional from which the goal can be reached, each with its distance. For concrete
    /// turns too.
    pub fn ways(&self, turn: Turn) -> Vec<(BranchId, u32)> {
        let Some(taken) = turn.as_branch() else { return Vec::new() };
        let (condition, _) = self.program.condition_of(taken);
        let others = self.program.branches_of(condition).filter(|&other| other != taken);
        others.filter_map(|other| Some((other, self.after(other)?))).collect()
    }
}
