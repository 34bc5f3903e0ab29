//! The text of a source file: what a region covers, and which labels belong to which `switch`.

use crate::coverage::{Extent, Place};

/// A source file.
pub(crate) struct Source {
    lines: Vec<Vec<u8>>,
    pub(crate) switches: Vec<Switch>,
}

/// A `switch`.
#[derive(Default)]
pub(crate) struct Switch {
    /// What stands between its parentheses.
    pub(crate) head: (Place, Place),
    /// Its labels: where, and the text up to the colon.
    pub(crate) labels: Vec<(Place, String)>,
    /// How many braces are open around its body.
    depth: usize,
}

impl Source {
    pub(crate) fn of(text: &[u8]) -> Source {
        let lines: Vec<Vec<u8>> = text.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
        let switches = Scanner::new(&lines).switches();
        Source { lines, switches }
    }

    /// The text of a region on one line.
    pub(crate) fn text(&self, extent: &Extent) -> String {
        text(&self.lines, extent.start, extent.end)
    }
}

fn text(lines: &[Vec<u8>], start: Place, end: Place) -> String {
    let mut found = Vec::new();
    for line in start.0..=end.0 {
        let bytes = &lines[line as usize - 1];
        let from = if line == start.0 { start.1 as usize - 1 } else { 0 };
        let to = if line == end.0 { end.1 as usize - 1 } else { bytes.len() };
        found.push(String::from_utf8_lossy(&bytes[from.min(bytes.len())..to.min(bytes.len())]).trim().to_string());
    }
    found.join(" ")
}

/// Walks over tokens: words, and single characters; comments, literals and directives are skipped.
struct Scanner<'a> {
    lines: &'a [Vec<u8>],
    at: Place,
    in_comment: bool,
}

impl<'a> Scanner<'a> {
    fn new(lines: &'a [Vec<u8>]) -> Scanner<'a> {
        Scanner { lines, at: (1, 1), in_comment: false }
    }

    fn switches(mut self) -> Vec<Switch> {
        let mut done = Vec::new();
        let mut open: Vec<Switch> = Vec::new();
        let mut depth = 0;
        while let Some((place, word)) = self.token() {
            match word.as_str() {
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    while open.last().is_some_and(|switch| switch.depth == depth) {
                        done.extend(open.pop());
                    }
                }
                "switch" => open.push(Switch { head: self.parentheses(), labels: Vec::new(), depth }),
                "case" | "default" => {
                    let end = self.until(":");
                    let label = text(self.lines, place, end);
                    open.last_mut().expect("a label stands in a switch").labels.push((place, label));
                }
                _ => {}
            }
        }
        done.extend(open);
        done
    }

    /// Skips to a token outside of parentheses; where it is.
    fn until(&mut self, wanted: &str) -> Place {
        let mut depth = 0;
        while let Some((place, word)) = self.token() {
            match word.as_str() {
                word if word == wanted && depth == 0 => return place,
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
        }
        self.at
    }

    /// What the next pair of parentheses encloses.
    fn parentheses(&mut self) -> (Place, Place) {
        self.until("(");
        (self.at, self.until(")"))
    }

    /// The line after a directive, which may be continued.
    fn end_of_directive(&self, line: u32) -> u32 {
        let rest = &self.lines[line as usize - 1..];
        let continued = rest.iter().take_while(|line| line.trim_ascii_end().ends_with(b"\\")).count();
        line + 1 + continued as u32
    }

    fn token(&mut self) -> Option<(Place, String)> {
        loop {
            let (line, column) = self.at;
            let bytes = self.lines.get(line as usize - 1)?;
            let rest = &bytes[(column as usize - 1).min(bytes.len())..];
            let is_directive = column == 1 && rest.trim_ascii_start().first() == Some(&b'#');
            match rest {
                [] => self.at = (line + 1, 1),
                _ if self.in_comment => {
                    self.in_comment = !rest.starts_with(b"*/");
                    self.at.1 += if self.in_comment { 1 } else { 2 };
                }
                _ if is_directive => self.at = (self.end_of_directive(line), 1),
                _ if rest.starts_with(b"//") => self.at = (line + 1, 1),
                [b'/', b'*', ..] => {
                    self.in_comment = true;
                    self.at.1 += 2;
                }
                [quote @ (b'"' | b'\''), ..] => self.at.1 += literal(rest, *quote) as u32,
                [first, ..] => {
                    let is_word = |c: &&u8| c.is_ascii_alphanumeric() || **c == b'_';
                    let length = rest.iter().take_while(is_word).count().max(1);
                    self.at.1 += length as u32;
                    if !first.is_ascii_whitespace() {
                        return Some(((line, column), String::from_utf8_lossy(&rest[..length]).into_owned()));
                    }
                }
            }
        }
    }
}

/// Length of a literal with its quotes.
fn literal(text: &[u8], quote: u8) -> usize {
    let mut end = 1;
    while end < text.len() && text[end] != quote {
        end += if text[end] == b'\\' { 2 } else { 1 };
    }
    end + 1
}
