//! The ways of all paths, as workers can compare them: whether two runs parted where no condition says why.
//!
//! A tree notices that by itself: a fork that nobody could have asked for. Two workers have two trees, and what one of them saw the other
//! may contradict, so before several of them say together that everything was explored, their paths are laid side by side.

use crate::solve::Solver;
use crate::traced::{Step, Traced};
use crate::worker::Worker;
use symcrete_search::{Campaign, PathId, Turn};

/// Steps of all paths of a worker that are compared; of more, nothing is claimed. 256 MB.
const MOST_STEPS: usize = 1 << 24;

/// The ways of all paths of a campaign.
pub(super) fn of(campaign: &Campaign<Traced, Solver>, worker: &mut Worker) -> Option<Vec<Box<[Step]>>> {
    let tree = campaign.tree();
    let paths = || (0..tree.n_paths() as u32).map(PathId);
    if paths().map(|path| tree.len(path)).sum::<usize>() > MOST_STEPS {
        return None;
    }
    let target = campaign.target();
    let mut step = |turn: Turn| target.step(turn, |term| worker.term(campaign.arena(), term));
    Some(paths().map(|path| tree.prefix(path, tree.len(path)).into_iter().map(&mut step).collect()).collect())
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
        let concrete = |way| path(&[(1, 0, true), (9, way, false)]);
        assert!(part_without_reason(vec![concrete(0), path(&[(1, 1, true)]), concrete(1)]), "nobody could have asked");
    }
}
