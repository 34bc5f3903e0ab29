//! Input through stdio: fread, getc and relatives, and where a stream stands.

use super::argument::Arguments;
use super::note::Note;
use super::place::{branch_on, dropped, hearing, keep_to, result};
use super::term::Term;
use super::{Origin, STDIN, filled, given, length, pushed, random, returned_byte, stream_of};
use crate::shadow;
use crate::start::__symcrete_start;
use libc::{FILE, c_int, c_void, size_t};

unsafe extern "C" {
    static stdin: *mut FILE;
}

/// A stream whose place depends on its text: the stream, and the expression of how far a call went. The path relies on it as soon as somebody reads on.
static STANDING: Note<(usize, Term)> = Note::new((0, Term::constant(64, 0)));

/// A call left the stream where this says. One note is kept: the path relies at once on where another stream stands.
pub(super) fn stands_at(stream: *mut FILE, place: Term) {
    let (standing, _) = STANDING.get();
    if standing != stream as usize {
        settle(standing as *mut FILE);
    }
    STANDING.set((stream as usize, place));
}

/// The path relies on where the stream stands.
fn settle(stream: *mut FILE) {
    let (standing, place) = STANDING.get();
    if standing == stream as usize && standing != 0 && hearing() {
        STANDING.set((0, place));
        keep_to(place);
    }
}

/// The byte that the last call of `getc` read: its stream, and where the next one is. Whoever reads on need not be asked what file that is.
static LAST: Note<(usize, Origin)> = Note::new((0, Origin { stream: 0, offset: 0 }));

/// Was input read through a stream, which may then have read more of it than the program?
pub(super) static IS_BUFFERED: Note<bool> = Note::new(false);

/// How far standard input was asked for where its descriptor stands at its end. A stream asks for a whole buffer: it would have taken more of a longer input.
pub(super) fn read_through(at: Origin) -> Origin {
    // SAFETY: `stdin` is libc's, and glibc's streams begin so.
    let [_, _, end, start, _, _, _, buffer, limit] = unsafe { *stdin.cast::<[u64; 9]>() };
    let (got, wanted) = (end - start, limit - buffer);
    let is_at_end = IS_BUFFERED.get() && at.stream == STDIN && at.offset == given::length(STDIN);
    let is_ahead = is_at_end && 0 < got && got < wanted && got <= at.offset;
    if is_ahead { Origin { offset: at.offset - got + wanted, ..at } } else { at }
}

/// Where the next bytes of the stream come from, if they are symbolic and none was pushed back there, which is a loss.
pub(super) fn position(stream: *mut FILE) -> Option<Origin> {
    settle(stream);
    let (place, source) = standing(stream)?;
    let Some(pushed) = pushed::take(stream, place) else { return origin_at(source, place) };
    if hearing() && (pushed.is_symbolic() || source.is_some()) {
        dropped();
    }
    None
}

/// Where the stream stands, if it is an input.
pub(super) fn origin(stream: *mut FILE) -> Option<Origin> {
    settle(stream);
    source(stream).and_then(|source| origin_at(Some(source), place_of(stream)))
}

/// This place of an input.
fn origin_at(source: Option<u32>, place: i64) -> Option<Origin> {
    Some(Origin { stream: source?, offset: u64::try_from(place).ok()? })
}

/// The input that the stream reads.
fn source(stream: *mut FILE) -> Option<u32> {
    // SAFETY: the target passes this stream to libc itself.
    let source = symcrete_kernel::with_errno_kept(|| unsafe { stream_of(libc::fileno(stream)) })?;
    IS_BUFFERED.set(true);
    Some(source)
}

/// Where the stream stands, and the input that it is, if it is one or something was pushed back. Another one is not asked, which may be a function of the program's own.
fn standing(stream: *mut FILE) -> Option<(i64, Option<u32>)> {
    let source = source(stream);
    (source.is_some() || pushed::has(stream)).then(|| (place_of(stream), source))
}

