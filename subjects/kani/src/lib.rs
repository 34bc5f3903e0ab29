//! Proofs as Kani's documentation teaches them. Above each stands what symcrete must say of it (`crates/symcrete/tests/rust/proofs.rs`):
//!
//! ```text
//! // holds                   every path is explored, nothing fails, and that is said
//! // refuted: MESSAGE        values are found for which it panics with this message
//! ```

/// From "First steps".
fn estimate_size(x: u32) -> u32 {
    if x < 256 {
        if x < 128 {
            return 1;
        } else {
            return 3;
        }
    } else if x < 1024 {
        if x > 1022 {
            panic!("Oh no, a failing corner case!")
        } else {
            return 5;
        }
    } else {
        if x < 2048 {
            return 7;
        } else {
            return 9;
        }
    }
}

/// From "Where to start": a rectangle.
#[derive(Debug, Copy, Clone)]
pub struct Rectangle {
    width: u64,
    height: u64,
}
impl Rectangle {
    pub fn can_hold(&self, other: &Rectangle) -> bool {
        self.width > other.width && self.height > other.height
    }
    pub fn stretch(&self, factor: u64) -> Option<Self> {
        let w = self.width.checked_mul(factor)?;
        let h = self.height.checked_mul(factor)?;
        Some(Rectangle { width: w, height: h })
    }
}

fn find_midpoint(low: u32, high: u32) -> u32 {
    (low + high) / 2
}
fn get_wrapped(i: usize, a: &[u32]) -> u32 {
    if a.len() == 0 {
        return 0;
    }
    let idx = i % a.len();
    return a[idx] + 1;
}
fn initialize_prefix(length: usize, buffer: &mut [u8]) {
    if length > buffer.len() {
        return;
    }
    for i in 0..=length {
        buffer[i] = 0;
    }
}

/// From "Nondeterministic variables".
use std::num::NonZeroU32;
pub type ProductId = u32;
pub struct Inventory {
    pub inner: Vec<(ProductId, NonZeroU32)>,
}
impl Inventory {
    pub fn update(&mut self, id: ProductId, new_quantity: NonZeroU32) {
        self.inner.push((id, new_quantity));
    }
    pub fn get(&self, id: &ProductId) -> Option<NonZeroU32> {
        self.inner.iter().find(|(k, _)| k == id).map(|(_, q)| *q)
    }
}

#[cfg_attr(kani, derive(kani::Arbitrary))]
#[derive(Copy, Clone, PartialEq)]
pub enum Rating {
    One,
    Two,
    Three,
}
impl Rating {
    pub fn as_int(&self) -> u8 {
        match self {
            Rating::One => 1,
            Rating::Two => 2,
            Rating::Three => 3,
        }
    }
}

#[cfg(kani)]
mod verification {
    use super::*;

    // refuted: Oh no, a failing corner case!
    #[kani::proof]
    fn check_estimate_size() {
        let x: u32 = kani::any();
        estimate_size(x);
    }

    // holds
    #[kani::proof]
    fn verify_success() {
        let x: u32 = kani::any();
        kani::assume(x < 1000);
        let y = estimate_size(x);
        assert!(y < 10);
    }

    // refuted: Oh no, a failing corner case!
    #[kani::proof]
    fn will_fail() {
        let x: u32 = kani::any();
        kani::assume(x < 4096);
        let y = estimate_size(x);
        assert!(y < 9, "too large");
    }

    // refuted: assertion failed: larger.can_hold(&original)
    #[kani::proof]
    pub fn stretched_rectangle_can_hold_original() {
        let original = Rectangle { width: kani::any(), height: kani::any() };
        let factor = kani::any();
        if let Some(larger) = original.stretch(factor) {
            assert!(larger.can_hold(&original));
        }
    }

    // holds
    #[kani::proof]
    pub fn stretched_rectangle_can_hold_original_fixed() {
        let original = Rectangle { width: kani::any::<u8>() as u64, height: kani::any::<u8>() as u64 };
        let factor: u64 = kani::any::<u8>() as u64;
        kani::assume(0 != original.width);
        kani::assume(0 != original.height);
        kani::assume(1 < factor);
        if let Some(larger) = original.stretch(factor) {
            assert!(larger.can_hold(&original));
        }
    }

    // refuted: attempt to add with overflow
    #[kani::proof]
    fn midpoint_overflow() {
        find_midpoint(kani::any(), kani::any());
    }

    // holds
    #[kani::proof]
    fn bound_check() {
        let size: usize = kani::any();
        kani::assume(size < 4);
        let array: [u32; 4] = [1, 2, 3, 4];
        get_wrapped(kani::any::<u8>() as usize, &array[..size]);
    }

    // refuted: index out of bounds: the len is 10 but the index is 10
    #[kani::proof]
    #[kani::unwind(12)]
    fn check_initialize_prefix() {
        const LIMIT: usize = 10;
        let mut buffer: [u8; LIMIT] = [1; LIMIT];
        let length = kani::any();
        kani::assume(length <= LIMIT);
        initialize_prefix(length, &mut buffer);
    }

    // holds
    #[kani::proof]
    pub fn safe_update() {
        let mut inventory = Inventory { inner: Vec::new() };
        let id: ProductId = kani::any();
        let quantity: NonZeroU32 = kani::any();
        assert!(quantity.get() != 0, "NonZeroU32 is internally a u32 but it should never be 0.");
        inventory.update(id, quantity);
        assert!(inventory.get(&id).unwrap() == quantity);
    }

    // holds
    #[kani::proof]
    fn check_rating() {
        let rating: Rating = kani::any();
        assert!((1..=3).contains(&rating.as_int()));
        kani::cover!(rating == Rating::Two);
    }

    // fails: it is to panic
    #[kani::proof]
    #[kani::should_panic]
    fn never_fails() {
        let x: u8 = kani::any();
        assert!(x.count_ones() <= 8);
    }

    // holds
    #[kani::proof]
    #[kani::should_panic]
    fn should_fail() {
        let x: u8 = kani::any();
        kani::assume(x == 3);
        assert!(x != 3);
    }
}
