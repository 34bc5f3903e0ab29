//! The closest attempt: of all runs, the one that came nearest to the goal, and the branch where it left the way.

use crate::guide::Guide;
use std::collections::BTreeSet;
use symcrete_model::BranchId;
use symcrete_search::{PathId, Tree};

/// Paths looked at, newest first: the search gets nearer as it goes, and a tree may hold millions.
const MOST_PATHS: usize = 2000;

/// The closest attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Closest {
    /// The path.
    pub path: PathId,
    /// The branch it took.
    pub left: BranchId,
    /// The branch it should have taken.
    pub wanted: BranchId,
    /// Branches from there to the goal.
    pub distance: u32,
    /// Another run took it, and did not come to the goal either.
    pub was_taken: bool,
}

/// The closest attempt in a tree; `None` when no run came to a branch that leads on. A branch that the run took somewhere
/// is not what it lacked; one that no run took comes first.
pub fn closest(tree: &Tree, guide: &Guide) -> Option<Closest> {
    let newest = tree.n_paths().saturating_sub(MOST_PATHS);
    let taken: BTreeSet<BranchId> = tree.paths_from(newest).flat_map(|path| branches(tree, path)).collect();
    let mut best: Option<Closest> = None;
    for path in tree.paths_from(newest) {
        let turns = tree.first_run(path);
        let within = guide.within(&turns);
        let own = branches(tree, path);
        for (position, &turn) in turns.iter().enumerate().rev() {
            let Some(left) = turn.as_branch() else { continue };
            let ways = guide.ways(turn, within.at(position as u32)).into_iter();
            for (wanted, distance) in ways.filter(|(wanted, _)| !own.contains(wanted)) {
                let was_taken = taken.contains(&wanted);
                // Of equals the newest path, and in it the last branch.
                let is_nearer = |best: Closest| {
                    let order = (was_taken, distance).cmp(&(best.was_taken, best.distance));
                    order.is_lt() || order.is_eq() && path != best.path
                };
                if best.is_none_or(is_nearer) {
                    best = Some(Closest { path, left, wanted, distance, was_taken });
                }
            }
        }
    }
    best
}

/// The branches that a path took.
fn branches(tree: &Tree, path: PathId) -> BTreeSet<BranchId> {
    tree.first_run(path).iter().filter_map(|turn| turn.as_branch()).collect()
}
