//! What one operator computes on values: the reference meaning that folding, evaluation and trace checks share.
//! Total: division by zero and too large shifts follow SMT-LIB, so every well-formed term has a value.
//! Invariant: operands and results fit their widths; bits above the width are zero.
//! A NaN result is the canonical quiet NaN: sign and payload of NaNs are not modelled, so compare bit patterns that
//! may be NaNs with [`same_value`]. Only routes: each family of operators has its own file.

mod bits;
mod compare;
mod float;
mod int;
mod native;
mod x87;

use crate::op::Op;

/// A value together with its width in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// Number of bits, 1 to 128.
    pub width: u32,
    /// The value; bits above the width are zero.
    pub value: u128,
}

impl Bits {
    /// A value cut to its width.
    pub fn new(width: u32, value: u128) -> Bits {
        Bits { width, value: value & mask(width) }
    }

    /// The value read as two's complement.
    pub fn signed(self) -> i128 {
        sign_extend(self.width, self.value)
    }
}

/// The all-ones value of a width from 1 to 128.
pub fn mask(width: u32) -> u128 {
    u128::MAX >> (128 - width)
}

/// The number that gives 1 when multiplied by this odd one, modulo 2^128 and so modulo every smaller power of two.
pub fn reciprocal(odd: u128) -> u128 {
    // Newton's iteration doubles the bits that are right; an odd number is its own reciprocal modulo 8.
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u128.wrapping_sub(odd.wrapping_mul(x))))
}

/// The value of `width` bits read as two's complement.
pub fn sign_extend(width: u32, value: u128) -> i128 {
    let unused = 128 - width;
    (value << unused) as i128 >> unused
}

/// The value of `op` with a result of `width` bits on `args`. The operands must fit [`Op::accepts`]; leaves have no
/// meaning of their own and give 0.
///
/// Division by zero and shifts by the width or more follow SMT-LIB; the least value divided by -1 is itself, with
/// remainder 0. Floats round to nearest even and a NaN result is the canonical one. A float that does not fit the
/// integer it is converted to is undefined in C; here a signed result of 32, 64 or more bits has only its top bit set
/// (x86-64's "integer indefinite"), an unsigned one of 64 bits falls back to the signed conversion to 64 bits, and
/// a narrower one is that conversion cut to the width.
pub fn apply(op: Op, width: u32, args: &[Bits]) -> u128 {
    debug_assert!(fits(op, width, args), "{op}:{width} of {args:?}");
    let value = match *args {
        [a] if op.reads_float() || op.is_float_result() => float::unary(op, width, a),
        [a, b] if op.reads_float() => float::binary(op, a, b),
        [a, b, c] if op == Op::Fma => float::fma(a, b, c),
        [a] => bits::unary(op, width, a),
        [a, b] => binary(op, a, b),
        [a, b, c] => bits::ternary(op, a, b, c),
        _ => 0,
    };
    value & mask(width)
}

fn fits(op: Op, width: u32, args: &[Bits]) -> bool {
    let mut widths = [0; 3];
    for (width, arg) in widths.iter_mut().zip(args) {
        *width = arg.width;
    }
    args.len() <= widths.len() && op.accepts(width, &widths[..args.len()])
}

fn binary(op: Op, a: Bits, b: Bits) -> u128 {
    compare::compare(op, a, b)
        .map(u128::from)
        .or_else(|| int::binary(op, a, b))
        .or_else(|| bits::binary(op, a, b))
        .unwrap_or(0)
}

/// Are two results of `width` bits the same value? With `float`, any two NaNs are the same, since hardware
/// and this crate may choose different signs and payloads.
pub fn same_value(float: bool, width: u32, a: u128, b: u128) -> bool {
    a == b || float && is_nan(width, a) && is_nan(width, b)
}

/// Is the bit pattern a NaN of the floating-point format of this width? Never, for a width that has none.
pub fn is_nan(width: u32, value: u128) -> bool {
    match width {
        32 => f32::from_bits(value as u32).is_nan(),
        64 => f64::from_bits(value as u64).is_nan(),
        80 => x87::is_nan(value),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nans_are_one_value() {
        let quiet = 0x7fc0_0000;
        assert!(same_value(true, 32, quiet, 0xffc0_0001));
        assert!(!same_value(false, 32, quiet, 0xffc0_0001));
        assert!(!same_value(true, 32, quiet, 0x7f80_0000), "infinity is a number here");
        assert!(!is_nan(33, u128::MAX >> 95));
    }

    #[test]
    fn reciprocals_give_one() {
        for odd in [1, 3, 33, 0xc6a4_a793_5bd1_e995, 0x0100_0000_01b3, u128::MAX] {
            assert_eq!(odd.wrapping_mul(reciprocal(odd)), 1, "{odd}");
        }
    }

    #[test]
    fn masks_and_signs() {
        assert_eq!(mask(1), 1);
        assert_eq!(mask(128), u128::MAX);
        assert_eq!(sign_extend(1, 1), -1);
        assert_eq!(sign_extend(128, 1 << 127), i128::MIN);
        assert_eq!(Bits::new(7, 0x7f).signed(), -1);
    }
}
