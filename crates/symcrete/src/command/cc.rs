//! `symcrete cc` and `symcrete c++`: the compiler, and the exit code that says how it ended.

use crate::exit;
use std::ffi::OsString;
use symcrete_build::compiler::{Language, compile};
use symcrete_build::failure::Failure;

pub(crate) fn main(language: Language, args: &[OsString]) -> u8 {
    match compile(language, args) {
        Ok(()) => exit::FINISHED,
        Err(failure) => {
            // Of what does not compile, the compiler has said why.
            if failure != Failure::Build {
                exit::say(&failure);
            }
            exit::of(&failure)
        }
    }
}
