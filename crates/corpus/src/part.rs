//! The kinds of input that a test may have.

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Bytes of standard input.
    Stdin,
    /// Arguments that varied.
    Arguments,
    /// Variables of the environment.
    Variables,
    /// Files in the program's directory.
    Files,
    /// Numbers that the program asked for.
    Values,
    /// Objects that the program asked for: libFuzzer's buffer, memory of KLEE's programs.
    Objects,
}

impl Part {
    /// What people call it.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Part::Stdin => "standard input",
            Part::Arguments => "arguments",
            Part::Variables => "variables",
            Part::Files => "files",
            Part::Values => "values",
            Part::Objects => "objects",
        }
    }
}
