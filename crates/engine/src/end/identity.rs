//! When two bad ends are the same bug: same kind, same line, and the same functions called it.
//!
//! Callers count by name, and recursion does not count: a parser that divides by zero at one line has one bug, however deep the
//! text is nested and from which line of the grammar it got there. When the stack itself is exhausted even the line is chance.

use super::EXHAUSTED;
use std::collections::BTreeSet;
use symcrete_exec::Place;

/// Functions that tell one bug from another, from the innermost on.
const FUNCTIONS: usize = 3;
/// Calls of a stack that recursion may have exhausted.
const DEEP: usize = 20;

/// The same text for every end that shows the same bug.
pub(super) fn key(kind: &str, stack: &[Place]) -> String {
    let kind = if is_out_of_bounds(kind) { "out of bounds" } else { kind };
    let functions: Vec<&str> = stack.iter().map(|place| place.function.as_deref().unwrap_or("")).collect();
    let calls = without_recursion(&functions);
    if is_exhausted(kind, stack, &calls) {
        let all: BTreeSet<&str> = functions.iter().take(DEEP).copied().collect();
        return all.into_iter().fold(format!("{kind} by recursion"), |key, function| key + " " + function);
    }
    let place = stack.first().map_or(String::new(), |place| format!(" {}:{}:{}", place.file, place.line, place.column));
    let callers = calls.into_iter().take(FUNCTIONS);
    callers.fold(format!("{kind}{place}"), |key, function| key + " " + function)
}

/// One access that misses its object may do so on either side, and a copy may meet its own source: words of the address
/// sanitizer for one bug.
fn is_out_of_bounds(kind: &str) -> bool {
    ["-overflow", "-underflow", "-param-overlap"].iter().any(|end| kind.ends_with(end)) && kind != "stack-overflow"
}

/// Is it likely that there was no stack left?
fn is_exhausted(kind: &str, stack: &[Place], calls: &[&str]) -> bool {
    matches!(kind, EXHAUSTED | "SIGSEGV" | "stack-overflow") && stack.len() >= DEEP && calls.len() <= stack.len() / 2
}

/// The calls from the innermost on, each function once: what lies between two calls of the same one is left out.
fn without_recursion<'a>(functions: &[&'a str]) -> Vec<&'a str> {
    let mut path: Vec<&str> = Vec::new();
    for &function in functions.iter().rev() {
        match path.iter().position(|&known| known == function) {
            Some(at) => path.truncate(at + 1),
            None => path.push(function),
        }
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(calls: &[(&str, u32)]) -> Vec<Place> {
        let place = |&(function, line): &(&str, u32)| Place {
            function: Some(function.into()),
            file: "a.c".into(),
            line,
            column: 1,
        };
        calls.iter().map(place).collect()
    }

    #[test]
    fn nesting_and_lines_of_callers_make_no_other_bug() {
        let flat = stack(&[("term", 15), ("expr", 16), ("main", 19)]);
        let nested = stack(&[("term", 15), ("expr", 17), ("prim", 11), ("term", 14), ("expr", 16), ("main", 19)]);
        assert_eq!(key("SIGFPE", &flat), key("SIGFPE", &nested));
    }

    #[test]
    fn kind_line_and_callers_tell_bugs_apart() {
        let one = stack(&[("get", 3), ("head", 9), ("main", 20)]);
        let others = [
            key("SIGABRT", &one),
            key("SIGSEGV", &stack(&[("get", 4), ("head", 9), ("main", 20)])),
            key("SIGSEGV", &stack(&[("get", 3), ("tail", 12), ("main", 20)])),
        ];
        assert!(others.iter().all(|other| *other != key("SIGSEGV", &one)));
    }

    #[test]
    fn both_sides_of_an_object_are_one_bug() {
        let at = stack(&[("get", 3), ("main", 20)]);
        assert_eq!(key("stack-buffer-overflow", &at), key("stack-buffer-underflow", &at));
        assert_ne!(key("stack-buffer-overflow", &at), key("heap-use-after-free", &at));
        assert_ne!(key("stack-buffer-overflow", &at), key("stack-overflow", &at));
    }

    #[test]
    fn an_exhausted_stack_is_one_bug_wherever_it_ends() {
        let calls: Vec<(&str, u32)> = (0..40).map(|k| if k % 2 == 0 { ("even", 4) } else { ("odd", 7) }).collect();
        assert_eq!(key("SIGSEGV", &stack(&calls)), key("SIGSEGV", &stack(&calls[1..])));
    }
}
