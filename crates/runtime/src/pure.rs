//! Concrete meaning of the integer operators, for values that instrumented code did not store.
//!
//! Agrees with `expr`'s reference evaluator on everything a program without undefined behaviour
//! can compute; the trace checks compare the two on every run.

use symcrete_trace::Op;

/// Operands of one operator: values and the width of the first operand.
#[derive(Clone, Copy)]
pub(crate) struct Operands {
    pub(crate) a: (u64, u64),
    pub(crate) b: (u64, u64),
    pub(crate) c: (u64, u64),
    pub(crate) width: u8,
}

/// The result, cut to `width` bits.
#[inline(always)]
pub(crate) fn apply(op: Op, width: u8, x: Operands) -> (u64, u64) {
    if width <= 64 && x.width <= 64 {
        (narrow(op, width, x.a.0, x.b.0, x.c.0, x.width) & mask(width), 0)
    } else {
        wide(op, width, x)
    }
}

/// The result of an operator of up to two operands, all of at most 64 bits.
#[inline(always)]
pub(crate) fn narrow_value(op: Op, width: u8, (a, b): (u64, u64), w: u8) -> u64 {
    narrow(op, width, a, b, 0, w) & mask(width)
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
        Op::Ite => {
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
        Op::Ite => {
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

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr as expr;

    /// A seeded generator: xorshift, as good as any for mixing operand bits.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        /// Corner values as often as random ones.
        fn value(&mut self, width: u32) -> u128 {
            let random = (self.next() as u128) << 64 | self.next() as u128;
            let corner = [0, 1, 2, u128::MAX, u128::MAX - 1, 1 << (width - 1), (1 << (width - 1)) - 1, width as u128];
            let pick = self.next() as usize;
            let value = if pick.is_multiple_of(2) { random } else { corner[pick / 2 % corner.len()] };
            value & mask128(width as u8)
        }
    }

    fn split(value: u128) -> (u64, u64) {
        (value as u64, (value >> 64) as u64)
    }

    /// Result widths that make sense for operands of this width.
    fn result_width(op: expr::Op, width: u32) -> Option<u32> {
        match op.shape() {
            expr::Shape::Unary | expr::Shape::Binary | expr::Shape::Ternary | expr::Shape::Ite => Some(width),
            expr::Shape::Compare => Some(1),
            expr::Shape::Cast if op.name() == "trunc" => width.checked_sub(1).filter(|&w| w > 0),
            expr::Shape::Cast => Some(width + 1).filter(|&w| w <= 128),
            _ => None,
        }
    }

    #[test]
    fn agrees_with_the_reference_meaning() {
        let mut random = Random(0x1234_5678_9abc_def1);
        for &op in Op::ALL {
            let name = op.name().to_lowercase();
            let float = op.yields_float() || name.starts_with("fo") || name.starts_with("fu") || name.starts_with("fp");
            let Some(term) = expr::Op::from_name(&name).filter(|_| !float) else { continue };
            for width in [1, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128] {
                let Some(result) = result_width(term, width) else { continue };
                let ite = op == Op::Ite;
                let widths = [if ite { 1 } else { width }, width, width];
                if !term.accepts(result, &widths[..term.arity()]) {
                    continue;
                }
                for _ in 0..200 {
                    compare(op, term, width, result, &mut random);
                }
            }
        }
    }

    fn compare(op: Op, term: expr::Op, width: u32, result: u32, random: &mut Random) {
        let (a, b, c) = (random.value(width), random.value(width), random.value(width));
        let operands = Operands { a: split(a), b: split(b), c: split(c), width: width as u8 };
        let (low, high) = apply(op, result as u8, operands);
        let bits = |value| expr::Bits::new(width, value);
        let args = match op {
            Op::Ite => vec![expr::Bits::new(1, c & 1), bits(a), bits(b)],
            _ => [bits(a), bits(b), bits(c)][..term.arity()].to_vec(),
        };
        let expected = expr::apply(term, result, &args);
        let got = low as u128 | (high as u128) << 64;
        assert_eq!(got, expected, "{op:?} width {width}: {a:#x} {b:#x} {c:#x}");
    }
}
