//! Many buffers for `LLVMFuzzerTestOneInput` in one process, without symbols: what blind changes cost next to nothing for.
//!
//! The events of the trace then tell which buffer took an outcome first (`runtime/src/model/volley.rs`). A volley that does not come to its end
//! says so of the buffer that it was at; those behind it were not tried.

use super::Traced;
use symcrete_build::failure::Failure;
use symcrete_exec::{Outcome, Request};
use symcrete_search::{Input, Volley};
use symcrete_trace::{Event, EventKind, Flags, MAX_INPUT, word};

/// Most bytes of one volley.
const MOST_BYTES: usize = MAX_INPUT / 4;
/// A volley may take so many times what a run may.
const PATIENCE: u32 = 4;

impl Traced<'_> {
    /// Tries as many of these as there is room for.
    pub(super) fn fire(&mut self, inputs: &[Input]) -> Result<Volley, Failure> {
        if self.numbering.is_none() {
            return Ok(Volley::default());
        }
        let (asked, n_volley) = self.laid(inputs);
        let flags = Flags { concrete: true, count: true, ..Flags::default() };
        let (time, stop) = (self.patience.limit() * PATIENCE, self.stop().flag());
        let (time, stop, flags) = (Some(time), Some(stop), Some(flags));
        let run = self.followed.run(&Request {
            asked: &asked,
            n_volley,
            time,
            stop,
            flags,
            is_hasty: true,
            ..Request::default()
        })?;
        let Some(numbering) = &self.numbering else { return Ok(Volley::default()) };
        let trace = self.followed.trace()?;
        let n_tried = trace.header().words[word::TRIED].min(u64::from(n_volley)) as usize;
        // A program with a `main` of its own takes no notice of buffers.
        self.fires &= n_tried > 0 || run.outcome == Outcome::Stopped;
        let told = trace.events().filter(|event| event.event_kind() == Some(EventKind::Tried));
        let first = |event: Event| {
            let branch = numbering.branch(self.program, event.outcome)?;
            Some(((event.expr as usize).checked_sub(1)?, branch, event.taken))
        };
        let covered = told.filter_map(first).collect();
        let is_cut = !matches!(run.outcome, Outcome::Exit(_) | Outcome::Stopped);
        Ok(Volley { n_tried, covered, is_cut })
    }

    /// Buffers as the runtime takes them, and how many.
    fn laid(&self, inputs: &[Input]) -> (Vec<u8>, u32) {
        let (growing, mut laid, mut n) = (self.setting.buffer(), Vec::new(), 0);
        for input in inputs {
            let bytes = growing.bytes(input);
            if laid.len() + bytes.len() > MOST_BYTES {
                break;
            }
            laid.extend((bytes.len() as u64).to_le_bytes());
            laid.extend(bytes);
            n += 1;
        }
        (laid, n)
    }
}
