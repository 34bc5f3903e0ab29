//! KLEE's interface: symbolic objects, assumptions, errors, and what only steers KLEE and does nothing here.
//!
//! Weak, like the other interfaces: a program that defines its own keeps them.

use super::ask::next;
use super::verdict::{assume, symcrete_error};
use crate::call::{passed_to, return_from_model};
use crate::emit::{self, record};
use core::arch::global_asm;
use libc::{c_char, c_int};
use symcrete_trace::{CType, Op};

unsafe extern "C" {
    fn dprintf(fd: c_int, format: *const c_char, ...) -> c_int;
}

/// A weak function NAME that jumps to a function of ours; `model` is the register that gets its own address.
macro_rules! weak {
    ($($name:literal $target:literal $model:literal,)*) => { $(
        global_asm!(
            concat!(".weak ", $name),
            concat!(".type ", $name, ", @function"),
            concat!($name, ":"),
            concat!("mov ", $model, ", qword ptr [rip + ", $name, "@GOTPCREL]"),
            concat!("jmp ", $target),
            concat!(".size ", $name, ", .-", $name),
        );
    )* };
}

weak! {
    "klee_make_symbolic" "symcrete_object" "rcx",
    "klee_int" "symcrete_klee_int" "rsi",
    "klee_range" "symcrete_klee_range" "rcx",
    "klee_choose" "symcrete_klee_choose" "rsi",
    "klee_assume" "symcrete_klee_assume" "rsi",
    "klee_is_symbolic" "symcrete_klee_is_symbolic" "rsi",
    "klee_report_error" "symcrete_klee_error" "r8",
    "klee_abort" "symcrete_error" "rsi",
    "klee_silent_exit" "symcrete_klee_exit" "rsi",
    "klee_warning" "symcrete_klee_warning" "rsi",
    "klee_warning_once" "symcrete_klee_warning" "rsi",
    "klee_get_valuel" "symcrete_klee_value" "rsi",
    "klee_get_valuell" "symcrete_klee_value" "rsi",
    "klee_get_value_i32" "symcrete_klee_value" "rsi",
    "klee_get_value_i64" "symcrete_klee_value" "rsi",
    "klee_get_valuef" "symcrete_klee_same" "rsi",
    "klee_get_valued" "symcrete_klee_same" "rsi",
    "klee_is_replay" "symcrete_klee_nothing" "rsi",
    "klee_get_obj_size" "symcrete_klee_nothing" "rsi",
    "klee_prefer_cex" "symcrete_klee_nothing" "rdx",
    "klee_posix_prefer_cex" "symcrete_klee_nothing" "rdx",
    "klee_mark_global" "symcrete_klee_nothing" "rsi",
    "klee_print_expr" "symcrete_klee_nothing" "rax",
    "klee_print_range" "symcrete_klee_nothing" "rdx",
    "klee_set_forking" "symcrete_klee_nothing" "rsi",
    "klee_open_merge" "symcrete_klee_nothing" "rsi",
    "klee_close_merge" "symcrete_klee_nothing" "rsi",
    "klee_stack_trace" "symcrete_klee_nothing" "rsi",
    "klee_check_memory_access" "symcrete_klee_nothing" "rdx",
    "klee_define_fixed_object" "symcrete_klee_nothing" "rdx",
}

// A float argument is in the register of the result already.
global_asm!("symcrete_klee_same:", "ret");

/// # Safety
/// The name is a C string or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_klee_int(name: *const c_char, model: u64) -> i32 {
    let (value, id) = next(CType::Int, name);
    return_from_model(model, id);
    value as i32
}

/// # Safety
/// The name is a C string or null.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_klee_range(begin: i32, end: i32, name: *const c_char, model: u64) -> i32 {
    let (value, id) = next(CType::Int, name);
    let value = value as i32;
    if id == 0 {
        assume(0, begin <= value && value < end);
    } else {
        let [begin_id, end_id] = [begin, end].map(|bound| emit::constant(32, (bound as u32 as u64, 0)));
        assume(record(Op::Sle, 1, begin_id, id, 0, (begin <= value) as u64), begin <= value);
        assume(record(Op::Slt, 1, id, end_id, 0, (value < end) as u64), value < end);
    }
    return_from_model(model, id);
    value
}

#[unsafe(no_mangle)]
extern "C" fn symcrete_klee_choose(n: u64, model: u64) -> u64 {
    let (value, id) = next(CType::ULong, c"choice".as_ptr());
    let condition = if id == 0 { 0 } else { record(Op::Ult, 1, id, emit::constant(64, (n, 0)), 0, (value < n) as u64) };
    assume(condition, value < n);
    return_from_model(model, id);
    value
}

#[unsafe(no_mangle)]
extern "C" fn symcrete_klee_assume(condition: u64, model: u64) {
    let id = passed_to(model, 64, condition);
    let holds = condition != 0;
    let expr = if id == 0 { 0 } else { record(Op::Ne, 1, id, emit::constant(64, (0, 0)), 0, holds as u64) };
    assume(expr, holds);
}

#[unsafe(no_mangle)]
extern "C" fn symcrete_klee_is_symbolic(value: u64, model: u64) -> u32 {
    (passed_to(model, 64, value) != 0) as u32
}

/// # Safety
/// The texts are C strings.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_klee_error(file: *const c_char, line: i32, message: *const c_char) -> ! {
    // SAFETY: the texts are the program's.
    unsafe { dprintf(2, c"%s:%d: %s\n".as_ptr(), file, line, message) };
    symcrete_error()
}

#[unsafe(no_mangle)]
extern "C" fn symcrete_klee_exit(status: i32) -> ! {
    // SAFETY: ends the process without running the program's exit handlers.
    unsafe { libc::_exit(status) }
}

/// # Safety
/// The text is a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_klee_warning(message: *const c_char) {
    // SAFETY: the text is the program's.
    unsafe { dprintf(2, c"warning: %s\n".as_ptr(), message) };
}

/// The argument is the result, without its expression.
#[unsafe(no_mangle)]
extern "C" fn symcrete_klee_value(value: u64, model: u64) -> u64 {
    return_from_model(model, 0);
    value
}

/// Does nothing; the result is 0.
#[unsafe(no_mangle)]
extern "C" fn symcrete_klee_nothing() -> u64 {
    return_from_model(0, 0);
    0
}
