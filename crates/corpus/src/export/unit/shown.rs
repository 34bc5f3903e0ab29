//! What the driver showed of a call, as C: what was returned, and what it changed.
//!
//! The driver prints a line for each place (`build/src/entry/show.rs`), behind whatever the function prints itself. A line about a place that
//! is not known is the function's own.

use super::super::flavour::Claim;
use super::arguments::{Arguments, Named, identifier};
use super::declare::declared;
use super::dialect::Callee;
use super::literal;
use super::places::{Spot, Within, along, pointer, spot};
use super::tree::{Tree, Values};
use crate::signature::{DIFFERS, NumberKind, Shape, Signature, Variable, WAS};
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
    /// The function came back, as far as the driver says so.
    pub(super) is_back: bool,
    /// What it returned is something else in every run.
    pub(super) is_loose: bool,
    /// What is something else in every run, or cannot be written down.
    pub(super) unchecked: BTreeSet<String>,
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

/// A claim that a line of the driver's makes.
struct Line {
    left: Left,
    /// It was not so before the call.
    is_new: bool,
    within: Option<Within>,
    /// The object that it is about.
    object: String,
    /// Characters of its value: of the members of a union the one is meant that says it in the fewest.
    n_characters: usize,
}

/// What a driver printed of a call.
struct Reader<'r> {
    signature: Callee<'r>,
    values: &'r Values<'r>,
    arguments: &'r Arguments<'r>,
    /// The lines from before the call, by place.
    was: BTreeMap<&'r str, &'r str>,
}

/// Reads what was printed by a call that is written so.
pub(super) fn shown(signature: Callee, values: &Values, arguments: &Arguments, call: &str, printed: &str) -> Shown {
    let says = format!("{} returned", signature.function);
    let back = format!("{} is back\n", signature.function);
    let begin = printed.find(&back).or(printed.find(&says).filter(|_| signature.result.is_some())).unwrap_or(0);
    let mut shown = Shown { is_back: printed.contains(&back), ..Shown::default() };
    let threw = format!("{} threw ", signature.function);
    shown.threw = printed.lines().find_map(|line| line.strip_prefix(&threw)).map(str::to_string);
    let was = printed.lines().filter_map(|line| line.strip_prefix(WAS)?.split_once(" = ")).collect();
    let reader = Reader { signature, values, arguments, was };
    let (mut members, mut lines, mut gone) = (Vec::new(), Vec::new(), BTreeSet::new());
    for line in printed[begin..].lines() {
        if let Some(place) = line.strip_suffix(DIFFERS) {
            shown.is_loose |= place == signature.function;
            // Where something may be freed, an object of which a part differs is gone.
            let object = spot(signature, arguments, place).filter(|_| signature.may_free).map(|spot| spot.object);
            shown.unchecked.extend(object.clone().or_else(|| reader.unchecked(place)));
            gone.extend(object);
        } else if let Some(rest) = line.strip_prefix(&says) {
            match rest.strip_prefix(' ') {
                Some(value) => shown.returned = returned(signature, arguments, call.into(), value).map(Returned::One),
                None => members.extend(reader.member(rest)),
            }
        } else if let Some((place, to)) = line.split_once(" leads to ") {
            let Some(Spot { c, object, .. }) = pointer(signature, arguments, place) else { continue };
            match reader.leads(place, to).filter(|_| !gone.contains(&object)) {
                Some(claim) => shown.left.push(claim.into()),
                None => {
                    shown.unchecked.insert(format!("where {c} leads"));
                }
            }
        } else if let Some((name, line)) = reader.changed(line) {
            shown.state.insert(name);
            lines.push(line);
        } else {
            lines.extend(reader.place(line));
        }
    }
    lines.retain(|line| !gone.contains(&line.object));
    for Line { left, is_new, .. } in meant(lines) {
        if is_new { &mut shown.left } else { &mut shown.same }.push(left);
    }
    if !members.is_empty() {
        shown.returned = Some(Returned::Record(meant(members).into_iter().map(|line| line.left).collect()));
    }
    match shown.returned {
        None if shown.is_back && signature.result.is_some() => shown.unchecked.insert("what it returns".into()),
        Some(Returned::One(Claim::NotNull { .. })) => shown.unchecked.insert("what the pointer leads to".into()),
        _ => false,
    };
    shown
}

/// The lines without those about members of unions that are not meant. A union that was not changed says nothing.
fn meant(lines: Vec<Line>) -> Vec<Line> {
    let mut unions: BTreeMap<String, BTreeMap<String, (usize, usize, bool)>> = BTreeMap::new();
    for Line { within, n_characters, is_new, .. } in &lines {
        if let Some(Within { union, member }) = within {
            let (n, sum, is_changed) = unions.entry(union.clone()).or_default().entry(member.clone()).or_default();
            (*n, *sum, *is_changed) = (*n + 1, *sum + n_characters, *is_changed || *is_new);
        }
    }
    let is_meant = |line: &Line| {
        let Some(Within { union, member }) = &line.within else { return true };
        let changed = unions.get(union).into_iter().flatten().filter(|(_, (.., is_changed))| *is_changed);
        let best = changed.min_by_key(|(_, (n, sum, _))| sum * 100 / n);
        line.is_new && best.is_some_and(|(best, _)| best == member)
    };
    lines.into_iter().filter(is_meant).collect()
}

