//! Floating point on bit patterns: which operator does what, the same for float, double and x87 long double.
//! The three formats differ only behind the trait [`Real`]; everything that is the same for all is said once here.
//! Invariant: results that are NaN are canonical (positive, quiet, no payload), except of the operators that only touch
//! the sign bit. Rounding is always to nearest even; rounding modes and exception flags are not modelled.
//!
//! Conversions to integers that do not fit are undefined in C. Here they give what x86-64 gives: a signed result of 32
//! or 64 bits is the "integer indefinite" value (only the top bit set) as from `cvttsd2si`; an unsigned 64-bit
//! result falls back to the signed 64-bit conversion; narrower ones are the signed 64-bit conversion cut to the
//! width; wider ones have only the top bit set.

use std::cmp::Ordering;

use super::x87::X87;
use super::{Bits, mask, sign_extend};
use crate::op::Op;

/// A floating-point format.
pub(super) trait Real: Copy + PartialOrd {
    fn decode(bits: u128) -> Self;
    /// The bit pattern; of any NaN the canonical one.
    fn encode(self) -> u128;
    fn arithmetic(op: Op, a: Self, b: Self) -> Self;
    fn fma(a: Self, b: Self, c: Self) -> Self;
    fn rounded(op: Op, a: Self) -> Self;
    /// A function of libm, of one operand or two.
    fn libm(op: Op, a: Self, b: Self) -> Self;
    fn from_unsigned(value: u128) -> Self;
    fn from_signed(value: i128) -> Self;
    /// Sign and magnitude of the value cut towards zero; nothing for NaN and from 2^128 on.
    fn whole(self) -> Option<(bool, u128)>;
    fn to_f32(self) -> f32;
    fn to_f64(self) -> f64;
    fn to_x87(self) -> X87;
}

pub(super) fn unary(op: Op, width: u32, a: Bits) -> u128 {
    match op {
        _ if op.is_libm() => binary(op, a, a),
        Op::FNeg => a.value ^ 1 << (width - 1),
        Op::FAbs => a.value & mask(width) >> 1,
        Op::UiToFp => from_unsigned(width, a.value),
        Op::SiToFp => from_signed(width, a.signed()),
        Op::FpToUi | Op::FpToSi => to_int(op, width, whole(a)),
        Op::FpExt | Op::FpTrunc => convert(width, a),
        _ => match a.width {
            32 => f32::rounded(op, Real::decode(a.value)).encode(),
            64 => f64::rounded(op, Real::decode(a.value)).encode(),
            _ => X87::rounded(op, Real::decode(a.value)).encode(),
        },
    }
}

pub(super) fn binary(op: Op, a: Bits, b: Bits) -> u128 {
    match a.width {
        32 => binary_of::<f32>(op, a.value, b.value, 32),
        64 => binary_of::<f64>(op, a.value, b.value, 64),
        _ => binary_of::<X87>(op, a.value, b.value, 80),
    }
}

fn binary_of<R: Real>(op: Op, a: u128, b: u128, width: u32) -> u128 {
    let sign = 1 << (width - 1);
    if op == Op::FCopySign {
        return a & !sign | b & sign;
    }
    let (x, y) = (R::decode(a), R::decode(b));
    match op {
        _ if op.is_libm() => R::libm(op, x, y).encode(),
        Op::FMinNum | Op::FMaxNum => extreme(op, x, y, a & sign != 0).encode(),
        Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem => R::arithmetic(op, x, y).encode(),
        _ => u128::from(holds(op, x.partial_cmp(&y))),
    }
}

fn extreme<R: Real>(op: Op, x: R, y: R, x_negative: bool) -> R {
    let x_less = match x.partial_cmp(&y) {
        Some(Ordering::Less) => true,
        Some(Ordering::Greater) => false,
        Some(Ordering::Equal) => x_negative,
        // A NaN loses, so the other is the answer whichever extreme is asked for.
        None => return if x.partial_cmp(&x).is_none() { y } else { x },
    };
    if x_less == (op == Op::FMinNum) { x } else { y }
}

/// Does the comparison hold for operands in this order? No order means that one is a NaN.
fn holds(op: Op, order: Option<Ordering>) -> bool {
    use Ordering::{Equal, Greater, Less};
    match op {
        Op::FOrd => order.is_some(),
        Op::FUno => order.is_none(),
        Op::FOeq => order == Some(Equal),
        Op::FOgt => order == Some(Greater),
        Op::FOge => matches!(order, Some(Greater | Equal)),
        Op::FOlt => order == Some(Less),
        Op::FOle => matches!(order, Some(Less | Equal)),
        Op::FOne => matches!(order, Some(Less | Greater)),
        Op::FUeq => matches!(order, None | Some(Equal)),
        Op::FUgt => matches!(order, None | Some(Greater)),
        Op::FUge => order != Some(Less),
        Op::FUlt => matches!(order, None | Some(Less)),
        Op::FUle => order != Some(Greater),
        Op::FUne => order != Some(Equal),
        _ => false,
    }
}

pub(super) fn fma(a: Bits, b: Bits, c: Bits) -> u128 {
    fn of<R: Real>(a: Bits, b: Bits, c: Bits) -> u128 {
        R::fma(R::decode(a.value), R::decode(b.value), R::decode(c.value)).encode()
    }
    match a.width {
        32 => of::<f32>(a, b, c),
        64 => of::<f64>(a, b, c),
        _ => of::<X87>(a, b, c),
    }
}

