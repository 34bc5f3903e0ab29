//! Parameters that belong together or to the driver: the end of a pair of pointers, the size after a `void *`, callbacks, streams.
//!
//! What is made of them narrows what the function is called with, so each comes with a note: callers that do otherwise are not
//! explored.

use super::debug::{Debug, Holds, Type, TypeId};
use super::driver::entered;
use symcrete_trace::CType;

/// Names of pointers to the end of what the parameter before them leads to, as whole words of a name.
const ENDS: &[&str] = &["end", "stop", "limit", "last", "finish", "e", "pe"];
/// Words in names of sizes.
const SIZES: &[&str] = &["n", "len", "length", "size", "count", "sz", "cnt", "bytes", "nbytes"];
/// Words in names of streams that are written to.
const WRITTEN: &[&str] = &["out", "output", "to", "dst", "dest", "log", "stderr", "err"];

/// Is this name one of these words, or has it one, as in `buf_len` and `bufEnd`?
fn says(name: &str, words: &[&str]) -> bool {
    let mut spread = String::new();
    for c in name.chars() {
        if c.is_uppercase() {
            spread.push('_');
        }
        spread.extend(c.to_lowercase());
    }
    spread.split('_').any(|part| words.contains(&part))
}

/// Is a pointer of this name the end of what the pointer before it leads to?
pub(super) fn is_end(name: &str) -> bool {
    says(name, ENDS)
}

/// Statements that let parameter `k` be so many elements after the one before it, at most `most`.
pub(super) fn end(k: usize, most: u64, name: &str, before: &str) -> String {
    let (begin, ty) = (k - 1, CType::UInt as u32);
    let made = format!(
        "  unsigned symcrete_n = 0;\n  symcrete_value(&symcrete_n, sizeof symcrete_n, {ty});\n  \
         symcrete_assume(symcrete_n <= {most}, (unsigned long)symcrete_assume);\n  \
         if (symcrete_p{begin}) symcrete_p{k} = symcrete_p{begin} + symcrete_n;\n"
    );
    entered(&format!("{name} - {before}"), &made)
}

/// Is an integer of this name and type the size of the memory before it?
pub(super) fn is_size(debug: &Debug, ty: TypeId, name: &str) -> bool {
    let is_integer = matches!(
        debug.bare(Some(ty)),
        Some((_, Type::Basic { holds: Holds::Signed | Holds::Unsigned, bytes: 2.., .. }))
    );
    let is_named = |ty: TypeId| matches!(debug.get(ty), Type::Typedef { name, .. } if name == "size_t");
    is_integer && (says(name, SIZES) || is_named(ty))
}

/// The statement that keeps the size `k` within the memory before it; null has none.
pub(super) fn size(k: usize, most: u64) -> String {
    let pointer = k - 1;
    format!(
        "  symcrete_assume(symcrete_p{pointer} ? symcrete_p{k} >= 0 && symcrete_p{k} <= {most} : symcrete_p{k} == 0, \
         (unsigned long)symcrete_assume);\n"
    )
}

/// What a pointer to a function calls: what the function returns, `None` for nothing.
pub(super) fn called(debug: &Debug, ty: TypeId) -> Option<Option<TypeId>> {
    match debug.bare(Some(ty)) {
        Some((_, Type::Pointer { to })) => match debug.bare(*to) {
            Some((_, Type::Function { result, .. })) => Some(*result),
            _ => None,
        },
        _ => None,
    }
}

/// Is it a pointer to a stream of the C library?
pub(super) fn is_stream(debug: &Debug, ty: TypeId) -> bool {
    let Some((_, Type::Pointer { to })) = debug.bare(Some(ty)) else { return false };
    matches!(debug.bare(*to), Some((_, Type::Record { tag: Some(tag), .. })) if tag == "_IO_FILE")
}

/// The stream that stands for a parameter of this name: one that is written to if the name says so, or if an earlier one is read.
pub(super) fn stream(name: &str, is_read_already: bool) -> &'static str {
    if is_read_already || says(name, WRITTEN) { "stdout" } else { "stdin" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_belongs_together() {
        for name in ["end", "bufEnd", "buf_end", "limit", "e"] {
            assert!(is_end(name), "{name}");
        }
        for name in ["append", "second", "here", "b"] {
            assert!(!is_end(name), "{name}");
        }
        assert!(says("nbytes", SIZES) && says("key_len", SIZES) && !says("flags", SIZES));
        assert_eq!([stream("in", false), stream("f", true), stream("log", false)], ["stdin", "stdout", "stdout"]);
    }
}
