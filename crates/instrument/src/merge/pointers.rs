//! Makes a choice between pointers a branch again.
//!
//! What `std::min` returns is the address of one of two variables. As a value that would be an address which depends on the input, and what is read there,
//! now of one object, now of another, would be dropped; as a branch, each path has an address. So pointers are not merged (`region.rs`), and what
//! optimisation made of a branch is undone:
//!
//! ```text
//! B: mark(K, %c);  A;  %p = select %c, %a, %b;  R      B: mark(K, %c);  A;  br %c, T, J
//!                                                 →    T: br J
//!                                                      J: %p = phi [%a, T], [%b, B];  R
//! ```

use super::Merged;
use crate::llvm::{Builder, Opcode, Session, Value};

/// Splits blocks at choices between pointers whose conditions may be symbolic.
pub(super) fn split<'s>(session: &'s Session, function: Value<'s>, merged: &mut Merged<'s>) {
    let instructions: Vec<Value> = function.blocks().into_iter().flat_map(|block| block.instructions()).collect();
    for select in instructions {
        if is_choice(select, merged) {
            split_at(session, select, merged);
        }
    }
}

fn is_choice(select: Value, merged: &Merged) -> bool {
    select.opcode() == Some(Opcode::LLVMSelect) && select.ty().is_pointer() && {
        let condition = select.operand(0);
        condition.ty().is_int() && !condition.is_constant() && !merged.concrete.contains(&condition)
    }
}

fn split_at<'s>(session: &'s Session, select: Value<'s>, merged: &mut Merged<'s>) {
    let [condition, yes, no] = [0, 1, 2].map(|k| select.operand(k));
    let rest = select.block();
    let head = rest.split_head(session, select);
    let taken = rest.insert_before(session);
    let builder = Builder::new(session);
    builder.at_end(taken);
    builder.location_of(select);
    builder.branch(rest);
    merged.delete(head.terminator().expect("a complete block"));
    builder.at_end(head);
    builder.conditional(condition, taken, rest);
    builder.before(select);
    let chosen = builder.phi(select.ty());
    chosen.add_incoming(&[(yes, taken), (no, head)]);
    select.replace_uses(chosen);
    merged.delete(select);
}
