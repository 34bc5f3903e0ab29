//! The items of a format, and how each goes through the characters of a text.
//!
//! An item's state is a few conditions; a character moves it with conditions in place of branches. A width bounds the
//! characters that an item takes, white space before it aside.

use super::super::number::{is_beyond_signed, is_space, is_too_much, last_signed, safe_digits, with_sign};
use super::super::term::Term;
use libc::c_long;

const SPACE: c_long = 0;
const LITERAL: c_long = 1;
const SIGNED: c_long = 2;
const UNSIGNED: c_long = 3;
const CHARACTER: c_long = 4;
const WORD: c_long = 5;

/// Characters that a word of any length is given room for.
const LONG_WORD: u64 = 40;

/// One item of a format, as `instrumented/scan.c` writes it.
#[repr(C)]
pub(super) struct Item {
    /// White space, a literal, a whole number of either kind, a character, a word, or else characters of a set.
    kind: c_long,
    /// The literal, or the bytes of the number.
    detail: c_long,
    /// Most characters; 0 for any number of them.
    width: c_long,
    /// Where the value goes; 0 when it is not kept.
    pub(super) to: u64,
    /// The set, without its brackets.
    set: u64,
    set_end: u64,
}

impl Item {
    fn is_number(&self) -> bool {
        matches!(self.kind, SIGNED | UNSIGNED)
    }

    pub(super) fn is_space(&self) -> bool {
        self.kind == SPACE
    }

    /// Does it copy characters?
    pub(super) fn is_text(&self) -> bool {
        self.kind > CHARACTER
    }

    /// Most characters that it takes, if there is a bound.
    pub(super) fn most(&self) -> Option<u64> {
        u64::try_from(self.width).ok().filter(|&width| width > 0)
    }

    /// Characters that it is given room for.
    pub(super) fn room(&self) -> u64 {
        let any = if self.is_text() { LONG_WORD } else { 8 };
        if self.is_number() || self.is_text() { self.most().map_or(any, |most| most.min(any)) } else { 1 }
    }

    pub(super) fn bytes(&self) -> u32 {
        if self.is_number() { self.detail as u32 } else { 1 }
    }

    /// Is the character one of those that the item copies?
    #[inline(never)]
    pub(super) fn copies(&self, next: &Character) -> Term {
        let fits = if self.kind == WORD { next.space.not() } else { self.is_in_set(next.c) };
        fits.and(next.is_end.not())
    }

    #[inline(never)]
    fn is_in_set(&self, c: Term) -> Term {
        // SAFETY: the set is a part of the format, which the target passes to libc.
        let set = unsafe { core::slice::from_raw_parts(self.set as *const u8, (self.set_end - self.set) as usize) };
        let (mut rest, is_inverted) = match set {
            [b'^', rest @ ..] => (rest, true),
            rest => (rest, false),
        };
        let mut found = Term::truth(false);
        loop {
            rest = match rest {
                [first, b'-', last, more @ ..] => {
                    if first <= last {
                        found = found.or(c.within(*first, *last));
                    }
                    more
                }
                [only, more @ ..] => {
                    found = found.or(c.is(*only as u64));
                    more
                }
                [] => break,
            };
        }
        if is_inverted { found.not() } else { found }
    }
}

/// A character of the text and what it is.
#[derive(Clone, Copy)]
pub(super) struct Character {
    pub(super) c: Term,
    /// No character but the end of the text.
    pub(super) is_end: Term,
    space: Term,
    minus: Term,
    sign: Term,
    digit: Term,
    number: Term,
    pub(super) at: u64,
}

impl Character {
    /// The end of a text.
    pub(super) const NONE: Character = Character {
        c: Term::constant(8, 0),
        is_end: Term::truth(true),
        space: Term::truth(false),
        minus: Term::truth(false),
        sign: Term::truth(false),
        digit: Term::truth(false),
        number: Term::constant(64, 0),
        at: 0,
    };

    #[inline(never)]
    pub(super) fn new(at: u64, c: Term, is_end: Term) -> Character {
        let number = c.sub(Term::constant(8, b'0' as u64));
        let minus = c.is(b'-' as u64);
        let sign = minus.or(c.is(b'+' as u64));
        Character { c, is_end, space: is_space(c), minus, sign, digit: number.below(10), number: number.resize(64), at }
    }
}

