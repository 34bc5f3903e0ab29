//! What runs show of things that are decided elsewhere: how each ended, which branches the input decided, and whether somebody took bytes
//! of standard input that no model delivered or the stack was used up.

use super::Traced;
use symcrete_build::failure::Failure;
use symcrete_exec::{Outcome, Place, Record};
use symcrete_model::BranchId;
use symcrete_search::{Input, Turn};
use symcrete_trace::{Op, Trace};

use crate::setting::STDIN;

/// Most runs whose inputs are kept, and most bytes of them.
const MOST_KEPT: usize = 1000;
const MOST_BYTES: usize = 1 << 20;

/// How the first runs ended, with their inputs, in order. The tree has only one input for each path, and merged ways of one path may end differently.
#[derive(Default)]
pub(super) struct Ends {
    kept: Vec<(Input, Outcome)>,
    n_bytes: usize,
}

impl Ends {
    /// Adds a run; its input with the zeros that were given beyond its end.
    pub(super) fn add(&mut self, input: &Input, outcome: &Outcome) {
        let n_bytes = self.n_bytes + input.streams.iter().map(Vec::len).sum::<usize>();
        if self.kept.len() < MOST_KEPT && n_bytes <= MOST_BYTES {
            self.kept.push((input.clone(), outcome.clone()));
            self.n_bytes = n_bytes;
        }
    }
}

impl Traced<'_> {
    /// The first runs, but for so many.
    pub(crate) fn ends_from(&self, n_known: usize) -> &[(Input, Outcome)] {
        self.ends.kept.get(n_known..).unwrap_or_default()
    }

    /// Was a branch ever taken by a condition over the input?
    pub fn is_by_input(&self, branch: BranchId) -> bool {
        self.by_input.get(branch.index()).copied().unwrap_or(false)
    }

    /// Bytes of standard input that a run took by calls that are not followed.
    pub fn taken_by_others(&self) -> Option<u64> {
        self.taken_by_others
    }

    /// Where a run used up its stack, innermost line first; the lines may be unknown.
    pub fn exhausted(&self) -> Option<&[Place]> {
        self.exhausted.as_deref()
    }

    /// Looks at the last run.
    pub(super) fn note_others(&mut self, run: &Record, turns: &[Turn]) -> Result<(), Failure> {
        if run.is_exhausted {
            self.exhausted.get_or_insert_with(|| run.stack.clone());
        }
        for branch in turns.iter().filter(|turn| turn.term().is_some()).filter_map(|turn| turn.as_branch()) {
            self.by_input[branch.index()] = true;
        }
        // Only an exit gives back what a stream's buffer still holds.
        if self.taken_by_others.is_none() && matches!(run.outcome, Outcome::Exit(_)) {
            let taken = self.followed.stdin_taken()?;
            let missing = missing(&self.followed.trace()?, taken);
            self.taken_by_others = (missing > 0).then_some(missing);
        }
        Ok(())
    }
}

/// Of the first so many bytes of standard input, how many no model delivered.
fn missing(trace: &Trace, taken: u64) -> u64 {
    let mut delivered = vec![false; usize::try_from(taken).unwrap_or(0)];
    let mut left = taken;
    for id in 1..=trace.n_records() as u32 {
        if left == 0 {
            break;
        }
        let input = trace.record(id).filter(|one| one.operator() == Some(Op::Input) && one.a == STDIN as u32);
        if let Some(byte) = input.and_then(|input| delivered.get_mut(input.b as usize)) {
            left -= u64::from(!std::mem::replace(byte, true));
        }
    }
    left
}
