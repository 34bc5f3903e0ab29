//! Lines of input: `fgets`, `getline` and `getdelim`.
//!
//! Where a line ends depends on its bytes. For a line that ends within a window, and for whatever would, that is an expression: each
//! byte of its place is the input's if the line gets that far, 0 where it ends and what was there before behind that, and
//! the path relies on the end only when somebody reads on. So `strcmp(line, "quit\n") == 0` is one question, whatever the line is in
//! this run. A longer line is a path per byte.

use super::place::{branch_on, dropped, hearing, result};
use super::stream::{position, stands_at, taken};
use super::term::Term;
use super::text::is_readable;
use super::{Origin, filled, input_of, length};
use crate::emit::publish;
use crate::shadow;
use crate::start::__symcrete_start;
use libc::{FILE, c_char, c_int, size_t, ssize_t};

unsafe extern "C" {
    fn getdelim(line: *mut *mut c_char, size: *mut size_t, delimiter: c_int, stream: *mut FILE) -> ssize_t;
}

/// Most bytes of a line whose end is an expression. Each byte then depends on all before it, which costs the solver more
/// than a path per byte would when lines are long.
const WINDOW: usize = 16;

/// The input from where a stream stands on, as far as a line may need it, and what is in the line's place before it is read.
struct Ahead {
    at: Origin,
    bytes: [u8; WINDOW],
    n: usize,
    before: [Term; WINDOW + 1],
}

impl Ahead {
    /// Looks at the stream without reading from it, at most `most` bytes, and at the place `to`, which has `room` bytes.
    fn of(stream: *mut FILE, at: Option<Origin>, most: u64, (to, room): (u64, u64)) -> Option<Ahead> {
        let at = at.filter(|_| hearing())?;
        let before = core::array::from_fn(|k| {
            let is_there = (k as u64) < room && is_readable(to + k as u64, to);
            if is_there { Term::load(to + k as u64, 1) } else { Term::constant(8, 0) }
        });
        let mut ahead = Ahead { at, bytes: [0; WINDOW], n: 0, before };
        let (to, most) = (ahead.bytes.as_mut_ptr(), most.min(WINDOW as u64) as size_t);
        // SAFETY: the buffer has room for that many bytes.
        let read = || unsafe { libc::pread(libc::fileno(stream), to.cast(), most, at.offset as libc::off_t) };
        let got = symcrete_kernel::with_errno_kept(read);
        ahead.n = usize::try_from(got).ok()?;
        Some(ahead)
    }

    fn terms(&self) -> [Term; WINDOW] {
        let mut terms = [Term::constant(8, 0); WINDOW];
        for (k, (&value, term)) in self.bytes[..self.n].iter().zip(&mut terms).enumerate() {
            let id = input_of(self.at.stream, self.at.offset + k as u64, value);
            *term = Term { id, value: value as u64, width: 8 };
        }
        terms
    }
}

/// A line that was read.
struct Line {
    /// Its place, and how many bytes that has, without the end.
    to: u64,
    room: u64,
    /// Bytes that were read.
    length: u64,
    delimiter: u8,
}

impl Line {
    /// Follows a line of at most `limit` bytes as expressions; how long it is, or `None` if it must be followed by paths.
    fn follow(&self, ahead: Ahead, limit: u64) -> Option<Term> {
        length::block(Some(ahead.at), limit.min(WINDOW as u64));
        let terms = ahead.terms();
        let text = &terms[..ahead.n];
        let is_last: [Term; WINDOW] =
            core::array::from_fn(|k| text.get(k).map_or(Term::truth(false), |byte| byte.is(self.delimiter as u64)));
        if text.len() == WINDOW && limit > WINDOW as u64 {
            let ends = is_last.iter().fold(Term::truth(false), |any, &last| any.or(last));
            branch_on(ends);
            if ends.value & 1 == 0 {
                return None;
            }
        }
        if !text.is_empty() {
            self.store(text, &is_last, &ahead.before);
        }
        let mut length = Term::constant(64, text.len() as u64);
        for k in (0..text.len()).rev() {
            length = is_last[k].choose(Term::constant(64, k as u64 + 1), length);
        }
        Some(length)
    }

    /// Gives the bytes of the line's place their expressions.
    fn store(&self, text: &[Term], is_last: &[Term; WINDOW], before: &[Term; WINDOW + 1]) {
        let (mut is_inside, mut ends) = (Term::truth(true), Term::truth(false));
        for (k, &byte) in text.iter().enumerate() {
            let end = ends.choose(Term::constant(8, 0), before[k]);
            self.store_byte(k as u64, is_inside.choose(byte, end));
            ends = is_inside.and(is_last[k]);
            is_inside = is_inside.and(is_last[k].not());
        }
        let k = text.len();
        self.store_byte(k as u64, ends.or(is_inside).choose(Term::constant(8, 0), before[k]));
    }

