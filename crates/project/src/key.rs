//! What a key of `symcrete.toml` may hold. Options of the command line are keys of the same name: whoever knows the options makes the list.

/// A language that targets are written in: each has commands of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C and C++; objects of any build.
    C,
    /// Crates of Rust, built by cargo.
    Rust,
    /// Classes of the JVM.
    Java,
}

impl Language {
    /// All, by the names that files use.
    pub const ALL: [(&'static str, Language); 3] =
        [("c", Language::C), ("rust", Language::Rust), ("java", Language::Java)];

    /// The keys that say what is tested: what stands on a command line without an option.
    pub(crate) fn subjects(self) -> &'static [&'static str] {
        match self {
            Language::C => &["sources", "program", "args"],
            Language::Rust => &["harness", "args"],
            Language::Java => &["classpath"],
        }
    }
}

/// What a value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// A text in quotes.
    Text,
    /// A text, or a number where no unit is needed.
    TextOrNumber,
}

impl Kind {
    /// What a value should have been, in words.
    pub(crate) fn expected(self) -> &'static str {
        match self {
            Kind::Flag => "true or false",
            Kind::Number => "a number",
            Kind::Text => "a text in quotes",
            Kind::TextOrNumber => "a text in quotes, or a number",
        }
    }
}

/// An option that can be set in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name in the file.
    pub name: String,
    /// How a command line spells it: `--stdin`, or `-I`.
    pub option: String,
    /// What each value may be.
    pub kind: Kind,
    /// May it be given more than once?
    pub is_list: bool,
}

impl Key {
    /// The words of a command line that set it to a value.
    pub fn word(&self, value: &str) -> String {
        match (self.kind, self.option.starts_with("--")) {
            (Kind::Flag, _) => self.option.clone(),
            (_, true) => format!("{}={value}", self.option),
            (_, false) => format!("{}{value}", self.option),
        }
    }
}
