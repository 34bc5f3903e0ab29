//! Integer comparisons: narrower, turned to the plain operand, or decided.
//! C promotes bytes to int before it compares them; brought back to eight bits a condition on one byte is seen as such,
//! which is what the byte domains of the solver live on. Invariant: bounds are exact at every width.
//! Does not split an equality of words into equalities of bytes; that is the solver's choice.

use super::Rule;
use super::order::partner;
use crate::apply::{Bits, apply, mask, sign_extend};
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

const EQUAL: &[Op] = &[Op::Eq, Op::Ne];
const UNSIGNED: &[Op] = &[Op::Ult, Op::Ule, Op::Ugt, Op::Uge];
const SIGNED: &[Op] = &[Op::Slt, Op::Sle, Op::Sgt, Op::Sge];
const COMPARES: &[Op] = &[Op::Eq, Op::Ne, Op::Ult, Op::Ule, Op::Ugt, Op::Uge, Op::Slt, Op::Sle, Op::Sgt, Op::Sge];

pub(super) static RULES: &[Rule] = &[
    Rule { name: "compare-self", ops: COMPARES, rewrite: compare_self },
    Rule { name: "compare-of-bool", ops: EQUAL, rewrite: compare_of_bool },
    Rule { name: "unsigned-bound", ops: UNSIGNED, rewrite: unsigned_bound },
    Rule { name: "signed-bound", ops: SIGNED, rewrite: signed_bound },
    Rule { name: "compare-of-zexts", ops: COMPARES, rewrite: compare_of_zexts },
    Rule { name: "compare-zext-const", ops: COMPARES, rewrite: compare_zext_const },
    Rule { name: "compare-of-sexts", ops: COMPARES, rewrite: compare_of_sexts },
    Rule { name: "compare-sext-const", ops: COMPARES, rewrite: compare_sext_const },
    Rule { name: "sign-of-zext-difference", ops: SIGNED, rewrite: sign_of_zext_difference },
    Rule { name: "eq-of-add-const", ops: EQUAL, rewrite: eq_of_add_const },
    Rule { name: "eq-of-xor-const", ops: EQUAL, rewrite: eq_of_xor_const },
    Rule { name: "eq-of-const-sub", ops: EQUAL, rewrite: eq_of_const_sub },
    Rule { name: "eq-of-difference", ops: EQUAL, rewrite: eq_of_difference },
    Rule { name: "eq-of-concat-const", ops: EQUAL, rewrite: eq_of_concat_const },
    Rule { name: "compare-of-ite-const", ops: COMPARES, rewrite: compare_of_ite_const },
    Rule { name: "compare-of-half-const-ite", ops: COMPARES, rewrite: compare_of_half_const_ite },
];

/// The comparison that holds exactly when this one does not; also for floats.
pub(super) fn inverse(op: Op) -> Option<Op> {
    const OPPOSITES: [(Op, Op); 12] = [
        (Op::Eq, Op::Ne),
        (Op::Ult, Op::Uge),
        (Op::Ule, Op::Ugt),
        (Op::Slt, Op::Sge),
        (Op::Sle, Op::Sgt),
        (Op::FOeq, Op::FUne),
        (Op::FOne, Op::FUeq),
        (Op::FOrd, Op::FUno),
        (Op::FOlt, Op::FUge),
        (Op::FOle, Op::FUgt),
        (Op::FOgt, Op::FUle),
        (Op::FOge, Op::FUlt),
    ];
    partner(&OPPOSITES, op)
}

/// The comparison of two values of `width` bits.
fn decide(op: Op, width: u32, a: u128, b: u128) -> bool {
    apply(op, 1, &[Bits { width, value: a }, Bits { width, value: b }]) == 1
}

/// The same order on values whose sign bits are known to be zero.
fn unsigned(op: Op) -> Op {
    match op {
        Op::Slt => Op::Ult,
        Op::Sle => Op::Ule,
        Op::Sgt => Op::Ugt,
        Op::Sge => Op::Uge,
        _ => op,
    }
}

/// `x == x` holds and `x < x` does not.
fn compare_self(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    (node.a() == node.b()).then(|| arena.boolean(decide(node.op, 1, 0, 0)))
}

