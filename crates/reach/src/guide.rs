//! Distances to a goal, as the forward engines ask for them.

use crate::frames::{Frames, Home};
use crate::goal::Goal;
use symcrete_model::{BranchId, CallGraph, Distances, Icfg, Place, Program};
use symcrete_search::{Outcome, PathId, Tree, Turn};

/// How far branches are from a goal.
#[derive(Clone, Debug)]
pub struct Guide<'p> {
    program: &'p Program,
    distances: Distances,
    /// Distances in the calls that a path is in; without them all callers count.
    frames: Option<Frames<'p>>,
}

/// What is known about the calls that a turn is in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Within {
    /// Nothing.
    Any,
    /// The way from their end to the goal.
    Calls(Home),
}

/// What is known about the calls of each turn of a path.
#[derive(Clone, Debug)]
pub(crate) struct Homes(Option<Vec<Home>>);

impl Homes {
    /// For the turn at a position.
    pub(crate) fn at(&self, position: u32) -> Within {
        self.0.as_ref().map_or(Within::Any, |homes| Within::Calls(homes[position as usize]))
    }
}

impl<'p> Guide<'p> {
    /// Distances to a goal of a program.
    pub fn new(program: &'p Program, goal: &Goal) -> Guide<'p> {
        let calls = CallGraph::new(program);
        let icfg = Icfg::new(program, &calls);
        let distances = icfg.distances(goal.places(program));
        let frames = Some(Frames::new(program, calls, &icfg, goal.places(program)));
        Guide { program, distances, frames }
    }

    /// Distances that are known already, for who has too many goals to follow calls.
    pub(crate) fn with(program: &'p Program, distances: Distances) -> Guide<'p> {
        Guide { program, distances, frames: None }
    }

    /// What is known about the calls of each turn of a path.
    pub(crate) fn within(&self, turns: &[Turn]) -> Homes {
        Homes(self.frames.as_ref().map(|frames| frames.homes(turns)))
    }

    /// The same for who does not need the turns otherwise: they are gathered only if calls are followed.
    pub(crate) fn within_path(&self, tree: &Tree, path: PathId) -> Homes {
        let turns = self.frames.as_ref().map(|_| tree.first_run(path));
        self.within(&turns.unwrap_or_default())
    }

    /// Branches still to take after this one in these calls.
    pub(crate) fn after_in(&self, branch: BranchId, within: Within) -> Option<u32> {
        match (&self.frames, within) {
            (Some(frames), Within::Calls(home)) => frames.distance(branch, home),
            _ => self.after(branch),
        }
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
    pub(crate) fn ways(&self, turn: Turn, within: Within) -> Vec<(BranchId, u32)> {
        let Some(taken) = turn.as_branch() else { return Vec::new() };
        let (condition, _) = self.program.condition_of(taken);
        let others = self.program.branches_of(condition).filter(|&other| other != taken);
        others.filter_map(|other| Some((other, self.after_in(other, within)?))).collect()
    }
}
