//! What a block is to the jump that leads to it, as clang names it.
//!
//! clang-14 to 22 name blocks by the statement they belong to (`if.then`, `land.lhs.true`, `sw.bb`) and number
//! repetitions (`if.then12`). No label of the source can be mistaken for one: they hold no dot. Names are there when the
//! bitcode was made with `-fno-discard-value-names`, as `symcrete cc` does; without them every block is `Unknown`.

use crate::llvm::{Block, Value};

/// What a block is to the jump that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Where a whole condition leads when it is true.
    True,
    /// Where a whole condition leads when it is false.
    False,
    /// The right operand of `&&` inside a condition.
    And,
    /// The right operand of `||` inside a condition.
    Or,
    /// Test of a large `case 1 ... 1000`.
    Range,
    /// Part of a `switch`.
    Switch,
    /// Something that no condition of the source leads to: clean-up, `va_arg`, an atomic loop.
    Unknown,
}

impl Role {
    /// Does a condition of the source lead here?
    pub(super) fn is_of_condition(self) -> bool {
        matches!(self, Role::True | Role::False | Role::And | Role::Or)
    }
}

/// The role of a block.
pub(super) fn role(block: Block) -> Role {
    match stem(block.as_value()).as_str() {
        "if.then" | "cond.true" | "while.body" | "for.body" | "do.body" | "land.rhs" | "lor.end" => Role::True,
        "if.else" | "if.end" | "cond.false" | "while.end" | "while.exit" | "for.end" | "for.cond.cleanup"
        | "do.end" | "lor.rhs" | "land.end" => Role::False,
        "land.lhs.true" => Role::And,
        "lor.lhs.false" => Role::Or,
        "sw.caserange" => Role::Range,
        "sw.bb" | "sw.default" | "sw.epilog" => Role::Switch,
        _ => Role::Unknown,
    }
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
