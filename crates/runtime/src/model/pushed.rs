//! Bytes that the program pushed back (`ungetc`): they are read before the stream goes on.
//!
//! Mostly it is the byte that was just read, which the input has there anyway. Any other one is kept with its expression, and `getc` and `fread`
//! give it back. For whoever reads a line or scans, nothing is followed at such a place: a loss.

use super::Origin;
use super::note::Note;
use super::place::dropped;
use super::term::Term;
use crate::emit::record_of;
use libc::FILE;
use symcrete_trace::{Op, meaning};

/// Bytes of all streams that are known at once. The C library promises room for one in each.
const MOST: usize = 16;

/// A byte before the place at which a stream stood.
#[derive(Clone, Copy)]
struct Pushed {
    stream: usize,
    place: i64,
    byte: Term,
}

/// Those that were not read again yet, the last one at the end.
static TABLE: Note<([Pushed; MOST], usize)> =
    Note::new(([Pushed { stream: 0, place: 0, byte: Term::constant(8, 0) }; MOST], 0));

/// This byte comes before what follows in the stream, which stands at `place` now.
pub(super) fn push(stream: *mut FILE, place: i64, byte: Term) {
    let (mut all, n) = TABLE.get();
    match all.get_mut(n) {
        Some(free) => *free = Pushed { stream: stream as usize, place, byte },
        None => return dropped(),
    }
    TABLE.set((all, n + 1));
}

/// Was anything pushed back that was not read yet?
pub(super) fn has(stream: *mut FILE) -> bool {
    let (all, n) = TABLE.get();
    all[..n].iter().any(|pushed| pushed.stream == stream as usize)
}

/// The byte that was pushed back at this place, which is read now: of several the last.
pub(super) fn take(stream: *mut FILE, place: i64) -> Option<Term> {
    let (mut all, n) = TABLE.get();
    let at = all[..n].iter().rposition(|pushed| pushed.stream == stream as usize && pushed.place == place)?;
    let byte = all[at].byte;
    all.copy_within(at + 1..n, at);
    TABLE.set((all, n - 1));
    Some(byte)
}

/// The stream was moved: what was pushed back is forgotten.
pub(super) fn forget(stream: *mut FILE) {
    let (mut all, n) = TABLE.get();
    let mut n_left = 0;
    for k in 0..n {
        if all[k].stream != stream as usize {
            (all[n_left], n_left) = (all[k], n_left + 1);
        }
    }
    TABLE.set((all, n_left));
}

/// Are the lowest eight bits the byte that the input has at this place, whatever that is? Compilers have many ways to make one number of it and another.
pub(super) fn is_own(pushed: Term, at: Origin) -> bool {
    pushed.is_symbolic()
        && (0..=0xff).all(|byte| value(pushed.id, byte, at, STEPS).is_some_and(|value| value & 0xff == byte))
}

/// May it be the number that stands for no byte, which is not pushed back? What `getc` returned for a byte is none.
pub(super) fn may_be_nothing(pushed: Term) -> bool {
    pushed.is_symbolic() && Op::from_u8(record_of(pushed.id).op) != Some(Op::ZExt)
}

/// Steps from a byte to the number that is pushed back.
const STEPS: u32 = 6;

/// What an expression is for this byte of the input; nothing if it has to do with anything else.
fn value(id: u32, byte: u64, at: Origin, steps: u32) -> Option<u64> {
    let record = record_of(id);
    let op = Op::from_u8(record.op)?;
    let operand = |id| value(id, byte, at, steps.checked_sub(1)?);
    let operands = match op {
        Op::Const => return Some(record.value),
        Op::Input => return ((record.a, u64::from(record.b)) == (at.stream, at.offset)).then_some(byte),
        Op::ZExt | Op::SExt | Op::Trunc => (operand(record.a)?, 0),
        Op::And | Op::Or | Op::Shl | Op::LShr | Op::AShr => (operand(record.a)?, operand(record.b)?),
        _ => return None,
    };
    Some(meaning::narrow_value(op, record.width as u8, operands, record_of(record.a).width as u8))
}
