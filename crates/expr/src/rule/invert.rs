//! Equalities with a constant, solved for the operand of what loses nothing: products, shifts mixed in, rotations.
//! Hash functions are chains of these. Turned round one by one, what is left is a question about the input's bytes, which a
//! solver that works bit by bit does not find through three multiplications of 64 bits.
//! Invariant: exactly one operand gives each value, or, for an even factor, the low bits of the operand decide alone.
//! Does not split what joins two unknown operands.

use super::Rule;
use crate::apply::{mask, reciprocal};
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

const EQUAL: &[Op] = &[Op::Eq, Op::Ne];

pub(super) static RULES: &[Rule] = &[
    Rule { name: "eq-of-product", ops: EQUAL, rewrite: eq_of_product },
    Rule { name: "eq-of-shift-mixed-in", ops: EQUAL, rewrite: eq_of_shift_mixed_in },
    Rule { name: "eq-of-rotation", ops: EQUAL, rewrite: eq_of_rotation },
];

/// `x * c == d` is `x == d / c` modulo the width, for an odd `c`. For `c * 2^k` the low bits of `x` are asked for, or it never holds.
fn eq_of_product(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let d = arena.as_const(node.b())?;
    let (x, factor) = product(arena, node.a())?;
    let zeros = factor.trailing_zeros();
    let width = arena.width(x);
    if d.trailing_zeros() < zeros {
        return Some(arena.boolean(node.op == Op::Ne));
    }
    let wanted = (d >> zeros).wrapping_mul(reciprocal(factor >> zeros));
    let low = arena.extract(x, 0, width - zeros);
    let wanted = arena.constant(width - zeros, wanted);
    Some(arena.binary(node.op, low, wanted))
}

/// What is multiplied by a constant, and the constant: `x * c`, or `(x << k) + x` and `(x << k) - x`.
fn product(arena: &Arena, id: ExprId) -> Option<(ExprId, u128)> {
    if let Some((x, c)) = arena.with_const(Op::Mul, id) {
        return (c != 0).then_some((x, c));
    }
    let shifted =
        |whole: ExprId, x: ExprId| arena.with_const(Op::Shl, whole).filter(|&(of, _)| of == x).map(|(_, by)| 1 << by);
    if let Some((a, b)) = arena.pair(Op::Add, id) {
        let (x, power): (_, u128) = shifted(a, b).map(|power| (b, power)).or_else(|| Some((a, shifted(b, a)?)))?;
        return Some((x, power + 1));
    }
    let (a, x) = arena.pair(Op::Sub, id)?;
    Some((x, shifted(a, x)? - 1))
}

/// `x ^ (x >> k) == d` and `x ^ (x << k) == d` determine `x`, `k` bits after the other.
fn eq_of_shift_mixed_in(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let d = arena.as_const(node.b())?;
    let (a, b) = arena.pair(Op::Xor, node.a())?;
    let (x, shift) = shift_of(arena, b, a).map(|shift| (a, shift)).or_else(|| Some((b, shift_of(arena, a, b)?)))?;
    let width = arena.width(x);
    let moved = |value: u128| match shift {
        Shift::Right(by) => value >> by,
        Shift::Left(by) => (value << by) & mask(width),
    };
    let (mut wanted, mut rest) = (0, d);
    while rest != 0 {
        wanted ^= rest;
        rest = moved(rest);
    }
    let wanted = arena.constant(width, wanted);
    Some(arena.binary(node.op, x, wanted))
}

/// A shift by at least one bit and less than the width.
enum Shift {
    Left(u32),
    Right(u32),
}

/// Which shift of `x` this term is, in the form in which shifts are written: a right one is a slice.
fn shift_of(arena: &Arena, id: ExprId, x: ExprId) -> Option<Shift> {
    let width = arena.width(x);
    if let Some((_, by)) = arena.with_const(Op::Shl, id).filter(|&(of, _)| of == x) {
        return (1..u128::from(width)).contains(&by).then_some(Shift::Left(by as u32));
    }
    let (of, low, kept) = slice(arena, arena.under(Op::ZExt, id)?)?;
    (of == x && low > 0 && low + kept == width).then_some(Shift::Right(low))
}

/// A slice: of which term, from which bit on, how many.
fn slice(arena: &Arena, id: ExprId) -> Option<(ExprId, u32, u32)> {
    let node = arena.node(id);
    match node.op {
        Op::Extract(low) => Some((node.a(), u32::from(low), node.bits())),
        _ => None,
    }
}

/// `rotate(x, k) == d` is `x == rotate(d, -k)`.
fn eq_of_rotation(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let d = arena.as_const(node.b())?;
    let (high, low) = arena.pair(Op::Concat, node.a())?;
    let ((x, from, n_high), (other, below, n_low)) = (slice(arena, high)?, slice(arena, low)?);
    let is_rotation = x == other && from == 0 && below == n_high && n_high + n_low == arena.width(x);
    is_rotation.then(|| {
        let wanted = arena.constant(n_high + n_low, ((d << n_high) & mask(n_high + n_low)) | (d >> n_low));
        arena.binary(node.op, x, wanted)
    })
}
