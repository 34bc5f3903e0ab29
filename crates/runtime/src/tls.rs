//! The thread-local block through which shadows cross calls.
//!
//! Defined in assembly because thread-local statics need an unstable feature without `std`.
//! Its first two words and the fifth are read by instrumented code, the two between written; the layout is `symcrete_abi::tls`.

use core::arch::{asm, global_asm};
use symcrete_abi::tls::{ARGUMENTS, LOCATION, MAX_EXTRA, MAX_PARTS, MODULE, RESULT, SIZE, WATCHES};

global_asm!(
    ".section .tbss,\"awT\",@nobits",
    ".globl __symcrete_tls",
    ".type __symcrete_tls, @object",
    ".size __symcrete_tls, {size}",
    ".p2align 4",
    "__symcrete_tls:",
    ".zero {size}",
    ".text",
    size = const SIZE,
);

/// A by-value argument on its way to a callee: where the caller has it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct ByValue {
    pub(crate) address: u64,
    pub(crate) bytes: u64,
}

/// The block of one thread.
#[repr(C)]
pub(crate) struct Block {
    /// Non-zero: `callee` got symbolic arguments. Read by instrumented code.
    pub(crate) arguments: u64,
    /// Non-zero: `returned` returned something symbolic. Read by instrumented code.
    pub(crate) result: u64,
    /// Descriptor of the module that called a model last. Written by instrumented code.
    pub(crate) module: u64,
    /// The call's location in it. Written by instrumented code.
    pub(crate) location: u64,
    /// Non-zero: this run watches memory that was never set. Read by instrumented code.
    pub(crate) watches: u64,
    /// 1 on the thread that the trace belongs to.
    pub(crate) main: u64,
    /// Non-zero: the arguments in `args` are symbolic and nobody has consumed them yet.
    pub(crate) passed: u64,
    /// Whom the arguments are for; an uninstrumented function never consumes them.
    pub(crate) callee: u64,
    /// Who returned the result: address, and token within its module.
    pub(crate) returned: u64,
    pub(crate) returned_local: u64,
    pub(crate) n_args: u32,
    pub(crate) n_fixed: u32,
    pub(crate) n_by_value: u32,
    /// The module of the call that passed the arguments, and the call's location in it.
    pub(crate) from_module: u32,
    pub(crate) from_location: u32,
    pub(crate) args: [u32; MAX_PARTS],
    pub(crate) classes: [u8; MAX_PARTS],
    pub(crate) results: [u32; MAX_PARTS],
    pub(crate) by_value: [ByValue; MAX_EXTRA],
    /// Variadic arguments kept from entry to `va_start`.
    pub(crate) variadic: [u32; MAX_PARTS],
    pub(crate) variadic_classes: [u8; MAX_PARTS],
    pub(crate) n_variadic: u32,
    /// Structures by value among them.
    pub(crate) copied: [ByValue; MAX_EXTRA],
    pub(crate) n_copied: u32,
}

const _: () = assert!(size_of::<Block>() <= SIZE);
const _: () = assert!(core::mem::offset_of!(Block, arguments) == ARGUMENTS as usize);
const _: () = assert!(core::mem::offset_of!(Block, result) == RESULT as usize);
const _: () = assert!(core::mem::offset_of!(Block, module) == MODULE as usize);
const _: () = assert!(core::mem::offset_of!(Block, location) == LOCATION as usize);
const _: () = assert!(core::mem::offset_of!(Block, watches) == WATCHES as usize);

/// This thread's block.
#[inline(always)]
pub(crate) fn block() -> *mut Block {
    let at: *mut Block;
    // SAFETY: reads the thread pointer and the linker-filled offset of `__symcrete_tls`; writes nothing.
    unsafe {
        asm!("mov {at}, qword ptr fs:[0]",
             "add {at}, qword ptr [rip + __symcrete_tls@GOTTPOFF]",
             at = out(reg) at, options(nostack, pure, readonly));
    }
    at
}

/// Is this the thread that the trace belongs to?
#[inline(always)]
pub(crate) fn is_main() -> bool {
    let main: u64;
    // SAFETY: as in `block`; reads the field of this thread's block.
    unsafe {
        asm!("mov {main}, qword ptr [rip + __symcrete_tls@GOTTPOFF]",
             "mov {main}, qword ptr fs:[{main} + {at}]",
             main = out(reg) main, at = const core::mem::offset_of!(Block, main), options(nostack, pure, readonly));
    }
    main != 0
}
