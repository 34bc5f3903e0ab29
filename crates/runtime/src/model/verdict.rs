//! What a program says about a run: an error was reached, or an assumption does not hold.

use crate::call::passed_to;
use crate::emit::{self, event, record, set_header};
use core::arch::global_asm;
use symcrete_trace::{Ending, EventKind, Op, word};

macro_rules! weak {
    ($name:literal, $target:literal) => {
        global_asm!(
            concat!(".weak ", $name),
            concat!(".type ", $name, ", @function"),
            concat!($name, ":"),
            concat!("mov rsi, qword ptr [rip + ", $name, "@GOTPCREL]"),
            concat!("jmp ", $target),
            concat!(".size ", $name, ", .-", $name),
        );
    };
}

weak!("reach_error", "symcrete_error");
weak!("__VERIFIER_error", "symcrete_error");
weak!("__VERIFIER_assume", "symcrete_assume");

/// An error function was called: ends the run like a failed assertion.
#[unsafe(no_mangle)]
pub(super) extern "C" fn symcrete_error() -> ! {
    set_header(word::ENDING, Ending::Error as u64);
    emit::publish();
    // SAFETY: ends the process.
    unsafe { libc::abort() }
}

/// `__VERIFIER_assume(int)`.
#[unsafe(no_mangle)]
extern "C" fn symcrete_assume(condition: i32, model: u64) {
    let holds = condition != 0;
    let id = passed_to(model, 32, condition as u32 as u64);
    let expr = if id == 0 { 0 } else { record(Op::Ne, 1, id, emit::constant(32, (0, 0)), 0, holds as u64) };
    assume(expr, holds);
}

/// The path goes on only if the condition holds; it depends on that.
pub(super) fn assume(expr: u32, holds: bool) {
    if expr != 0 {
        event(EventKind::Assumed, holds as u8, 0, expr, 0);
        emit::publish();
    }
    if !holds {
        set_header(word::ENDING, Ending::Assumption as u64);
        // SAFETY: ends the process without running the program's exit handlers.
        unsafe { libc::_exit(0) }
    }
}
