//! `symcrete cc` and `symcrete c++`: the compiler, and the exit code that says how it ended.

use crate::exit;
use std::ffi::OsString;
use symcrete_build::compiler::{Language, compile};

pub(crate) fn main(language: Language, args: &[OsString]) -> u8 {
    compile(language, args).map_or_else(|failure| exit::failed(&failure), |()| exit::FINISHED)
}
