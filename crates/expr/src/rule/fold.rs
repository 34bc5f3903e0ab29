//! Constant folding: an operator of constants is a constant.
//! First in the table, so that no other rule has to think about it.
//! Invariant: the value is the one [`apply`](crate::apply) gives. Does not look below the operands.

use super::Rule;
use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

pub(super) static RULES: &[Rule] = &[Rule { name: "fold-constants", ops: Op::ALL, rewrite: fold_constants }];

fn fold_constants(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let args = &node.args[..node.op.arity()];
    let value = arena.fold(node.op, node.bits(), args)?;
    Some(arena.constant(node.bits(), value))
}
