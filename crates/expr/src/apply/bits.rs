//! Bits moved about: logic, shifts, slices, extensions, counts and byte order, and the choice between two values.
//! Shifts by the width or more give what shifting one bit at a time would give.
//! Invariant: never panics, whatever the shift amount.
//! Does not interpret bits as numbers beyond the sign bit.

use super::{Bits, mask};
use crate::op::Op;

pub(super) fn unary(op: Op, width: u32, a: Bits) -> u128 {
    let unused = 128 - a.width;
    match op {
        Op::Trunc | Op::ZExt => a.value,
        Op::SExt => a.signed() as u128,
        Op::Extract(low) => a.value >> low,
        Op::Bswap => a.value.swap_bytes() >> unused,
        Op::BitReverse => a.value.reverse_bits() >> unused,
        Op::Ctpop => u128::from(a.value.count_ones()),
        Op::Ctlz => u128::from(a.value.leading_zeros() - unused),
        Op::Cttz => u128::from(a.value.trailing_zeros().min(width)),
        _ => 0,
    }
}

pub(super) fn binary(op: Op, a: Bits, b: Bits) -> Option<u128> {
    Some(match op {
        Op::And => a.value & b.value,
        Op::Or => a.value | b.value,
        Op::Xor => a.value ^ b.value,
        Op::Shl => shift(b, a.width).map_or(0, |by| a.value << by),
        Op::LShr => shift(b, a.width).map_or(0, |by| a.value >> by),
        Op::AShr => (a.signed() >> shift(b, a.width).unwrap_or(a.width - 1)) as u128,
        Op::Concat => a.value << b.width | b.value,
        _ => return None,
    })
}

/// The shift amount if it is less than the width.
fn shift(by: Bits, width: u32) -> Option<u32> {
    (by.value < u128::from(width)).then_some(by.value as u32)
}

pub(super) fn ternary(op: Op, a: Bits, b: Bits, c: Bits) -> u128 {
    match op {
        Op::Ite if a.value == 1 => b.value,
        Op::Ite => c.value,
        Op::Fshl | Op::Fshr => funnel(op, a, b, c),
        _ => 0,
    }
}

fn funnel(op: Op, a: Bits, b: Bits, c: Bits) -> u128 {
    let width = a.width;
    let by = (c.value % u128::from(width)) as u32;
    let left = if op == Op::Fshl { by } else { width - by };
    match left {
        0 => a.value,
        left if left == width => b.value,
        left => (a.value << left & mask(width)) | b.value >> (width - left),
    }
}

#[cfg(test)]
mod tests {
    use crate::apply::{Bits, apply};
    use crate::op::Op;

    fn check(op: Op, width: u32, args: &[(u32, u128)], expected: u128) {
        let args: Vec<Bits> = args.iter().map(|&(width, value)| Bits::new(width, value)).collect();
        assert_eq!(apply(op, width, &args), expected, "{op}:{width} {args:?}");
    }

    #[test]
    fn shifts_past_the_width() {
        for width in [7, 8, 33, 128] {
            let top = 1 << (width - 1);
            check(Op::Shl, width, &[(width, 1), (width, u128::from(width))], 0);
            check(Op::LShr, width, &[(width, top), (width, u128::from(width))], 0);
            check(Op::AShr, width, &[(width, top), (width, u128::from(width))], super::mask(width));
            check(Op::AShr, width, &[(width, top - 1), (width, super::mask(width))], 0);
        }
    }

    #[test]
    fn counts_of_zero_are_the_width() {
        for width in [1, 7, 64, 127, 128] {
            check(Op::Ctlz, width, &[(width, 0)], u128::from(width) & super::mask(width));
            check(Op::Cttz, width, &[(width, 0)], u128::from(width) & super::mask(width));
        }
        check(Op::Ctlz, 33, &[(33, 1)], 32);
        check(Op::Ctpop, 7, &[(7, 0x7f)], 7);
    }

    #[test]
    fn funnels_rotate() {
        check(Op::Fshl, 8, &[(8, 0x12), (8, 0x34), (8, 4)], 0x23);
        check(Op::Fshr, 8, &[(8, 0x12), (8, 0x34), (8, 4)], 0x23);
        check(Op::Fshl, 8, &[(8, 0x12), (8, 0x34), (8, 8)], 0x12);
        check(Op::Fshr, 8, &[(8, 0x12), (8, 0x34), (8, 8)], 0x34);
        check(Op::Fshr, 7, &[(7, 0x12), (7, 0x34), (7, 1)], 0x1a);
    }

    #[test]
    fn slices_and_byte_order() {
        check(Op::Extract(4), 8, &[(16, 0x1234)], 0x23);
        check(Op::Concat, 12, &[(4, 0xa), (8, 0x5c)], 0xa5c);
        check(Op::SExt, 128, &[(1, 1)], u128::MAX);
        check(Op::Bswap, 24, &[(24, 0x12_34_56)], 0x56_34_12);
        check(Op::BitReverse, 7, &[(7, 1)], 0x40);
        check(Op::Ite, 8, &[(1, 1), (8, 2), (8, 3)], 2);
    }
}
