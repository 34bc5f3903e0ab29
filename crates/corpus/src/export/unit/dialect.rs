//! The function under test, as the language of its tests sees it.
//!
//! A test for GoogleTest or Catch2 is C++, as is every test of a unit in C++. One that calls C has its declarations in `extern "C"`, makes
//! objects without C's compound literals, and what is a word of C++ can be no name. Everything else is written the same way in both.

use crate::signature::{Shape, Signature};
use std::ops::Deref;

/// The language of a file of tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialect {
    C,
    Cpp,
}

/// Words of C++ that are names in C.
const WORDS: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "bitand",
    "bitor",
    "bool",
    "catch",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "decltype",
    "delete",
    "dynamic_cast",
    "explicit",
    "export",
    "false",
    "friend",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "requires",
    "static_assert",
    "static_cast",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typeid",
    "typename",
    "using",
    "virtual",
    "xor",
    "xor_eq",
];

/// A function that tests call in a dialect.
#[derive(Clone, Copy, Debug)]
pub(super) struct Callee<'a> {
    signature: &'a Signature,
    pub(super) dialect: Dialect,
}

impl Deref for Callee<'_> {
    type Target = Signature;

    fn deref(&self) -> &Signature {
        self.signature
    }
}

impl<'a> Callee<'a> {
    pub(super) fn new(signature: &'a Signature, dialect: Dialect) -> Callee<'a> {
        Callee { signature, dialect }
    }

    pub(super) fn is_cpp(self) -> bool {
        self.dialect == Dialect::Cpp
    }

    /// The signature for as long as it lives.
    pub(super) fn signature(self) -> &'a Signature {
        self.signature
    }

    /// Has the test to include the unit, because that cannot be declared? A test in C++ links a unit in C, whose `main` the command gives
    /// another name.
    pub(super) fn is_included(self) -> bool {
        let is_linked = self.is_cpp() && !self.is_cxx;
        self.is_static || self.is_undeclarable || self.has_main && !is_linked
    }

    /// A type by its tag, as the unit's language writes it.
    pub(super) fn tagged(self, keyword: &str, tag: &str) -> String {
        // Numbers among the arguments of a template are written as people write them.
        let plain = || tag.replace("UL,", ",").replace("UL>", ">");
        if self.is_cxx { plain() } else { format!("{keyword} {tag}") }
    }

    /// A value that is made a type's own.
    pub(super) fn cast(self, ty: &str, value: &str) -> String {
        if self.is_cxx { format!("static_cast<{ty}>({value})") } else { format!("({ty}){value}") }
    }

    /// The null pointer.
    pub(super) fn null(self) -> &'static str {
        if self.is_cpp() { "nullptr" } else { "NULL" }
    }

    /// The name of a variable of the test: that of the parameter, unless it is a word of the language.
    pub(super) fn variable(self, name: &str) -> String {
        if self.is_word(name) { format!("{name}_") } else { name.into() }
    }

    /// What a test calls what it was given back.
    pub(super) fn result_name(self) -> &'static str {
        let is_taken = |name: &str| self.parameters.iter().chain(&self.globals).any(|one| one.name == name);
        ["result", "returned", "given_back"].into_iter().find(|name| !is_taken(name)).unwrap_or("result_of_call")
    }

    fn is_word(self, name: &str) -> bool {
        self.is_cpp() && !self.is_cxx && WORDS.contains(&name)
    }

    /// A name that the unit gave and that cannot be written.
    pub(super) fn unspeakable(self) -> Option<&'a str> {
        let signature = self.signature;
        let names = signature.globals.iter().map(|global| global.name.as_str()).chain([signature.function.as_str()]);
        let of_types = signature.types.iter().flat_map(names_of);
        names.chain(of_types).find(|name| self.is_word(name))
    }
}

/// The names that a type brings.
fn names_of(shape: &Shape) -> Vec<&str> {
    match shape {
        Shape::Enum { tag, names, .. } => {
            tag.iter().chain(names.iter().map(|(name, _)| name)).map(String::as_str).collect()
        }
        Shape::Record { tag, members, .. } => {
            tag.iter().chain(members.iter().map(|member| &member.name)).map(String::as_str).collect()
        }
        Shape::Typedef { name, .. } => vec![name],
        _ => Vec::new(),
    }
}
