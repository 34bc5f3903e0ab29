//! Integer extensions and truncation, reduced to one of each: a truncation is a slice, extensions never nest.
//! Invariant: after these rules no `Trunc` is left and the operand of an extension is not itself extended by zeros.
//! Does not move extensions through arithmetic, which may need the wider result.

use super::Rule;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

pub(super) static RULES: &[Rule] = &[
    Rule { name: "trunc-to-extract", ops: &[Op::Trunc], rewrite: trunc_to_extract },
    Rule { name: "zext-of-zext", ops: &[Op::ZExt], rewrite: ext_of_same },
    Rule { name: "sext-of-sext", ops: &[Op::SExt], rewrite: ext_of_same },
    Rule { name: "sext-of-zext", ops: &[Op::SExt], rewrite: sext_of_zext },
    Rule { name: "slice-of-ite-const", ops: &[Op::ZExt, Op::SExt, Op::Extract(0)], rewrite: slice_of_ite_const },
];

/// The low bits are a slice.
fn trunc_to_extract(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    Some(arena.extract(node.a(), 0, node.bits()))
}

/// Extending twice is extending once.
fn ext_of_same(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(node.op, node.a())?;
    Some(arena.cast(node.op, x, node.bits()))
}

/// The sign bit of a zero-extended term is zero.
fn sext_of_zext(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let x = arena.under(Op::ZExt, node.a())?;
    Some(arena.cast(Op::ZExt, x, node.bits()))
}

/// `zext(c ? 1 : 2)` is `c ? 1 : 2` in the wider width.
fn slice_of_ite_const(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let inner = arena.node(node.a());
    if inner.op != Op::Ite {
        return None;
    }
    let [cond, yes, no] = inner.args;
    let yes = arena.fold(node.op, node.bits(), &[yes])?;
    let no = arena.fold(node.op, node.bits(), &[no])?;
    let (yes, no) = (arena.constant(node.bits(), yes), arena.constant(node.bits(), no));
    Some(arena.ite(cond, yes, no))
}
