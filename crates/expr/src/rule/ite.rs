//! Choices: decided, the same on both sides, or plain logic.
//! A one-bit choice between constants is its condition; `c ? 1 : 0` in a wider width is an extension of it.
//! Invariant: the condition of a choice that is left is neither constant nor a complement.
//! Does not push operators into choices, so that table look-ups stay one tree.

use super::Rule;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

const ITE: &[Op] = &[Op::Ite];

pub(super) static RULES: &[Rule] = &[
    Rule { name: "ite-decided", ops: ITE, rewrite: ite_decided },
    Rule { name: "ite-same", ops: ITE, rewrite: ite_same },
    Rule { name: "ite-not-cond", ops: ITE, rewrite: ite_not_cond },
    Rule { name: "ite-bool", ops: ITE, rewrite: ite_bool },
    Rule { name: "ite-to-extension", ops: ITE, rewrite: ite_to_extension },
    Rule { name: "ite-nested-same", ops: ITE, rewrite: ite_nested_same },
    Rule { name: "ite-of-equal", ops: ITE, rewrite: ite_of_equal },
];

/// `true ? a : b` is `a`.
fn ite_decided(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let cond = arena.as_const(node.a())?;
    Some(if cond == 1 { node.b() } else { node.c() })
}

/// `c ? a : a` is `a`.
fn ite_same(_: &mut Arena, node: &Node) -> Option<ExprId> {
    (node.b() == node.c()).then_some(node.b())
}

/// `!c ? a : b` is `c ? b : a`.
fn ite_not_cond(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let cond = arena.complement(node.a())?;
    Some(arena.ite(cond, node.c(), node.b()))
}

/// With one bit and a constant on a side, a choice is an and or an or.
fn ite_bool(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    if node.bits() != 1 {
        return None;
    }
    let cond = node.a();
    match (arena.as_const(node.b()), arena.as_const(node.c())) {
        (Some(1), Some(_)) => Some(cond),
        (Some(_), Some(_)) => Some(arena.not(cond)),
        (Some(1), None) => Some(arena.binary(Op::Or, cond, node.c())),
        (None, Some(0)) => Some(arena.binary(Op::And, cond, node.b())),
        (Some(_), None) => {
            let other = arena.not(cond);
            Some(arena.binary(Op::And, other, node.c()))
        }
        (None, Some(_)) => {
            let other = arena.not(cond);
            Some(arena.binary(Op::Or, other, node.b()))
        }
        (None, None) => None,
    }
}

/// `c ? 1 : 0` extends `c` by zeros and `c ? -1 : 0` by its sign.
fn ite_to_extension(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (yes, no) = (arena.as_const(node.b())?, arena.as_const(node.c())?);
    let (cond, set) = match (yes, no) {
        (_, 0) => (node.a(), node.b()),
        (0, _) => (arena.not(node.a()), node.c()),
        _ => return None,
    };
    if arena.as_const(set) == Some(1) {
        return Some(arena.cast(Op::ZExt, cond, node.bits()));
    }
    arena.is_ones(set).then(|| arena.cast(Op::SExt, cond, node.bits()))
}

/// Below a choice its condition is known.
fn ite_nested_same(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let (yes, no) = (arena.node(node.b()), arena.node(node.c()));
    if yes.op == Op::Ite && yes.args[0] == node.a() {
        return Some(arena.ite(node.a(), yes.args[1], node.c()));
    }
    (no.op == Op::Ite && no.args[0] == node.a()).then(|| arena.ite(node.a(), node.b(), no.args[2]))
}

/// `a == b ? a : b` is `b`, and `a != b ? a : b` is `a`.
fn ite_of_equal(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let cond = arena.node(node.a());
    let [x, y, _] = cond.args;
    let (a, b) = (node.b(), node.c());
    let same_pair = (x, y) == (a, b) || (x, y) == (b, a);
    match cond.op {
        Op::Eq if same_pair => Some(b),
        Op::Ne if same_pair => Some(a),
        _ => None,
    }
}
