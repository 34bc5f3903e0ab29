//! The short way into a replay, for nearly all of them: the main thread, shadow memory in place, nobody watching.
//!
//! What a replay costs beside its codes is paid for each segment, so there is little of it: the replay in progress is a
//! static that is not cleared, nothing is kept on the stack, and the first code is jumped to. The last one (`finish`
//! in `hot`) returns to instrumented code. Everything else goes to [`carefully`].

use crate::emit;
use crate::extent::Extent;
use crate::hot;
use crate::local::Place;
use crate::replay::{Replay, carefully, module_of};
use crate::state::state;
use crate::tls;
use core::arch::asm;
use core::cell::UnsafeCell;
use core::mem::MaybeUninit;
use symcrete_abi::frame;
use symcrete_abi::segment::WIDE;

struct Shared(UnsafeCell<MaybeUninit<Replay>>);

// SAFETY: used by the main thread only, and by one replay at a time: `busy` is set as long as it is in use, and who finds
// it set goes to `carefully`, which has a replay of its own.
unsafe impl Sync for Shared {}

static REPLAY: Shared = Shared(UnsafeCell::new(MaybeUninit::zeroed()));

/// The entry point behind `__symcrete_segment`.
///
/// # Safety
/// `frame` and `segment` are what instrumented code passes: a frame of the size that the function's
/// header says, and a segment of that function.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_replay_segment(frame: *mut u8, segment: *const u32, symbolic: u64, dirty: u64) -> u64 {
    // SAFETY: forwarded from the caller; own state and block. Fields of the static are written before they are read, but
    // `deaf`, which is 0 as it shall be.
    unsafe {
        let s = state();
        if symbolic == 0 || !(*s).quick || (*s).busy != 0 || !tls::is_main() {
            return carefully(frame, segment, symbolic, dirty);
        }
        if dirty == 0 {
            return cleared(frame, segment, symbolic, dirty);
        }
        (*s).busy = stack_pointer();
        let header = segment.sub(*segment as usize);
        let replay = (*REPLAY.0.get()).as_mut_ptr();
        let slots = slots(frame, header);
        let leaves = segment.add(3);
        let code = leaves.add((*segment.add(1) & 0xffff) as usize);
        (*replay).segment = segment;
        (*replay).header = header;
        (*replay).slots = slots;
        (*replay).n_slots = *header.add(frame::header::SLOTS) as usize;
        (*replay).module = module_of(header);
        (*replay).object = Extent { from: 0, bytes: 0 };
        match read(slots, leaves, code, frame as *const u64, (*replay).locals.first()) {
            Some(end) => hot::run(&mut *replay, code, end),
            None => {
                // Few things are kept up to here, since registers are scarce; the frame is where its slots are.
                (*s).busy = 0;
                let frame = ((*replay).slots as *mut u8).sub(values_size((*replay).header));
                carefully(frame, (*replay).segment, 1, 1)
            }
        }
    }
}

/// Makes locals of the leaves described from `at` to `behind`; returns where the next local will be. `None` when a leaf is wide or a
/// shadow stale.
#[inline(always)]
unsafe fn read(
    slots: *const u32,
    mut at: *const u32,
    behind: *const u32,
    mut values: *const u64,
    mut end: Place,
) -> Option<Place> {
    // SAFETY: the words describe the leaves, the frame holds all their values, and a segment has at most MAX_LOCALS locals.
    unsafe {
        while at < behind {
            let (shape, low) = (*at, *values);
            let mut shade = (shape as u64) << 16;
            if shape & (WIDE | 0xffff) != 0 {
                let id = *slots.wrapping_add((shape & 0xffff) as usize).wrapping_sub(1);
                if shape & WIDE != 0 || id != 0 && emit::value_of(id).0 != low {
                    return None;
                }
                shade = (shade & !0xffff_ffff) | id as u64;
            }
            end = end.put(low, shade);
            (at, values) = (at.add(1), values.add(1));
        }
    }
    Some(end)
}

unsafe fn slots(frame: *mut u8, header: *const u32) -> *mut u32 {
    // SAFETY: the slots follow the values in the frame.
    unsafe { frame.add(values_size(header)) as *mut u32 }
}

/// Bytes of the values in a function's frame.
unsafe fn values_size(header: *const u32) -> usize {
    // SAFETY: every header has their number.
    unsafe { *header.add(frame::header::VALUES) as usize * 8 }
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
unsafe extern "C" fn cleared(frame: *mut u8, segment: *const u32, symbolic: u64, _: u64) -> u64 {
    // SAFETY: forwarded from the caller; `live` and `from` follow the slots.
    unsafe {
        let header = segment.sub(*segment as usize);
        let n_slots = *header.add(frame::header::SLOTS) as usize;
        core::ptr::write_bytes(slots(frame, header), 0, n_slots + 2);
        symcrete_replay_segment(frame, segment, symbolic, 1)
    }
}
