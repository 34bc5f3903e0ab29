//! Vectors of fixed length: their types, constants and what moves their lanes about.

use super::{Builder, IntPredicate, Session, Type, Value, llvm};
use llvm_sys::core;
use llvm_sys::prelude::LLVMValueRef;

impl<'s> Type<'s> {
    /// A vector of `n` of it.
    pub fn vector(self, n: u32) -> Type<'s> {
        Type::from_raw(llvm!(core::LLVMVectorType, self.raw(), n))
    }

    /// The constant of this vector type whose lanes, integers of up to 64 bits, all hold the low bits of a number.
    pub fn lanes(self, each: u64) -> Value<'s> {
        let lane = self.element(0);
        let lane = lane.constant(each & u64::MAX >> (64 - lane.int_width())).raw();
        let n = self.n_elements().unwrap_or(0) as usize;
        let mut lanes = vec![lane; n];
        Value::from_raw(llvm!(core::LLVMConstVector, lanes.as_mut_ptr(), n as u32))
    }
}

impl<'s> Builder<'s> {
    /// A comparison of integers, lane by lane for vectors.
    pub fn compare(&self, predicate: IntPredicate, a: Value, b: Value) -> Value<'s> {
        Value::from_raw(llvm!(core::LLVMBuildICmp, self.raw(), predicate, a.raw(), b.raw(), c"".as_ptr()))
    }

    /// The lanes of `a` and `b`, counted through both, that are named.
    pub fn shuffle(&self, session: &Session, (a, b): (Value, Value), lanes: &[u32]) -> Value<'s> {
        let number = Type::int(session, 32);
        let mut mask: Vec<LLVMValueRef> = lanes.iter().map(|&lane| number.constant(lane.into()).raw()).collect();
        let mask = llvm!(core::LLVMConstVector, mask.as_mut_ptr(), mask.len() as u32);
        Value::from_raw(llvm!(core::LLVMBuildShuffleVector, self.raw(), a.raw(), b.raw(), mask, c"".as_ptr()))
    }
}
