//! Many buffers for `LLVMFuzzerTestOneInput` in one process, without symbols: each costs next to nothing.
//!
//! The events of the trace tell which buffer took an outcome first (`runtime/src/model/volley.rs`), its counters what the one took that ended the
//! process, if one did. Those behind that one were not tried.

use super::Traced;
use symcrete_build::failure::Failure;
use symcrete_exec::{Outcome, Request};
use symcrete_model::BranchId;
use symcrete_search::{Input, Volley};
use symcrete_trace::{EventKind, Flags, MAX_INPUT, Trace, times_class, word};

/// Most bytes of one volley.
const MOST_BYTES: usize = MAX_INPUT / 4;
/// A volley may take so many times what a run may.
const PATIENCE: u32 = 4;

impl Traced<'_> {
    /// Tries as many of these as there is room for.
    pub(super) fn fire(&mut self, inputs: &[Input], known: &[u8]) -> Result<Volley, Failure> {
        let (asked, n_volley) = self.laid(inputs, known);
        if self.numbering.is_none() || n_volley == 0 {
            return Ok(Volley::default());
        }
        let flags = Some(Flags { concrete: true, count: true, ..Flags::default() });
        let (time, stop) = (Some(self.patience.limit() * PATIENCE), Some(self.stop().flag()));
        let request = Request { asked: &asked, n_volley, time, stop, flags, is_hasty: true, ..Request::default() };
        let outcome = self.followed.run(&request)?.outcome;
        let trace = self.followed.trace()?;
        let n_tried = trace.header().words[word::TRIED].min(u64::from(n_volley)) as usize;
        let covered = self.taken(&trace, n_tried);
        // A program with a `main` of its own takes no notice of buffers.
        self.fires &= n_tried > 0 || outcome == Outcome::Stopped;
        Ok(Volley { n_tried, covered, is_cut: !matches!(outcome, Outcome::Exit(_) | Outcome::Stopped) })
    }

    /// The branches that were taken, with the index of the buffer and the class of times.
    fn taken(&self, trace: &Trace, n_tried: usize) -> Vec<(usize, BranchId, u8)> {
        let (Some(numbering), Some(last)) = (&self.numbering, n_tried.checked_sub(1)) else { return Vec::new() };
        let told = trace.events().filter(|event| event.event_kind() == Some(EventKind::Tried));
        let told = told.filter_map(|event| Some(((event.aux as usize).checked_sub(1)?, event.outcome, event.taken)));
        let counted = (0..trace.n_outcomes() as u32).map(|outcome| (last, outcome, times_class(trace.count(outcome))));
        let all = told.chain(counted.filter(|&(_, _, class)| class != 0));
        all.filter_map(|(at, outcome, class)| Some((at, numbering.branch(self.program, outcome)?, class))).collect()
    }

    /// What is known of outcomes, then buffers as the runtime takes them, and how many.
    fn laid(&self, inputs: &[Input], known: &[u8]) -> (Vec<u8>, u32) {
        let of = |branch: BranchId| known.get(branch.index()).copied().unwrap_or(0);
        let branches = self.numbering.iter().flat_map(|numbering| numbering.branches());
        let (growing, mut laid, mut n) = (self.setting.buffer(), Vec::new(), 0);
        add(&mut laid, &branches.map(|branch| branch.map_or(u8::MAX, of)).collect::<Vec<u8>>());
        for bytes in inputs.iter().map(|input| growing.bytes(input)) {
            if laid.len() + bytes.len() > MOST_BYTES {
                break;
            }
            add(&mut laid, &bytes);
            n += 1;
        }
        (laid, n)
    }
}

/// Adds a part, as [`symcrete_trace::volley::part`] reads it.
fn add(laid: &mut Vec<u8>, part: &[u8]) {
    laid.extend((part.len() as u64).to_le_bytes());
    laid.extend(part);
}
