//! What models remember from one call to the next.

use core::cell::UnsafeCell;

/// A note. Nobody keeps a reference to it.
pub(super) struct Note<T>(UnsafeCell<T>);

// SAFETY: the main thread makes notes, and values are copied in and out; another thread that sees an old one only loses precision.
unsafe impl<T: Copy> Sync for Note<T> {}

impl<T: Copy> Note<T> {
    pub(super) const fn new(value: T) -> Note<T> {
        Note(UnsafeCell::new(value))
    }

    pub(super) fn get(&self) -> T {
        // SAFETY: see `Sync`.
        unsafe { *self.0.get() }
    }

    pub(super) fn set(&self, value: T) {
        // SAFETY: see `Sync`.
        unsafe { *self.0.get() = value };
    }
}
