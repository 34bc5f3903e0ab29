//! The locals of one segment: concrete value, width and shadow of each.
//!
//! Arrays on the runtime's stack, not initialised: the segment encoding guarantees that a local
//! is made before it is used, so only what is used is ever written. The high half of a value is
//! written and read only for locals wider than 64 bits.

use crate::emit::{constant, known_constant};
use core::mem::MaybeUninit;

const MOST: usize = 256;

/// One local; the high half of a wide one is in [`Locals`].
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct Local {
    pub(crate) low: u64,
    pub(crate) id: u32,
    pub(crate) width: u8,
}

/// Values, widths and expression ids by local number.
#[repr(C)]
pub(crate) struct Locals {
    all: [MaybeUninit<Local>; MOST],
    highs: [MaybeUninit<u64>; MOST],
    count: usize,
}

impl Local {
    /// The local, of at most 64 bits, as an operand of a record: its expression, or a constant.
    #[inline(always)]
    pub(crate) fn narrow_operand(&self) -> u32 {
        if self.id == 0 { constant(self.width as u16, (self.low, 0)) } else { self.id }
    }

    /// The same where the constant is known.
    #[inline(always)]
    pub(crate) fn known_operand(&self) -> Option<u32> {
        if self.id == 0 { known_constant(self.width as u16, self.low) } else { Some(self.id) }
    }
}

impl Locals {
    /// No locals yet. Written field by field: a literal becomes a constant, whose uninitialised bytes
    /// the compiler clears with a call of `memset`, 6 KiB for every segment.
    #[inline(always)]
    pub(crate) fn new() -> Locals {
        let mut locals = MaybeUninit::<Locals>::uninit();
        // SAFETY: `count` is the only field that must be initialised.
        unsafe {
            (&raw mut (*locals.as_mut_ptr()).count).write(0);
            locals.assume_init()
        }
    }

    /// Where the next local will be.
    #[inline(always)]
    pub(crate) fn end(&mut self) -> *mut Local {
        self.all.as_mut_ptr().wrapping_add(self.count) as *mut Local
    }

    /// Says where the next local will be, after some were made through pointers.
    #[inline(always)]
    pub(crate) fn set_end(&mut self, end: *mut Local) {
        self.count = (end as usize - self.all.as_ptr() as usize) / size_of::<Local>();
    }

    /// Sets the high half of the local in front of `end`.
    #[inline(always)]
    pub(crate) fn set_high(&mut self, end: *mut Local, high: u64) {
        self.set_end(end);
        self.highs[(self.count - 1) & (MOST - 1)].write(high);
    }

    /// Makes the next local.
    #[inline(always)]
    pub(crate) fn push(&mut self, width: u8, value: (u64, u64), id: u32) {
        let at = self.count & (MOST - 1);
        self.all[at].write(Local { low: value.0, id, width });
        self.highs[at].write(value.1);
        self.count += 1;
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Drops all but the first so many.
    pub(crate) fn cut(&mut self, count: usize) {
        self.count = self.count.min(count);
    }

    #[inline(always)]
    pub(crate) fn get(&self, local: u8) -> &Local {
        // SAFETY: the encoding makes a local before it is used (see the head of this file).
        unsafe { self.all[local as usize].assume_init_ref() }
    }

    #[inline(always)]
    pub(crate) fn value(&self, number: u8) -> (u64, u64) {
        let local = self.get(number);
        // SAFETY: locals wider than 64 bits are made by `push`, which writes the high half.
        let high = if local.width > 64 { unsafe { self.highs[number as usize].assume_init() } } else { 0 };
        (local.low, high)
    }

    #[inline(always)]
    pub(crate) fn low(&self, local: u8) -> u64 {
        self.get(local).low
    }

    #[inline(always)]
    pub(crate) fn width(&self, local: u8) -> u8 {
        self.get(local).width
    }

    #[inline(always)]
    pub(crate) fn id(&self, local: u8) -> u32 {
        self.get(local).id
    }

    #[inline(always)]
    pub(crate) fn set_id(&mut self, local: u8, id: u32) {
        // SAFETY: as in `get`.
        unsafe { self.all[local as usize].assume_init_mut().id = id };
    }

    /// The local as an operand of a record: its expression, or a constant.
    #[inline(always)]
    pub(crate) fn operand(&self, local: u8) -> u32 {
        match self.id(local) {
            0 => constant(self.width(local) as u16, self.value(local)),
            id => id,
        }
    }
}
