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
        // SAFETY: the session of every handle passed lives, and no pass has run since it was made: both by its lifetime. What it
        // stands for was not deleted and is of the kind that the function asks for, which callers keep (see the head of this crate).
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
    // SAFETY: LLVM returns a pointer to `length` bytes, which are copied before anything can change them.
    let slice = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) };
    String::from_utf8_lossy(slice).into_owned()
}
