//! Random bytes: the same in every run that an executor watches.
//!
//! A hash table's salt that differs from run to run makes one input take many paths, and a prediction about any of them is
//! wrong as often as not. Some sequence is as good as another for the program, so each run gets the same; it is not constant,
//! since programs ask again until they like the answer. Without an executor the bytes are the system's.

use super::filled;
use super::note::Note;
use crate::start::__symcrete_start;
use crate::state::state;
use libc::{c_int, c_uint, c_void, dev_t, size_t, ssize_t};

/// The state of the sequence. Threads that draw at the same time may draw the same bytes, which random bytes may be.
static SEQUENCE: Note<u64> = Note::new(0);

/// The next byte (SplitMix64, Steele et al., OOPSLA 2014).
fn next() -> u8 {
    let state = SEQUENCE.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
    SEQUENCE.set(state);
    let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as u8
}

/// The system filled these bytes at random: with an executor, the sequence's take their place.
fn replace(at: *mut c_void, bytes: usize) {
    // SAFETY: own state; the system has just written these bytes.
    unsafe {
        if !(*state()).region.is_null() {
            (0..bytes).for_each(|k| *at.cast::<u8>().add(k) = next());
        }
    }
    filled(at as u64, bytes as u64, None);
}

/// Bytes were read from a descriptor; those of `/dev/random` and `/dev/urandom` are replaced.
pub(super) fn read(fd: c_int, at: *mut c_void, bytes: usize) {
    const DEVICES: [dev_t; 2] = [libc::makedev(1, 8), libc::makedev(1, 9)];
    // SAFETY: asks about a descriptor; zeros are a valid `stat`; errno is restored.
    let device = unsafe {
        let errno = *libc::__errno_location();
        let mut about: libc::stat = core::mem::zeroed();
        let known = libc::fstat(fd, &raw mut about) == 0 && about.st_mode & libc::S_IFMT == libc::S_IFCHR;
        *libc::__errno_location() = errno;
        known.then_some(about.st_rdev)
    };
    if device.is_some_and(|device| DEVICES.contains(&device)) {
        replace(at, bytes);
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_getrandom(to: *mut c_void, size: size_t, flags: c_uint) -> ssize_t {
    __symcrete_start();
    // SAFETY: the target's own call.
    let got = unsafe { libc::getrandom(to, size, flags) };
    if got > 0 {
        replace(to, got as usize);
    }
    got
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_getentropy(to: *mut c_void, size: size_t) -> c_int {
    __symcrete_start();
    // SAFETY: the target's own call.
    let done = unsafe { libc::getentropy(to, size) };
    if done == 0 {
        replace(to, size);
    }
    done
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_arc4random_buf(to: *mut c_void, size: size_t) {
    __symcrete_start();
    // SAFETY: the target's own call.
    unsafe { arc4random_buf(to, size) };
    replace(to, size);
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_arc4random() -> u32 {
    let mut number = 0u32;
    // SAFETY: a number of ours, which the model fills.
    unsafe { __symcrete_model_arc4random_buf((&raw mut number).cast(), 4) };
    number
}

// Weak: glibc has it since 2.36.
core::arch::global_asm!(".weak arc4random_buf");

unsafe extern "C" {
    fn arc4random_buf(to: *mut c_void, size: size_t);
}
