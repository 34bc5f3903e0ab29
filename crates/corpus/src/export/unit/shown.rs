//! What the driver showed of a call, as C: what was returned, and what it changed.
//!
//! The driver prints a line for each place (`build/src/entry/show.rs`), behind whatever the function prints itself. A line about a place that
//! is not known is the function's own.

use super::super::flavour::Claim;
use super::arguments::{Arguments, Named, identifier};
use super::declare::declared;
use super::dialect::Callee;
use super::literal;
use super::tree::{Tree, Values};
use crate::signature::{NumberKind, Shape, Signature, WAS};
use std::collections::{BTreeMap, BTreeSet};

/// What is to be asserted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    /// What was returned.
    pub(super) returned: Option<Returned>,
    /// What the call left behind, where it was not so before.
    pub(super) left: Vec<Left>,
    /// Places that are as they were, as far as the driver showed them.
    pub(super) same: Vec<Left>,
    /// The type of an exception that it threw.
    pub(super) threw: Option<String>,
    /// Global variables that `left` is about and that the test does not set.
    pub(super) state: BTreeSet<String>,
}

/// What is claimed of a place behind the call.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Left {
    /// The declaration of what the place is compared with, where that is no expression.
    pub(super) before: Option<String>,
    pub(super) claim: Claim,
}

impl From<Claim> for Left {
    fn from(claim: Claim) -> Left {
        Left { before: None, claim }
    }
}

/// What a call returned.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Returned {
    /// Something that one claim says all of.
    One(Claim),
    /// A struct, with what is claimed of `result`.
    Record(Vec<Left>),
}

/// Reads what was printed by a call that is written so.
pub(super) fn shown(signature: Callee, values: &Values, arguments: &Arguments, call: &str, printed: &str) -> Shown {
    let says = format!("{} returned", signature.function);
    let begin = printed.find(&says).filter(|_| signature.result.is_some()).unwrap_or(0);
    let mut shown = Shown::default();
    let mut members = Vec::new();
    let throws = format!("{} threw ", signature.function);
    shown.threw = printed.lines().find_map(|line| line.strip_prefix(&throws)).map(str::to_string);
    let was = printed.lines().filter_map(|line| line.strip_prefix(WAS)?.split_once(" = ")).collect();
    for line in printed[begin..].lines() {
        if let Some(rest) = line.strip_prefix(&says) {
            match rest.strip_prefix(' ') {
                Some(value) => shown.returned = returned(signature, arguments, call.into(), value).map(Returned::One),
                None => {
                    members
                        .extend(place(signature, arguments, signature.result_name(), rest, None).map(|(left, _)| left));
                }
            }
        } else if let Some((name, left)) = changed(signature, &was, line) {
            shown.state.insert(name.into());
            shown.left.push(left);
        } else {
            match place(signature, arguments, "", line, Some(values)) {
                Some((left, true)) => shown.left.push(left),
                Some((same, false)) => shown.same.push(same),
                None => {}
            }
        }
    }
    if !members.is_empty() {
        shown.returned = Some(Returned::Record(members));
    }
    shown
}

/// A variable that the test does not set, and what is claimed of it, if a line shows something else than was shown before the call.
fn changed<'l>(signature: Callee, was: &BTreeMap<&str, &str>, line: &'l str) -> Option<(&'l str, Left)> {
    let (label, value) = line.split_once(" = ")?;
    was.get(label).filter(|before| **before != value)?;
    let (name, rest) = label.split_at(label.find(['[', '.']).unwrap_or(label.len()));
    let variable = signature.state.iter().find(|one| one.name == name && signature.variable(name) == name)?;
    let ty = below(&signature, variable.ty, rest)??;
    let left = match quoted(value) {
        Some(bytes) => holds_bytes(&signature, label.into(), Some(ty), &bytes, true),
        None => number(signature, ty, label.into(), &literal::parsed(&signature, ty, value)?)?.into(),
    };
    Some((name, left))
}

fn returned(signature: Callee, arguments: &Arguments, what: String, value: &str) -> Option<Claim> {
    let ty = signature.result?;
    match value {
        "NULL" => return Some(Claim::Same { what, value: signature.null().into() }),
        "a pointer" => return Some(Claim::NotNull { what }),
        _ => {}
    }
    if let Some((value, _)) = standard(signature, ty, value) {
        return Some(Claim::Same { what, value });
    }
    if let Some(text) = quoted(value) {
        return literal::text(&text).map(|text| Claim::Text { what, text });
    }
    if let Some((name, bytes)) = value.strip_suffix(" bytes").and_then(|rest| rest.split_once(" + ")) {
        return into(&signature, arguments, name, bytes.parse().ok()?).map(|value| Claim::Same { what, value });
    }
    number(signature, ty, what, &literal::parsed(&signature, ty, value)?)
}

