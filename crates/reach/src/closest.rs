//! The closest attempt: of all runs, the one that came nearest to the goal, and the branch where it left the way.

use crate::guide::Guide;
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
}

/// The closest attempt in a tree; `None` when no run came to a branch that leads on.
pub fn closest(tree: &Tree, guide: &Guide) -> Option<Closest> {
    let newest = tree.n_paths().saturating_sub(MOST_PATHS);
    let mut best: Option<Closest> = None;
    for path in tree.paths_from(newest) {
        let turns = tree.prefix(path, tree.len(path));
        let within = guide.within(&turns);
        for (position, &turn) in turns.iter().enumerate().rev() {
            let Some(left) = turn.as_branch() else { continue };
            for (wanted, distance) in guide.ways(turn, within.at(position as u32)) {
                // Of equals the newest path, and in it the last branch.
                let is_nearer =
                    |best: Closest| distance < best.distance || distance == best.distance && path != best.path;
                if best.is_none_or(is_nearer) {
                    best = Some(Closest { path, left, wanted, distance });
                }
            }
        }
    }
    best
}
