//! The locals of one segment: concrete value, width and shadow of each.
//!
//! Arrays on the runtime's stack, not initialised: the segment encoding guarantees that a local
//! is made before it is used, so only what is used is ever written.

use crate::emit::constant;
use core::mem::MaybeUninit;

const MOST: usize = 256;

/// Values, widths and expression ids by local number.
pub(crate) struct Locals {
    low: [MaybeUninit<u64>; MOST],
    high: [MaybeUninit<u64>; MOST],
    width: [MaybeUninit<u8>; MOST],
    id: [MaybeUninit<u32>; MOST],
    count: usize,
}

impl Locals {
    #[inline(always)]
    pub(crate) fn new() -> Locals {
        Locals {
            low: [MaybeUninit::uninit(); MOST],
            high: [MaybeUninit::uninit(); MOST],
            width: [MaybeUninit::uninit(); MOST],
            id: [MaybeUninit::uninit(); MOST],
            count: 0,
        }
    }

    /// Makes the next local.
    #[inline(always)]
    pub(crate) fn push(&mut self, width: u8, value: (u64, u64), id: u32) {
        let k = self.count & (MOST - 1);
        self.low[k].write(value.0);
        self.high[k].write(value.1);
        self.width[k].write(width);
        self.id[k].write(id);
        self.count += 1;
    }

    #[inline(always)]
    pub(crate) fn value(&self, local: u8) -> (u64, u64) {
        // SAFETY: the encoding makes a local before it is used (see the head of this file).
        unsafe { (self.low[local as usize].assume_init(), self.high[local as usize].assume_init()) }
    }

    #[inline(always)]
    pub(crate) fn low(&self, local: u8) -> u64 {
        // SAFETY: as in `value`.
        unsafe { self.low[local as usize].assume_init() }
    }

    #[inline(always)]
    pub(crate) fn width(&self, local: u8) -> u8 {
        // SAFETY: as in `value`.
        unsafe { self.width[local as usize].assume_init() }
    }

    #[inline(always)]
    pub(crate) fn id(&self, local: u8) -> u32 {
        // SAFETY: as in `value`.
        unsafe { self.id[local as usize].assume_init() }
    }

    #[inline(always)]
    pub(crate) fn set_id(&mut self, local: u8, id: u32) {
        self.id[local as usize].write(id);
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
