//! What is known of functions that a program calls and does not define: one table, one row each.
//!
//! A row says where a function is followed (a model of the runtime, or a body that is instrumented), which memory it uses, what it may
//! write, what it brings in from outside. Whoever instruments, links, proves or claims asks here, so that nobody knows a function
//! that another has not heard of. Invariant: every model and every body has a row, and every row that promises one has it
//! (`build/src/link/models.rs`). A function without a row may do anything. Holds facts only: what follows from them is decided by those who ask.

mod fact;
pub mod format;
pub mod streams;
mod table;

pub use fact::{Fact, Followed};

use std::collections::HashMap;
use std::sync::LazyLock;

/// The folder that debug information says the bodies of [`Fact::Body`] are in. Users have no such files.
pub const BODIES: &str = "/symcrete/models";

/// A row: a function and what is known of it. One without facts gives back what its arguments make of it, and does nothing else.
#[derive(Debug)]
pub struct Function {
    /// Its name, as the linker knows it.
    pub name: &'static str,
    /// What is known of it.
    pub facts: &'static [Fact],
}

impl Function {
    /// Which arguments its model is passed with their expressions; `None` when it has no model.
    pub fn followed(&self) -> Option<Followed> {
        self.facts.iter().find_map(|fact| match fact {
            Fact::Model(followed) => Some(*followed),
            Fact::Body(_) => Some(Followed::All),
            _ => None,
        })
    }

    /// The file of `runtime/instrumented` that its model is in, if it is C.
    pub fn file(&self) -> Option<&'static str> {
        self.facts.iter().find_map(|fact| if let Fact::Body(file) = fact { Some(*file) } else { None })
    }

    /// Which argument is a format.
    pub fn format(&self) -> Option<usize> {
        self.facts.iter().find_map(|fact| if let Fact::Format(argument) = fact { Some(*argument) } else { None })
    }

    /// Start and length among the arguments, of the memory that it uses.
    pub fn ranges(&self) -> impl Iterator<Item = (usize, usize)> {
        self.facts
            .iter()
            .filter_map(|fact| if let Fact::Uses(start, length) = fact { Some((*start, *length)) } else { None })
    }

    /// What it reads through pointers where it has no model, as far as that is known.
    pub fn reads(&self) -> impl Iterator<Item = Reads> {
        self.facts.iter().filter_map(|fact| match fact {
            Fact::ReadsText(start) => Some(Reads::Text(*start)),
            Fact::ReadsBytes(start, length) => Some(Reads::Bytes(*start, *length)),
            _ => None,
        })
    }

    /// Is this known of it?
    pub fn is(&self, fact: Fact) -> bool {
        self.facts.contains(&fact)
    }
}

/// Memory that a function without a model reads. What it makes of symbolic bytes is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// The string that this argument points to.
    Text(usize),
    /// As many bytes at the first argument as the second says.
    Bytes(usize, usize),
}

/// Every row, in the order of the table.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    table::FUNCTIONS.iter().copied().flatten()
}

/// The row of a function, if it has one of its own.
pub fn function(name: &str) -> Option<&'static Function> {
    static BY_NAME: LazyLock<HashMap<&str, &Function>> =
        LazyLock::new(|| functions().map(|function| (function.name, function)).collect());
    BY_NAME.get(name).copied()
}

/// The families that a function belongs to, by the beginning of its name.
fn families(name: &str) -> impl Iterator<Item = &'static Function> {
    table::FAMILIES.iter().filter(move |family| name.starts_with(family.name))
}

/// What is known of a function, by its own row and its families'.
pub fn facts(name: &str) -> impl Iterator<Item = Fact> {
    function(name).into_iter().chain(families(name)).flat_map(|function| function.facts.iter().copied())
}

/// Is this known of a function, by its own row or its family's?
pub fn is(name: &str, fact: Fact) -> bool {
    function(name).is_some_and(|function| function.is(fact)) || is_of_family(name, fact)
}

/// Is this known of all functions whose names begin as this one does?
pub fn is_of_family(name: &str, fact: Fact) -> bool {
    families(name).any(|family| family.is(fact))
}

/// The variable of C that all variables of the environment are behind, which `main` can be handed, too.
pub const SURROUNDINGS: &str = "environ";

/// What inline assembly is called among names of functions.
pub const ASSEMBLY: &str = "inline assembly";

/// What the inside of a stream of the C library is called among names of functions: it may hold input that was read ahead.
pub const STREAM_FIELD: &str = "a field of FILE";

/// What arithmetic is called among names of functions that a compiler may take for other arithmetic, such as one without infinities (`-ffast-math`).
pub const FAST_MATH: &str = "fast arithmetic";

/// Names of files that are an input under another name, or differ from run to run.
pub const FILES: &[&str] = &["/dev/fd/", "/proc/self/fd", "/dev/tty", "/dev/random", "/dev/urandom"];

/// May more come into a program by this function than its inputs, or more run than its first thread?
pub fn is_outside(name: &str) -> bool {
    let facts = [Fact::Beside, Fact::Reader, Fact::Environment, Fact::ByCompiler, Fact::Rounding, Fact::Surroundings];
    facts.into_iter().any(|fact| is(name, fact))
}

/// Is anything known of a function?
pub fn knows(name: &str) -> bool {
    function(name).is_some() || families(name).next().is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_function_has_two_rows() {
        let mut seen = BTreeSet::new();
        for function in functions().chain(table::FAMILIES) {
            assert!(seen.insert(function.name), "{} has two rows: put their facts into one", function.name);
        }
    }

    #[test]
    fn no_row_says_a_thing_twice_or_has_two_models() {
        for function in functions().chain(table::FAMILIES) {
            for (k, fact) in function.facts.iter().enumerate() {
                assert!(!function.facts[..k].contains(fact), "{}: {fact:?} twice", function.name);
            }
            let n_models = function.facts.iter().filter(|fact| matches!(fact, Fact::Model(_) | Fact::Body(_))).count();
            assert!(n_models <= 1, "{} has {n_models} models", function.name);
        }
    }

    #[test]
    fn families_are_known_by_the_beginning_of_a_name() {
        assert!(is("__VERIFIER_nondet_int", Fact::Asks) && is("klee_range", Fact::Asks));
        assert!(!is("__VERIFIER_error", Fact::Asks) && !is("nondet_int", Fact::Asks));
        assert!(knows("strlen") && knows("pthread_join") && !knows("unheard_of"));
    }
}
