//! What prints, out of the program or into memory.

use super::row;
use crate::Fact::{Body, Closed, Fills, Format, MayFail, Model, Output, TellsLength, Uses, UsesStream};
use crate::Followed::Nothing;
use crate::Function;

/// The functions, one row each.
pub(super) const FUNCTIONS: &[Function] = &[
    row("sprintf", &[Body("print.c"), Format(1)]),
    row("snprintf", &[Body("print.c"), Uses(0, 1), Format(2)]),
    row("vsprintf", &[Body("print.c"), Format(1)]),
    row("vsnprintf", &[Body("print.c"), Format(2), Fills(0, 1)]),
    row("asprintf", &[Body("print.c"), Format(1)]),
    row("vasprintf", &[Body("print.c")]),
    row("__sprintf_chk", &[Body("print.c"), Format(3)]),
    row("__snprintf_chk", &[Body("print.c"), Format(4), Fills(0, 1)]),
    row("__vsprintf_chk", &[Body("print.c")]),
    row("__vsnprintf_chk", &[Body("print.c"), Fills(0, 1)]),
    row("__asprintf_chk", &[Body("print.c")]),
    row("__vasprintf_chk", &[Body("print.c")]),
    row("printf", &[Format(0), Output, TellsLength, UsesStream, Closed, MayFail]),
    row("fprintf", &[Format(1), Output, TellsLength, UsesStream, Closed, MayFail]),
    row("vprintf", &[Format(0), Output, TellsLength]),
    row("vfprintf", &[Format(1), Output, TellsLength]),
    row("dprintf", &[Format(1), Output, TellsLength]),
    row("putchar", &[Output, UsesStream, Closed, MayFail]),
    row("putc", &[Output, UsesStream, Closed, MayFail]),
    row("fputc", &[Output, UsesStream, Closed, MayFail]),
    row("putchar_unlocked", &[Output, UsesStream]),
    row("putc_unlocked", &[Output, UsesStream]),
    row("puts", &[Output, TellsLength, UsesStream, Closed, MayFail]),
    row("fputs", &[Output, UsesStream, Closed, MayFail]),
    row("fwrite", &[Output, UsesStream]),
    row("write", &[Output]),
    row("perror", &[Output, UsesStream]),
    row("__printf_chk", &[Format(1), Output, TellsLength]),
    row("__fprintf_chk", &[Format(2), Output, TellsLength]),
    row("__vprintf_chk", &[Output, TellsLength]),
    row("__vfprintf_chk", &[Output, TellsLength]),
    row("syslog", &[Format(1)]),
    row("fflush", &[Model(Nothing), UsesStream, Closed, MayFail]),
    row("fputc_unlocked", &[UsesStream]),
    row("fputs_unlocked", &[UsesStream]),
    row("fwrite_unlocked", &[UsesStream]),
    row("fflush_unlocked", &[UsesStream]),
    row("putw", &[]),
    row("writev", &[]),
    row("pwrite", &[]),
    row("pwrite64", &[]),
    row("fsync", &[]),
    row("fdatasync", &[]),
];
