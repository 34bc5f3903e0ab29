//! `scanf` as one expression over the text, for formats of whole numbers, characters, words, sets and literals.
//!
//! Scanning is an automaton without a way back: at each character it stands in one item of the format, or it has stopped. It is
//! run here over every character that could take part, with conditions in place of branches, so that the number of
//! conversions, each value and the end are expressions: `scanf("%d-%d", …) == 2` is one question to the solver and
//! not a path per character. Other formats, and texts that are longer than the window, are followed by paths
//! (`instrumented/scan.c`).

mod item;
mod word;

use super::place::{branch_on, dropped, hearing};
use super::stream::stands_at;
use super::term::Term;
use super::text::Window;
use super::{Origin, STDIN, length};
use crate::emit::publish;
use crate::shadow;
use item::{Character, Item, Progress};
use libc::{FILE, c_int, c_long};
use word::Word;

/// Most items of a format, and characters of a text, that are looked at; room that a text has beyond its items.
const ITEMS: usize = 16;
const CHARACTERS: u64 = 64;
const SLACK: u64 = 4;

/// What a scan begins with, as data: code that writes it is larger than all other code of a scan.
static NO_TEXT: [Character; CHARACTERS as usize + 1] = [Character::NONE; CHARACTERS as usize + 1];
static NO_BEGINNINGS: [[Term; CHARACTERS as usize + 1]; ITEMS] = [[Term::truth(false); CHARACTERS as usize + 1]; ITEMS];

/// The automaton.
struct Scan<'a> {
    items: &'a [Item],
    progress: [Progress; ITEMS],
    /// The characters so far.
    text: [Character; CHARACTERS as usize + 1],
    n: usize,
    /// Whether each item begins with each of them.
    begins: [[Term; CHARACTERS as usize + 1]; ITEMS],
    /// Characters that were read when it stopped, and whether it stopped for want of more.
    end: Term,
    is_starved: Term,
}

impl<'a> Scan<'a> {
    #[inline(never)]
    fn new(items: &'a [Item]) -> Scan<'a> {
        let mut progress = [Progress::NONE; ITEMS];
        progress[0].begins = Term::truth(true);
        let (text, begins) = (NO_TEXT, NO_BEGINNINGS);
        Scan { items, progress, text, n: 0, begins, end: Term::constant(64, 0), is_starved: Term::truth(false) }
    }

    #[inline(never)]
    fn step(&mut self, next: &Character) {
        let (here, behind) = (Term::constant(64, next.at), Term::constant(64, next.at + 1));
        // In front of the item at hand: with this character still to be read, and from the next one on.
        let (mut arrived, mut carried) = (Term::truth(false), Term::truth(false));
        for ((item, progress), begun) in self.items.iter().zip(&mut self.progress).zip(&mut self.begins) {
            let begins = progress.begins.or(arrived);
            if let Some(place) = begun.get_mut(self.n) {
                *place = begins;
            }
            let outcome = progress.step(item, begins, next);
            progress.begins = progress.begins.or(carried);
            (arrived, carried) = (outcome.passes, outcome.ends);
            self.end = outcome.fails.choose(here, self.end);
            self.is_starved = self.is_starved.or(outcome.starves);
        }
        self.end = arrived.choose(here, carried.choose(behind, self.end));
        if let Some(place) = self.text.get_mut(self.n) {
            *place = *next;
            self.n += 1;
        }
    }

    /// Whether it has stopped.
    fn has_stopped(&self) -> Term {
        let none = Term::truth(false);
        self.progress[..self.items.len()].iter().fold(none, |any, progress| any.or(progress.is_active())).not()
    }

    /// What `scanf` returns.
    #[inline(never)]
    fn count(&self) -> Term {
        let mut count = Term::constant(32, 0);
        for (item, progress) in self.items.iter().zip(&self.progress) {
            if item.to != 0 {
                count = count.add(progress.is_done.resize(32));
            }
        }
        self.is_starved.and(count.is(0)).choose(Term::constant(32, u32::MAX as u64), count)
    }

    /// Gives the places of the values their expressions. A place that was not written keeps what it had, but would not in a run that gets further.
    #[inline(never)]
    fn store(&self) {
        let mut words = 0..;
        for (k, (item, progress)) in self.items.iter().zip(&self.progress).enumerate() {
            if item.to == 0 {
                continue;
            }
            if item.is_text() {
                let begins = self.items[..k].iter().any(|item| !item.is_space()).then(|| &self.begins[k][..self.n]);
                let which = words.next().unwrap_or(usize::MAX);
                Word { item, progress, text: &self.text[..self.n], begins, which }.store();
                continue;
            }
            let (bytes, read) = (item.bytes(), progress.result(item));
            let is_written = progress.is_done.value & 1 == 1;
            let value = if is_written { read } else { progress.is_done.choose(read, Term::load(item.to, bytes)) };
            agree(item.to, bytes, value);
        }
    }
}

/// Gives a place the expression of what it holds, if that is what it holds. The caller knows that it can be read.
#[inline(never)]
fn agree(address: u64, bytes: u32, value: Term) {
    // SAFETY: the caller's promise.
    let byte = |k: u64| unsafe { *((address + k) as *const u8) };
    let is_same = (0..bytes as u64).all(|k| byte(k) == (value.value >> (8 * k)) as u8);
    if !is_same {
        dropped();
    }
    shadow::store(address, bytes, if is_same { value.id } else { 0 });
}

/// Runs over the characters of a stream of which `n` are there.
#[inline(never)]
fn over_stream(scan: &mut Scan, text: u64, n: u64, room: u64) {
    let no = Term::truth(false);
    for k in 0..n.min(room) {
        scan.step(&Character::new(k, Term::load(text + k, 1), no));
    }
    if n < room {
        scan.step(&Character::new(n, Term::constant(8, 0), Term::truth(true)));
    }
}

/// Runs over a string.
#[inline(never)]
fn over_string(scan: &mut Scan, text: u64, room: u64) {
    let window = Window::piece(text, room, |byte| byte.is(0));
    for (k, &c) in window.terms().iter().enumerate() {
        scan.step(&Character::new(k as u64, c, c.is(0)));
    }
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

/// A scan begins: what is in the places of its words will be gone when it is over.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_scan_begins(items: *const Item, n: u64) {
    // SAFETY: the model passes its own items, so many of them written.
    let items = unsafe { core::slice::from_raw_parts(items, n as usize) };
    if hearing() {
        let words = items.iter().filter(|item| item.is_text() && item.to != 0);
        words.enumerate().for_each(|(which, item)| word::remember(which, item));
    }
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
    if request.stream.is_null() {
        over_string(&mut scan, request.text, room);
    } else {
        if let Ok(offset) = u64::try_from(request.offset) {
            length::block(Some(Origin { stream: STDIN, offset }), room);
        }
        over_stream(&mut scan, request.text, request.n as u64, room);
    }
    let stopped = scan.has_stopped();
    branch_on(stopped);
    if stopped.value & 1 == 0 {
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
    if !request.stream.is_null() {
        stands_at(request.stream, scan.end);
    }
    publish();
    1
}
