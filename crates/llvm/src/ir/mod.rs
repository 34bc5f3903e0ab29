//! LLVM's intermediate representation: handles that lead to each other, and so are one module.

mod block;
mod builder;
mod constant;
mod declared;
mod session;
mod shape;
mod types;
mod value;
mod vector;

// LLVM's own names for what instructions, predicates and linkages are.
pub use llvm_sys::LLVMAtomicRMWBinOp as AtomicOperation;
pub use llvm_sys::LLVMAttributeFunctionIndex as FUNCTION_ATTRIBUTES;
pub use llvm_sys::LLVMIntPredicate as IntPredicate;
pub use llvm_sys::LLVMLinkage as Linkage;
pub use llvm_sys::LLVMOpcode as Opcode;
pub use llvm_sys::LLVMRealPredicate as RealPredicate;

pub use block::Block;
pub use builder::{Builder, opposite};
pub use declared::Declared;
pub use session::{Session, Target};
pub use types::{Type, TypeKind};
pub use value::{SourceLoc, Value};

/// Calls one function of the C API.
macro_rules! llvm {
    ($function:path, $($argument:expr),* $(,)?) => {{
        // SAFETY: every handle passed comes from a live session (see the head of this crate) and
        // has the kind that the function asks for, which the method's caller has checked.
        unsafe { $function($($argument),*) }
    }};
}
use llvm;

/// The name of an intrinsic by its number.
pub fn intrinsic_name(id: u32) -> String {
    let mut length = 0;
    let name = llvm!(llvm_sys::core::LLVMIntrinsicGetName, id, &mut length);
    text(name, length)
}

/// A string that LLVM returned as pointer and length.
fn text(bytes: *const std::ffi::c_char, length: usize) -> String {
    if bytes.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returns a pointer to `length` bytes that live as long as the context.
    let slice = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) };
    String::from_utf8_lossy(slice).into_owned()
}