    fn is_there(&self, k: u64) -> bool {
        k <= self.length || (k <= self.room && is_readable(self.to + k, self.to))
    }

    fn store_byte(&self, k: u64, byte: Term) {
        if !self.is_there(k) {
            return;
        }
        // SAFETY: the real function wrote the line and its end, and what is there besides lies in the same page.
        let is_same = unsafe { *((self.to + k) as *const u8) } == byte.value as u8;
        if !is_same {
            dropped();
        }
        shadow::store(self.to + k, 1, if is_same { byte.id } else { 0 });
    }

    /// The path depends on which bytes there are and which of them ends the line.
    fn follow_by_paths(&self, at: Origin, ended: bool) {
        filled(self.to, self.length, Some(at));
        for k in 0..self.length {
            length::bytes(Some(Origin { offset: at.offset + k, ..at }), 1, false);
            if hearing() {
                branch_on(Term::load(self.to + k, 1).is(self.delimiter as u64));
            }
        }
        length::bytes(Some(Origin { offset: at.offset + self.length, ..at }), 0, ended);
        if self.length > 0 {
            filled(self.to + self.length, 1, None);
        }
    }

    /// Does the last byte end it?
    fn is_ended(&self) -> bool {
        // SAFETY: the real function wrote so many bytes.
        self.length > 0 && unsafe { *((self.to + self.length - 1) as *const u8) } == self.delimiter
    }
}

#[unsafe(no_mangle)]
pub(super) unsafe extern "C" fn __symcrete_model_fgets(to: *mut c_char, size: c_int, stream: *mut FILE) -> *mut c_char {
    __symcrete_start();
    let limit = u64::try_from(size).unwrap_or(0).saturating_sub(1);
    let at = position(stream);
    let ahead = Ahead::of(stream, at, limit, (to as u64, limit + 1));
    // SAFETY: the target's own call; on success `to` holds a terminated string.
    let (got, length) = unsafe {
        let got = libc::fgets(to, size, stream);
        let length = if at.is_some() || got.is_null() { taken(at, stream) } else { libc::strlen(to) as u64 };
        (got, length)
    };
    let line = Line { to: to as u64, room: limit, length, delimiter: b'\n' };
    match at {
        None if got.is_null() => {}
        None => filled(line.to, length + 1, None),
        Some(at) => {
            match ahead.and_then(|ahead| line.follow(ahead, limit)) {
                Some(length) => stands_at(stream, length),
                None => line.follow_by_paths(at, length < limit && !line.is_ended()),
            }
            publish();
        }
    }
    got
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_getdelim(
    place: *mut *mut c_char,
    size: *mut size_t,
    delimiter: c_int,
    stream: *mut FILE,
) -> ssize_t {
    // SAFETY: forwarded.
    unsafe { delimited(__symcrete_model_getdelim as *const (), (place, size), delimiter, stream) }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_getline(
    place: *mut *mut c_char,
    size: *mut size_t,
    stream: *mut FILE,
) -> ssize_t {
    // SAFETY: forwarded.
    unsafe { delimited(__symcrete_model_getline as *const (), (place, size), b'\n' as c_int, stream) }
}

/// A line into memory that grows with it; `model` is the address that the caller called.
unsafe fn delimited(
    model: *const (),
    (place, size): (*mut *mut c_char, *mut size_t),
    delimiter: c_int,
    stream: *mut FILE,
) -> ssize_t {
    __symcrete_start();
    let at = position(stream);
    // SAFETY: the target's own variables, which the real function reads, too.
    let (old, old_size) = unsafe { (*place as u64, *size as u64) };
    let old_size = if old == 0 { 0 } else { old_size };
    let ahead = Ahead::of(stream, at, u64::MAX, (old, old_size));
    // SAFETY: the target's own call; on success `*place` holds `got` bytes and an end, and has `*size` of them.
    let (got, to, room) = unsafe {
        let got = getdelim(place, size, delimiter, stream);
        if got < 0 { (got, 0, 0) } else { (got, *place as u64, *size as u64 - 1) }
    };
    let line = Line { to, room, length: got.max(0) as u64, delimiter: delimiter as u8 };
    if got >= 0 {
        filled(place as u64, 8, None);
        filled(size as u64, 8, None);
        if at.is_none() {
            filled(to, line.length + 1, None);
        }
    }
    let mut length = None;
    if let Some(at) = at {
        match ahead.and_then(|ahead| line.follow(ahead, u64::MAX)) {
            Some(end) => {
                stands_at(stream, end);
                length = Some(end).filter(|_| got >= 0);
            }
            None => line.follow_by_paths(at, !line.is_ended()),
        }
        publish();
    }
    result(model, length, got as u64);
    got
}

#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_model_fgets_unlocked(to: *mut c_char, size: c_int, stream: *mut FILE) -> *mut c_char {
    // SAFETY: forwarded.
    unsafe { __symcrete_model_fgets(to, size, stream) }
}
