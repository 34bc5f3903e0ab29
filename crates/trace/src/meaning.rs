//! Concrete meaning of the integer operators on machine numbers, for values that instrumented code did not store.
//!
//! Agrees with `expr`'s reference evaluator on everything a program without undefined behaviour
//! can compute (`runtime/tests/meaning.rs`); the trace checks compare the two on every run. The runtime executes it, so it does not allocate.

use crate::Op;

/// Operands of one operator: values and the width of the first operand.
#[derive(Clone, Copy)]
pub struct Operands {
    /// The first, low half and high half.
    pub a: (u64, u64),
    /// The second.
    pub b: (u64, u64),
    /// The third.
    pub c: (u64, u64),
    /// Bits of the first.
    pub width: u8,
}

/// The result, cut to `width` bits.
#[inline(always)]
pub fn apply(op: Op, width: u8, x: Operands) -> (u64, u64) {
    if width <= 64 && x.width <= 64 {
        (narrow(op, width, x.a.0, x.b.0, x.c.0, x.width) & mask(width), 0)
    } else {
        wide(op, width, x)
    }
}

/// The result of an operator of up to two operands, all of at most 64 bits.
#[inline(always)]
pub fn narrow_value(op: Op, width: u8, (a, b): (u64, u64), w: u8) -> u64 {
    narrow(op, width, a, b, 0, w) & mask(width)
}

/// The first number before the second, which has so many bits.
pub fn concat(a: (u64, u64), b: (u64, u64), low_width: u8) -> (u64, u64) {
    let join = |v: (u64, u64)| v.0 as u128 | (v.1 as u128) << 64;
    let whole = join(a) << low_width | join(b);
    (whole as u64, (whole >> 64) as u64)
}

/// Bits `by .. by + width` of a 128-bit value.
pub fn cut_out(value: (u64, u64), by: u32, width: u16) -> (u64, u64) {
    let whole = (value.0 as u128 | (value.1 as u128) << 64) >> by;
    let cut = if width >= 128 { whole } else { whole & ((1u128 << width) - 1) };
    (cut as u64, (cut >> 64) as u64)
}

#[inline(always)]
fn mask(width: u8) -> u64 {
    // Widths are 1 to 64.
    u64::MAX >> (width.wrapping_neg() & 63)
}

#[inline(always)]
fn sign(value: u64, width: u8) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

#[inline(always)]
fn narrow(op: Op, width: u8, a: u64, b: u64, c: u64, w: u8) -> u64 {
    match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => {
            if b >= w as u64 {
                0
            } else {
                a << b
            }
        }
        Op::LShr => {
            if b >= w as u64 {
                0
            } else {
                a >> b
            }
        }
        Op::AShr => (sign(a, w) >> b.min(w as u64 - 1)) as u64,
        Op::Eq => (a == b) as u64,
        Op::Ne => (a != b) as u64,
        Op::Ugt => (a > b) as u64,
        Op::Uge => (a >= b) as u64,
        Op::Ult => (a < b) as u64,
        Op::Ule => (a <= b) as u64,
        Op::Sgt => (sign(a, w) > sign(b, w)) as u64,
        Op::Sge => (sign(a, w) >= sign(b, w)) as u64,
        Op::Slt => (sign(a, w) < sign(b, w)) as u64,
        Op::Sle => (sign(a, w) <= sign(b, w)) as u64,
        Op::Trunc | Op::ZExt => a,
        Op::SExt => sign(a, w) as u64,
        Op::Ite | Op::Merge => {
            if c & 1 != 0 {
                a
            } else {
                b
            }
        }
        Op::Extract => a >> b,
        _ => rare(op, width, a as u128, b as u128, c as u128, w) as u64,
    }
}

#[inline(never)]
fn wide(op: Op, width: u8, x: Operands) -> (u64, u64) {
    let join = |v: (u64, u64)| v.0 as u128 | (v.1 as u128) << 64;
    let result = rare(op, width, join(x.a), join(x.b), join(x.c), x.width) & mask128(width);
    (result as u64, (result >> 64) as u64)
}

fn mask128(width: u8) -> u128 {
    if width >= 128 { u128::MAX } else { (1 << width) - 1 }
}

fn sign128(value: u128, width: u8) -> i128 {
    ((value << (128 - width)) as i128) >> (128 - width)
}

