//! What a block is to the jump that leads to it, as clang names it.
//!
//! clang-14 to 22 name blocks by the statement they belong to (`if.then`, `land.lhs.true`, `sw.bb`) and number
//! repetitions (`if.then12`). No label of the source can be mistaken for one: they hold no dot.

/// What a block is to the jump that leads to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
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
    /// The role of a block by its name, without the number of repetitions.
    pub fn of(name: &str) -> Role {
        match name {
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

    /// Does a condition of the source lead here?
    pub fn is_of_condition(self) -> bool {
        matches!(self, Role::True | Role::False | Role::And | Role::Or)
    }
}
