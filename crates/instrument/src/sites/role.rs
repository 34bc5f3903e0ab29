//! What a block is to the jump that leads to it, by its name (`symcrete_model::Role`). Names are there when the bitcode was made
//! with `-fno-discard-value-names`, as `symcrete cc` does; without them every block is `Unknown`.

use crate::llvm::{Block, Value};
pub(super) use symcrete_model::Role;

/// The role of a block.
pub(super) fn role(block: Block) -> Role {
    Role::of(&stem(block.as_value()))
}

/// Is this block where the condition of a loop leads?
pub(super) fn is_of_loop(block: Block) -> bool {
    let name = stem(block.as_value());
    role(block).is_of_condition() && ["while.", "for.", "do."].iter().any(|start| name.starts_with(start))
}

/// Are the blocks of a function named by clang? Those of rustc, which begin with `start`, tell nothing.
pub(super) fn has_names(function: Value) -> bool {
    function.blocks().first().is_some_and(|block| block.as_value().name().starts_with("entry"))
}

/// A value's name without its number.
pub(super) fn stem(value: Value) -> String {
    let mut name = value.name();
    let end = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    name.truncate(end);
    name
}
