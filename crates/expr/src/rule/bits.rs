//! Bitwise logic: neutral elements, complements, masks as slices, and pieces put together as concatenations.
//! Programs assemble words from bytes with shifts and ors; seen as concatenations they are plain wires for a solver
//! and `stdin[0..4]` for people. Invariant: only bits known to be zero are dropped.
//! Does not distribute over other operators, which would grow terms.

use super::Rule;
use super::arith::{const_const, same_is_same, same_is_zero, significant, zero_right};
use super::compare::inverse;
use crate::apply::mask;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

pub(super) static RULES: &[Rule] = &[
    Rule { name: "and-zero", ops: &[Op::And], rewrite: and_zero },
    Rule { name: "and-ones", ops: &[Op::And], rewrite: and_ones },
    Rule { name: "and-self", ops: &[Op::And], rewrite: same_is_same },
    Rule { name: "or-zero", ops: &[Op::Or], rewrite: zero_right },
    Rule { name: "or-ones", ops: &[Op::Or], rewrite: or_ones },
    Rule { name: "or-self", ops: &[Op::Or], rewrite: same_is_same },
    Rule { name: "xor-zero", ops: &[Op::Xor], rewrite: zero_right },
    Rule { name: "xor-self", ops: &[Op::Xor], rewrite: same_is_zero },
    Rule { name: "logic-const-const", ops: &[Op::And, Op::Or, Op::Xor], rewrite: const_const },
    Rule { name: "not-of-compare", ops: &[Op::Xor], rewrite: not_of_compare },
    Rule { name: "and-complement", ops: &[Op::And], rewrite: complement_is_const },
    Rule { name: "or-complement", ops: &[Op::Or], rewrite: complement_is_const },
    Rule { name: "logic-absorb", ops: &[Op::And, Op::Or], rewrite: absorb },
    Rule { name: "logic-of-zexts", ops: &[Op::And, Op::Or, Op::Xor], rewrite: logic_of_zexts },
    Rule { name: "logic-zext-const", ops: &[Op::And, Op::Or, Op::Xor], rewrite: logic_zext_const },
    Rule { name: "and-mask-to-extract", ops: &[Op::And], rewrite: and_mask_to_extract },
    Rule { name: "join-to-concat", ops: &[Op::Or, Op::Add, Op::Xor], rewrite: join_to_concat },
];

/// `x & 0` is 0.
fn and_zero(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.is_zero(node.b()).then_some(node.b())
}

/// `x & ~0` is `x`.
fn and_ones(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.is_ones(node.b()).then_some(node.a())
}

/// `x | ~0` is `~0`.
fn or_ones(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.is_ones(node.b()).then_some(node.b())
}

/// `!(a < b)` is `a >= b`; for floats the unordered case changes sides too.
fn not_of_compare(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    if node.bits() != 1 || node.b() != Arena::TRUE {
        return None;
    }
    let op = inverse(arena.op(node.a()))?;
    let (a, b) = arena.pair(arena.op(node.a()), node.a())?;
    Some(arena.binary(op, a, b))
}

/// `x & ~x` is 0 and `x | ~x` is all ones.
fn complement_is_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (a, b) = (node.a(), node.b());
    let opposite = arena.complement(a) == Some(b) || arena.complement(b) == Some(a);
    let value = if node.op == Op::And { 0 } else { u128::MAX };
    opposite.then(|| arena.constant(node.bits(), value))
}

/// `(x & y) & x` is `x & y`.
fn absorb(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let holds = |whole: ExprId, part: ExprId| arena.pair(node.op, whole).is_some_and(|(x, y)| x == part || y == part);
    let (a, b) = (node.a(), node.b());
    if holds(a, b) { Some(a) } else { holds(b, a).then_some(b) }
}

/// `zext(x) & zext(y)` is `zext(x & y)` for operands of one width.
fn logic_of_zexts(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::ZExt, node.a())?;
    let y = arena.under(Op::ZExt, node.b())?;
    if arena.width(x) != arena.width(y) {
        return None;
    }
    let narrow = arena.binary(node.op, x, y);
    Some(arena.cast(Op::ZExt, narrow, node.bits()))
}

/// `zext(x) & c` is `zext(x & c)`; for or and xor only if `c` has no bits above `x`.
fn logic_zext_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::ZExt, node.a())?;
    let value = arena.as_const(node.b())?;
    let width = arena.width(x);
    if node.op != Op::And && value > mask(width) {
        return None;
    }
    let value = arena.constant(width, value);
    let narrow = arena.binary(node.op, x, value);
    Some(arena.cast(Op::ZExt, narrow, node.bits()))
}

/// `x & 0x0ff0` keeps one run of bits: those bits of `x` with zeros around them.
fn and_mask_to_extract(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let value = arena.as_const(node.b()).filter(|&value| value != 0)?;
    let low = value.trailing_zeros();
    let run = value >> low;
    if run & run.wrapping_add(1) != 0 {
        return None;
    }
    let kept = arena.extract(node.a(), low, run.count_ones());
    let placed = match low {
        0 => kept,
        _ => {
            let zeros = arena.zero(low);
            arena.concat(kept, zeros)
        }
    };
    Some(arena.cast(Op::ZExt, placed, node.bits()))
}

/// `a | b` (or `+`, `^`) is a concatenation when `a` has only zeros where `b` has bits:
///
/// ```text
/// before  (or:32 (zext:32 (concat:16 x 0:8)) (zext:32 y))
/// after   (zext:32 (concat:16 x y))
/// ```
fn join_to_concat(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let fits = |high: ExprId, low: ExprId| {
        let cut = significant(arena, low);
        (cut > 0 && cut < node.bits() && trailing_zeros(arena, high) >= cut).then_some((high, low, cut))
    };
    let (high, low, cut) = fits(node.a(), node.b()).or_else(|| fits(node.b(), node.a()))?;
    let high = arena.extract(high, cut, node.bits() - cut);
    let low = arena.extract(low, 0, cut);
    Some(arena.concat(high, low))
}

/// A number of low bits known to be zero. Loops at most once per bit of width.
fn trailing_zeros(arena: &Arena, id: ExprId) -> u32 {
    let (mut at, mut known) = (id, 0);
    loop {
        if let Some(value) = arena.as_const(at) {
            return known + value.trailing_zeros().min(arena.width(at));
        }
        let node = arena.node(at);
        at = match node.op {
            Op::ZExt | Op::SExt => node.args[0],
            Op::Concat if arena.is_zero(node.args[1]) => {
                known += arena.width(node.args[1]);
                node.args[0]
            }
            Op::Concat => node.args[1],
            Op::Shl => {
                let by = arena.as_const(node.args[1]).unwrap_or(0);
                return known + by.min(u128::from(node.width)) as u32;
            }
            _ => return known,
        };
    }
}
