//! What became of each branch over the whole tree: how often it could have been taken, and why it was not.
//! The source of "infeasible", "unknown" and "not tried" in reports. Counts by stretch, not by node, so that a tree of
//! billions of nodes takes seconds; made once, at the end.

use super::{NodeId, Outcome, PathId, State, Tree, Why};
use crate::turn::Turn;
use symcrete_model::BranchId;

/// The nodes where one branch was an outcome that their own path did not take, by what came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fate {
    /// Nobody asked for it.
    pub untried: u64,
    /// Another run took it.
    pub explored: u64,
    /// Proved impossible below that prefix.
    pub infeasible: u64,
    /// Another worker has taken it.
    pub elsewhere: u64,
    /// The solver could not tell.
    pub unknown: u64,
    /// Why, the first of several reasons in their order.
    pub why: Option<Why>,
    /// A run made for it went another way.
    pub diverged: u64,
}

impl Tree {
    /// The fate of every branch of the program, by number. A branch with all zeros was never next to a symbolic path.
    pub fn fates(&self) -> Vec<Fate> {
        let mut fates = vec![Fate::default(); self.sites.len()];
        for (times, turn) in self.own_turns() {
            self.offer(&mut fates, turn, |fate| fate.untried = fate.untried.wrapping_add_signed(times));
        }
        // Only counted, so the order of the table does not matter.
        for (&(path, position, outcome), &state) in &self.states {
            let turn = self.turn(NodeId { path: PathId(path), position });
            let Some(fate) = self.branch_of(turn, Outcome(outcome)).and_then(|b| fates.get_mut(b.index())) else {
                continue;
            };
            fate.untried -= 1;
            match state {
                State::NotTried | State::InFlight => fate.untried += 1,
                State::Explored => fate.explored += 1,
                State::Infeasible => fate.infeasible += 1,
                State::Unknown(Why::Elsewhere) => fate.elsewhere += 1,
                State::Unknown(why) => {
                    fate.unknown += 1;
                    fate.why = Some(fate.why.map_or(why, |known| known.min(why)));
                }
                State::Diverged => fate.diverged += 1,
            }
        }
        fates
    }

    /// All turns of all tails with how often they occur, less those at forks, whose node is the parent's.
    fn own_turns(&self) -> impl Iterator<Item = (i64, Turn)> {
        let mut uses = vec![0_i64; self.stretches.len()];
        for piece in self.paths.iter().flat_map(|record| &record.pieces) {
            uses[piece.stretch.index()] += 1;
        }
        let shared = self.paths.iter().filter(|record| !record.owns_fork);
        let shared = shared.filter_map(|record| self.stretches.turns(record.pieces.first()?.stretch).first());
        let in_stretches = self.stretches.ids().flat_map(move |id| {
            let times = uses[id.index()];
            self.stretches.turns(id).iter().map(move |&turn| (times, turn))
        });
        in_stretches.chain(shared.map(|&turn| (-1, turn)))
    }

    fn offer(&self, fates: &mut [Fate], turn: Turn, mut change: impl FnMut(&mut Fate)) {
        for outcome in self.other_outcomes(turn) {
            let branch: Option<BranchId> = self.branch_of(turn, outcome);
            if let Some(fate) = branch.and_then(|branch| fates.get_mut(branch.index())) {
                change(fate);
            }
        }
    }
}
