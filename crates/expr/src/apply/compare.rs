//! Integer questions with a one-bit answer: comparisons and overflow.
//! Overflow is asked of the exact result, so it is a comparison of that result with the range of the width.
//! Invariant: never panics, also at width 128 where the exact result may not fit `i128`.
//! Does not compare floats.

use super::{Bits, mask};
use crate::op::Op;

pub(super) fn compare(op: Op, a: Bits, b: Bits) -> Option<bool> {
    Some(match op {
        Op::Eq => a.value == b.value,
        Op::Ne => a.value != b.value,
        Op::Ugt => a.value > b.value,
        Op::Uge => a.value >= b.value,
        Op::Ult => a.value < b.value,
        Op::Ule => a.value <= b.value,
        Op::Sgt => a.signed() > b.signed(),
        Op::Sge => a.signed() >= b.signed(),
        Op::Slt => a.signed() < b.signed(),
        Op::Sle => a.signed() <= b.signed(),
        Op::UAddO => unsigned_escapes(a.width, a.value.checked_add(b.value)),
        Op::USubO => a.value < b.value,
        Op::UMulO => unsigned_escapes(a.width, a.value.checked_mul(b.value)),
        Op::SAddO => signed_escapes(a.width, a.signed().checked_add(b.signed())),
        Op::SSubO => signed_escapes(a.width, a.signed().checked_sub(b.signed())),
        Op::SMulO => signed_escapes(a.width, a.signed().checked_mul(b.signed())),
        _ => return None,
    })
}

fn unsigned_escapes(width: u32, exact: Option<u128>) -> bool {
    exact.is_none_or(|value| value > mask(width))
}

fn signed_escapes(width: u32, exact: Option<i128>) -> bool {
    exact.is_none_or(|value| super::sign_extend(width, value as u128) != value)
}

#[cfg(test)]
mod tests {
    use crate::apply::{Bits, apply};
    use crate::op::Op;

    fn check(op: Op, width: u32, a: i128, b: i128, expected: bool) {
        let args = [Bits::new(width, a as u128), Bits::new(width, b as u128)];
        assert_eq!(apply(op, 1, &args) == 1, expected, "{op} of width {width} on {a} {b}");
    }

    #[test]
    fn sign_matters() {
        for width in [7, 8, 33, 64, 65, 128] {
            check(Op::Ult, width, -1, 1, false);
            check(Op::Slt, width, -1, 1, true);
            check(Op::Sge, width, -1, -1, true);
            check(Op::Ugt, width, -1, 0, true);
        }
        check(Op::Slt, 1, -1, 0, true);
    }

    #[test]
    fn overflow_at_the_ends_of_the_range() {
        for width in [2, 8, 64, 65, 127, 128] {
            let max = i128::MAX >> (128 - width);
            check(Op::SAddO, width, max, 1, true);
            check(Op::SAddO, width, max, -1, false);
            check(Op::SSubO, width, -max - 1, 1, true);
            check(Op::SMulO, width, -max - 1, -1, true);
            check(Op::SMulO, width, -max, -1, false);
            check(Op::UAddO, width, -1, 1, true);
            check(Op::UMulO, width, -1, 2, true);
            check(Op::UMulO, width, -1, 1, false);
            check(Op::USubO, width, 0, 1, true);
        }
    }
}