impl Reader<'_> {
    /// A variable that the test does not set, and what is claimed of it, if a line shows something else than was shown before the call.
    fn changed(&self, line: &str) -> Option<(String, Line)> {
        let (label, value) = line.split_once(" = ")?;
        self.was.get(label).filter(|before| **before != value)?;
        let (name, rest) = label.split_at(label.find(['[', '.']).unwrap_or(label.len()));
        let is_it = |one: &&Variable| one.name == name && self.signature.variable(name) == name;
        let variable = self.signature.state.iter().find(is_it)?;
        let (ty, within) = along(&self.signature, variable.ty, rest)?;
        let left = match quoted(value) {
            Some(bytes) => holds_bytes(&self.signature, label.into(), Some(ty), &bytes, true),
            None => number(self.signature, ty, label.into(), &literal::parsed(&self.signature, ty, value)?)?.into(),
        };
        let within = within.map(|within| Within { union: format!("{name}{}", within.union), ..within });
        let line = Line { left, is_new: true, within, object: name.into(), n_characters: characters(value) };
        Some((name.into(), line))
    }

    /// What a line claims of a struct that was returned.
    fn member(&self, line: &str) -> Option<Line> {
        let (label, _) = line.split_once(" = ")?;
        let (ty, within) = along(&self.signature, self.signature.result?, label)?;
        let c = format!("{}{label}", self.signature.result_name());
        Some(Line { is_new: true, ..self.claim(line, Spot { object: c.clone(), c, ty: Some(ty), within }, true)? })
    }

    /// What a line claims, if it is about a place of a call.
    fn place(&self, line: &str) -> Option<Line> {
        let (label, _) = line.split_once(" = ")?;
        let spot = spot(self.signature, self.arguments, label)?;
        let root = &label[..label.find(['[', '.']).unwrap_or(label.len())];
        let within = spot.within.map(|within| Within { union: format!("{root}{}", within.union), ..within });
        self.claim(line, Spot { within, ..spot }, false)
    }

    /// What a line claims of a place.
    fn claim(&self, line: &str, Spot { c, ty, within, object }: Spot, is_result: bool) -> Option<Line> {
        let (label, value) = line.split_once(" = ")?;
        let (signature, values) = (self.signature, self.values);
        let (left, is_other) = if let Some((value, now)) = ty.and_then(|ty| standard(signature, ty, value)) {
            (Claim::Same { what: c, value }.into(), values.tree(ty?, label).ok() != Some(now))
        } else if let Some(bytes) = quoted(value) {
            let before = bytes_before(&signature, values, label, ty);
            (holds_bytes(&signature, c, ty, &bytes, !is_result), before.as_ref() != Some(&bytes))
        } else {
            let bytes = literal::parsed(&signature, ty?, value)?;
            let before = values.tree(ty?, label).ok();
            let left = number(signature, ty?, c, &bytes)?.into();
            (left, before != Some(Tree::Number(bytes)))
        };
        let is_new = self.was.get(label).map_or(is_other, |before| *before != value);
        Some(Line { left, is_new, within, object, n_characters: characters(value) })
    }

    /// What is claimed of a pointer that leads elsewhere than before.
    fn leads(&self, place: &str, to: &str) -> Option<Claim> {
        let Spot { c: what, ty, .. } = pointer(self.signature, self.arguments, place)?;
        if let Some(text) = quoted(to) {
            return Some(Claim::Text { what, text: literal::any_text(&text) });
        }
        let value = match to {
            "NULL" => self.signature.null().into(),
            to => {
                let (name, bytes) = to.strip_suffix(" bytes")?.rsplit_once(" + ")?;
                into(&self.signature, self.arguments, ty?, name, bytes.parse().ok()?)?
            }
        };
        Some(Claim::Same { what, value })
    }

    /// How the test speaks of a place, or of the object in which it lies, that it does not look at.
    fn unchecked(&self, place: &str) -> Option<String> {
        if place == self.signature.function {
            return Some("what it returns".into());
        }
        if let Some(rest) = place.strip_prefix(&format!("{} returned", self.signature.function)) {
            return Some(format!("{}{rest}", self.signature.result_name()));
        }
        let is_state = |one: &&Variable| place == one.name || place.starts_with(&format!("{}.", one.name));
        if let Some(variable) = self.signature.state.iter().find(is_state) {
            return Some(variable.name.clone());
        }
        spot(self.signature, self.arguments, place).map(|spot| spot.c)
    }
}

/// Characters of a value; the zeros at the end of a text do not count.
fn characters(value: &str) -> usize {
    let mut text = value.trim_end_matches('"');
    while let Some(shorter) = text.strip_suffix("\\x00") {
        text = shorter;
    }
    text.len()
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
        let what = if is_plain_text(&signature, ty) { what } else { format!("(const char *){what}") };
        return Some(Claim::Text { what, text: literal::any_text(&text) });
    }
    if let Some((name, bytes)) = value.strip_suffix(" bytes").and_then(|rest| rest.rsplit_once(" + ")) {
        return into(&signature, arguments, ty, name, bytes.parse().ok()?).map(|value| Claim::Same { what, value });
    }
    number(signature, ty, what, &literal::parsed(&signature, ty, value)?)
}

/// Is it a pointer to plain characters?
fn is_plain_text(signature: &Signature, ty: usize) -> bool {
    let Some((_, Shape::Pointer { to: Some(to) })) = signature.bare(ty) else { return false };
    matches!(signature.bare(*to), Some((_, Shape::Number { name, .. })) if name == "char")
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

/// A pointer of this type so many bytes behind the start of an object.
fn into(signature: &Signature, arguments: &Arguments, ty: usize, name: &str, bytes: u64) -> Option<String> {
    let Some((_, Shape::Pointer { to })) = signature.bare(ty) else { return None };
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
