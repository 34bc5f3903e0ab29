//! Normal order of operands: constants on the right, otherwise the older term first.
//! Makes `a + b` and `b + a` one term and halves the patterns that every other rule needs.
//! Invariant: a rule here applies at most once to a term, since its result is in order.
//! Does not reorder across operators.

use super::Rule;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

const ORDERS: &[Op] = &[
    Op::Ult,
    Op::Ule,
    Op::Ugt,
    Op::Uge,
    Op::Slt,
    Op::Sle,
    Op::Sgt,
    Op::Sge,
    Op::FOlt,
    Op::FOle,
    Op::FOgt,
    Op::FOge,
    Op::FUlt,
    Op::FUle,
    Op::FUgt,
    Op::FUge,
];

pub(super) static RULES: &[Rule] = &[
    Rule { name: "commute", ops: Op::ALL, rewrite: commute },
    Rule { name: "compare-const-right", ops: ORDERS, rewrite: compare_const_right },
    Rule { name: "greater-to-less", ops: ORDERS, rewrite: greater_to_less },
];

/// `(add 1 x)` is `(add x 1)`, and of two terms the older comes first.
fn commute(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (a, b) = (node.a(), node.b());
    let a_const = arena.op(a) == Op::Const;
    let swapped = a_const || arena.op(b) != Op::Const && a > b;
    (node.op.is_commutative() && swapped).then(|| arena.build(node.op, node.bits(), &[b, a]))
}

/// `(ult 1 x)` is `(ugt x 1)`.
fn compare_const_right(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let op = mirrored(node.op)?;
    (arena.op(node.a()) == Op::Const).then(|| arena.binary(op, node.b(), node.a()))
}

/// `(ugt x y)` is `(ult y x)`; with a constant on the right the comparison stays.
fn greater_to_less(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let op = mirrored(node.op)?;
    let greater = matches!(node.op, Op::Ugt | Op::Uge | Op::Sgt | Op::Sge | Op::FOgt | Op::FOge | Op::FUgt | Op::FUge);
    (greater && arena.op(node.b()) != Op::Const).then(|| arena.binary(op, node.b(), node.a()))
}

/// The comparison that says the same with its operands swapped; only for those that order their operands.
fn mirrored(op: Op) -> Option<Op> {
    const MIRRORS: [(Op, Op); 8] = [
        (Op::Ult, Op::Ugt),
        (Op::Ule, Op::Uge),
        (Op::Slt, Op::Sgt),
        (Op::Sle, Op::Sge),
        (Op::FOlt, Op::FOgt),
        (Op::FOle, Op::FOge),
        (Op::FUlt, Op::FUgt),
        (Op::FUle, Op::FUge),
    ];
    partner(&MIRRORS, op)
}

/// The other operator of the pair that holds this one.
pub(super) fn partner(pairs: &[(Op, Op)], op: Op) -> Option<Op> {
    pairs.iter().find_map(|&(one, other)| match op {
        _ if op == one => Some(other),
        _ if op == other => Some(one),
        _ => None,
    })
}