/// A text or a vector of C++ that was printed, as an expression and as what a test would hold.
fn standard(signature: Callee, ty: usize, value: &str) -> Option<(String, Tree)> {
    match signature.bare(ty)?.1 {
        Shape::Text { .. } => {
            let bytes = quoted(value)?;
            Some((literal::cxx_text(&bytes, true), Tree::Text(bytes)))
        }
        Shape::Vector { of } => {
            let inner = value.strip_prefix('{')?.strip_suffix('}')?;
            let elements = inner.split(", ").filter(|element| !element.is_empty());
            let bytes: Option<Vec<Vec<u8>>> =
                elements.map(|element| literal::parsed(&signature, *of, element)).collect();
            let bytes = bytes?;
            let list: Option<Vec<String>> = bytes.iter().map(|bytes| literal::number(signature, *of, bytes)).collect();
            let list = list?.join(", ");
            let vector = declared(signature, literal::bare(&signature, ty)?, "")?;
            // Nothing equals it.
            (!list.contains("NAN")).then_some(())?;
            let made = if list.is_empty() { format!("{vector}()") } else { format!("{vector}({{ {list} }})") };
            Some((made, Tree::Vector(*of, bytes.into_iter().map(Tree::Number).collect())))
        }
        _ => None,
    }
}

/// The claim that something of a type of numbers has this value.
fn number(signature: Callee, ty: usize, what: String, bytes: &[u8]) -> Option<Claim> {
    let value = literal::number(signature, ty, bytes)?;
    let is_float = matches!(signature.bare(ty)?.1, Shape::Number { number: NumberKind::Float, .. });
    Some(match (value.as_str(), is_float) {
        ("NAN" | "-NAN", _) => Claim::NotANumber { what },
        // The other zero is equal to it.
        ("-0.0" | "-0.0f", true) => Claim::Same { what: format!("1 / {what}"), value: "-INFINITY".into() },
        (_, true) => Claim::Same { what, value },
        (_, false) => Claim::Integer { what, value },
    })
}

/// A pointer so many bytes behind the start of an object.
fn into(signature: &Signature, arguments: &Arguments, name: &str, bytes: u64) -> Option<String> {
    let Some((_, Shape::Pointer { to })) = signature.bare(signature.result?) else { return None };
    let size = to.and_then(|to| match signature.bare(to)?.1 {
        Shape::Number { bytes, .. } | Shape::Enum { bytes, .. } | Shape::Record { bytes, .. } => Some(*bytes),
        Shape::Pointer { .. } => Some(8),
        _ => None,
    });
    let start = match arguments.named.get(name)? {
        Named::One(name) => format!("&{name}"),
        Named::Many(name) => name.clone(),
    };
    match (bytes, size) {
        (0, _) => Some(start),
        (bytes, Some(size)) if size > 0 && bytes % size == 0 => Some(format!("{start} + {}", bytes / size)),
        _ => None,
    }
}

/// What a line claims, if it is about a place of a call, and whether it was not so before.
fn place(
    signature: Callee,
    arguments: &Arguments,
    root: &str,
    line: &str,
    values: Option<&Values>,
) -> Option<(Left, bool)> {
    let (label, value) = line.split_once(" = ")?;
    let (c, ty) = match root {
        "" => spot(&signature, arguments, label)?,
        root => (format!("{root}{label}"), below(&signature, signature.result?, label)?),
    };
    if let Some((value, now)) = ty.and_then(|ty| standard(signature, ty, value)) {
        let before = values.and_then(|values| values.tree(ty?, label).ok());
        return Some((Claim::Same { what: c, value }.into(), before != Some(now)));
    }
    if let Some(bytes) = quoted(value) {
        let before = values.and_then(|values| bytes_before(&signature, values, label, ty));
        return Some((holds_bytes(&signature, c, ty, &bytes, root.is_empty()), before.as_ref() != Some(&bytes)));
    }
    let ty = ty?;
    let bytes = literal::parsed(&signature, ty, value)?;
    let before = values.and_then(|values| values.tree(ty, label).ok());
    let is_new = before != Some(Tree::Number(bytes.clone()));
    number(signature, ty, c, &bytes).map(|claim| (Left::from(claim), is_new))
}

