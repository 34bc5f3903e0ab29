//! The table, one file per subject. A new function is a row in one of them.

mod cxx;
mod input;
mod memory;
mod number;
mod output;
mod outside;
mod process;
mod system;
mod testing;
mod text;

use crate::{Fact, Function};

pub(crate) use testing::FAMILIES;

/// The rows of every file.
pub(crate) const FUNCTIONS: &[&[Function]] = &[
    memory::FUNCTIONS,
    text::FUNCTIONS,
    number::FUNCTIONS,
    input::FUNCTIONS,
    output::FUNCTIONS,
    process::FUNCTIONS,
    system::FUNCTIONS,
    outside::FUNCTIONS,
    cxx::FUNCTIONS,
    testing::FUNCTIONS,
];

const fn row(name: &'static str, facts: &'static [Fact]) -> Function {
    Function { name, facts }
}
