//! Finds the source line of a crash.
//!
//! A run through the fork server cannot be traced without slowing all of them down, so a crashing input is run once more, alone and
//! traced. From the registers at the signal the stack is unwound by the call frame information that every
//! object carries; the first frame with a line in the user's program is the place. Frames of system libraries and of the
//! symcrete runtime are passed over: an `abort` is where it was called. Says nothing rather than something doubtful:
//! an input that does not crash again has no place. A run that
//! does not end is looked at before it is killed (`endless`). x86-64 only.

mod endless;
mod objects;
pub(crate) mod retell;
pub(crate) mod tracer;
mod unwind;

use crate::Place;
pub(crate) use endless::Endless;
use objects::{Maps, Objects};
use std::collections::HashMap;
use std::path::Path;
use tracer::Snapshot;
use unwind::Registers;

/// Frames to look through; deeper ones are in a recursion that needs no more.
const MOST_FRAMES: usize = 100;

/// Turns crashes into places. Remembers what it found out about files and addresses.
#[derive(Default)]
pub(crate) struct Locator {
    objects: Objects,
    /// By the program's addresses from the innermost frame on; they are the same on every run.
    known: HashMap<Vec<u64>, Vec<Place>>,
}

impl Locator {
    /// The lines of the user's program on the stack, innermost first.
    pub(crate) fn stack(&mut self, crash: &Snapshot) -> Vec<Place> {
        let maps = Maps::new(&crash.maps);
        let frames: Vec<u64> = code(&self.frames(crash, &maps)).collect();
        if let Some(stack) = self.known.get(&frames) {
            return stack.clone();
        }
        let stack: Vec<Place> = frames.iter().filter_map(|&pc| self.objects.at(&maps, pc)?.place(pc)).collect();
        self.known.insert(frames, stack.clone());
        stack
    }

    /// The registers of the frames from the innermost on.
    fn frames(&mut self, crash: &Snapshot, maps: &Maps) -> Vec<Registers> {
        let mut frames = vec![crash.registers];
        let mut at = crash.registers.pc();
        while frames.len() < MOST_FRAMES {
            let registers = &frames[frames.len() - 1];
            let caller = match self.objects.at(maps, at) {
                Some(object) => object.caller(registers, at, &crash.stack),
                // A jump into nowhere: only a call can have led there, and it left its return address.
                None if frames.len() == 1 => registers.after_call(&crash.stack),
                None => None,
            };
            let Some(caller) = caller else { break };
            at = caller.pc().wrapping_sub(1);
            frames.push(caller);
        }
        frames
    }
}

/// The address in the code of each frame; those of callers point into the call.
fn code(frames: &[Registers]) -> impl Iterator<Item = u64> {
    frames.iter().enumerate().map(|(depth, registers)| registers.pc().wrapping_sub(u64::from(depth > 0)))
}

/// The lines of a program, as its file has them, that lie at these addresses of the file; what is not the user's is left out.
pub fn places(program: &Path, addresses: &[u64]) -> Vec<Place> {
    Objects::default().in_file(program, addresses)
}

/// Is this a signal that leaves something to look at, and not the one by which limits on files end a run?
pub(crate) fn is_crash(signal: i32) -> bool {
    ![libc::SIGKILL, libc::SIGXFSZ].contains(&signal)
}