/// `c == 1` is `c` and `c == 0` is `!c`, for one bit.
fn compare_of_bool(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    if arena.width(node.a()) != 1 {
        return None;
    }
    let wanted = arena.as_const(node.b())? == 1;
    Some(if wanted == (node.op == Op::Eq) { node.a() } else { arena.not(node.a()) })
}

/// Comparisons with the least and the greatest value are decided or are equalities.
fn unsigned_bound(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    bound(arena, node, 0)
}

/// The same in signed order, whose least value has only the top bit set.
fn signed_bound(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let width = arena.width(node.a());
    bound(arena, node, 1 << (width - 1))
}

/// In an order from `least` upwards, wrapping around to the value below it.
fn bound(arena: &mut Arena, node: &Node, least: u128) -> Option<ExprId> {
    let width = arena.width(node.a());
    let all = mask(width);
    let place = arena.as_const(node.b())?.wrapping_sub(least) & all;
    // `x < c` with its negation: at most one value satisfies it, or all but at most one.
    let (strict_less, holds_below) = match unsigned(node.op) {
        Op::Ult => (place, true),
        Op::Uge => (place, false),
        Op::Ule => (place.checked_add(1)?, true),
        _ => (place.checked_add(1)?, false),
    };
    let (equal, different) = if holds_below { (Op::Eq, Op::Ne) } else { (Op::Ne, Op::Eq) };
    if strict_less == 0 || strict_less > all {
        return Some(arena.boolean(holds_below == (strict_less > all)));
    }
    if strict_less == 1 {
        let first = arena.constant(width, least);
        return Some(arena.binary(equal, node.a(), first));
    }
    let last = arena.constant(width, least.wrapping_add(all));
    (strict_less == all).then(|| arena.binary(different, node.a(), last))
}

/// Zero-extended operands are compared before the extension, unsigned.
fn compare_of_zexts(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (x, y) = (arena.under(Op::ZExt, node.a())?, arena.under(Op::ZExt, node.b())?);
    let width = arena.width(x).max(arena.width(y));
    let (x, y) = (arena.cast(Op::ZExt, x, width), arena.cast(Op::ZExt, y, width));
    Some(arena.binary(unsigned(node.op), x, y))
}

/// A zero-extended operand against a constant: before the extension, or decided if the constant is out of its range.
fn compare_zext_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::ZExt, node.a())?;
    let value = arena.as_const(node.b())?;
    let (wide, narrow) = (arena.width(node.a()), arena.width(x));
    if value > mask(narrow) {
        return Some(arena.boolean(decide(node.op, wide, 0, value)));
    }
    let value = arena.constant(narrow, value);
    Some(arena.binary(unsigned(node.op), x, value))
}

/// Sign extension keeps both orders, so operands are compared before it.
fn compare_of_sexts(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (x, y) = (arena.under(Op::SExt, node.a())?, arena.under(Op::SExt, node.b())?);
    let width = arena.width(x).max(arena.width(y));
    let (x, y) = (arena.cast(Op::SExt, x, width), arena.cast(Op::SExt, y, width));
    Some(arena.binary(node.op, x, y))
}

/// A sign-extended operand against a constant. Out of its range, an unsigned order is a question about its sign.
fn compare_sext_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::SExt, node.a())?;
    let value = arena.as_const(node.b())?;
    let (wide, narrow) = (arena.width(node.a()), arena.width(x));
    if sign_extend(narrow, value) == sign_extend(wide, value) {
        let value = arena.constant(narrow, value);
        return Some(arena.binary(node.op, x, value));
    }
    let zero = arena.zero(narrow);
    Some(match node.op {
        Op::Ult | Op::Ule => arena.binary(Op::Sge, x, zero),
        Op::Ugt | Op::Uge => arena.binary(Op::Slt, x, zero),
        _ => arena.boolean(decide(node.op, wide, 0, value)),
    })
}

/// `zext(x) - zext(y) < 0`, as `strcmp` computes it, is `x < y`: the difference cannot wrap.
fn sign_of_zext_difference(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (a, b) = arena.pair(Op::Sub, node.a())?;
    let extended = arena.op(a) == Op::ZExt && arena.op(b) == Op::ZExt;
    (extended && arena.is_zero(node.b())).then(|| arena.binary(node.op, a, b))
}

