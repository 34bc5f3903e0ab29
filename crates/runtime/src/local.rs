//! The locals of one segment: concrete value, width and shadow of each.
//!
//! An array on the runtime's stack, not initialised: the segment encoding guarantees that a local
//! is made before it is used, so only what is used is ever written. The high half of a value is
//! written and read only for locals wider than 64 bits.

use crate::emit::constant;
use core::mem::MaybeUninit;

const MOST: usize = 256;

#[derive(Clone, Copy)]
struct Local {
    low: u64,
    high: MaybeUninit<u64>,
    id: u32,
    width: u8,
}

/// Values, widths and expression ids by local number.
pub(crate) struct Locals {
    all: [MaybeUninit<Local>; MOST],
    count: usize,
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

    /// Makes the next local, of at most 64 bits.
    #[inline(always)]
    pub(crate) fn push_narrow(&mut self, width: u8, low: u64, id: u32) {
        self.all[self.count & (MOST - 1)].write(Local { low, high: MaybeUninit::uninit(), id, width });
        self.count += 1;
    }

    /// Makes the next local.
    #[inline(always)]
    pub(crate) fn push(&mut self, width: u8, value: (u64, u64), id: u32) {
        let local = Local { low: value.0, high: MaybeUninit::new(value.1), id, width };
        self.all[self.count & (MOST - 1)].write(local);
        self.count += 1;
    }

    #[inline(always)]
    fn get(&self, local: u8) -> &Local {
        // SAFETY: the encoding makes a local before it is used (see the head of this file).
        unsafe { self.all[local as usize].assume_init_ref() }
    }

    #[inline(always)]
    pub(crate) fn value(&self, local: u8) -> (u64, u64) {
        let local = self.get(local);
        // SAFETY: locals wider than 64 bits are made by `push`, which writes the high half.
        let high = if local.width > 64 { unsafe { local.high.assume_init() } } else { 0 };
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
