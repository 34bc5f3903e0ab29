//! What prints, out of the program or into memory.

use super::row;
use crate::Fact::{Body, Closed, Format, MayFail, Output, Uses, UsesStream};
use crate::Function;

/// The functions, one row each.
pub(super) const FUNCTIONS: &[Function] = &[
    row("sprintf", &[Body("print.c"), Format(1)]),
    row("snprintf", &[Body("print.c"), Uses(0, 1), Format(2)]),
    row("vsprintf", &[Body("print.c"), Format(1)]),
    row("vsnprintf", &[Body("print.c"), Format(2)]),
    row("asprintf", &[Body("print.c"), Format(1)]),
    row("vasprintf", &[Body("print.c")]),
    row("__sprintf_chk", &[Body("print.c"), Format(3)]),
    row("__snprintf_chk", &[Body("print.c"), Format(4)]),
    row("__vsprintf_chk", &[Body("print.c")]),
    row("__vsnprintf_chk", &[Body("print.c")]),
    row("__asprintf_chk", &[Body("print.c")]),
    row("__vasprintf_chk", &[Body("print.c")]),
    row("printf", &[Format(0), Output, UsesStream, Closed, MayFail]),
    row("fprintf", &[Format(1), Output, UsesStream, Closed, MayFail]),
    row("vprintf", &[Format(0), Output]),
    row("vfprintf", &[Format(1), Output]),
    row("dprintf", &[Format(1), Output]),
    row("putchar", &[Output, UsesStream, Closed, MayFail]),
    row("putc", &[Output, UsesStream, Closed, MayFail]),
    row("fputc", &[Output, UsesStream, Closed, MayFail]),
    row("putchar_unlocked", &[Output]),
    row("putc_unlocked", &[Output]),
    row("puts", &[Output, UsesStream, Closed, MayFail]),
    row("fputs", &[Output, UsesStream, Closed, MayFail]),
    row("fwrite", &[Output]),
    row("write", &[Output]),
    row("perror", &[Output, UsesStream]),
    row("__printf_chk", &[Format(1), Output]),
    row("__fprintf_chk", &[Format(2), Output]),
    row("__vprintf_chk", &[Output]),
    row("__vfprintf_chk", &[Output]),
    row("syslog", &[Format(1)]),
    row("fflush", &[UsesStream, Closed, MayFail]),
];
