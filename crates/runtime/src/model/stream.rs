//! Input through stdio: fread, getc and relatives, and where a stream stands.

use super::argument::Arguments;
use super::place::{hearing, keep_to, result};
use super::term::Term;
use super::{Origin, filled, length, random, returned_byte, stream_of};
use crate::start::__symcrete_start;
use libc::{FILE, c_int, c_void, size_t};

unsafe extern "C" {
    static stdin: *mut FILE;
}

/// A byte pushed back that is not the one the input has there: stream and position.
struct Foreign(core::cell::UnsafeCell<(usize, u64)>);

// SAFETY: a note of the main thread; another thread that sees an old one only loses precision.
unsafe impl Sync for Foreign {}

static FOREIGN: Foreign = Foreign(core::cell::UnsafeCell::new((0, 0)));

/// A stream whose place depends on its text: the stream, and the expression of how far a call went. The path relies on it as soon as somebody reads on.
struct Standing(core::cell::UnsafeCell<(usize, Term)>);

// SAFETY: as for `Foreign`.
unsafe impl Sync for Standing {}

static STANDING: Standing = Standing(core::cell::UnsafeCell::new((0, Term::constant(64, 0))));

/// A call left the stream where this says. One note is kept: the path relies at once on where another stream stands.
pub(super) fn stands_at(stream: *mut FILE, place: Term) {
    // SAFETY: see `Standing`.
    let (standing, _) = unsafe { *STANDING.0.get() };
    if standing != stream as usize {
        settle(standing as *mut FILE);
    }
    // SAFETY: see `Standing`.
    unsafe { *STANDING.0.get() = (stream as usize, place) };
}

/// The path relies on where the stream stands.
fn settle(stream: *mut FILE) {
    // SAFETY: see `Standing`.
    let (standing, place) = unsafe { *STANDING.0.get() };
    if standing == stream as usize && standing != 0 && hearing() {
        // SAFETY: see `Standing`.
        unsafe { STANDING.0.get().write((0, place)) };
        keep_to(place);
    }
}

/// Where the next byte of the stream comes from, if that is symbolic.
pub(super) fn position(stream: *mut FILE) -> Option<Origin> {
    let origin = origin(stream)?;
    // SAFETY: see `Foreign`.
    let foreign = unsafe { *FOREIGN.0.get() };
    if foreign != (stream as usize, origin.offset) {
        return Some(origin);
    }
    // SAFETY: see `Foreign`.
    unsafe { *FOREIGN.0.get() = (0, 0) };
    None
}

/// Where the stream stands, if it is an input.
pub(super) fn origin(stream: *mut FILE) -> Option<Origin> {
    settle(stream);
    // SAFETY: the target passes this stream to libc itself; errno is restored.
    unsafe {
        let errno = *libc::__errno_location();
        let source = stream_of(libc::fileno(stream));
        let at = source.map(|_| libc::ftello(stream));
        *libc::__errno_location() = errno;
        Some(Origin { stream: source?, offset: u64::try_from(at?).ok()? })
    }
}

/// Where standard input stands, if it is symbolic.
pub(super) fn origin_of_stdin() -> Option<Origin> {
    // SAFETY: `stdin` is libc's.
    origin(unsafe { stdin })
}

/// Bytes that a call took from the stream, which was at `before`.
pub(super) fn taken(before: Option<Origin>, stream: *mut FILE) -> u64 {
    let after = before.and_then(|_| origin(stream));
    before.zip(after).map_or(0, |(before, after)| after.offset.saturating_sub(before.offset))
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __symcrete_model_fread(
    to: *mut c_void,
    size: size_t,
    n: size_t,
    stream: *mut FILE,
) -> size_t {
    __symcrete_start();
    let at = position(stream);
    // SAFETY: the target's own call.
    let got = unsafe { libc::fread(to, size, n, stream) };
    length::block(at, (size as u64).saturating_mul(n as u64));
    // At the end of the input there may be the beginning of an element, which is in memory though it does not count.
    let bytes = if got < n { taken(at, stream).max((got * size) as u64) } else { (got * size) as u64 };
    filled(to as u64, bytes, at);
    if at.is_none() && got > 0 {
        // SAFETY: the target's own stream.
        random::read(unsafe { libc::fileno(stream) }, to, got * size);
    }
    got
}

/// One byte from a stream; `model` is the address that the caller called.
unsafe fn byte(stream: *mut FILE, model: *const ()) -> c_int {
    __symcrete_start();
    let at = position(stream);
    // SAFETY: the target's own call.
    let got = unsafe { libc::fgetc(stream) };
    length::block(at, 1);
    returned_byte(model as u64, at, got);
    got
}

macro_rules! getc_like {
    ($($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name(stream: *mut FILE) -> c_int {
            // SAFETY: forwarded.
            unsafe { byte(stream, $name as *const ()) }
        }
    )* };
}

getc_like! { __symcrete_model_fgetc __symcrete_model_getc __symcrete_model__IO_getc
__symcrete_model_getc_unlocked __symcrete_model_fgetc_unlocked }

/// Pushing back the byte that was read is nothing new; any other makes the next byte concrete.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_ungetc(c: c_int, stream: *mut FILE) -> c_int {
    __symcrete_start();
    let model = __symcrete_model_ungetc as *const ();
    let pushed = Arguments::of(model).take(0, c as u32 as u64, 32);
    // SAFETY: the target's own call.
    let done = unsafe { libc::ungetc(c, stream) };
    if let Some(Origin { offset, .. }) = origin(stream).filter(|_| done >= 0) {
        let mut byte = 0u8;
        // SAFETY: reads one byte of the stream's file into a variable of ours, without moving.
        let got = unsafe { libc::pread(libc::fileno(stream), (&raw mut byte).cast(), 1, offset as libc::off_t) };
        if !pushed.is_symbolic() || got != 1 || byte != done as u8 {
            // SAFETY: see `Foreign`.
            unsafe { *FOREIGN.0.get() = (stream as usize, offset) };
        }
    }
    let nothing = Term::constant(32, u32::MAX as u64);
    let returned = (done >= 0).then(|| pushed.eq(nothing).choose(nothing, pushed.resize(8).resize(32)));
    result(model, returned, done as u32 as u64);
    done
}

macro_rules! getchar_like {
    ($($name:ident)*) => { $(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $name() -> c_int {
            // SAFETY: `stdin` is libc's; forwarded.
            unsafe { byte(stdin, $name as *const ()) }
        }
    )* };
}

getchar_like! { __symcrete_model_getchar __symcrete_model_getchar_unlocked }

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_fread_unlocked(
    to: *mut c_void,
    size: size_t,
    n: size_t,
    stream: *mut FILE,
) -> size_t {
    // SAFETY: forwarded.
    unsafe { __symcrete_model_fread(to, size, n, stream) }
}