/// How the test calls a place that the driver calls so, and its type; no type for bytes of none.
fn spot(signature: &Signature, arguments: &Arguments, label: &str) -> Option<(String, Option<usize>)> {
    let end = label.find(['[', '.']).unwrap_or(label.len());
    let (name, rest) = label.split_at(end);
    let variable = signature.parameters.iter().chain(&signature.globals).find(|variable| variable.name == name)?;
    let is_pointer = matches!(signature.bare(variable.ty), Some((_, Shape::Pointer { .. })));
    let ty = if is_pointer { behind(signature, variable.ty, rest) } else { below(signature, variable.ty, rest)? };
    match (arguments.named.get(name)?, rest.strip_prefix("[0]")) {
        (Named::One(name), Some(rest)) if is_pointer => Some((format!("{name}{rest}"), ty)),
        (Named::One(name) | Named::Many(name), _) => Some((format!("{name}{rest}"), ty)),
    }
}

/// The type of a place behind a pointer; none where bytes of no type, or a whole text, are meant.
fn behind(signature: &Signature, pointer: usize, rest: &str) -> Option<usize> {
    let (_, Shape::Pointer { to: Some(to) }) = signature.bare(pointer)? else { return None };
    let rest = rest.strip_prefix('[')?;
    let (_, rest) = rest.split_once(']')?;
    below(signature, *to, rest)?
}

/// The type of a place inside an object.
#[expect(clippy::option_option, reason = "a place that is not there is another thing than one without a type")]
fn below(signature: &Signature, ty: usize, rest: &str) -> Option<Option<usize>> {
    let (mut ty, mut rest) = (ty, rest);
    while !rest.is_empty() {
        match signature.bare(ty)?.1 {
            Shape::Array { of, .. } => {
                rest = rest.strip_prefix('[')?.split_once(']')?.1;
                ty = *of;
            }
            Shape::Record { .. } => {
                rest = rest.strip_prefix('.')?;
                let end = rest.find(['[', '.']).unwrap_or(rest.len());
                let (name, behind) = rest.split_at(end);
                (ty, rest) = (member(signature, ty, name)?, behind);
            }
            _ => return None,
        }
    }
    Some(Some(ty))
}

fn member(signature: &Signature, record: usize, name: &str) -> Option<usize> {
    let (_, Shape::Record { members, .. }) = signature.bare(record)? else { return None };
    let unnamed = || members.iter().filter(|member| member.name.is_empty());
    let found = members.iter().find(|member| member.name == name).map(|member| member.ty);
    found.or_else(|| unnamed().find_map(|inner| member(signature, inner.ty, name)))
}

/// What characters a place held before the call.
fn bytes_before(signature: &Signature, values: &Values, label: &str, ty: Option<usize>) -> Option<Vec<u8>> {
    let tree = match ty {
        Some(ty) => values.tree(ty, label).ok()?,
        None => {
            let parameter = signature.parameters.iter().find(|parameter| parameter.name == label)?;
            values.parameter(parameter).ok()?
        }
    };
    match tree {
        Tree::Bytes(bytes) => Some(bytes),
        Tree::Object(super::tree::Object { elements: super::tree::Elements::Bytes(bytes), .. }) => Some(bytes),
        _ => None,
    }
}

/// That a place holds these characters. Of a returned struct, those up to the end of the text were shown.
fn holds_bytes(signature: &Signature, what: String, ty: Option<usize>, bytes: &[u8], is_whole: bool) -> Left {
    let is_unsigned = match ty.and_then(|ty| signature.bare(ty)) {
        Some((_, Shape::Array { of, .. })) => {
            matches!(signature.bare(*of), Some((_, Shape::Number { name, number: NumberKind::Character, .. })) if name != "char")
        }
        _ => false,
    };
    let n = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let has_end = n < bytes.len() || !is_whole;
    match literal::text(&bytes[..n]).filter(|_| has_end && !is_unsigned) {
        Some(text) => Claim::Text { what, text }.into(),
        None => {
            let kind = if is_unsigned { "unsigned char" } else { "char" };
            let (list, n) = (literal::characters(bytes, is_unsigned), bytes.len());
            let expected = format!("expected_{}", identifier(&what));
            let before = Some(format!("const {kind} {expected}[{n}] = {list};"));
            Left { before, claim: Claim::Bytes { what, expected, n } }
        }
    }
}

/// The bytes of a text in quotes, as the driver prints it.
fn quoted(text: &str) -> Option<Vec<u8>> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?.as_bytes();
    let (mut bytes, mut at) = (Vec::new(), 0);
    while let Some(&byte) = inner.get(at) {
        if byte == b'\\' {
            let digits = std::str::from_utf8(inner.get(at + 2..at + 4)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            at += 4;
        } else {
            bytes.push(byte);
            at += 1;
        }
    }
    Some(bytes)
}
