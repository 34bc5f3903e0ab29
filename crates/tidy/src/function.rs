//! Finds functions and test-only items in blanked code, by words and brackets.

use std::ops::Range;

/// A function: its name and the bytes from `fn` to its closing brace.
pub(crate) struct Function<'a> {
    pub(crate) name: &'a str,
    pub(crate) extent: Range<usize>,
}

/// Every function that has a body.
pub(crate) fn functions(code: &str) -> Vec<Function<'_>> {
    words(code, "fn").filter_map(|at| function(code, at)).collect()
}

fn function(code: &str, at: usize) -> Option<Function<'_>> {
    let after = code[at..].strip_prefix("fn")?.trim_start();
    let name = &after[..after.find(|c: char| !is_word(c)).unwrap_or(after.len())];
    let end = item_end(code, at);
    let has_body = !name.is_empty() && code[..end].ends_with('}');
    has_body.then_some(Function { name, extent: at..end })
}

/// The bytes of items that exist only in tests.
pub(crate) fn test_items(code: &str) -> Vec<Range<usize>> {
    const ATTRIBUTE: &str = "#[cfg(test)]";
    code.match_indices(ATTRIBUTE).map(|(at, _)| at..item_end(code, at + ATTRIBUTE.len())).collect()
}

/// Behind the item that begins here: its closing brace, or a semicolon outside all brackets.
fn item_end(code: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, c) in code[start..].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 && matches!(c, ';' | '}') {
            return start + at + 1;
        }
    }
    code.len()
}

/// Where a word stands, as a word of its own.
pub(crate) fn words<'a>(code: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    code.match_indices(word).map(|(at, _)| at).filter(move |&at| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(code: &str, want: &[(&str, &str)]) {
        let found = functions(code);
        assert_eq!(found.iter().map(|f| (f.name, &code[f.extent.clone()])).collect::<Vec<_>>(), want);
    }

    #[test]
    fn bodies_are_found() {
        check("pub fn a(x: [u8; 2]) -> u8 { { } } fn b();", &[("a", "fn a(x: [u8; 2]) -> u8 { { } }")]);
        check("fn a() { fn b() {} }", &[("a", "fn a() { fn b() {} }"), ("b", "fn b() {}")]);
        check("type F = fn(u8); let defn = 1;", &[]);
    }

    #[test]
    fn test_modules_are_found() {
        let code = "fn a() {} #[cfg(test)] mod tests { fn b() {} } fn c() {}";
        assert_eq!(
            test_items(code).iter().map(|range| &code[range.clone()]).collect::<Vec<_>>(),
            ["#[cfg(test)] mod tests { fn b() {} }"]
        );
    }
}
