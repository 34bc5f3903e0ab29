//! Which function of a source a name on the command line means.
//!
//! In C a name is one function. In C++ it may be written without its namespaces where that leaves one function, and with the types of its
//! parameters where there are several: `area(int, int)`. What belongs to the library is meant only by its whole name.

use super::debug::{Debug, Function};
use super::spelled::written;

/// What a name means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meant {
    One(Function),
    /// Several functions, each as it can be asked for.
    Several(Vec<String>),
    Nobody,
}

/// Namespaces of the C++ library and of compilers.
const LIBRARY: &[&str] = &["std::", "__gnu_cxx::", "__cxxabiv1::"];

/// The function that is asked for.
pub(super) fn meant(debug: &Debug, asked: &str) -> Meant {
    let (name, types) = parted(asked);
    let whole = |function: &&Function| function.name == name;
    let short = |function: &&Function| debug.is_cxx && !is_of_library(&function.name) && last(&function.name) == name;
    let mut found: Vec<&Function> = debug.functions.iter().filter(whole).collect();
    if found.is_empty() {
        found = debug.functions.iter().filter(short).collect();
    }
    if let Some(types) = types {
        found.retain(|function| squeezed(&list(debug, function)) == squeezed(types));
    }
    match &found[..] {
        [] => Meant::Nobody,
        [one] => Meant::One((*one).clone()),
        several => Meant::Several(
            several.iter().map(|function| format!("{}({})", function.name, list(debug, function))).collect(),
        ),
    }
}

/// The name without namespaces and types that debug information has for what is asked for.
pub(super) fn short(asked: &str) -> &str {
    last(parted(asked).0)
}

/// Is there another function of the same name?
pub(super) fn is_overloaded(debug: &Debug, function: &Function) -> bool {
    debug.functions.iter().filter(|other| other.name == function.name).count() > 1
}

/// Is a name one of the C++ library?
pub(super) fn is_of_library(name: &str) -> bool {
    LIBRARY.iter().any(|scope| name.starts_with(scope))
}

/// A name, and the types of the parameters if they are told.
fn parted(asked: &str) -> (&str, Option<&str>) {
    match asked.strip_suffix(')').and_then(|asked| asked.split_once('(')) {
        Some((name, types)) => (name.trim(), Some(types)),
        None => (asked, None),
    }
}

/// The types of the parameters.
fn list(debug: &Debug, function: &Function) -> String {
    let parameters = function.parameters.iter().map(|one| written(debug, one.ty));
    parameters.collect::<Vec<_>>().join(", ")
}

/// A text without the spaces that people set as they like.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

/// What stands behind the last `::` that is not inside of template arguments.
pub(super) fn last(name: &str) -> &str {
    let (mut depth, mut begin) = (0, 0);
    for (at, byte) in name.bytes().enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b':' if depth == 0 => begin = at + 1,
            _ => {}
        }
    }
    name.get(begin..).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{last, parted, squeezed};

    #[test]
    fn names_are_taken_apart() {
        assert_eq!(last("geo::area"), "area");
        assert_eq!(last("geo::biggest<std::string>"), "biggest<std::string>");
        assert_eq!(last("area"), "area");
        assert_eq!(parted("area(int, int)"), ("area", Some("int, int")));
        assert_eq!(parted("geo::area"), ("geo::area", None));
        assert_eq!(squeezed("const char *, int"), squeezed("const char*,int"));
    }
}
