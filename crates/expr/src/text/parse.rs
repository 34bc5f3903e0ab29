//! The parser of the text form.
//! One loop over tokens with an explicit stack of open parentheses, so nesting depth costs memory and never the call
//! stack. Invariant: total; text that is not a well-formed term is an error with its place, never a panic.
//! Applies no rules and accepts names only after their definition.

use std::collections::HashMap;
use std::fmt;

use crate::arena::{Arena, ExprId};
use crate::op::{Op, Shape};

/// Why a text is not a term. Always the text's fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Where in the text, in bytes from the start.
    pub at: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.what)
    }
}

impl std::error::Error for ParseError {}

/// Reads one term into the arena, as it is written, without applying rules.
pub fn parse(arena: &mut Arena, text: &str) -> Result<ExprId, ParseError> {
    let mut parser = Parser { arena, names: HashMap::new(), open: Vec::new(), done: None };
    let mut at = 0;
    while let Some((start, token)) = next_token(text, &mut at) {
        parser.token(token).map_err(|what| ParseError { at: start, what })?;
    }
    let missing = |what: &str| ParseError { at: text.len(), what: what.to_owned() };
    if !parser.open.is_empty() {
        return Err(missing("a parenthesis is not closed"));
    }
    parser.done.ok_or_else(|| missing("no term"))
}

/// The next token and where it starts: a parenthesis or a run of other characters.
fn next_token<'t>(text: &'t str, at: &mut usize) -> Option<(usize, &'t str)> {
    let bytes = text.as_bytes();
    while let Some(&byte) = bytes.get(*at) {
        match byte {
            b';' => *at += text[*at..].find('\n').unwrap_or(text.len() - *at),
            _ if byte.is_ascii_whitespace() => *at += 1,
            _ => break,
        }
    }
    let rest = text.get(*at..).filter(|rest| !rest.is_empty())?;
    let ends = |c: char| c.is_ascii_whitespace() || matches!(c, '(' | ')' | ';');
    let length = match rest.find(ends) {
        Some(0) => 1,
        Some(length) => length,
        None => rest.len(),
    };
    let start = *at;
    *at += length;
    Some((start, &rest[..length]))
}

/// What an open parenthesis has become so far.
enum Open<'t> {
    /// Nothing yet: the next token says what it is.
    Head,
    Apply {
        op: Op,
        width: u32,
        args: Vec<ExprId>,
    },
    /// `(let`: the list of definitions comes next.
    Let,
    /// `(let (`: definitions.
    Definitions,
    /// `(let ((`: a name comes next.
    Name,
    Definition {
        name: &'t str,
        term: Option<ExprId>,
    },
    /// `(let (...)`: the body comes next.
    Body(Option<ExprId>),
}

struct Parser<'a, 't> {
    arena: &'a mut Arena,
    names: HashMap<&'t str, ExprId>,
    open: Vec<Open<'t>>,
    done: Option<ExprId>,
}

impl<'t> Parser<'_, 't> {
    fn token(&mut self, token: &'t str) -> Result<(), String> {
        match token {
            "(" => self.enter(),
            ")" => self.leave(),
            _ => self.word(token),
        }
    }

    fn enter(&mut self) -> Result<(), String> {
        let inner = match self.open.last_mut() {
            Some(Open::Let) => Open::Definitions,
            Some(Open::Definitions) => Open::Name,
            Some(Open::Head | Open::Name) => return Err("a name is needed here".to_owned()),
            _ => Open::Head,
        };
        self.open.push(inner);
        Ok(())
    }

    fn leave(&mut self) -> Result<(), String> {
        match self.open.pop() {
            Some(Open::Apply { op, width, args }) => {
                if !self.arena.accepts(op, width, &args) {
                    return Err(format!("operands do not fit {op}:{width}"));
                }
                let id = self.arena.intern(op, width, &args);
                self.give(id)
            }
            Some(Open::Definitions) => {
                self.open.pop();
                self.open.push(Open::Body(None));
                Ok(())
            }
            Some(Open::Definition { name, term: Some(id) }) => {
                self.names.insert(name, id);
                Ok(())
            }
            Some(Open::Body(Some(id))) => self.give(id),
            Some(_) => Err("the parenthesis is closed too early".to_owned()),
            None => Err("no parenthesis is open".to_owned()),
        }
    }

    /// Hands a finished term to what surrounds it.
    fn give(&mut self, id: ExprId) -> Result<(), String> {
        let place = match self.open.last_mut() {
            Some(Open::Apply { args, .. }) => {
                args.push(id);
                return Ok(());
            }
            Some(Open::Definition { term, .. }) => term,
            Some(Open::Body(term)) => term,
            Some(_) => return Err("a term is out of place".to_owned()),
            None => &mut self.done,
        };
        match place.replace(id) {
            None => Ok(()),
            Some(_) => Err("one term was expected".to_owned()),
        }
    }

    fn word(&mut self, token: &'t str) -> Result<(), String> {
        match self.open.last_mut() {
            Some(open @ Open::Head) => {
                *open = head(token)?;
                Ok(())
            }
            Some(open @ Open::Name) => {
                *open = Open::Definition { name: token, term: None };
                Ok(())
            }
            _ => {
                let id = self.leaf(token)?;
                self.give(id)
            }
        }
    }

    fn leaf(&mut self, token: &str) -> Result<ExprId, String> {
        if let Some(&id) = self.names.get(token) {
            return Ok(id);
        }
        if let Some(place) = token.strip_prefix("in[").and_then(|rest| rest.strip_suffix(']')) {
            let (stream, offset) = place.split_once(':').ok_or("an input byte is in[stream:offset]")?;
            return Ok(self.arena.input(number(stream)?, number(offset)?));
        }
        let (value, width) = token.split_once(':').ok_or_else(|| format!("unknown name {token}"))?;
        let (value, width): (u128, u32) = (wide_number(value)?, number(width)?);
        if !Op::Const.accepts(width, &[]) || value & !crate::apply::mask(width) != 0 {
            return Err(format!("{value} does not fit {width} bits"));
        }
        Ok(self.arena.constant(width, value))
    }
}

