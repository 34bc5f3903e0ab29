//! What proofs written for Kani call, put in the place of its crate by symcrete: values come from inputs that are found one by one.

pub use kani_macros::{Arbitrary, ensures, modifies, proof, proof_for_contract, recursion, requires, should_panic, solver, stub, stub_verified, unwind};

unsafe extern "C" {
    fn symcrete_enter(part: *const core::ffi::c_char) -> usize;
    fn symcrete_leave(before: usize);
    fn symcrete_value(address: *mut u8, bytes: usize, ty: u32);
    fn __VERIFIER_assume(holds: i32);
}

/// Types that have values to be chosen.
pub trait Arbitrary: Sized {
    /// Any of them.
    fn any() -> Self;

    /// As many of them as an array has.
    fn any_array<const N: usize>() -> [Self; N] {
        core::array::from_fn(|_| Self::any())
    }
}

/// Any value of a type.
pub fn any<T: Arbitrary>() -> T {
    T::any()
}

/// Any value of a type for which this holds.
pub fn any_where<T: Arbitrary, F: FnOnce(&T) -> bool>(holds: F) -> T {
    let value = T::any();
    assume(holds(&value));
    value
}

/// Leaves out all runs for which this does not hold.
pub fn assume(holds: bool) {
    unsafe { __VERIFIER_assume(holds as i32) };
}

/// What must hold.
#[track_caller]
pub fn assert(holds: bool, message: &'static str) {
    assert!(holds, "{message}");
}

/// As `assert` of the standard library.
#[macro_export]
macro_rules! cover {
    () => { $crate::reached() };
    ($holds:expr $(,)?) => { if $holds { $crate::reached() } };
    ($holds:expr, $message:literal $(,)?) => { if $holds { $crate::reached() } };
}

/// A branch of its own for what is to be covered.
#[inline(never)]
pub fn reached() {}

macro_rules! numbers {
    ($($ty:ident $ctype:literal,)*) => { $(
        impl Arbitrary for $ty {
            fn any() -> $ty {
                let mut value: $ty = 0 as $ty;
                unsafe {
                    let before = symcrete_enter(concat!("any::<", stringify!($ty), ">()\0").as_ptr().cast());
                    symcrete_value((&raw mut value).cast(), size_of::<$ty>(), $ctype);
                    symcrete_leave(before);
                }
                value
            }
        }
    )* };
}

numbers! { SYMCRETE_NUMBERS }

impl Arbitrary for u128 {
    fn any() -> u128 {
        (u128::from(u64::any()) << 64) | u128::from(u64::any())
    }
}

impl Arbitrary for i128 {
    fn any() -> i128 {
        u128::any() as i128
    }
}

impl Arbitrary for f32 {
    fn any() -> f32 {
        f32::from_bits(u32::any())
    }
}

impl Arbitrary for f64 {
    fn any() -> f64 {
        f64::from_bits(u64::any())
    }
}

impl Arbitrary for bool {
    fn any() -> bool {
        let value = u8::any();
        assume(value <= 1);
        value == 1
    }
}

impl Arbitrary for char {
    fn any() -> char {
        let value = u32::any();
        match char::from_u32(value) {
            Some(value) => value,
            None => nothing(),
        }
    }
}

impl Arbitrary for () {
    fn any() {}
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    fn any() -> [T; N] {
        T::any_array()
    }
}

impl<T: Arbitrary> Arbitrary for Option<T> {
    fn any() -> Option<T> {
        if bool::any() { Some(T::any()) } else { None }
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    fn any() -> Result<T, E> {
        if bool::any() { Ok(T::any()) } else { Err(E::any()) }
    }
}

impl<T: Arbitrary> Arbitrary for Box<T> {
    fn any() -> Box<T> {
        Box::new(T::any())
    }
}

macro_rules! nonzero {
    ($($name:ident)*) => { $(
        impl Arbitrary for core::num::$name {
            fn any() -> Self {
                match core::num::$name::new(any()) {
                    Some(value) => value,
                    None => nothing(),
                }
            }
        }
    )* };
}

nonzero! { NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroUsize NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroIsize }

macro_rules! tuples {
    ($(($($name:ident),*))*) => { $(
        impl<$($name: Arbitrary),*> Arbitrary for ($($name,)*) {
            fn any() -> Self {
                ($($name::any(),)*)
            }
        }
    )* };
}

tuples! { (A) (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) (A, B, C, D, E, F) }

/// A run that has no value to go on with.
pub fn nothing() -> ! {
    assume(false);
    std::process::exit(0)
}

/// Vectors.
pub mod vec {
    /// Any vector of up to so many elements.
    pub fn any_vec<T: crate::Arbitrary, const MAX: usize>() -> Vec<T> {
        let length: usize = crate::any();
        crate::assume(length <= MAX);
        let mut all = Vec::new();
        while all.len() < length {
            all.push(T::any());
        }
        all
    }

    /// Any vector of so many elements.
    pub fn exact_vec<T: crate::Arbitrary, const N: usize>() -> Vec<T> {
        Vec::from(T::any_array::<N>())
    }
}

/// Slices.
pub mod slice {
    /// Any part of an array.
    pub fn any_slice_of_array<T, const N: usize>(array: &[T; N]) -> &[T] {
        let (from, to) = any_range::<N>();
        &array[from..to]
    }

    /// The same, to be changed.
    pub fn any_slice_of_array_mut<T, const N: usize>(array: &mut [T; N]) -> &mut [T] {
        let (from, to) = any_range::<N>();
        &mut array[from..to]
    }

    fn any_range<const N: usize>() -> (usize, usize) {
        let (from, to): (usize, usize) = crate::any();
        crate::assume(to <= N);
        crate::assume(from <= to);
        (from, to)
    }
}
