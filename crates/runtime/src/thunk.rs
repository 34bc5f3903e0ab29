//! Entry points with LLVM's `preserve_most` convention, in front of ordinary functions.
//!
//! Instrumented code must not lose registers to a call it almost never makes, so the callee
//! saves all general-purpose ones (but r11 and the result in rax). Vector registers are the caller's business under this convention.

use core::arch::global_asm;

macro_rules! preserving {
    ($name:literal, $target:literal $(, $first:literal)*) => {
        global_asm!(
            concat!(".globl ", $name),
            concat!(".type ", $name, ", @function"),
            concat!($name, ":"),
            "push rcx",
            "push rdx",
            "push rsi",
            "push rdi",
            "push r8",
            "push r9",
            "push r10",
            $($first,)*
            concat!("call ", $target),
            "pop r10",
            "pop r9",
            "pop r8",
            "pop rdi",
            "pop rsi",
            "pop rdx",
            "pop rcx",
            "ret",
            concat!(".size ", $name, ", .-", $name),
        );
    };
}

// The description comes as a distance from what r11 points at, the first of its module.
preserving!("__symcrete_segment", "symcrete_replay_segment", "add rsi, r11", "mov r8, r11");
preserving!("__symcrete_tainted", "symcrete_range_tainted");
preserving!("__symcrete_tainted_text", "symcrete_text_tainted");
