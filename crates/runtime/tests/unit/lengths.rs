//! Holds whoever executes codes to the lengths that `symcrete_abi::segment` says, code by code.
//!
//! Each code is followed by words that are its own, mostly `End`, and by an `Object` of a size that nothing else has. Whoever takes too few words ends too early, whoever takes
//! too many misses the object. Words of `End` are slots, locals and outcomes of that number, so there are enough of each.

use crate::extent::Extent;
use crate::hot;
use crate::local::Locals;
use crate::replay::Replay;
use crate::state::{exclusively, state};
use crate::tls;
use core::ffi::c_void;
use symcrete_abi::segment::{Code, decode};
use symcrete_abi::{Module, frame};
use symcrete_kernel::anonymous;
use symcrete_trace::{Mode, Op, REGION_SIZE};

/// The size of the object.
const MAGIC: u32 = 0x600d_c0de;
const END: u32 = Code::End.word(0, 0, 0);
/// Locals and slots, more than the number of `End`.
const MANY: usize = 64;
/// The locals that hold the address of free memory, and a number of bytes of it.
const ADDRESS: u8 = 0;
const BYTES: u8 = 1;
/// Any other.
const LEAF: u8 = 2;

/// Ways to write a code: x, y and z.
fn samples(code: Code) -> Vec<(u8, u8, u8)> {
    use Code::*;
    match code {
        Const32 | Const64 => vec![(32, 0, 0), (64, 0, 0)],
        Const128 => vec![(128, 0, 0)],
        Pure | Known => vec![(LEAF, LEAF, LEAF)],
        Load | Load8 | Store | Store8 | Look => vec![(LEAF, ADDRESS, 8)],
        Load1 | Store1 => vec![(LEAF, ADDRESS, 1)],
        Load2 | Store2 => vec![(LEAF, ADDRESS, 2)],
        Load4 | Store4 => vec![(LEAF, ADDRESS, 4)],
        Mark | Soft | Case | Branch | Fix | Keep | From | Object => vec![(LEAF, 0, 0)],
        Lose => vec![(0, 0, 0), (0, 4, 0), (0, 5, 0)],
        LoseRange => vec![(ADDRESS, BYTES, 0)],
        LoseText | VaStart => vec![(ADDRESS, 0, 0)],
        Enter => vec![(255, 0, 0), (LEAF, 5, 0), (255, 8, 1)],
        EnterByValue => vec![(ADDRESS, 0, 0)],
        Call | CallLocal => vec![(LEAF, 0, 255), (LEAF, 5, 255), (LEAF, 5, 2), (LEAF, 8, 0)],
        // So many bytes as the word says: as a number of `End`, a few.
        CallByValue => vec![(ADDRESS, 0, 0)],
        Return | ReturnLocal => vec![(LEAF, 0, 0), (LEAF, 5, 0)],
        Leave => vec![(255, 0, 0), (LEAF, 5, 0)],
        Copy => vec![(ADDRESS, ADDRESS, BYTES)],
        Fill => vec![(ADDRESS, LEAF, BYTES)],
        Moves => vec![(0, 0, 0), (3, 0, 0), (3, 1, 0)],
        MovesIf => vec![(3, BYTES, 0), (3, BYTES, 1), (3, BYTES, 2), (3, BYTES, 3)],
        Phis => vec![(2, 3, 0), (1, 0, 1)],
        Drop => vec![(1, 0, 0), (2, 0, 0), (3, 0, 0)],
        Bound => vec![(ADDRESS, ADDRESS, BYTES)],
        End => Vec::new(),
    }
}

/// A code with its words, and what comes behind it.
fn segment(code: Code, (x, y, z): (u8, u8, u8)) -> Vec<u32> {
    let first = code.word(x, y, z);
    let n = decode(first).expect("a code").n_words();
    let mut words = vec![first];
    let own = if matches!(code, Code::Pure | Code::Known) { Op::Add as u32 } else { END };
    words.extend(core::iter::repeat_n(own, n));
    words.extend([Code::Object.word(ADDRESS, 0, 0), MAGIC, END]);
    words
}

/// Executes the code by `run`; the size of the object that was named last.
fn last_object(words: &[u32], memory: &[u64; MANY], run: impl FnOnce(&mut Replay)) -> u64 {
    let (mut unseen, mut words_of_frame) = ([0_u8; 2 * MANY], [0_u32; 2 * MANY]);
    // SAFETY: a descriptor is numbers and pointers, of which only `unseen` is followed.
    let mut module: Module = unsafe { core::mem::zeroed() };
    module.unseen = unseen.as_mut_ptr();
    // Of a segment and its header only the header's words are read: no values, many slots.
    let header = [0_u32, MANY as u32, 0, 0, frame::header::SIZE as u32, 0, 0];
    let segment = header[frame::header::SIZE..].as_ptr();
    let slots = words_of_frame[MANY..].as_mut_ptr();
    let object = Extent { from: 0, bytes: 0 };
    let at = words.as_ptr();
    let mut replay =
        Replay { slots, module: &module, segment, at, pending: 0, object, deaf: false, locals: Locals::new() };
    for k in 0..MANY {
        let low = match k as u8 {
            ADDRESS => memory.as_ptr() as u64,
            BYTES => 8,
            _ => 0,
        };
        replay.locals.push(64, (low, 0), 0);
    }
    run(&mut replay);
    replay.object.bytes
}

#[test]
fn everybody_takes_as_many_words_as_a_code_has() {
    let _alone = exclusively();
    let region = anonymous(0, REGION_SIZE).expect("address space");
    // SAFETY: no other test uses the state meanwhile.
    unsafe {
        (*state()).region = region;
        (*state()).mode = Mode::Table;
        (*tls::block()).main = 1;
    }
    let memory = [0_u64; MANY];
    for &code in Code::ALL {
        for sample in samples(code) {
            let words = segment(code, sample);
            let slow = last_object(&words, &memory, Replay::steps);
            assert_eq!(slow, u64::from(MAGIC), "replay: {code:?} {sample:?}");
            let fast = last_object(&words, &memory, |replay| {
                let (at, end) = (replay.at, replay.locals.end());
                hot::run(replay, at, end);
            });
            assert_eq!(fast, u64::from(MAGIC), "hot: {code:?} {sample:?}");
        }
    }
    // SAFETY: as before; the region was mapped with this size.
    unsafe {
        (*state()).region = core::ptr::null_mut();
        (*state()).mode = Mode::Off;
        libc::munmap(region.cast::<c_void>(), REGION_SIZE);
    }
}
