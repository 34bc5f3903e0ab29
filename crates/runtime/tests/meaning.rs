//! The runtime computes with operators what `expr` says that they mean.

use symcrete_expr as expr;
use symcrete_trace::Op;
use symcrete_trace::meaning::{Operands, apply};

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
        value & (u128::MAX >> (128 - width))
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