/// `x + c == d` is `x == d - c`.
fn eq_of_add_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let d = arena.as_const(node.b())?;
    let (x, c) = arena.with_const(Op::Add, node.a())?;
    let rest = arena.constant(arena.width(x), d.wrapping_sub(c));
    Some(arena.binary(node.op, x, rest))
}

/// `x ^ c == d` is `x == c ^ d`.
fn eq_of_xor_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let d = arena.as_const(node.b())?;
    let (x, c) = arena.with_const(Op::Xor, node.a())?;
    let rest = arena.constant(arena.width(x), c ^ d);
    Some(arena.binary(node.op, x, rest))
}

/// `c - x == d` is `x == c - d`.
fn eq_of_const_sub(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let d = arena.as_const(node.b())?;
    let (c, x) = arena.pair(Op::Sub, node.a())?;
    let rest = arena.as_const(c)?.wrapping_sub(d);
    let rest = arena.constant(arena.width(x), rest);
    Some(arena.binary(node.op, x, rest))
}

/// `a - b == 0` and `a ^ b == 0` are `a == b`.
fn eq_of_difference(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    if !arena.is_zero(node.b()) {
        return None;
    }
    let (a, b) = arena.pair(Op::Sub, node.a()).or_else(|| arena.pair(Op::Xor, node.a()))?;
    Some(arena.binary(node.op, a, b))
}

/// A constant part of a concatenation agrees with its part of the constant, or the sides differ.
fn eq_of_concat_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let value = arena.as_const(node.b())?;
    let (high, low) = arena.pair(Op::Concat, node.a())?;
    let cut = arena.width(low);
    let parts = (value >> cut, value & mask(cut));
    let (open, wanted, agrees) = match (arena.as_const(high), arena.as_const(low)) {
        (Some(known), _) => (low, parts.1, known == parts.0),
        (_, Some(known)) => (high, parts.0, known == parts.1),
        _ => return None,
    };
    if !agrees {
        return Some(arena.boolean(node.op == Op::Ne));
    }
    let wanted = arena.constant(arena.width(open), wanted);
    Some(arena.binary(node.op, open, wanted))
}

/// `(c ? 1 : 2) < d` is `c`, `!c`, or decided.
fn compare_of_ite_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let inner = arena.node(node.a());
    if inner.op != Op::Ite {
        return None;
    }
    let [cond, yes, no] = inner.args;
    let yes = arena.fold(node.op, 1, &[yes, node.b()])?;
    let no = arena.fold(node.op, 1, &[no, node.b()])?;
    let (yes, no) = (arena.constant(1, yes), arena.constant(1, no));
    Some(arena.ite(cond, yes, no))
}

/// `(c ? 1 : x) < d` is `c || x < d` or `!c && x < d`. Of choices inside each other at most two are opened, so that
/// long chains of them stay one tree.
fn compare_of_half_const_ite(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    arena.as_const(node.b())?;
    let (cond, known, open) = half_const(arena, node.a())?;
    let deeper = half_const(arena, open).map(|(_, _, deeper)| deeper);
    if deeper.is_some_and(|deeper| half_const(arena, deeper).is_some()) {
        return None;
    }
    let known = arena.fold(node.op, 1, &[known, node.b()])?;
    let rest = arena.binary(node.op, open, node.b());
    Some(if known == 1 {
        arena.binary(Op::Or, cond, rest)
    } else {
        let other = arena.not(cond);
        arena.binary(Op::And, other, rest)
    })
}

/// A choice with a constant on one side: when it is taken, the constant, and the other side.
fn half_const(arena: &mut Arena, id: ExprId) -> Option<(ExprId, ExprId, ExprId)> {
    let node = arena.node(id);
    if node.op != Op::Ite {
        return None;
    }
    let [cond, yes, no] = node.args;
    match (arena.as_const(yes), arena.as_const(no)) {
        (Some(_), None) => Some((cond, yes, no)),
        (None, Some(_)) => Some((arena.not(cond), no, yes)),
        _ => None,
    }
}