/// Every operator on up to 128 bits; `w` is the operands' width, `width` the result's.
#[inline(never)]
fn rare(op: Op, width: u8, a: u128, b: u128, c: u128, w: u8) -> u128 {
    let (sa, sb) = (sign128(a, w), sign128(b, w));
    match op {
        Op::UDiv => a.checked_div(b).unwrap_or(mask128(w)),
        Op::URem => a.checked_rem(b).unwrap_or(a),
        Op::SDiv if b == 0 => {
            if sa < 0 {
                1
            } else {
                mask128(w)
            }
        }
        Op::SDiv => sa.wrapping_div(sb) as u128,
        Op::SRem if b == 0 => a,
        Op::SRem => sa.wrapping_rem(sb) as u128,
        Op::Concat => a << (width - w.min(width)) | b,
        Op::Bswap => a.swap_bytes() >> (128 - w),
        Op::BitReverse => a.reverse_bits() >> (128 - w),
        Op::Ctpop => a.count_ones() as u128,
        Op::Ctlz => (a.leading_zeros() - (128 - w as u32)) as u128,
        Op::Cttz => a.trailing_zeros().min(w as u32) as u128,
        Op::Fshl | Op::Fshr => funnel(op, a, b, c, w),
        Op::SMax => {
            if sa > sb {
                a
            } else {
                b
            }
        }
        Op::SMin => {
            if sa < sb {
                a
            } else {
                b
            }
        }
        Op::UMax => a.max(b),
        Op::UMin => a.min(b),
        Op::UAddSat | Op::SAddSat | Op::USubSat | Op::SSubSat => saturating(op, a, b, w),
        Op::UAddO | Op::SAddO | Op::USubO | Op::SSubO | Op::UMulO | Op::SMulO => overflows(op, a, b, w) as u128,
        _ => basic(op, a, b, c, w),
    }
}

fn basic(op: Op, a: u128, b: u128, c: u128, w: u8) -> u128 {
    let (sa, sb) = (sign128(a, w), sign128(b, w));
    match op {
        Op::Add => a.wrapping_add(b),
        Op::Sub => a.wrapping_sub(b),
        Op::Mul => a.wrapping_mul(b),
        Op::And => a & b,
        Op::Or => a | b,
        Op::Xor => a ^ b,
        Op::Shl => {
            if b >= w as u128 {
                0
            } else {
                a << b
            }
        }
        Op::LShr => {
            if b >= w as u128 {
                0
            } else {
                a >> b
            }
        }
        Op::AShr => (sa >> b.min(w as u128 - 1)) as u128,
        Op::Eq => (a == b) as u128,
        Op::Ne => (a != b) as u128,
        Op::Ugt => (a > b) as u128,
        Op::Uge => (a >= b) as u128,
        Op::Ult => (a < b) as u128,
        Op::Ule => (a <= b) as u128,
        Op::Sgt => (sa > sb) as u128,
        Op::Sge => (sa >= sb) as u128,
        Op::Slt => (sa < sb) as u128,
        Op::Sle => (sa <= sb) as u128,
        Op::SExt => sa as u128,
        Op::Ite | Op::Merge => {
            if c & 1 != 0 {
                a
            } else {
                b
            }
        }
        Op::Extract => a >> b,
        _ => a,
    }
}

fn funnel(op: Op, a: u128, b: u128, c: u128, w: u8) -> u128 {
    let by = (c % w as u128) as u32;
    let rest = w as u32 - by;
    match (op, by) {
        (Op::Fshl, 0) => a,
        (_, 0) => b,
        (Op::Fshl, _) => a << by | b >> rest,
        _ => a << rest | b >> by,
    }
}

fn saturating(op: Op, a: u128, b: u128, w: u8) -> u128 {
    let (most, least) = (mask128(w) >> 1, (mask128(w) >> 1) + 1);
    let (sa, sb) = (sign128(a, w), sign128(b, w));
    match op {
        Op::UAddSat => {
            if overflows(Op::UAddO, a, b, w) {
                mask128(w)
            } else {
                a + b
            }
        }
        Op::USubSat => a.saturating_sub(b),
        Op::SAddSat if overflows(Op::SAddO, a, b, w) => {
            if sa < 0 {
                least
            } else {
                most
            }
        }
        Op::SAddSat => sa.wrapping_add(sb) as u128,
        _ if overflows(Op::SSubO, a, b, w) => {
            if sa < 0 {
                least
            } else {
                most
            }
        }
        _ => sa.wrapping_sub(sb) as u128,
    }
}

fn overflows(op: Op, a: u128, b: u128, w: u8) -> bool {
    let (sa, sb) = (sign128(a, w), sign128(b, w));
    let fits = |result: Option<i128>| result.is_some_and(|r| sign128(r as u128 & mask128(w), w) == r);
    match op {
        Op::UAddO => a.checked_add(b).is_none_or(|sum| sum > mask128(w)),
        Op::USubO => a < b,
        Op::UMulO => a.checked_mul(b).is_none_or(|product| product > mask128(w)),
        Op::SAddO => !fits(sa.checked_add(sb)),
        Op::SSubO => !fits(sa.checked_sub(sb)),
        _ => !fits(sa.checked_mul(sb)),
    }
}
