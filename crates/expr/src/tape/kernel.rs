//! The kernels of the tape: one small function per operator on values of at most 64 bits. A kernel may leave rubbish
//! above the result's width; the tape cuts it off. Operands are clean. Invariant: equal to [`apply`](crate::apply)
//! after the cut, which a property test checks for every operator and width. Has no kernels for what is rare or slow
//! anyway; the tape then calls `apply`.

use crate::op::Op;

/// The widths a kernel may need.
#[derive(Clone, Copy, Debug)]
pub(super) struct Widths {
    pub(super) result: u8,
    /// Of the last operand: the compared ones, the low part of a concatenation, the source of a cast.
    pub(super) last: u8,
    /// The low bit of an extraction.
    pub(super) low: u8,
}

impl Widths {
    pub(super) fn mask(self) -> u64 {
        u64::MAX >> (64 - self.result)
    }

    /// The value of an operand read as two's complement.
    fn signed(self, value: u64) -> i64 {
        let unused = 64 - self.last;
        (value << unused) as i64 >> unused
    }
}

/// An operator on up to three operands.
pub(super) type Kernel = fn(u64, u64, u64, Widths) -> u64;

/// The kernel of an operator on operands of `width` bits.
pub(super) fn kernel(op: Op, width: u32) -> Option<Kernel> {
    arith(op).or_else(|| bits(op)).or_else(|| compare(op)).or_else(|| float(op, width))
}

fn arith(op: Op) -> Option<Kernel> {
    Some(match op {
        Op::Add => |x, y, _, _| x.wrapping_add(y),
        Op::Sub => |x, y, _, _| x.wrapping_sub(y),
        Op::Mul => |x, y, _, _| x.wrapping_mul(y),
        Op::UDiv => |x, y, _, _| x.checked_div(y).unwrap_or(u64::MAX),
        Op::URem => |x, y, _, _| x.checked_rem(y).unwrap_or(x),
        Op::SDiv => |x, y, _, w| match (w.signed(x), w.signed(y)) {
            (x, 0) => (if x < 0 { 1 } else { -1_i64 }) as u64,
            (x, y) => x.wrapping_div(y) as u64,
        },
        Op::SRem => |x, y, _, w| match (w.signed(x), w.signed(y)) {
            (x, 0) => x as u64,
            (x, y) => x.wrapping_rem(y) as u64,
        },
        Op::UMax => |x, y, _, _| x.max(y),
        Op::UMin => |x, y, _, _| x.min(y),
        Op::SMax => |x, y, _, w| w.signed(x).max(w.signed(y)) as u64,
        Op::SMin => |x, y, _, w| w.signed(x).min(w.signed(y)) as u64,
        _ => return None,
    })
}

fn bits(op: Op) -> Option<Kernel> {
    Some(match op {
        Op::And => |x, y, _, _| x & y,
        Op::Or => |x, y, _, _| x | y,
        Op::Xor => |x, y, _, _| x ^ y,
        Op::Shl => |x, y, _, w| if y < w.result.into() { x << y } else { 0 },
        Op::LShr => |x, y, _, w| if y < w.result.into() { x >> y } else { 0 },
        Op::AShr => |x, y, _, w| (w.signed(x) >> y.min(63)) as u64,
        Op::Trunc | Op::ZExt => |x, _, _, _| x,
        Op::SExt => |x, _, _, w| w.signed(x) as u64,
        Op::Extract(_) => |x, _, _, w| x >> w.low,
        Op::Concat => |x, y, _, w| x << w.last | y,
        Op::Ite => |x, y, z, _| if x != 0 { y } else { z },
        Op::Bswap => |x, _, _, w| x.swap_bytes() >> (64 - w.result),
        Op::BitReverse => |x, _, _, w| x.reverse_bits() >> (64 - w.result),
        Op::Ctpop => |x, _, _, _| x.count_ones().into(),
        Op::Ctlz => |x, _, _, w| u64::from(x.leading_zeros()) - (64 - u64::from(w.result)),
        Op::Cttz => |x, _, _, w| u64::from(x.trailing_zeros()).min(w.result.into()),
        _ => return None,
    })
}

fn compare(op: Op) -> Option<Kernel> {
    Some(match op {
        Op::Eq => |x, y, _, _| (x == y).into(),
        Op::Ne => |x, y, _, _| (x != y).into(),
        Op::Ugt => |x, y, _, _| (x > y).into(),
        Op::Uge => |x, y, _, _| (x >= y).into(),
        Op::Ult | Op::USubO => |x, y, _, _| (x < y).into(),
        Op::Ule => |x, y, _, _| (x <= y).into(),
        Op::Sgt => |x, y, _, w| (w.signed(x) > w.signed(y)).into(),
        Op::Sge => |x, y, _, w| (w.signed(x) >= w.signed(y)).into(),
        Op::Slt => |x, y, _, w| (w.signed(x) < w.signed(y)).into(),
        Op::Sle => |x, y, _, w| (w.signed(x) <= w.signed(y)).into(),
        _ => return None,
    })
}

/// Doubles only: float is rare in C programs, where arithmetic on it is often promoted.
fn float(op: Op, width: u32) -> Option<Kernel> {
    if width != 64 {
        return None;
    }
    Some(match op {
        Op::FAdd => |x, y, _, _| canonical(f64::from_bits(x) + f64::from_bits(y)),
        Op::FSub => |x, y, _, _| canonical(f64::from_bits(x) - f64::from_bits(y)),
        Op::FMul => |x, y, _, _| canonical(f64::from_bits(x) * f64::from_bits(y)),
        Op::FDiv => |x, y, _, _| canonical(f64::from_bits(x) / f64::from_bits(y)),
        Op::FOeq => |x, y, _, _| (f64::from_bits(x) == f64::from_bits(y)).into(),
        Op::FOgt => |x, y, _, _| (f64::from_bits(x) > f64::from_bits(y)).into(),
        Op::FOge => |x, y, _, _| (f64::from_bits(x) >= f64::from_bits(y)).into(),
        Op::FOlt => |x, y, _, _| (f64::from_bits(x) < f64::from_bits(y)).into(),
        Op::FOle => |x, y, _, _| (f64::from_bits(x) <= f64::from_bits(y)).into(),
        Op::FUne => |x, y, _, _| (f64::from_bits(x) != f64::from_bits(y)).into(),
        _ => return None,
    })
}

fn canonical(value: f64) -> u64 {
    if value.is_nan() { 0x7ff8_0000_0000_0000 } else { value.to_bits() }
}
