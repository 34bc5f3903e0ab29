//! Colours of source text: comments, strings, numbers, keywords and directives of C, C++, Rust and Java.
//!
//! Not a grammar: a scanner that is never wrong about where the text goes, at worst about its colour. What spans lines (comments, raw and
//! long strings) is carried from line to line.
//!
//! Invariant: the pieces of a line, put together, are the line.

/// What a piece of a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    Comment,
    Text,
    Number,
    Keyword,
    Directive,
}

impl Kind {
    /// The class in the style sheet; none for what has no colour.
    pub(crate) fn class(self) -> Option<&'static str> {
        match self {
            Kind::Plain => None,
            Kind::Comment => Some("c"),
            Kind::Text => Some("t"),
            Kind::Number => Some("n"),
            Kind::Keyword => Some("k"),
            Kind::Directive => Some("d"),
        }
    }
}

/// Words that stand out, of all languages together: none of them is a name that people often use in another.
const KEYWORDS: &str = "abstract as auto bool boolean break byte case catch char class const constexpr continue default delete do \
    double else enum extends extern false final finally float fn for goto i16 i32 i64 i8 if impl implements import \
    inline instanceof int interface let long loop match mod mut namespace new null nullptr operator package \
    private protected pub public register restrict return self short signed sizeof static str struct super switch \
    template this throw throws trait true try typedef typename u16 u32 u64 u8 union unsafe unsigned use using \
    usize virtual void volatile where while";

/// The state between two lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Inside {
    #[default]
    Nothing,
    /// A comment that ends with `*/`.
    Comment,
    /// A text that ends with a quote.
    Text,
}

/// Splits the lines of one file, in order.
#[derive(Default)]
pub(crate) struct Colours {
    inside: Inside,
    /// The last line ended with a backslash, inside of a directive.
    is_directive: bool,
}

impl Colours {
    /// The pieces of the next line, as byte ranges from the first to the last.
    pub(crate) fn line(&mut self, line: &str) -> Vec<(Kind, usize)> {
        let mut pieces: Vec<(Kind, usize)> = Vec::new();
        self.is_directive = self.inside == Inside::Nothing && (self.is_directive || line.trim_start().starts_with('#'));
        let mut at = 0;
        while at < line.len() {
            let (kind, length) = self.piece(&line[at..]);
            at += length;
            match pieces.last_mut() {
                Some((last, end)) if *last == kind => *end = at,
                _ => pieces.push((kind, at)),
            }
        }
        self.is_directive &= line.ends_with('\\');
        // A text ends with its line in all of these languages, except after a backslash.
        if self.inside == Inside::Text && !line.ends_with('\\') {
            self.inside = Inside::Nothing;
        }
        pieces
    }

    /// The piece that a text begins with, and its length, which is not 0.
    fn piece(&mut self, text: &str) -> (Kind, usize) {
        match self.inside {
            Inside::Comment => return (Kind::Comment, self.until(text, 0, "*/")),
            Inside::Text => return (Kind::Text, self.quoted(text, 0)),
            Inside::Nothing => {}
        }
        let first = text.chars().next().unwrap_or(' ');
        let run = |is_part: fn(char) -> bool| text.find(|c| !is_part(c)).unwrap_or(text.len());
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        match first {
            '/' if text.starts_with("//") => (Kind::Comment, text.len()),
            '/' if text.starts_with("/*") => {
                self.inside = Inside::Comment;
                (Kind::Comment, self.until(text, 2, "*/"))
            }
            '"' => {
                self.inside = Inside::Text;
                (Kind::Text, self.quoted(text, 1))
            }
            '\'' => character(text),
            _ if self.is_directive && first == '#' => (Kind::Directive, 1 + word_after(&text[1..])),
            '0'..='9' => (Kind::Number, run(|c| c.is_alphanumeric() || c == '_' || c == '.')),
            c if is_name(c) => {
                let length = run(|c| c.is_alphanumeric() || c == '_');
                let is_keyword = KEYWORDS.split(' ').any(|word| word == &text[..length]);
                (if is_keyword { Kind::Keyword } else { Kind::Plain }, length)
            }
            c => (Kind::Plain, c.len_utf8()),
        }
    }

    /// The length up to and with an end; the whole text when it is not there.
    fn until(&mut self, text: &str, from: usize, end: &str) -> usize {
        match text.get(from..).and_then(|rest| rest.find(end)) {
            Some(found) => {
                self.inside = Inside::Nothing;
                from + found + end.len()
            }
            None => text.len(),
        }
    }

    /// The length up to and with the closing quote.
    fn quoted(&mut self, text: &str, from: usize) -> usize {
        let mut escaped = false;
        for (at, c) in text.char_indices().filter(|(at, _)| *at >= from) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    self.inside = Inside::Nothing;
                    return at + 1;
                }
                _ => {}
            }
        }
        text.len()
    }
}

/// A character in quotes; else the quote alone: Rust's lifetimes, digits of C++ in groups.
fn character(text: &str) -> (Kind, usize) {
    let mut chars = text.char_indices().skip(1);
    let end = match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some(_)) => chars.find(|(_, c)| *c == '\'').map(|(at, _)| at + 1),
        (Some(_), Some((at, '\''))) => Some(at + 1),
        _ => None,
    };
    end.map_or((Kind::Plain, 1), |end| (Kind::Text, end))
}

/// The length of the blanks and the word that a text begins with.
fn word_after(text: &str) -> usize {
    let blanks = text.len() - text.trim_start().len();
    let rest = &text[blanks..];
    blanks + rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let mut colours = Colours::default();
        let mut out = String::new();
        for line in text.lines() {
            let mut from = 0;
            for (kind, to) in colours.line(line) {
                let piece = &line[from..to];
                out.push_str(&kind.class().map_or(piece.into(), |class| format!("<{class}:{piece}>")));
                from = to;
            }
            assert_eq!(from, line.len(), "{line}");
            out.push('\n');
        }
        out
    }

    #[test]
    fn pieces_of_lines() {
        assert_eq!(shown("int x = 0x1f; // if"), "<k:int> x = <n:0x1f>; <c:// if>\n");
        assert_eq!(shown("a /* b\n\"c\" */ \"d\\\"e\" 'f'"), "a <c:/* b>\n<c:\"c\" */> <t:\"d\\\"e\"> <t:'f'>\n");
        assert_eq!(
            shown("#include <a.h>\n# define X \\\n  if 1\nif"),
            "<d:#include> <a.h>\n<d:# define> X \\\n  <k:if> <n:1>\n<k:if>\n"
        );
        assert_eq!(shown("'\\'' '\\x41' &'a str"), "<t:'\\''> <t:'\\x41'> &'a <k:str>\n");
        assert_eq!(shown("\"open\nint"), "<t:\"open>\n<k:int>\n");
        assert_eq!(shown("größe ≤ 'ß' \"日\" /*"), "größe ≤ <t:'ß'> <t:\"日\"> <c:/*>\n");
        assert_eq!(shown("/*/ x */ y"), "<c:/*/ x */> y\n");
    }
}
