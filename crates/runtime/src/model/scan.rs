//! `scanf` as one expression over the text, for formats of whole numbers, characters and literals.
//!
//! Scanning is an automaton without a way back: at each character it stands in one item of the format, or it has stopped. It is
//! run here over every character that could take part, with conditions in place of branches, so that the number of
//! conversions, each value and the end are expressions: `scanf("%d-%d", …) == 2` is one question to the solver and
//! not a path per character. Other formats, and texts that are longer than the window, are followed by paths
//! (`instrumented/scan.c`).

use super::number::{is_beyond_signed, is_space, is_too_much, last_signed, safe_digits, with_sign};
use super::place::{branch_on, dropped, hearing};
use super::stream::stands_at;
use super::term::Term;
use super::text::Window;
use super::{Origin, STDIN, length};
use crate::emit::publish;
use crate::shadow;
use libc::{FILE, c_int, c_long};

/// Most items of a format, and characters of a text, that are looked at; room that a text has beyond its items.
const ITEMS: usize = 16;
const CHARACTERS: u64 = 64;
const SLACK: u64 = 4;

const SPACE: c_long = 0;
const LITERAL: c_long = 1;
const SIGNED: c_long = 2;
const UNSIGNED: c_long = 3;

/// One item of a format, as `instrumented/scan.c` writes it.
#[repr(C)]
struct Item {
    /// White space, a literal, a whole number of either kind, or else a character.
    kind: c_long,
    /// The literal, or the bytes of the number.
    detail: c_long,
    /// Where the value goes; 0 when it is not kept.
    to: u64,
}

impl Item {
    fn is_number(&self) -> bool {
        matches!(self.kind, SIGNED | UNSIGNED)
    }

    /// Characters that it is given room for.
    fn room(&self) -> u64 {
        if self.is_number() { 8 } else { 1 }
    }

    fn bytes(&self) -> u32 {
        if self.is_number() { self.detail as u32 } else { 1 }
    }
}

/// A character of the text and what it is.
struct Character {
    c: Term,
    /// No character but the end of the text.
    is_end: Term,
    space: Term,
    minus: Term,
    sign: Term,
    digit: Term,
    number: Term,
    at: u64,
}

impl Character {
    fn new(at: u64, c: Term, is_end: Term) -> Character {
        let number = c.sub(Term::constant(8, b'0' as u64));
        let minus = c.is(b'-' as u64);
        let sign = minus.or(c.is(b'+' as u64));
        Character { c, is_end, space: is_space(c), minus, sign, digit: number.below(10), number: number.resize(64), at }
    }
}

/// Where the automaton stands within an item, and what the item has read.
#[derive(Clone, Copy)]
struct Progress {
    /// Before the first character or among white space; behind a sign; among digits.
    begins: Term,
    signed: Term,
    inside: Term,
    is_done: Term,
    is_negative: Term,
    is_large: Term,
    value: Term,
}

/// What a character does to an item.
struct Outcome {
    /// The item is behind us, and the character still to be read.
    passes: Term,
    /// The character was the item's last one.
    ends: Term,
    /// The character does not fit, or is none.
    fails: Term,
    starves: Term,
}

impl Progress {
    const NONE: Progress = Progress {
        begins: Term::truth(false),
        signed: Term::truth(false),
        inside: Term::truth(false),
        is_done: Term::truth(false),
        is_negative: Term::truth(false),
        is_large: Term::truth(false),
        value: Term::constant(64, 0),
    };

    fn is_active(&self) -> Term {
        self.begins.or(self.signed).or(self.inside)
    }

    /// Any white space.
    fn space(&mut self, begins: Term, next: &Character) -> Outcome {
        self.begins = begins.and(next.space);
        let no = Term::truth(false);
        Outcome { passes: begins.and(next.space.not()), ends: no, fails: no, starves: no }
    }

    /// A literal, or any character.
    fn single(&mut self, begins: Term, next: &Character, literal: Option<u64>) -> Outcome {
        let fits = literal.map_or(next.is_end.not(), |literal| next.c.is(literal));
        let (ends, fails) = (begins.and(fits), begins.and(fits.not()));
        self.begins = Term::truth(false);
        self.is_done = self.is_done.or(ends);
        self.value = ends.choose(next.c.resize(64), self.value);
        Outcome { passes: Term::truth(false), ends, fails, starves: fails.and(next.is_end) }
    }

    /// White space, a sign, digits.
    fn whole(&mut self, begins: Term, next: &Character) -> Outcome {
        let taken = begins.or(self.signed).or(self.inside).and(next.digit);
        let passes = self.inside.and(next.digit.not());
        let misfit = begins.and(next.space.or(next.sign).or(next.digit).not());
        let fails = misfit.or(self.signed.and(next.digit.not()));
        if next.at >= safe_digits(10) as u64 {
            self.is_large = self.is_large.or(taken.and(is_too_much(self.value, next.number, 10)));
        }
        self.value = taken.choose(self.value.times(10).add(next.number), self.value);
        self.is_negative = self.is_negative.or(begins.and(next.minus));
        self.is_done = self.is_done.or(passes);
        self.begins = begins.and(next.space);
        self.signed = begins.and(next.sign);
        self.inside = taken;
        Outcome { passes, ends: Term::truth(false), fails, starves: misfit.and(next.is_end) }
    }

    /// What the item puts into its place: numbers stop at the least and greatest of 64 bits before they are cut.
    fn result(&self, item: &Item) -> Term {
        let number = with_sign(self.value, self.is_negative);
        let held = match item.kind {
            SIGNED => {
                let beyond = is_beyond_signed(self.value, self.is_negative, self.is_large);
                beyond.choose(last_signed(self.is_negative), number)
            }
            _ => self.is_large.choose(Term::constant(64, u64::MAX), number),
        };
        held.resize(8 * item.bytes() as u8)
    }
}

