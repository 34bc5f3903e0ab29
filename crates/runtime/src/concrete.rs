//! Concrete branches as events: the surroundings that strategies see of the symbolic ones.
//!
//! They are told as long as there are few, and never take room from what is symbolic. Programs that fill tables or wait in loops
//! take millions of them; behind a bound they run untold, at full speed, since the checks in front of them fall silent one by
//! one (`Module::unseen`). What comes before the first byte of input is the same in every run and has a bound of its own:
//! with that byte telling begins again.
//!
//! Invariant: whether a branch is told depends on the path before it only, so runs with equal beginnings tell the same.

use crate::emit::{aside, lose, set_header};
use crate::state::{settle, state};
use crate::tls;
use symcrete_abi::Module;
use symcrete_trace::{EventKind, MAX_BEFORE, MAX_COMPARED, MAX_CONCRETE, What, word};

/// Programs and libraries whose branches are told again; those beyond stay silent, which only makes surroundings coarser.
const MAX_RANGES: usize = 64;

/// The module descriptors of each program or library, from the first to behind the last.
pub(crate) struct Descriptors {
    ranges: [(*mut Module, *mut Module); MAX_RANGES],
    n: usize,
}

impl Descriptors {
    pub(crate) const fn new() -> Descriptors {
        Descriptors { ranges: [(core::ptr::null_mut(), core::ptr::null_mut()); MAX_RANGES], n: 0 }
    }

    pub(crate) fn add(&mut self, first: *mut Module, end: *mut Module) {
        if let Some(range) = self.ranges.get_mut(self.n) {
            *range = (first, end);
            self.n += 1;
        }
    }

    /// Has every branch ask again whether it is to be told.
    fn wake(&self) {
        for &(first, end) in &self.ranges[..self.n] {
            let mut at = first;
            while at < end {
                // SAFETY: the bounds enclose descriptors that live as long as the process, each with as many bytes.
                unsafe {
                    if (*at).registered != 0 {
                        (*at).unseen.write_bytes(1, (*at).n_outcomes as usize);
                    }
                    at = at.add(1);
                }
            }
        }
    }
}

/// A run begins.
pub(crate) fn begin() {
    // SAFETY: own state.
    unsafe {
        let s = state();
        (*s).tells = (*s).flags.whole_path;
        (*s).concrete_left = MAX_BEFORE;
        (*s).compared_left = MAX_COMPARED;
        (*s).has_input = false;
    }
    settle();
}

/// No concrete branch is told any more.
pub(crate) fn stop() {
    // SAFETY: own state.
    unsafe { (*state()).tells = false };
    settle();
}

/// Tells a concrete branch.
pub(crate) fn tell(kind: EventKind, taken: u8, outcome: u32) {
    // SAFETY: own state.
    let left = unsafe { &mut (*state()).concrete_left };
    if *left == 0 {
        set_header(word::UNTOLD, 1);
        return stop();
    }
    *left -= 1;
    aside(kind, taken, outcome, (0, 0));
}

/// May another comparison of the watched site be told?
pub(crate) fn may_compare() -> bool {
    // SAFETY: own state.
    let left = unsafe { &mut (*state()).compared_left };
    let may = *left > 0;
    *left -= may as u32;
    may
}

/// A byte of input comes.
#[inline(always)]
pub(crate) fn input() {
    // SAFETY: own state.
    if !unsafe { (*state()).has_input } {
        first_input();
    }
}

/// A function begins that the instrumenter left alone.
///
/// # Safety
/// The descriptor is a module's, which is static data.
#[unsafe(no_mangle)]
unsafe extern "C" fn __symcrete_too_large(module: *const Module, location: u64) {
    // SAFETY: own state and this thread's block; forwarded.
    unsafe {
        if (*state()).has_input && (*tls::block()).main != 0 {
            lose((*module).index, location as u32, What::TooLarge);
        }
    }
}

#[cold]
fn first_input() {
    // SAFETY: own state.
    unsafe {
        let s = state();
        (*s).has_input = true;
        (*s).concrete_left = MAX_CONCRETE;
        if (*s).flags.whole_path && !(*s).tells && !(*s).region.is_null() {
            (*s).tells = true;
            (*s).descriptors.wake();
            settle();
        }
    }
}
