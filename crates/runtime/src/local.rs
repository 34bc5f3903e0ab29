//! The locals of one segment: concrete value, width and shadow of each.
//!
//! Arrays that are not initialised: the segment encoding guarantees that a local is made before it is used, so only what is
//! used is ever written. The high half of a value is written and read only for locals wider than 64 bits. Apart, values and
//! shadows are found by a local's number without arithmetic.

use crate::emit::constant;
use core::mem::MaybeUninit;

const MOST: usize = 256;

/// Shadow and width of a local.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
struct Shade {
    id: u32,
    width: u8,
}

/// One local of at most 64 bits, or the lower half of a wider one.
#[derive(Clone, Copy)]
pub(crate) struct Local {
    pub(crate) low: u64,
    pub(crate) id: u32,
    pub(crate) width: u8,
}

/// Where a local is made: the place of its value, from which that of its shade follows.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(crate) struct Place(*mut u64);

/// Values, widths and expression ids by local number.
#[repr(C)]
pub(crate) struct Locals {
    lows: [MaybeUninit<u64>; MOST],
    shades: [MaybeUninit<Shade>; MOST],
    highs: [MaybeUninit<u64>; MOST],
    count: usize,
}

impl Local {
    /// The local, of at most 64 bits, as an operand of a record: its expression, or a constant.
    pub(crate) fn narrow_operand(&self) -> u32 {
        if self.id == 0 { constant(self.width as u16, (self.low, 0)) } else { self.id }
    }
}

impl Place {
    /// Makes a local here; `shade` is its id with its width in the next higher byte but four. Returns the next place.
    ///
    /// # Safety
    /// The place is one of [`Locals`], before its end.
    #[inline(always)]
    pub(crate) unsafe fn put(self, low: u64, shade: u64) -> Place {
        // SAFETY: the shades follow the values, and a shade is such a word.
        unsafe {
            *self.0 = low;
            *self.0.add(MOST) = shade;
            Place(self.0.add(1))
        }
    }

    /// Makes the local of a code word, whose second byte is the width, here. Returns the next place.
    ///
    /// # Safety
    /// As for `put`.
    #[inline(always)]
    pub(crate) unsafe fn make(self, low: u64, id: u32, word: u32) -> Place {
        // SAFETY: forwarded.
        unsafe { self.put(low, id as u64 | (word as u64 & 0xff00) << 24) }
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

    /// Where the first local will be.
    #[inline(always)]
    pub(crate) fn first(&mut self) -> Place {
        Place((&raw mut *self) as *mut u64)
    }

    /// Where the next local will be.
    #[inline(always)]
    pub(crate) fn end(&mut self) -> Place {
        Place(self.first().0.wrapping_add(self.count))
    }

    /// Says where the next local will be, after some were made in their places.
    #[inline(always)]
    pub(crate) fn set_end(&mut self, end: Place) {
        self.count = (end.0 as usize - self.first().0 as usize) / size_of::<u64>();
    }

    /// Sets the high half of the local in front of `end`.
    #[inline(always)]
    pub(crate) fn set_high(&mut self, end: Place, high: u64) {
        self.set_end(end);
        self.highs[(self.count - 1) & (MOST - 1)].write(high);
    }

    /// Makes the next local.
    #[inline(always)]
    pub(crate) fn push(&mut self, width: u8, value: (u64, u64), id: u32) {
        let at = self.count & (MOST - 1);
        self.lows[at].write(value.0);
        self.shades[at].write(Shade { id, width });
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
    pub(crate) fn get(&self, local: u8) -> Local {
        Local { low: self.low(local), id: self.id(local), width: self.width(local) }
    }

    #[inline(always)]
    pub(crate) fn value(&self, number: u8) -> (u64, u64) {
        // SAFETY: locals wider than 64 bits are made by `push`, which writes the high half.
        let high = if self.width(number) > 64 { unsafe { self.highs[number as usize].assume_init() } } else { 0 };
        (self.low(number), high)
    }

    #[inline(always)]
    pub(crate) fn low(&self, local: u8) -> u64 {
        // SAFETY: the encoding makes a local before it is used (see the head of this file).
        unsafe { self.lows[local as usize].assume_init() }
    }

    #[inline(always)]
    pub(crate) fn width(&self, local: u8) -> u8 {
        // SAFETY: as in `low`.
        unsafe { self.shades[local as usize].assume_init_ref().width }
    }

    #[inline(always)]
    pub(crate) fn id(&self, local: u8) -> u32 {
        // SAFETY: as in `low`.
        unsafe { self.shades[local as usize].assume_init_ref().id }
    }

    #[inline(always)]
    pub(crate) fn set_id(&mut self, local: u8, id: u32) {
        // SAFETY: the place of a shade, initialised or not, has that of its id.
        unsafe { (&raw mut (*self.shades[local as usize].as_mut_ptr()).id).write(id) };
    }

    /// Makes a local of at most 64 bits, wherever the end is.
    #[inline(always)]
    pub(crate) fn set(&mut self, number: u8, local: Local) {
        self.lows[number as usize].write(local.low);
        self.shades[number as usize].write(Shade { id: local.id, width: local.width });
    }

    /// The local as an operand of a record: its expression, or a constant.
    pub(crate) fn operand(&self, local: u8) -> u32 {
        match self.id(local) {
            0 => constant(self.width(local) as u16, self.value(local)),
            id => id,
        }
    }
}