/// The automaton.
struct Scan<'a> {
    items: &'a [Item],
    progress: [Progress; ITEMS],
    /// Characters that were read when it stopped, and whether it stopped for want of more.
    end: Term,
    is_starved: Term,
}

impl<'a> Scan<'a> {
    fn new(items: &'a [Item]) -> Scan<'a> {
        let mut progress = [Progress::NONE; ITEMS];
        progress[0].begins = Term::truth(true);
        Scan { items, progress, end: Term::constant(64, 0), is_starved: Term::truth(false) }
    }

    fn step(&mut self, next: &Character) {
        let (here, behind) = (Term::constant(64, next.at), Term::constant(64, next.at + 1));
        // In front of the item at hand: with this character still to be read, and from the next one on.
        let (mut arrived, mut carried) = (Term::truth(false), Term::truth(false));
        for (item, progress) in self.items.iter().zip(&mut self.progress) {
            let begins = progress.begins.or(arrived);
            let outcome = match item.kind {
                SPACE => progress.space(begins, next),
                SIGNED | UNSIGNED => progress.whole(begins, next),
                kind => progress.single(begins, next, (kind == LITERAL).then_some(item.detail as u64)),
            };
            progress.begins = progress.begins.or(carried);
            (arrived, carried) = (outcome.passes, outcome.ends);
            self.end = outcome.fails.choose(here, self.end);
            self.is_starved = self.is_starved.or(outcome.starves);
        }
        self.end = arrived.choose(here, carried.choose(behind, self.end));
    }

    /// Whether it has stopped.
    fn has_stopped(&self) -> Term {
        let none = Term::truth(false);
        self.progress[..self.items.len()].iter().fold(none, |any, progress| any.or(progress.is_active())).not()
    }

    /// What `scanf` returns.
    fn count(&self) -> Term {
        let mut count = Term::constant(32, 0);
        for (item, progress) in self.items.iter().zip(&self.progress) {
            if item.to != 0 {
                count = count.add(progress.is_done.resize(32));
            }
        }
        self.is_starved.and(count.is(0)).choose(Term::constant(32, u32::MAX as u64), count)
    }

    /// Gives the places of the values their expressions. A place that was not written keeps what it had, but would not
    /// in a run that gets further.
    fn store(&self) {
        for (item, progress) in self.items.iter().zip(&self.progress).filter(|(item, _)| item.to != 0) {
            let (bytes, value) = (item.bytes(), progress.result(item));
            let id = if progress.is_done.value & 1 == 0 {
                progress.is_done.choose(value, Term::load(item.to, bytes)).id
            } else if holds(item.to, bytes, value.value) {
                value.id
            } else {
                dropped();
                0
            };
            shadow::store(item.to, bytes, id);
        }
    }
}

/// Do these bytes hold this value?
fn holds(address: u64, bytes: u32, value: u64) -> bool {
    // SAFETY: the real function wrote these bytes just now.
    (0..bytes as u64).all(|k| unsafe { *((address + k) as *const u8) } == (value >> (8 * k)) as u8)
}

/// Runs over the characters of a stream of which `n` are there.
fn over_stream(scan: &mut Scan, text: u64, n: u64, room: u64) {
    let no = Term::truth(false);
    for k in 0..n.min(room) {
        scan.step(&Character::new(k, Term::load(text + k, 1), no));
    }
    if n < room {
        scan.step(&Character::new(n, Term::constant(8, 0), Term::truth(true)));
    }
}

/// Runs over a string; false if it is too long to be looked at.
fn over_string(scan: &mut Scan, text: u64, room: u64) -> bool {
    let Some(window) = Window::string(text) else { return false };
    for (k, &c) in window.terms().iter().take(room as usize).enumerate() {
        scan.step(&Character::new(k as u64, c, c.is(0)));
    }
    true
}

/// A scan that the real function has done, as `instrumented/scan.c` writes it.
#[repr(C)]
struct Request {
    items: *const Item,
    n_items: u64,
    /// A string, or so many characters of a stream.
    text: u64,
    n: c_long,
    /// The stream, null for a string; where it stood if it is standard input, else -1.
    stream: *mut FILE,
    offset: c_long,
}

/// Follows a scan with conditions and says whether it did; then the result in `result` has its expression.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_scan(request: *const Request, result: *mut c_int) -> c_int {
    // SAFETY: the model passes its own variables: items that are written, a text of n characters or a string.
    let (request, items, real) = unsafe {
        let request = &*request;
        (request, core::slice::from_raw_parts(request.items, request.n_items as usize), *result)
    };
    if !hearing() || items.is_empty() || items.len() > ITEMS {
        return 0;
    }
    let mut scan = Scan::new(items);
    let room = (items.iter().map(Item::room).sum::<u64>() + SLACK).min(CHARACTERS);
    let followed = if request.stream.is_null() {
        over_string(&mut scan, request.text, room)
    } else {
        if let Ok(offset) = u64::try_from(request.offset) {
            length::block(Some(Origin { stream: STDIN, offset }), room);
        }
        over_stream(&mut scan, request.text, request.n as u64, room);
        true
    };
    let stopped = scan.has_stopped();
    if followed {
        branch_on(stopped);
    }
    if !followed || stopped.value & 1 == 0 {
        publish();
        return 0;
    }
    let count = scan.count();
    scan.store();
    let agrees = count.value as c_int == real;
    if !agrees {
        dropped();
    }
    shadow::store(result as u64, 4, if agrees { count.id } else { 0 });
    stands_at(request.stream, scan.end);
    publish();
    1
}
