//! The 80-bit x87 format (C's `long double` on x86-64), in software.
//! Arithmetic is LLVM's APFloat in its Rust port; it has no square root, so that one is an integer square root here.
//! Invariant: results are canonical encodings. Encodings that the hardware rejects (unnormals, pseudo-infinities)
//! read as NaN, as they do on the hardware.
//! Does not model the precision-control bits: everything rounds to 64 significant bits.

use std::cmp::Ordering;

use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

use super::float::Real;
use crate::op::Op;

/// A number in the 80-bit format.
#[derive(Clone, Copy)]
pub(super) struct X87(X87DoubleExtended);

const NAN: u128 = 0x7fff_c000_0000_0000_0000;
const BIAS: i32 = 16383;

impl X87 {
    pub(super) fn from_f64(value: f64) -> X87 {
        X87(Double::from_bits(value.to_bits().into()).convert(&mut false).value)
    }
}

pub(super) fn is_nan(bits: u128) -> bool {
    X87DoubleExtended::from_bits(bits).is_nan()
}

impl PartialEq for X87 {
    fn eq(&self, other: &X87) -> bool {
        self.partial_cmp(other) == Some(Ordering::Equal)
    }
}

impl PartialOrd for X87 {
    fn partial_cmp(&self, other: &X87) -> Option<Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl Real for X87 {
    fn decode(bits: u128) -> X87 {
        X87(X87DoubleExtended::from_bits(bits))
    }

    fn encode(self) -> u128 {
        if self.0.is_nan() { NAN } else { self.0.to_bits() }
    }

    fn arithmetic(op: Op, a: X87, b: X87) -> X87 {
        X87(match op {
            Op::FAdd => (a.0 + b.0).value,
            Op::FSub => (a.0 - b.0).value,
            Op::FMul => (a.0 * b.0).value,
            Op::FDiv => (a.0 / b.0).value,
            _ => a.0.c_fmod(b.0).value,
        })
    }

    fn fma(a: X87, b: X87, c: X87) -> X87 {
        X87(a.0.mul_add(b.0, c.0).value)
    }

    fn rounded(op: Op, a: X87) -> X87 {
        let direction = match op {
            Op::FSqrt => return sqrt(a),
            Op::FFloor => Round::TowardNegative,
            Op::FCeil => Round::TowardPositive,
            Op::FTrunc => Round::TowardZero,
            Op::FRound => Round::NearestTiesToAway,
            _ => Round::NearestTiesToEven,
        };
        X87(a.0.round_to_integral(direction).value)
    }

    /// None of its terms are well formed.
    fn libm(_: Op, a: X87, _: X87) -> X87 {
        a
    }

    fn from_unsigned(value: u128) -> X87 {
        X87(X87DoubleExtended::from_u128(value).value)
    }

    fn from_signed(value: i128) -> X87 {
        X87(X87DoubleExtended::from_i128(value).value)
    }

    fn whole(self) -> Option<(bool, u128)> {
        let magnitude = self.0.abs().to_u128_r(128, Round::TowardZero, &mut false);
        let fits = !magnitude.status.contains(Status::INVALID_OP);
        fits.then_some((self.0.is_negative(), magnitude.value))
    }

    fn to_f32(self) -> f32 {
        let single: Single = self.0.convert(&mut false).value;
        f32::from_bits(single.to_bits() as u32)
    }

    fn to_f64(self) -> f64 {
        let double: Double = self.0.convert(&mut false).value;
        f64::from_bits(double.to_bits() as u64)
    }

    fn to_x87(self) -> X87 {
        self
    }
}

/// The square root, to nearest even. With the argument scaled to `m * 2^(2h)` where `2^126 <= m < 2^128`, the root is
/// `isqrt(m) * 2^h` and `isqrt(m)` has exactly 64 bits; it is rounded up when the remainder exceeds it, and a tie is
/// impossible because `(r + 1/2)^2` is never whole.
fn sqrt(a: X87) -> X87 {
    if a.0.is_zero() || a.0.is_pos_infinity() {
        return a;
    }
    if a.0.is_nan() || a.0.is_negative() {
        return X87::decode(NAN);
    }
    let exponent = a.0.ilogb();
    // Scaled to [2^63, 2^64), every significand is a whole number.
    let significand = a.0.scalbn(63 - exponent).to_u128(64).value;
    let even = exponent & !1;
    let scaled = significand << (63 + (exponent - even));
    let root = scaled.isqrt();
    let rounded = root + u128::from(scaled - root * root > root);
    // Rounding up cannot reach 2^64: the largest argument below 4 has a root that rounds down.
    let biased = (even / 2 + BIAS) as u128;
    X87::decode(biased << 64 | rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(value: f64) -> f64 {
        sqrt(X87::from_f64(value)).to_f64()
    }

    #[test]
    fn roots_of_squares_are_exact() {
        for value in [1.0, 2.0, 3.0, 0.5, 1e-150, 12345.678, 4503599627370495.0] {
            let wide = X87::from_f64(value);
            let square = X87::arithmetic(Op::FMul, wide, wide);
            let error = (sqrt(square).to_f64() - value).abs();
            assert!(error <= value * f64::EPSILON, "{value}: off by {error}");
        }
        assert_eq!(root(4.0), 2.0);
        assert_eq!(root(2.0), 2.0_f64.sqrt());
        assert!(root(-1.0).is_nan() && root(-0.0).is_sign_negative());
    }

    #[test]
    fn the_extremes_have_roots() {
        let tiny = sqrt(X87::decode(1));
        assert!(X87::arithmetic(Op::FMul, tiny, tiny).encode() <= 2);
        let largest = sqrt(X87(X87DoubleExtended::largest()));
        assert!(!largest.0.is_infinite());
        let below_four = sqrt(X87::decode(0x4000_ffff_ffff_ffff_ffff));
        assert_eq!(below_four.encode(), 0x3fff_ffff_ffff_ffff_ffff);
    }

    #[test]
    fn odd_encodings_are_nan() {
        assert!(is_nan(0x3fff_0000_0000_0000_0001), "an unnormal");
        assert!(is_nan(0x7fff_0000_0000_0000_0000), "a pseudo-infinity");
        assert_eq!(X87::decode(NAN | 1 << 79 | 5).encode(), NAN);
    }

    #[test]
    fn whole_numbers_in_range() {
        assert_eq!(X87::from_f64(-7.9).whole(), Some((true, 7)));
        assert_eq!(X87::from_f64(f64::MAX).whole(), None);
        assert_eq!(X87::from_signed(i128::MIN).whole(), Some((true, 1 << 127)));
    }
}
