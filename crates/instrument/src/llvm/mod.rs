//! A thin layer over LLVM's C API: copyable handles with checked, documented methods.
//!
//! The C API is one large unsafe surface; this folder is the only place that calls it. Handles
//! ([`Value`], [`Block`], [`Type`]) are plain pointers into a [`Session`]'s context and are used
//! only while it lives: everything that keeps them takes the session by reference.

mod block;
mod builder;
mod constant;
mod declared;
mod session;
mod shape;
mod types;
mod value;

pub(crate) use block::Block;
pub(crate) use builder::Builder;
pub(crate) use declared::Declared;
pub(crate) use session::{Session, Target};
pub(crate) use types::{Type, TypeKind};
pub(crate) use value::{SourceLoc, Value};

/// Calls one function of the C API.
macro_rules! llvm {
    ($function:path, $($argument:expr),* $(,)?) => {{
        // SAFETY: every handle passed comes from a live session (see the head of this module) and
        // has the kind that the function asks for, which the method's caller has checked.
        unsafe { $function($($argument),*) }
    }};
}
pub(crate) use llvm;

/// A string that LLVM returned as pointer and length.
pub(crate) fn text(bytes: *const std::ffi::c_char, length: usize) -> String {
    if bytes.is_null() {
        return String::new();
    }
    // SAFETY: LLVM returns a pointer to `length` bytes that live as long as the context.
    let slice = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), length) };
    String::from_utf8_lossy(slice).into_owned()
}
