//! What sanitized code calls, for a program that is linked without the sanitizers' libraries: the instrumented one.
//!
//! Weak, so that a real one wins. A check that must not go on ends the program where it stands; one that may goes on without a
//! word. The plain program, which has the libraries, says what was wrong.

use core::arch::global_asm;

macro_rules! handlers {
    ($($name:literal)*) => { $(
        global_asm!(
            concat!(".weak __ubsan_handle_", $name),
            concat!(".type __ubsan_handle_", $name, ", @function"),
            concat!("__ubsan_handle_", $name, ":"),
            ".cfi_startproc",
            "ret",
            ".cfi_endproc",
            concat!(".weak __ubsan_handle_", $name, "_abort"),
            concat!(".type __ubsan_handle_", $name, "_abort, @function"),
            concat!("__ubsan_handle_", $name, "_abort:"),
            ".cfi_startproc",
            "ud2",
            ".cfi_endproc",
        );
    )* };
}

handlers! {
    "add_overflow" "sub_overflow" "mul_overflow" "negate_overflow" "divrem_overflow" "shift_out_of_bounds" "out_of_bounds"
    "local_out_of_bounds" "type_mismatch_v1" "alignment_assumption" "vla_bound_not_positive" "float_cast_overflow"
    "load_invalid_value" "implicit_conversion" "invalid_builtin" "function_type_mismatch" "nonnull_return_v1"
    "nullability_return_v1" "nonnull_arg" "nullability_arg" "pointer_overflow" "cfi_check_fail"
}

macro_rules! others {
    ($($name:literal $body:literal)*) => { $(
        global_asm!(
            concat!(".weak ", $name),
            concat!(".type ", $name, ", @function"),
            concat!($name, ":"),
            ".cfi_startproc",
            $body,
            "ret",
            ".cfi_endproc",
        );
    )* };
}

others! {
    "__ubsan_handle_builtin_unreachable" "ud2"
    "__ubsan_handle_missing_return" "ud2"
    "__ubsan_handle_dynamic_type_cache_miss" ""
    "__ubsan_handle_dynamic_type_cache_miss_abort" ""
    "__asan_handle_no_return" ""
    "__asan_poison_cxx_array_cookie" ""
    "__asan_load_cxx_array_cookie" "mov rax, [rdi]"
    "__sanitizer_annotate_contiguous_container" ""
    "__sanitizer_print_stack_trace" ""
    "__asan_poison_memory_region" ""
    "__asan_unpoison_memory_region" ""
    "__asan_address_is_poisoned" "xor eax, eax"
    "__lsan_ignore_object" ""
    "__lsan_disable" ""
    "__lsan_enable" ""
    "__lsan_do_leak_check" ""
    "__lsan_do_recoverable_leak_check" "xor eax, eax"
}

// Types that the check of C++ objects has seen: none, so that it asks each time, and the answer above is that all is well.
global_asm!(
    ".weak __ubsan_vptr_type_cache",
    ".type __ubsan_vptr_type_cache, @object",
    ".size __ubsan_vptr_type_cache, 1024",
    ".pushsection .bss.__ubsan_vptr_type_cache, \"aw\", @nobits",
    ".balign 16",
    "__ubsan_vptr_type_cache:",
    ".zero 1024",
    ".popsection",
);
