//! Branches that no run took, and that no input takes: proved from the program.
//!
//! Exploring everything proves that too, but few programs with loops can be explored to their end. So the time that a campaign leaves, up to a tenth of what
//! it was allowed, goes into what `reach` does for a line: every way back from the branch is refuted, or all ways to it together
//! (`symcrete_reach`). A proof counts when a second solver agrees.
//!
//! Looks only at sides of conditions that some run came to: what lies behind them follows.

use crate::branch;
use crate::claim::{Proof, confirmed};
use crate::deadline::Deadline;
use std::collections::BTreeMap;
use std::time::Duration;
use symcrete_expr::Stop;
use symcrete_model::{BranchId, Program};
use symcrete_reach::{Bounds, Contradiction, Goal, Means, Seat, Traceback, Ways, all_ways, backward, refusal};
use symcrete_solver::Piped;

/// Time for proofs where the campaign's is not limited.
const SHARE: Duration = Duration::from_secs(1);
/// The part of a campaign's time that proofs may take.
const PART: u32 = 10;
/// Branches that are looked at.
const MOST: usize = 32;
/// Rounds of loops and pieces of ways that one way back may have, as in `reach`.
const BOUNDS: Bounds = Bounds { loop_bound: 3, segments: 400 };
/// Rounds of loops that are written out where all ways are in one formula. `reach` goes on to 16, which takes most of its time.
const ROUNDS: u32 = 4;

/// What proofs are made with.
pub(crate) struct Proving<'a> {
    pub(crate) program: &'a Program,
    /// The second solver.
    pub(crate) smt: Option<Piped>,
    /// Ends it early.
    pub(crate) stop: &'a Stop,
}

/// The time for proofs, of a campaign that was allowed so much and has used so much.
pub(crate) fn share(allowed: Option<Duration>, used: Duration) -> Duration {
    allowed.map_or(SHARE, |allowed| allowed.saturating_sub(used).min(allowed / PART))
}

impl Proving<'_> {
    /// Those of some branches that no input takes, with the proofs.
    pub(crate) fn of(&self, branches: &[BranchId], time: Duration) -> BTreeMap<BranchId, Proof> {
        let mut proved = BTreeMap::new();
        if branches.is_empty() || time.is_zero() || refusal(self.program).is_some() {
            return proved;
        }
        let branches = &branches[..branches.len().min(MOST)];
        let end = Deadline::new();
        end.begin(Some(time));
        for &branch in branches {
            if end.search().is_set() || self.stop.is_set() {
                break;
            }
            // Each may take half of it, so that one that is hard leaves time for others.
            let own = Deadline::new();
            own.begin(Some(time / 2));
            if let Some(proof) = self.proof(branch, own.search(), &mut || end.search().is_set() || self.stop.is_set()) {
                proved.insert(branch, proof);
            }
        }
        proved
    }

    fn proof(&self, branch: BranchId, stop: &Stop, is_over: &mut dyn FnMut() -> bool) -> Option<Proof> {
        let (file, line, _) = branch::place(self.program, branch);
        let goal = Goal::of_branch(self.program, branch, Seat::Line { file: file.into(), line });
        let walk = backward(self.program, &goal, BOUNDS, stop, is_over);
        if let Traceback::Refuted(contradictions) = walk.result {
            return self.confirmed(&Means::Paths, &contradictions);
        }
        match all_ways(self.program, &goal, ROUNDS, stop, &mut || stop.is_set() || is_over()) {
            Ways::Refuted(means, contradictions) => self.confirmed(&means, &contradictions),
            Ways::Way(_) | Ways::Open(_) => None,
        }
    }

    fn confirmed(&self, means: &Means, contradictions: &[Contradiction]) -> Option<Proof> {
        confirmed(self.program, means, contradictions, self.smt.clone(), self.stop).ok()
    }
}
