//! Where a merged value would end up: one that decides an address must not be merged.
//!
//! `if (s[i] == '-') i++;` merged would make `i` symbolic, and every later `s[i]` a read at a symbolic address: dearer than the split.
//! Looks through arithmetic and phis inside the function; what goes to memory or to another function is not known and merged.

use crate::llvm::Value;
use llvm_sys::LLVMOpcode;
use std::collections::HashSet;

/// Values looked at before it is given up, as if it were an index.
const MOST: usize = 256;

/// Does a value decide an address of this function?
pub(super) fn is_index(value: Value) -> bool {
    use LLVMOpcode::*;
    let (mut open, mut seen) = (vec![value], HashSet::from([value]));
    while let Some(value) = open.pop() {
        for user in value.users().into_iter().filter(|user| user.is_instruction()) {
            let flows = match user.opcode() {
                Some(LLVMGetElementPtr | LLVMIntToPtr | LLVMAlloca) => return true,
                Some(LLVMAdd | LLVMSub | LLVMMul | LLVMShl | LLVMPHI | LLVMZExt | LLVMSExt | LLVMTrunc) => true,
                Some(LLVMSelect) => user.operand(0) != value,
                _ => false,
            };
            if flows && seen.insert(user) {
                open.push(user);
            }
        }
        if seen.len() > MOST {
            return true;
        }
    }
    false
}
