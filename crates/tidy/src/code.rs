//! Blanks out comments, strings and characters, so that rules see code alone.
//!
//! Every blanked character becomes a space and line ends stay, so positions are the same in both
//! texts. Knows nested comments, raw strings and the difference between `'a'` and `'a`.

/// The text with everything blanked that is not code.
pub(crate) fn blank(text: &str) -> String {
    let mut scanner = Scanner { rest: text, code: String::with_capacity(text.len()) };
    while !scanner.rest.is_empty() {
        scanner.step();
    }
    scanner.code
}

struct Scanner<'a> {
    rest: &'a str,
    code: String,
}

impl Scanner<'_> {
    /// Takes one token, or one character of code.
    fn step(&mut self) {
        let rest = self.rest;
        if rest.starts_with("//") {
            self.hide(rest.find('\n').unwrap_or(rest.len()));
        } else if rest.starts_with("/*") {
            self.hide(comment_end(rest));
        } else if let Some(end) = raw_string_end(rest).filter(|_| !self.in_word()) {
            self.hide(end);
        } else if rest.starts_with('"') {
            self.hide(quoted_end(rest, '"'));
        } else if is_character(rest) {
            self.hide(quoted_end(rest, '\''));
        } else {
            self.show();
        }
    }

    /// Is the last character part of a word?
    fn in_word(&self) -> bool {
        self.code.ends_with(|c: char| c.is_alphanumeric() || c == '_')
    }

    fn show(&mut self) {
        let mut chars = self.rest.chars();
        self.code.extend(chars.next());
        self.rest = chars.as_str();
    }

    fn hide(&mut self, bytes: usize) {
        let (hidden, rest) = self.rest.split_at(bytes);
        self.code.extend(hidden.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        self.rest = rest;
    }
}

/// Behind a comment that may hold others.
fn comment_end(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        if text[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if text[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += text[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    text.len()
}

/// Behind `r"…"`, `br#"…"#` and the like; `None` when the text begins with something else.
fn raw_string_end(text: &str) -> Option<usize> {
    let body = ["r", "br", "cr"].iter().find_map(|prefix| text.strip_prefix(prefix))?;
    let hashes = body.len() - body.trim_start_matches('#').len();
    let inside = body[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", "#".repeat(hashes));
    let start = text.len() - inside.len();
    Some(inside.find(&close).map_or(text.len(), |at| start + at + close.len()))
}

/// Behind a literal between two of these quotes.
fn quoted_end(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if !escaped && c == quote {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

/// A character literal, not a lifetime: closed after one character, or escaped.
fn is_character(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next() == Some('\'') && (chars.next() == Some('\\') || chars.next() == Some('\''))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, want: &str) {
        assert_eq!(blank(text).split_whitespace().collect::<Vec<_>>().join(" "), want);
        assert_eq!(blank(text).chars().count(), text.chars().count());
    }

    #[test]
    fn comments_go() {
        check("a // b\nc", "a c");
        check("a /* b /* c */ d */ e", "a e");
        check("a /* ü", "a");
    }

    #[test]
    fn strings_go() {
        check(r#"a "b\"c" d"#, "a d");
        check(r###"a r#"b"c"# d"###, "a d");
        check("a b\"c\" d", "a b d");
        check("var\"x\"", "var");
        check("\"unclosed", "");
    }

    #[test]
    fn characters_go_and_lifetimes_stay() {
        check("x('\"', '\\'', 'é')", "x( , , )");
        check("fn f<'a>(x: &'a u8)", "fn f<'a>(x: &'a u8)");
    }
}
