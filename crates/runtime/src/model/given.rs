//! What the run is given from its start: arguments, variables of the environment, files.
//!
//! Arguments and variables become symbolic where they lie, in the strings that the kernel put on the
//! stack. A fork server was started with strings of full length; its child writes this run's bytes over
//! them. A process of its own has the true strings already. Files, and the one that is standard input, are known by device and inode,
//! so it does not matter how the program opens them: `/dev/stdin` is standard input, and descriptor 0 may be something else. Constructors of a fork server still see the placeholders.

use super::{Origin, STDIN, filled, input_of, is_concrete, length, stream_of, symbolic_stdin};
use crate::emit::{header, publish};
use crate::shadow;
use crate::state::state;
use symcrete_kernel as kernel;
use symcrete_trace::{FIRST_GIVEN, GIVEN_AT, GIVEN_BYTES_AT, GIVEN_SIZE, Given, GivenKind, MAX_GIVEN, word};

/// The process's own strings, from the constructor: entries of `argv` and of the environment.
///
/// # Safety
/// Both are arrays of C strings that end with a null pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn __symcrete_strings(argv: *const *mut u8, environment: *const *mut u8) {
    // SAFETY: forwarded; own state.
    unsafe {
        let s = state();
        if (*s).region.is_null() || argv.is_null() || environment.is_null() {
            return;
        }
        for k in 0..n_given() {
            let given = entry(k);
            let array = if given.kind == GivenKind::Arg as u8 { argv } else { environment };
            let known = given.kind != GivenKind::File as u8 && has(array, given.index);
            (*s).given[k] = if known { *array.add(given.index as usize) as u64 + given.skip as u64 } else { 0 };
        }
    }
}

/// Has the array this entry?
///
/// # Safety
/// The array ends with a null pointer.
unsafe fn has(array: *const *mut u8, index: u32) -> bool {
    // SAFETY: forwarded; nothing behind the null pointer is read.
    (0..=index as usize).all(|k| unsafe { !(*array.add(k)).is_null() })
}

fn n_given() -> usize {
    (header(word::N_GIVEN) as usize).min(MAX_GIVEN)
}

fn entry(k: usize) -> Given {
    // SAFETY: the caller has a region, and `k` is below MAX_GIVEN.
    unsafe { *((*state()).region.add(GIVEN_AT + k * GIVEN_SIZE) as *const Given) }
}

/// The run begins: its arguments and variables become symbolic, its files known.
pub(crate) fn deliver() {
    // SAFETY: own state.
    let (none, placeholders) = unsafe { ((*state()).region.is_null(), (*state()).server.is_some()) };
    if none {
        return;
    }
    // SAFETY: own state.
    unsafe {
        (*state()).standard = kernel::identity(0).unwrap_or((0, 0));
        (*state()).standard_bytes = kernel::size(0).unwrap_or(0);
    }
    for k in 0..n_given() {
        let given = entry(k);
        // SAFETY: own state; the name in the region ends with a zero byte that the executor wrote.
        unsafe {
            if given.kind == GivenKind::File as u8 {
                let name = (*state()).region.add(GIVEN_BYTES_AT + given.at as usize);
                (*state()).files[k] = kernel::identity_of(name).unwrap_or((0, 0));
            } else if (*state()).given[k] != 0 {
                string((*state()).given[k], &given, FIRST_GIVEN + k as u32, placeholders);
            }
        }
    }
    publish();
}

/// Makes a string symbolic. Over a placeholder the bytes are written first, all of them; else the string is there, and ends where it ends.
fn string(address: u64, given: &Given, stream: u32, placeholder: bool) {
    let length = given.length.min(given.room) as u64;
    let room = if placeholder { given.room as u64 } else { shadow::text_length(address).min(given.room as u64) };
    for k in 0..room {
        // SAFETY: the string has this many bytes: the executor started the server with a placeholder of
        // `room` bytes, or the string's own end bounds them. The bytes in the region are bounded by `length`.
        unsafe {
            let at = (address + k) as *mut u8;
            if placeholder {
                let from = (*state()).region.add(GIVEN_BYTES_AT + given.at as usize + k as usize);
                *at = if k < length { *from } else { 0 };
            }
            shadow::store_byte(address + k, input_of(stream, k, *at));
        }
    }
}

/// The stream behind a descriptor, if it is one of the run's files or standard input; the file counts as used.
pub(super) fn file(fd: i32) -> Option<u32> {
    known(|| kernel::identity(fd))
}

/// The stream of the file with this device and inode, which counts as used.
fn known(identity: impl FnOnce() -> Option<(u64, u64)>) -> Option<u32> {
    // SAFETY: own state; the entry is inside the table.
    unsafe {
        if (*state()).region.is_null() {
            return None;
        }
        let identity = identity()?;
        let Some(k) = (0..n_given()).find(|&k| (*state()).files[k] == identity) else {
            return ((*state()).standard == identity && symbolic_stdin()).then_some(STDIN);
        };
        let given = (*state()).region.add(GIVEN_AT + k * GIVEN_SIZE) as *mut Given;
        (*given).used = 1;
        (!is_concrete()).then_some(FIRST_GIVEN + k as u32)
    }
}

/// The length that this run's file, or standard input, has at the start.
pub(super) fn length(stream: u32) -> u64 {
    // SAFETY: own state.
    let standard = unsafe { (*state()).standard_bytes };
    if stream == STDIN { standard } else { entry_of(stream).map_or(0, |given| given.index as u64) }
}

/// The length that a file may have.
pub(super) fn room(stream: u32) -> u64 {
    entry_of(stream).map_or(0, |given| given.room as u64)
}

fn entry_of(stream: u32) -> Option<Given> {
    let k = stream.checked_sub(FIRST_GIVEN)? as usize;
    (k < n_given()).then(|| entry(k))
}

/// The stream of a file by its name.
pub(super) fn named(name: *const u8) -> Option<u32> {
    known(|| kernel::identity_of(name))
}

/// A file, or standard input, was mapped: what of it lies in the mapping becomes symbolic.
pub(super) fn mapped(address: u64, bytes: u64, fd: i32, offset: u64) {
    let Some(stream) = stream_of(fd) else { return };
    let origin = Some(Origin { stream, offset });
    if stream == STDIN {
        length::block(origin, bytes);
    } else {
        length::whole(stream);
    }
    let size = kernel::size(fd).unwrap_or(0);
    filled(address, bytes.min(size.saturating_sub(offset)), origin);
    publish();
}
