//! The ways of all paths, as workers can compare them: whether two runs parted where no condition says why.
//!
//! A tree notices that by itself: a fork that nobody could have asked for. Two workers have two trees, and what one of them saw the other
//! may contradict, so before several of them say together that everything was explored, their paths are laid side by side.
//!
//! Programs that fill tables take thousands of branches between two that depend on input. Such a [stretch](LONG) is one step with a hash of them all:
//! two that differ anywhere part without a reason, as they did step by step.

use crate::solve::Solver;
use crate::traced::{Step, Traced};
use crate::worker::Worker;
use symcrete_search::{Campaign, PathId, Turn};

/// Steps of all paths of a worker that are compared; of more, nothing is claimed. 256 MB.
const MOST_STEPS: usize = 1 << 24;
/// Steps in a row at which nobody could have asked for another way, and which become one. Shorter rows stay as they are, since a step may be
/// such for one worker and not for another.
const LONG: usize = 256;
/// The site of a step that stands for a row of others, beyond those of `traced::step`.
const ROW: u64 = 1 << 43;

/// The ways of all paths of a campaign.
pub(super) fn of(campaign: &Campaign<Traced, Solver>, worker: &mut Worker) -> Option<Vec<Box<[Step]>>> {
    let (tree, target) = (campaign.tree(), campaign.target());
    let mut step = |turn: Turn| target.step(turn, |term| worker.term(campaign.arena(), term));
    let (mut ways, mut n_steps) = (Vec::new(), 0);
    for path in (0..tree.n_paths() as u32).map(PathId) {
        let way = shortened(tree.prefix(path, tree.len(path)).into_iter().map(&mut step));
        n_steps += way.len();
        if n_steps > MOST_STEPS {
            return None;
        }
        ways.push(way);
    }
    Some(ways)
}

/// A path with one step for each long row of steps that nobody could have changed.
fn shortened(steps: impl Iterator<Item = Step>) -> Box<[Step]> {
    let (mut way, mut n_row) = (Vec::new(), 0);
    for step in steps {
        if step.is_flippable() {
            fold(&mut way, n_row);
            n_row = 0;
        } else {
            n_row += 1;
        }
        way.push(step);
    }
    fold(&mut way, n_row);
    way.into()
}

/// Makes the last steps of a path one, if they are many.
fn fold(way: &mut Vec<Step>, n_last: usize) {
    if n_last >= LONG {
        let row = way.split_off(way.len() - n_last);
        let mut hasher = blake3::Hasher::new();
        for step in &row {
            let (site, way) = step.key();
            hasher.update(&site.to_le_bytes()).update(&way.to_le_bytes());
        }
        let hash = hasher.finalize().as_bytes().first_chunk().copied().map_or(0, u64::from_le_bytes);
        way.push(Step::new(ROW, hash, false));
    }
}

/// Do two of these paths part where no condition says why?
pub fn part_without_reason(mut paths: Vec<Box<[Step]>>) -> bool {
    // Paths with a common beginning lie side by side then.
    paths.sort_unstable();
    paths.windows(2).any(|pair| {
        let at = pair[0].iter().zip(&pair[1]).take_while(|(one, other)| one == other).count();
        match (pair[0].get(at), pair[1].get(at)) {
            (Some(one), Some(other)) => !one.parts_from(*other),
            (None, None) => false,
            _ => true,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(steps: &[(u64, u64, bool)]) -> Box<[Step]> {
        steps.iter().map(|&(site, way, is_flippable)| Step::new(site, way, is_flippable)).collect()
    }

    #[test]
    fn paths_may_part_where_somebody_could_have_asked() {
        let tree = |third: &[(u64, u64, bool)]| {
            vec![path(&[(1, 0, true), (2, 0, true)]), path(&[(1, 1, true)]), path(third), path(&[(1, 1, true)])]
        };
        assert!(!part_without_reason(tree(&[(1, 0, true), (2, 1, true), (3, 0, false)])));
        assert!(part_without_reason(tree(&[(1, 0, true), (3, 0, true)])), "another site");
        assert!(part_without_reason(tree(&[(1, 0, true)])), "it ended before the other");
        let one_concrete = [path(&[(1, 0, true)]), path(&[(1, 0, false)]), path(&[(1, 1, true)])];
        assert!(!part_without_reason(one_concrete[..2].to_vec()), "the same way");
        let row = |n, last| -> Box<[Step]> {
            let steps = (0..n).map(|at| Step::new(9, u64::from(at + 1 == n && last), false));
            shortened([Step::new(1, 0, true)].into_iter().chain(steps).chain([Step::new(2, 0, true)]))
        };
        assert_eq!(row(100 * LONG, false).len(), 3, "a long row is one step");
        assert!(!part_without_reason(vec![row(100 * LONG, false), row(100 * LONG, false)]));
        assert!(part_without_reason(vec![row(100 * LONG, false), row(100 * LONG, true)]), "the last step of a row");
        assert!(part_without_reason(vec![row(100 * LONG, false), row(100 * LONG + 1, false)]), "a longer row");
        let concrete = |way| path(&[(1, 0, true), (9, way, false)]);
        assert!(part_without_reason(vec![concrete(0), path(&[(1, 1, true)]), concrete(1)]), "nobody could have asked");
    }
}
