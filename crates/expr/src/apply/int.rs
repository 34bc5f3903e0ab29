//! Integer arithmetic at any width: plain, saturating, minimum and maximum.
//! Computed in 128 bits and cut afterwards, with overflow of the 128 bits themselves handled where it can happen.
//! Invariant: never panics; division corner cases are those of SMT-LIB.
//! Does not decide whether an operation overflowed; that is a comparison.

use super::{Bits, mask};
use crate::op::Op;

pub(super) fn binary(op: Op, a: Bits, b: Bits) -> Option<u128> {
    Some(match op {
        Op::Add => a.value.wrapping_add(b.value),
        Op::Sub => a.value.wrapping_sub(b.value),
        Op::Mul => a.value.wrapping_mul(b.value),
        Op::UDiv => a.value.checked_div(b.value).unwrap_or(u128::MAX),
        Op::URem => a.value.checked_rem(b.value).unwrap_or(a.value),
        Op::SDiv => signed_div(a, b) as u128,
        Op::SRem => signed_rem(a, b) as u128,
        Op::UMax => a.value.max(b.value),
        Op::UMin => a.value.min(b.value),
        Op::SMax => a.signed().max(b.signed()) as u128,
        Op::SMin => a.signed().min(b.signed()) as u128,
        Op::UAddSat => a.value.saturating_add(b.value).min(mask(a.width)),
        Op::USubSat => a.value.saturating_sub(b.value),
        Op::SAddSat => clamp(a.width, a.signed().saturating_add(b.signed())),
        Op::SSubSat => clamp(a.width, a.signed().saturating_sub(b.signed())),
        _ => return None,
    })
}

fn signed_div(a: Bits, b: Bits) -> i128 {
    match (a.signed(), b.signed()) {
        (x, 0) => {
            if x < 0 {
                1
            } else {
                -1
            }
        }
        (x, y) => x.wrapping_div(y),
    }
}

fn signed_rem(a: Bits, b: Bits) -> i128 {
    match (a.signed(), b.signed()) {
        (x, 0) => x,
        (x, y) => x.wrapping_rem(y),
    }
}

fn clamp(width: u32, value: i128) -> u128 {
    let largest = (mask(width) >> 1) as i128;
    value.clamp(-largest - 1, largest) as u128
}

#[cfg(test)]
mod tests {
    use crate::apply::{Bits, apply};
    use crate::op::Op;

    fn check(op: Op, width: u32, a: i128, b: i128, expected: i128) {
        let args = [Bits::new(width, a as u128), Bits::new(width, b as u128)];
        let value = apply(op, width, &args);
        assert_eq!(Bits::new(width, expected as u128).value, value, "{op}:{width} {a} {b}");
    }

    #[test]
    fn division_corners_follow_smt_lib() {
        for width in [7, 8, 32, 64, 65, 128] {
            let min = -1 << (width - 1);
            check(Op::UDiv, width, 5, 0, -1);
            check(Op::URem, width, 5, 0, 5);
            check(Op::SDiv, width, 5, 0, -1);
            check(Op::SDiv, width, -5, 0, 1);
            check(Op::SRem, width, -5, 0, -5);
            check(Op::SDiv, width, min, -1, min);
            check(Op::SRem, width, min, -1, 0);
            check(Op::SDiv, width, -7, 2, -3);
            check(Op::SRem, width, -7, 2, -1);
        }
        check(Op::SDiv, 1, -1, 0, 1);
        check(Op::SDiv, 1, -1, -1, -1);
    }

    #[test]
    fn saturation_holds_at_the_ends() {
        for width in [8, 64, 127, 128] {
            let max = i128::MAX >> (128 - width);
            check(Op::SAddSat, width, max, 1, max);
            check(Op::SSubSat, width, -max - 1, 1, -max - 1);
            check(Op::UAddSat, width, -1, 1, -1);
            check(Op::USubSat, width, 1, 2, 0);
            check(Op::SMin, width, -1, 1, -1);
            check(Op::UMin, width, -1, 1, 1);
        }
    }
}