/// Where the automaton stands within an item, and what the item has read.
#[derive(Clone, Copy)]
pub(super) struct Progress {
    /// Before the first character or among white space; behind a sign; among digits.
    pub(super) begins: Term,
    signed: Term,
    inside: Term,
    pub(super) is_done: Term,
    is_negative: Term,
    is_large: Term,
    value: Term,
    /// Characters that it took, and the first of them.
    pub(super) taken: Term,
    pub(super) start: Term,
}

/// What a character does to an item.
pub(super) struct Outcome {
    /// The item is behind us, and the character still to be read.
    pub(super) passes: Term,
    /// The character was the item's last one.
    pub(super) ends: Term,
    /// The character does not fit, or is none.
    pub(super) fails: Term,
    pub(super) starves: Term,
}

impl Progress {
    pub(super) const NONE: Progress = Progress {
        begins: Term::truth(false),
        signed: Term::truth(false),
        inside: Term::truth(false),
        is_done: Term::truth(false),
        is_negative: Term::truth(false),
        is_large: Term::truth(false),
        value: Term::constant(64, 0),
        taken: Term::constant(64, 0),
        start: Term::constant(64, 0),
    };

    pub(super) fn is_active(&self) -> Term {
        self.begins.or(self.signed).or(self.inside)
    }

    /// One character further; `begins` says whether the item begins with it.
    pub(super) fn step(&mut self, item: &Item, begins: Term, next: &Character) -> Outcome {
        match item.kind {
            SPACE => self.space(begins, next),
            LITERAL => self.single(begins, next, Some(item.detail as u64)),
            SIGNED | UNSIGNED => self.whole(item, begins, next),
            CHARACTER => self.single(begins, next, None),
            _ => self.text(item, begins, next),
        }
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
    #[inline(never)]
    fn whole(&mut self, item: &Item, begins: Term, next: &Character) -> Outcome {
        let digit = next.digit.and(self.has_room(item));
        let taken = begins.or(self.signed).or(self.inside).and(digit);
        let passes = self.inside.and(digit.not());
        let misfit = begins.and(next.space.or(next.sign).or(next.digit).not());
        let fails = misfit.or(self.signed.and(digit.not()));
        if next.at >= safe_digits(10) as u64 {
            self.is_large = self.is_large.or(taken.and(is_too_much(self.value, next.number, 10)));
        }
        self.value = taken.choose(self.value.times(10).add(next.number), self.value);
        self.is_negative = self.is_negative.or(begins.and(next.minus));
        self.is_done = self.is_done.or(passes);
        self.begins = begins.and(next.space);
        self.signed = begins.and(next.sign);
        self.inside = taken;
        self.count(item, taken.or(self.signed));
        Outcome { passes, ends: Term::truth(false), fails, starves: misfit.and(next.is_end) }
    }

    /// Characters that are copied; before a word there may be white space.
    #[inline(never)]
    fn text(&mut self, item: &Item, begins: Term, next: &Character) -> Outcome {
        let copied = item.copies(next).and(self.has_room(item));
        let skipped = if item.kind == WORD { begins.and(next.space) } else { Term::truth(false) };
        let taken = begins.or(self.inside).and(copied);
        let passes = self.inside.and(copied.not());
        let fails = begins.and(copied.or(skipped).not());
        self.start = begins.and(copied).choose(Term::constant(64, next.at), self.start);
        self.is_done = self.is_done.or(passes);
        self.begins = skipped;
        self.inside = taken;
        self.count(item, taken);
        Outcome { passes, ends: Term::truth(false), fails, starves: fails.and(next.is_end) }
    }

    /// May it take one more character?
    fn has_room(&self, item: &Item) -> Term {
        item.most().map_or(Term::truth(true), |most| self.taken.below(most))
    }

    /// Counts the characters of an item whose width or text asks for it.
    fn count(&mut self, item: &Item, is_taken: Term) {
        if item.most().is_some() || item.is_text() {
            self.taken = is_taken.choose(self.taken.add(Term::constant(64, 1)), self.taken);
        }
    }

    /// What the item puts into its place: numbers stop at the least and greatest of 64 bits before they are cut.
    #[inline(never)]
    pub(super) fn result(&self, item: &Item) -> Term {
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
