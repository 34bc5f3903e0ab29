//! The short way into a replay, for nearly all of them: the main thread, shadow memory in place, nobody watching.
//!
//! What a replay costs beside its codes is paid for each segment, so there is little of it: the replay in progress is a
//! static that is not cleared, nothing is kept on the stack, and the segment's head is jumped to: code of its own where there is
//! some for it (`heads`), else [`any`], which makes locals of the leaves and jumps to the first code. The last one (`finish`
//! in `hot`) returns to instrumented code. Everything else goes to [`carefully`].

use crate::emit;
use crate::heads::HEADS;
use crate::hot;
use crate::replay::{Replay, carefully};
use crate::state::state;
use crate::tls;
use core::arch::asm;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use symcrete_abi::frame::{self, BEFORE_SLOTS, PENDING};
use symcrete_abi::segment::WIDE;

struct Shared(UnsafeCell<MaybeUninit<Replay>>);

// SAFETY: used by the main thread only, and by one replay at a time: `busy` is set as long as it is in use, and who finds
// it set goes to `carefully`, which has a replay of its own.
unsafe impl Sync for Shared {}

static REPLAY: Shared = Shared(UnsafeCell::new(MaybeUninit::zeroed()));

/// The replay in progress on the short way.
#[inline(always)]
pub(crate) fn replay() -> *mut Replay {
    REPLAY.0.get().cast()
}

/// What a head gets: the leaves' values, the segment, the slots and the first code word. Executes all of the segment.
pub(crate) type Head =
    unsafe extern "C" fn(values: *const u64, segment: *const u32, slots: *mut u32, code: *const u32) -> u64;

/// The entry point behind `__symcrete_segment`.
///
/// # Safety
/// `frame` and `segment` are what instrumented code passes: a frame of the size that the function's
/// header says, and a segment of that function; `first` is the first word of its module's descriptions.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_replay_segment(
    frame: *mut u8,
    segment: *const u32,
    symbolic: u64,
    dirty: u64,
    first: *const u8,
) -> u64 {
    // SAFETY: forwarded from the caller; own state and block. Fields of the static are written before they are read, but
    // `deaf`, which is 0 as it shall be. The first word of a module's descriptions is the distance to its descriptor. Heads have
    // numbers below `Head::COUNT`.
    unsafe {
        let s = state();
        if symbolic == 0 || !(*s).quick || (*s).busy != 0 || !tls::is_main() {
            return carefully(frame, segment, symbolic, dirty);
        }
        if dirty == 0 {
            return cleared(frame, segment, symbolic, dirty, first);
        }
        (*s).busy = stack_pointer();
        let replay = replay();
        // Read apart: so they need not be taken apart.
        let [n_leaves, head] = *(segment.add(1) as *const [u8; 2]);
        let n_values = *(segment.add(1) as *const u16).add(1);
        let slots = frame.add(n_values as usize * 8 + BEFORE_SLOTS * 4) as *mut u32;
        (*replay).segment = segment;
        (*replay).slots = slots;
        (*replay).pending = dirty & PENDING;
        (*replay).module = first.offset(*(first as *const i32) as isize).cast();
        (*replay).object.bytes = 0;
        let code = segment.add(3 + n_leaves as usize);
        (*HEADS.as_ptr().add(head as usize))(frame as *const u64, segment, slots, code)
    }
}

/// Any head: makes locals of all leaves and executes one code after the other.
///
/// # Safety
/// As for every [`Head`]: the replay in progress is set up for this segment.
pub(crate) unsafe extern "C" fn any(
    mut values: *const u64,
    segment: *const u32,
    slots: *mut u32,
    code: *const u32,
) -> u64 {
    // SAFETY: the words in front of the code describe the leaves, the frame holds all their values, and a segment has at most
    // MAX_LOCALS locals.
    unsafe {
        let mut at = segment.add(3);
        let mut end = (*replay()).locals.first();
        while at < code {
            let (shape, low) = (*at, *values);
            let mut shade = (shape as u64) << 16;
            if shape & (WIDE | 0xffff) != 0 {
                let id = *slots.wrapping_add((shape & 0xffff) as usize).wrapping_sub(1);
                if shape & WIDE != 0 || id != 0 && emit::value_of(id).0 != low {
                    return unusual();
                }
                shade = (shade & !0xffff_ffff) | id as u64;
            }
            end = end.put(low, shade);
            (at, values) = (at.add(1), values.add(1));
        }
        hot::run(&mut *replay(), code, end)
    }
}

/// The segment whose replay is in progress, from its start. For heads that find something unusual.
///
/// # Safety
/// Nothing has been done yet.
#[inline(never)]
pub(crate) unsafe extern "C" fn again() -> u64 {
    // SAFETY: forwarded; the replay in progress is set up.
    unsafe {
        let (segment, slots) = ((*replay()).segment, (*replay()).slots);
        let code = segment.add(3 + (*segment.add(1) as u8) as usize);
        any(frame_of(segment, slots) as *const u64, segment, slots, code)
    }
}

/// The frame that has these slots, which lie behind all values.
unsafe fn frame_of(segment: *const u32, slots: *mut u32) -> *mut u8 {
    // SAFETY: the second word of a segment says how many values a frame has.
    unsafe { (slots as *mut u8).sub((*segment.add(1) >> 16) as usize * 8 + BEFORE_SLOTS * 4) }
}

/// A leaf is wide, or a shadow stale: begins anew with the careful way.
#[cold]
#[inline(never)]
unsafe extern "C" fn unusual() -> u64 {
    // SAFETY: own state; the replay in progress is set up.
    unsafe {
        (*state()).busy = 0;
        let (segment, slots) = ((*replay()).segment, (*replay()).slots);
        carefully(frame_of(segment, slots), segment, 1, 1 | (*replay()).pending)
    }
}

/// By this a signal handler's replay tells that it is one.
#[inline(always)]
fn stack_pointer() -> usize {
    let here: usize;
    // SAFETY: reads a register.
    unsafe { asm!("mov {}, rsp", out(reg) here, options(nomem, nostack, preserves_flags)) };
    here
}

/// The same for a frame that turns dirty: its slots hold nothing yet.
#[inline(never)]
unsafe extern "C" fn cleared(frame: *mut u8, segment: *const u32, symbolic: u64, _: u64, first: *const u8) -> u64 {
    // SAFETY: forwarded from the caller; `live`, `from` and the slots follow the values.
    unsafe {
        let header = segment.sub(*segment as usize);
        let (n_values, n_slots) = (*header.add(frame::header::VALUES), *header.add(frame::header::SLOTS));
        let from = frame.add(n_values as usize * 8) as *mut u32;
        core::ptr::write_bytes(from, 0, BEFORE_SLOTS + n_slots as usize);
        symcrete_replay_segment(frame, segment, symbolic, 1, first)
    }
}