/// Where the C library says that the stream stands; less than 0 where a byte was pushed back before its first, or nobody knows.
fn place_of(stream: *mut FILE) -> i64 {
    // SAFETY: as in `source`.
    symcrete_kernel::with_errno_kept(|| unsafe { libc::ftello(stream) })
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
    settle(stream);
    let standing = standing(stream).filter(|_| size > 0 && n > 0);
    let pushed = standing.and_then(|(place, _)| pushed::take(stream, place));
    let n_pushed = pushed.is_some() as u64;
    let at = standing.and_then(|(place, source)| origin_at(source, place + n_pushed as i64));
    // SAFETY: the target's own call.
    let got = unsafe { libc::fread(to, size, n, stream) };
    length::block(at, (size as u64).saturating_mul(n as u64) - n_pushed);
    // At the end of the input there may be the beginning of an element, which is in memory though it does not count.
    let whole = (got * size) as u64;
    let bytes = if got < n { (n_pushed + taken(at, stream)).max(whole) } else { whole };
    filled(to as u64 + n_pushed, bytes - n_pushed, at);
    if let Some(byte) = pushed {
        shadow::store_byte(to as u64, byte.id);
    }
    if at.is_none() && got > 0 {
        // SAFETY: the target's own stream.
        random::read(unsafe { libc::fileno(stream) }, to, got * size);
    }
    got
}

/// Flushed, a stream gives back to its file what it has read ahead: it would not have taken more of a longer input.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_fflush(stream: *mut FILE) -> c_int {
    __symcrete_start();
    // SAFETY: `stdin` is libc's; the target's own call.
    unsafe {
        IS_BUFFERED.set(IS_BUFFERED.get() && stream != stdin);
        libc::fflush(stream)
    }
}

/// One byte from a stream; `model` is the address that the caller called.
unsafe fn byte(stream: *mut FILE, model: *const ()) -> c_int {
    __symcrete_start();
    settle(stream);
    let (last, next) = LAST.get();
    let goes_on = last == stream as usize && !pushed::has(stream) && next.offset as i64 == place_of(stream);
    let standing = if goes_on { None } else { standing(stream) };
    let pushed = standing.and_then(|(place, _)| pushed::take(stream, place));
    // SAFETY: the target's own call.
    let got = unsafe { libc::fgetc(stream) };
    if let Some(byte) = pushed {
        result(model, Some(byte.resize(32)), got as u32 as u64);
        return got;
    }
    let at = if goes_on { Some(next) } else { standing.and_then(|(place, source)| origin_at(source, place)) };
    let next = at.filter(|_| got >= 0).map(|at| (stream as usize, Origin { offset: at.offset + 1, ..at }));
    LAST.set(next.unwrap_or((0, Origin { stream: 0, offset: 0 })));
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

/// Pushing back the byte that was read is nothing new.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_ungetc(c: c_int, stream: *mut FILE) -> c_int {
    __symcrete_start();
    let model = __symcrete_model_ungetc as *const ();
    let pushed = Arguments::of(model).take(0, c as u32 as u64, 32);
    let nothing = Term::constant(32, u32::MAX as u64);
    if pushed::may_be_nothing(pushed) && hearing() {
        branch_on(pushed.eq(nothing));
    }
    // SAFETY: the target's own call.
    let done = unsafe { libc::ungetc(c, stream) };
    if done >= 0 && hearing() {
        settle(stream);
        let source = source(stream);
        let place = (pushed.is_symbolic() || source.is_some()).then(|| place_of(stream));
        if let Some(place) = place
            && !origin_at(source, place).is_some_and(|at| pushed::is_own(pushed, at))
        {
            pushed::push(stream, place, pushed.resize(8));
        }
    }
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

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_rewind(stream: *mut FILE) {
    pushed::forget(stream);
    // SAFETY: the target's own call.
    unsafe { libc::rewind(stream) };
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_fsetpos(stream: *mut FILE, to: *const libc::fpos_t) -> c_int {
    pushed::forget(stream);
    // SAFETY: the target's own call.
    unsafe { libc::fsetpos(stream, to) }
}