/// What follows an opening parenthesis: `let` or an operator.
fn head(token: &str) -> Result<Open<'_>, String> {
    if token == "let" {
        return Ok(Open::Let);
    }
    let (name, rest) = token.split_once(':').unwrap_or((token, "1"));
    let op = Op::from_name(name).filter(|op| op.shape() != Shape::Leaf);
    let mut op = op.ok_or_else(|| format!("unknown operator {name}"))?;
    let (width, low) = rest.split_once('@').unwrap_or((rest, "0"));
    let low: u8 = number(low)?;
    match &mut op {
        Op::Extract(bit) => *bit = low,
        _ if low > 0 => return Err(format!("{name} has no low bit")),
        _ => {}
    }
    Ok(Open::Apply { op, width: number(width)?, args: Vec::new() })
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{text} is not a number that fits here"))
}

fn wide_number(text: &str) -> Result<u128, String> {
    match text.strip_prefix("0x") {
        Some(digits) => u128::from_str_radix(digits, 16).map_err(|_| format!("{text} is not a number")),
        None => number(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let error = parse(&mut Arena::new(), text).expect_err("the test's text is wrong");
        expected.assert_eq(&error.to_string());
    }

    #[test]
    fn errors_name_the_place() {
        check("", expect!["byte 0: no term"]);
        check("(add:8 1:8", expect!["byte 10: a parenthesis is not closed"]);
        check("(add:8 1:8)", expect!["byte 10: operands do not fit add:8"]);
        check("(add:8 1:8 2:9)", expect!["byte 14: operands do not fit add:8"]);
        check("(frobnicate 1:8)", expect!["byte 1: unknown operator frobnicate"]);
        check("1:8 2:8", expect!["byte 4: one term was expected"]);
        check("256:8", expect!["byte 0: 256 does not fit 8 bits"]);
        check("1:0", expect!["byte 0: 1 does not fit 0 bits"]);
        check("x", expect!["byte 0: unknown name x"]);
        check(")", expect!["byte 0: no parenthesis is open"]);
        check("(let 1:8)", expect!["byte 5: a term is out of place"]);
        check("(let ((x 1:8)))", expect!["byte 14: the parenthesis is closed too early"]);
        check("((add:8 1:8 1:8))", expect!["byte 1: a name is needed here"]);
        check("(add:8@3 1:8 1:8)", expect!["byte 1: add has no low bit"]);
        check("in[1]", expect!["byte 0: an input byte is in[stream:offset]"]);
    }

    #[test]
    fn every_prefix_and_every_cut_is_an_answer() {
        let text = "(let ((a (add:8 in[0:0] 1:8)) (b (mul:8 a a))) (ite:8 (eq a b) é b)) ;x";
        let cuts = || text.char_indices().map(|(at, _)| at);
        for (start, end) in cuts().flat_map(|start| cuts().map(move |end| (start, end))) {
            if let Some(part) = text.get(start..end) {
                let _ = parse(&mut Arena::new(), part);
            }
        }
    }
}
