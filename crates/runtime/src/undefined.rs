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
    "nullability_return_v1" "nonnull_arg" "nullability_arg" "pointer_overflow" "cfi_check_fail" "dynamic_type_cache_miss"
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
    "__asan_poison_memory_region" ""
    "__asan_unpoison_memory_region" ""
    "__asan_address_is_poisoned" "xor eax, eax"
    "__lsan_ignore_object" ""
    "__lsan_disable" ""
    "__lsan_enable" ""
    "__lsan_do_leak_check" ""
}
