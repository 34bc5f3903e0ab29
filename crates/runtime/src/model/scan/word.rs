//! A word that was copied: its bytes as expressions that hold for words of other lengths, too.
//!
//! The path relies on how many times eight characters the word has, not on where it ends: `strcmp(word, "quit") == 0` is one
//! question whatever the word is in this run. So each byte of its place is a character if the word gets that far, 0 where it
//! ends, and what was there before behind that, which is remembered when the scan begins: expressions must not depend on how
//! long the word is in this run. Where a word starts is an expression, too, for a short one behind other items; of others the path relies on it.

use super::super::note::Note;
use super::super::place::{branch_on, keep_to};
use super::super::term::Term;
use super::super::text::is_readable;
use super::agree;
use super::item::{Character, Item, Progress};

/// A place without a bound is taken to have so many bytes, at least.
const ALIGNED: u64 = 8;
/// Most characters of a bounded word whose place is given expressions as a whole.
const NEAR: u64 = 32;
/// Most characters of a word that may start anywhere.
const SHORT: usize = 16;

/// Words of one scan whose places are remembered.
const REMEMBERED: usize = 4;

/// What was in the places of the words of a scan before it began.
static BEFORE: Note<[[Term; NEAR as usize + 1]; REMEMBERED]> =
    Note::new([[Term::constant(8, 0); NEAR as usize + 1]; REMEMBERED]);

/// Remembers what is in the place of word `which` of a scan that begins.
#[inline(never)]
pub(super) fn remember(which: usize, item: &Item) {
    let mut before = BEFORE.get();
    let Some(bytes) = before.get_mut(which) else { return };
    let most = item.most().unwrap_or(NEAR).min(NEAR);
    for (k, byte) in (0..).zip(bytes) {
        let is_there = k <= most && is_readable(item.to + k, item.to);
        *byte = if is_there { Term::load(item.to + k, 1) } else { Term::constant(8, 0) };
    }
    BEFORE.set(before);
}

/// A word of a scan.
pub(super) struct Word<'a> {
    pub(super) item: &'a Item,
    pub(super) progress: &'a Progress,
    pub(super) text: &'a [Character],
    /// Whether it begins with each of the characters; `None` when only white space can be before it.
    pub(super) begins: Option<&'a [Term]>,
    /// Which of the scan's words it is.
    pub(super) which: usize,
}

impl Word<'_> {
    /// Gives the bytes of the word their expressions.
    pub(super) fn store(&self) {
        branch_on(self.progress.is_done);
        if self.progress.is_done.value & 1 == 0 {
            return;
        }
        if !self.is_near() {
            self.branch_on_length();
        }
        match self.begins {
            Some(begins) if self.room() < SHORT as u64 => self.store_from_anywhere(begins),
            _ => self.store_from_start(),
        }
    }

    fn length(&self) -> u64 {
        self.progress.taken.value
    }

    fn is_near(&self) -> bool {
        self.item.most().is_some_and(|most| most <= NEAR)
    }

    /// The path relies on how many times eight characters there are.
    #[inline(never)]
    fn branch_on_length(&self) {
        for last in (ALIGNED - 1..).step_by(ALIGNED as usize) {
            branch_on(self.progress.taken.above(last));
            if self.length() <= last {
                return;
            }
        }
    }

    /// Bytes of the place without its end, as far as they are certain to belong to it or likely to.
    fn room(&self) -> u64 {
        let likely = self.length() | (ALIGNED - 1);
        self.item.most().map_or(likely, |most| if self.is_near() { most } else { most.min(likely) })
    }

    /// The word starts where it does in this run.
    #[inline(never)]
    fn store_from_start(&self) {
        let start = self.progress.start;
        keep_to(start);
        let mut is_inside = Term::truth(true);
        for k in 0..=self.room() {
            let Some(next) = self.text.get((start.value + k) as usize) else { return };
            let ends = is_inside;
            // The first character is one of the word's: that is where it starts.
            let copied = if k == 0 { Term::truth(true) } else { self.item.copies(next) };
            is_inside = if self.item.most() == Some(k) { Term::truth(false) } else { ends.and(copied) };
            let written = is_inside.choose(next.c, Term::constant(8, 0));
            self.store_byte(k, ends.choose(written, self.before(k)));
        }
    }

    /// The word may start with any character: each byte is the one that came when so many were taken.
    #[inline(never)]
    fn store_from_anywhere(&self, begins: &[Term]) {
        let room = self.room();
        let mut bytes = [Term::constant(8, 0); SHORT];
        for (k, byte) in (0..=room).zip(&mut bytes) {
            *byte = self.progress.taken.is(k).choose(Term::constant(8, 0), self.before(k));
        }
        // Whether so many characters are taken already.
        let mut taken = [Term::truth(false); SHORT + 1];
        for (next, &begins) in self.text.iter().zip(begins) {
            let copied = self.item.copies(next);
            taken[0] = begins;
            for k in (0..=room.min(self.item.most().map_or(room, |most| most - 1)) as usize).rev() {
                let takes = taken[k].and(copied);
                bytes[k] = takes.choose(next.c, bytes[k]);
                taken[k + 1] = takes;
            }
        }
        for (k, &byte) in (0..=room).zip(&bytes) {
            self.store_byte(k, byte);
        }
    }

    /// What byte `k` of the place holds if the word does not get there.
    fn before(&self, k: u64) -> Term {
        let known = BEFORE.get().get(self.which).and_then(|bytes| bytes.get(k as usize)).copied();
        known.unwrap_or(Term::constant(8, 0))
    }

    /// May byte `k` be looked at? The real function wrote up to the end of the word.
    fn is_there(&self, k: u64) -> bool {
        k <= self.length() || is_readable(self.item.to + k, self.item.to)
    }

    #[inline(never)]
    fn store_byte(&self, k: u64, byte: Term) {
        if self.is_there(k) {
            agree(self.item.to + k, 1, byte);
        }
    }
}