fn from_unsigned(width: u32, value: u128) -> u128 {
    match width {
        32 => f32::from_unsigned(value).encode(),
        64 => f64::from_unsigned(value).encode(),
        _ => X87::from_unsigned(value).encode(),
    }
}

fn from_signed(width: u32, value: i128) -> u128 {
    match width {
        32 => f32::from_signed(value).encode(),
        64 => f64::from_signed(value).encode(),
        _ => X87::from_signed(value).encode(),
    }
}

fn whole(a: Bits) -> Option<(bool, u128)> {
    match a.width {
        32 => f32::decode(a.value).whole(),
        64 => f64::decode(a.value).whole(),
        _ => X87::decode(a.value).whole(),
    }
}

fn convert(width: u32, a: Bits) -> u128 {
    fn of<R: Real>(width: u32, a: R) -> u128 {
        match width {
            32 => a.to_f32().encode(),
            64 => a.to_f64().encode(),
            _ => a.to_x87().encode(),
        }
    }
    match a.width {
        32 => of(width, f32::decode(a.value)),
        64 => of(width, f64::decode(a.value)),
        _ => of(width, X87::decode(a.value)),
    }
}

fn to_int(op: Op, width: u32, whole: Option<(bool, u128)>) -> u128 {
    let signed_64 = || signed(64, whole).unwrap_or(1 << 63);
    let indefinite = 1 << (width - 1);
    match op {
        Op::FpToSi if width == 32 || width >= 64 => signed(width, whole).unwrap_or(indefinite),
        Op::FpToUi if width > 64 => unsigned(width, whole).unwrap_or(indefinite),
        Op::FpToUi if width == 64 => unsigned(64, whole).unwrap_or_else(signed_64),
        _ => signed_64(),
    }
}

/// The value in two's complement, if it fits `width` bits.
fn signed(width: u32, whole: Option<(bool, u128)>) -> Option<u128> {
    let (negative, magnitude) = whole?;
    let value = if negative { magnitude.wrapping_neg() } else { magnitude };
    let back = sign_extend(width, value);
    (back.unsigned_abs() == magnitude && (magnitude == 0 || (back < 0) == negative)).then_some(value)
}

/// The value, if it is not negative and fits `width` bits.
fn unsigned(width: u32, whole: Option<(bool, u128)>) -> Option<u128> {
    let (negative, magnitude) = whole?;
    (magnitude <= mask(width) && (magnitude == 0 || !negative)).then_some(magnitude)
}

#[cfg(test)]
mod tests {
    use crate::apply::{Bits, apply};
    use crate::op::Op;

    fn double(value: f64) -> Bits {
        Bits::new(64, value.to_bits().into())
    }

    fn to_int(op: Op, width: u32, value: f64) -> i128 {
        Bits::new(width, apply(op, width, &[double(value)])).signed()
    }

    #[test]
    fn integers_that_do_not_fit_are_indefinite() {
        assert_eq!(to_int(Op::FpToSi, 32, -3.9), -3);
        assert_eq!(to_int(Op::FpToSi, 32, 3e9), i32::MIN.into());
        assert_eq!(to_int(Op::FpToSi, 32, -2147483648.9), i32::MIN.into());
        assert_eq!(to_int(Op::FpToSi, 64, f64::NAN), i64::MIN.into());
        assert_eq!(to_int(Op::FpToSi, 64, -9.3e18), i64::MIN.into());
        assert_eq!(to_int(Op::FpToSi, 8, 300.0), 44);
        assert_eq!(to_int(Op::FpToSi, 128, -1e30), -1e30 as i128);
        assert_eq!(to_int(Op::FpToUi, 32, -1.0), -1);
        assert_eq!(to_int(Op::FpToUi, 32, 1e300), 0);
        assert_eq!(to_int(Op::FpToUi, 64, 1.8e19) as u64, 18_000_000_000_000_000_000);
        assert_eq!(to_int(Op::FpToUi, 64, 1e300), i64::MIN.into());
        assert_eq!(to_int(Op::FpToUi, 8, -0.9), 0);
    }

    #[test]
    fn a_nan_loses_against_a_number() {
        for op in [Op::FMinNum, Op::FMaxNum] {
            assert_eq!(apply(op, 64, &[double(f64::NAN), double(1.5)]), double(1.5).value);
            assert_eq!(apply(op, 64, &[double(1.5), double(f64::NAN)]), double(1.5).value);
        }
        assert_eq!(apply(Op::FMinNum, 64, &[double(0.0), double(-0.0)]), double(-0.0).value);
        assert_eq!(apply(Op::FMaxNum, 64, &[double(-0.0), double(0.0)]), 0);
    }

    #[test]
    fn comparisons_with_nan() {
        let args = [double(f64::NAN), double(1.0)];
        for (op, expected) in [(Op::FOne, 0), (Op::FUne, 1), (Op::FUlt, 1), (Op::FOle, 0), (Op::FUno, 1)] {
            assert_eq!(apply(op, 1, &args), expected, "{op}");
        }
    }
}
