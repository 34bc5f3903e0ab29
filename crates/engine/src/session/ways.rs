//! The ways of all paths, as workers can compare them: whether two runs parted where no condition says why.
//!
//! A tree notices that by itself: a fork that nobody could have asked for. Two workers have two trees, and what one of them saw the other
//! may contradict, so before several of them say together that everything was explored, their paths are laid side by side.

use crate::solve::Solver;
use crate::traced::Traced;
use crate::worker::Worker;
use std::cmp::Ordering;
use symcrete_model::Program;
use symcrete_search::{Campaign, PathId, Turn, Way};

/// Steps of all paths of a worker that are compared; of more, nothing is claimed. 256 MB.
const MOST_STEPS: usize = 1 << 24;

/// A turn, the same number for everybody.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Which site, and in the lowest bit whether another way could have been asked for: that is no part of the way.
    site: u64,
    /// Which way out of it.
    way: u64,
}

impl Step {
    fn new(site: u64, way: u64, is_flippable: bool) -> Step {
        Step { site: site << 1 | u64::from(is_flippable), way }
    }

    /// All of it, for other processes.
    pub(crate) fn bits(self) -> (u64, u64) {
        (self.site, self.way)
    }

    /// The step with these bits.
    pub(crate) fn of_bits(site: u64, way: u64) -> Step {
        Step { site, way }
    }

    fn key(self) -> (u64, u64) {
        (self.site >> 1, self.way)
    }

    /// May two runs part here?
    fn parts_from(self, other: Step) -> bool {
        self.site == other.site && self.site & 1 == 1
    }
}

impl PartialEq for Step {
    fn eq(&self, other: &Step) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Step {}

impl PartialOrd for Step {
    fn partial_cmp(&self, other: &Step) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Step {
    fn cmp(&self, other: &Step) -> Ordering {
        self.key().cmp(&other.key())
    }
}

/// The ways of all paths of a campaign.
pub(super) fn of(
    campaign: &Campaign<Traced, Solver>,
    program: &Program,
    worker: &mut Worker,
) -> Option<Vec<Box<[Step]>>> {
    let tree = campaign.tree();
    let paths = || (0..tree.n_paths() as u32).map(PathId);
    if paths().map(|path| tree.len(path)).sum::<usize>() > MOST_STEPS {
        return None;
    }
    let mut step = |turn: Turn| {
        let place = |place| campaign.target().place_number(place).unwrap_or(0);
        let is_flippable = turn.is_flippable();
        match turn.way() {
            Way::Branch(branch) => {
                let first = program.branches_of(program.condition_of(branch).0).next().unwrap_or(branch);
                Step::new(first.0.into(), branch.0.into(), is_flippable)
            }
            Way::Soft(branch) => Step::new(u64::from(branch.0) | 1 << 40, 0, is_flippable),
            Way::Implicit(at, taken) => Step::new(place(at) ^ 1 << 41, taken.into(), is_flippable),
            Way::Fixed(at) => {
                let value = turn.term().map_or(0, |term| worker.term(campaign.arena(), term));
                Step::new(place(at) ^ 1 << 42, value, is_flippable)
            }
        }
    };
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
