//! Slices and concatenations: a slice goes to the part it comes from, neighbours grow together again.
//! Memory is bytes, so every load concatenates and every store slices; these rules undo the round trip.
//! Invariant: concatenations lean to the right (`Concat(a, Concat(b, c))`) and never start with constant zeros.
//! Does not slice through arithmetic except where all operands become as narrow as the slice.

use super::Rule;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

const EXTRACT: &[Op] = &[Op::Extract(0)];
const CONCAT: &[Op] = &[Op::Concat];

pub(super) static RULES: &[Rule] = &[
    Rule { name: "extract-whole", ops: EXTRACT, rewrite: extract_whole },
    Rule { name: "extract-of-extract", ops: EXTRACT, rewrite: extract_of_extract },
    Rule { name: "extract-of-concat", ops: EXTRACT, rewrite: extract_of_concat },
    Rule { name: "extract-of-zext", ops: EXTRACT, rewrite: extract_of_zext },
    Rule { name: "extract-of-sext", ops: EXTRACT, rewrite: extract_of_sext },
    Rule { name: "extract-of-shl", ops: EXTRACT, rewrite: extract_of_shl },
    Rule { name: "extract-of-logic-const", ops: EXTRACT, rewrite: extract_of_logic_const },
    Rule { name: "trunc-of-arith", ops: EXTRACT, rewrite: trunc_of_arith },
    Rule { name: "concat-zero-high", ops: CONCAT, rewrite: concat_zero_high },
    Rule { name: "concat-of-zext-high", ops: CONCAT, rewrite: concat_of_zext_high },
    Rule { name: "concat-lean-right", ops: CONCAT, rewrite: concat_lean_right },
    Rule { name: "concat-of-adjacent-extracts", ops: CONCAT, rewrite: concat_of_adjacent },
    Rule { name: "concat-consts", ops: CONCAT, rewrite: concat_consts },
    Rule { name: "concat-const-zext", ops: CONCAT, rewrite: concat_const_zext },
];

/// All bits of `x` are `x`.
fn extract_whole(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    (arena.width(node.a()) == node.bits()).then_some(node.a())
}

/// A slice of a slice is a slice.
fn extract_of_extract(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let inner = arena.node(node.a());
    match inner.op {
        Op::Extract(low) => Some(arena.extract(inner.args[0], u32::from(low) + node.op.low(), node.bits())),
        _ => None,
    }
}

/// A slice of a concatenation lies in the low part, in the high part, or is made of a slice of each.
fn extract_of_concat(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (high, low) = arena.pair(Op::Concat, node.a())?;
    let (from, width) = (node.op.low(), node.bits());
    let cut = arena.width(low);
    if from + width <= cut {
        return Some(arena.extract(low, from, width));
    }
    if from >= cut {
        return Some(arena.extract(high, from - cut, width));
    }
    let lower = arena.extract(low, from, cut - from);
    let upper = arena.extract(high, 0, from + width - cut);
    Some(arena.concat(upper, lower))
}

/// A slice of a zero extension lies in the operand, or is zero, or is a shorter extension.
fn extract_of_zext(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::ZExt, node.a())?;
    let (from, width) = (node.op.low(), node.bits());
    let inner = arena.width(x);
    if from >= inner {
        return Some(arena.zero(width));
    }
    let kept = arena.extract(x, from, width.min(inner - from));
    Some(arena.cast(Op::ZExt, kept, width))
}

/// A slice of a sign extension lies in the operand, or extends its upper part, or repeats its sign.
fn extract_of_sext(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::SExt, node.a())?;
    let (width, inner) = (node.bits(), arena.width(x));
    let from = node.op.low().min(inner - 1);
    let kept = arena.extract(x, from, width.min(inner - from));
    Some(arena.cast(Op::SExt, kept, width))
}

