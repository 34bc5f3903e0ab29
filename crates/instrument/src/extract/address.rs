//! `getelementptr` in bytes: a constant offset and scaled indices.

use super::types::element_offset;
use crate::llvm::{Session, Type, Value};

/// What a `getelementptr` adds to its base, in wrapping 64-bit arithmetic.
pub(crate) struct Steps<'s> {
    /// Constant bytes.
    pub(crate) offset: i64,
    /// Non-constant indices, to be sign-extended, and the bytes of one step.
    pub(crate) indices: Vec<(Value<'s>, u64)>,
}

/// The steps of a `getelementptr`, instruction or constant expression, that is not one over vectors.
pub(crate) fn steps<'s>(session: &'s Session, gep: Value<'s>) -> Steps<'s> {
    let mut steps = Steps { offset: 0, indices: Vec::new() };
    let mut ty = gep.gep_source();
    for k in 1..gep.n_operands() {
        let index = gep.operand(k);
        if k == 1 {
            steps.add(index, ty.alloc_size(session));
        } else if ty.is_struct() {
            let field = index.const_int().unwrap_or(0) as u32;
            steps.offset = steps.offset.wrapping_add(ty.offset(session, field) as i64);
            ty = ty.element(field);
        } else {
            ty = ty.element(0);
            steps.add(index, ty.alloc_size(session));
        }
    }
    steps
}

impl<'s> Steps<'s> {
    fn add(&mut self, index: Value<'s>, scale: u64) {
        match signed(index) {
            Some(index) => self.offset = self.offset.wrapping_add(index.wrapping_mul(scale as i64)),
            None if scale == 0 => {}
            None => self.indices.push((index, scale)),
        }
    }
}

/// Byte offset of a member of an aggregate value; `None` when a lane on the way is no whole bytes.
pub(super) fn member_offset(session: &Session, aggregate: Type, indices: &[u32]) -> Option<u64> {
    let mut ty = aggregate;
    let mut offset = 0;
    for &k in indices {
        offset += element_offset(session, ty, k)?;
        ty = ty.element(k);
    }
    Some(offset)
}

/// A constant index, sign-extended.
fn signed(index: Value) -> Option<i64> {
    let bits = index.const_int()?;
    let unused = 64 - index.ty().int_width();
    Some((bits << unused) as i64 >> unused)
}