/// A slice of `y << k` is a slice of `y`, zeros, or both.
fn extract_of_shl(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (y, by) = arena.with_const(Op::Shl, node.a())?;
    let (from, width) = (node.op.low(), node.bits());
    let by = by.min(u128::from(arena.width(y))) as u32;
    if from >= by {
        return Some(arena.extract(y, from - by, width));
    }
    let zeros = by - from;
    if zeros >= width {
        return Some(arena.zero(width));
    }
    let high = arena.extract(y, 0, width - zeros);
    let low = arena.zero(zeros);
    Some(arena.concat(high, low))
}

/// A slice of `y & c` is the slice of `y` and the slice of `c`.
fn extract_of_logic_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let inner = arena.node(node.a());
    if !matches!(inner.op, Op::And | Op::Or | Op::Xor) || arena.as_const(inner.args[1]).is_none() {
        return None;
    }
    let y = arena.extract(inner.args[0], node.op.low(), node.bits());
    let c = arena.extract(inner.args[1], node.op.low(), node.bits());
    Some(arena.binary(inner.op, y, c))
}

/// The low bits of a sum are the sum of the low bits; worth it when the operands were extended before.
///
/// ```text
/// before  (extract:8@0 (add:32 (zext:32 x) 0xffffffd0:32))
/// after   (add:8 x 208:8)
/// ```
fn trunc_of_arith(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let inner = arena.node(node.a());
    let [a, b, _] = inner.args;
    if node.op.low() != 0 || !matches!(inner.op, Op::Add | Op::Sub | Op::Mul) {
        return None;
    }
    let narrows = |id: ExprId| match arena.op(id) {
        Op::Const => true,
        Op::ZExt | Op::SExt => arena.width(arena.args(id)[0]) <= node.bits(),
        _ => false,
    };
    if !narrows(a) || !narrows(b) {
        return None;
    }
    let a = arena.extract(a, 0, node.bits());
    let b = arena.extract(b, 0, node.bits());
    Some(arena.binary(inner.op, a, b))
}

/// Zeros in front are an extension.
fn concat_zero_high(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.is_zero(node.a()).then(|| arena.cast(Op::ZExt, node.b(), node.bits()))
}

/// Zeros in front of the high part are in front of the whole.
fn concat_of_zext_high(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::ZExt, node.a())?;
    let narrow = arena.concat(x, node.b());
    Some(arena.cast(Op::ZExt, narrow, node.bits()))
}

/// `(a:b):c` is `a:(b:c)`.
fn concat_lean_right(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (a, b) = arena.pair(Op::Concat, node.a())?;
    let low = arena.concat(b, node.b());
    Some(arena.concat(a, low))
}

/// Two slices of one term that touch are one slice, also when more follows below.
fn concat_of_adjacent(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    if let Some(joined) = adjacent(arena, node.a(), node.b()) {
        return Some(joined);
    }
    let (next, rest) = arena.pair(Op::Concat, node.b())?;
    let joined = adjacent(arena, node.a(), next)?;
    Some(arena.concat(joined, rest))
}

fn adjacent(arena: &mut Arena, high: ExprId, low: ExprId) -> Option<ExprId> {
    let (upper, lower) = (arena.node(high), arena.node(low));
    let (Op::Extract(above), Op::Extract(from)) = (upper.op, lower.op) else {
        return None;
    };
    let touching = upper.args[0] == lower.args[0] && from + lower.width == above;
    touching.then(|| arena.extract(upper.args[0], from.into(), upper.bits() + lower.bits()))
}

/// Constants that touch are one constant.
fn concat_consts(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (next, rest) = arena.pair(Op::Concat, node.b())?;
    let width = arena.width(node.a()) + arena.width(next);
    let joined = arena.fold(Op::Concat, width, &[node.a(), next])?;
    let joined = arena.constant(width, joined);
    Some(arena.concat(joined, rest))
}

/// A constant takes the zeros of an extension below it.
fn concat_const_zext(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let value = arena.as_const(node.a())?;
    let x = arena.under(Op::ZExt, node.b())?;
    let zeros = arena.width(node.b()) - arena.width(x);
    let high = arena.constant(arena.width(node.a()) + zeros, value << zeros);
    Some(arena.concat(high, x))
}
