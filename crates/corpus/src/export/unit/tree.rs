//! The values of a test, put in the places that they were made for.
//!
//! A test lists values by what the driver calls their places: `n[0].next[0].v`. What has no value is zero, as the driver leaves it.

use crate::signature::{Shape, Signature, Variable};
use crate::{Test, Value};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What a place holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// A number, by its bytes.
    Number(Vec<u8>),
    /// An array of characters, or one that was made at once.
    Bytes(Vec<u8>),
    Record(Vec<(String, usize, Tree)>),
    Array(usize, Vec<Tree>),
    /// A text of C++.
    Text(Vec<u8>),
    /// A vector of C++.
    Vector(usize, Vec<Tree>),
    Null,
    /// A pointer to an object of its own.
    Object(Object),
    /// A pointer into what another parameter leads to, so many elements behind its start.
    Into(String, u64),
}

/// What a pointer leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Object {
    /// What the driver calls the pointer.
    pub(super) path: String,
    /// The type of an element; none for bytes of no type.
    pub(super) of: Option<usize>,
    pub(super) elements: Elements,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Elements {
    Bytes(Vec<u8>),
    List(Vec<Tree>),
}

/// Most elements of a vector: more than a driver makes.
const MOST_ELEMENTS: u32 = 1 << 16;

/// The values of one test.
pub(super) struct Values<'a> {
    signature: &'a Signature,
    by_name: BTreeMap<&'a str, &'a Value>,
    /// Names that were asked for.
    used: RefCell<BTreeSet<String>>,
}

impl<'a> Values<'a> {
    pub(super) fn of(signature: &'a Signature, test: &'a Test) -> Values<'a> {
        let by_name = test.values.iter().map(|value| (value.name.as_str(), value)).collect();
        Values { signature, by_name, used: RefCell::default() }
    }

    /// A value that nobody asked for, and that a test would therefore lack: its name was cut, or it was given to somebody else.
    pub(super) fn unused(&self) -> Option<&str> {
        let used = self.used.borrow();
        self.by_name.keys().copied().find(|name| !used.contains(*name))
    }

    fn bytes(&self, path: &str) -> Option<&[u8]> {
        let found = self.by_name.get(path)?;
        self.used.borrow_mut().insert(path.into());
        Some(found.bytes.0.as_slice())
    }

    fn is_set(&self, path: &str) -> bool {
        self.bytes(path).and_then(<[u8]>::first).is_some_and(|byte| byte & 1 == 1)
    }

    /// The value of a parameter; the error says what tests cannot be written with.
    pub(super) fn parameter(&self, variable: &Variable) -> Result<Tree, String> {
        let Variable { name, ty, .. } = variable;
        for other in &self.signature.parameters {
            if self.is_set(&format!("{name} == {}", other.name)) {
                return Ok(Tree::Into(other.name.clone(), 0));
            }
            if let Some(n) = self.bytes(&format!("{name} - {}", other.name)) {
                let mut word = [0; 8];
                word[..n.len().min(8)].copy_from_slice(&n[..n.len().min(8)]);
                return Ok(Tree::Into(other.name.clone(), u64::from_le_bytes(word)));
            }
        }
        match self.is_stream(*ty) {
            true => Err(format!("{name} is a stream")),
            false => self.tree(*ty, name),
        }
    }

    /// Does it point to a stream of the C library, for which the driver takes one of its own?
    fn is_stream(&self, ty: usize) -> bool {
        let bare = |ty| self.signature.bare(ty).map(|(_, shape)| shape);
        let Some(Shape::Pointer { to: Some(to) }) = bare(ty) else { return false };
        matches!(bare(*to), Some(Shape::Record { tag: Some(tag), .. }) if tag == "_IO_FILE")
    }

    /// What a place of this type and name holds.
    pub(super) fn tree(&self, ty: usize, path: &str) -> Result<Tree, String> {
        let unknown = || format!("{path} has a type that is not known");
        let (_, shape) = self.signature.bare(ty).ok_or_else(unknown)?;
        Ok(match shape {
            Shape::Number { bytes, .. } | Shape::Enum { bytes, .. } => {
                let mut value = self.bytes(path).unwrap_or_default().to_vec();
                value.resize(usize::try_from(*bytes).unwrap_or(8).min(16), 0);
                Tree::Number(value)
            }
            Shape::Pointer { to } => self.pointer(*to, path)?,
            Shape::Record { members, bytes, is_union, .. } if *bytes > 0 => {
                Tree::Record(self.members(members, *is_union, path)?)
            }
            Shape::Record { .. } => return Err(format!("{path} is a struct that is only declared")),
            Shape::Array { of, count } => match self.bytes(path) {
                Some(bytes) => Tree::Bytes(bytes.to_vec()),
                None => {
                    let element = |k: u64| self.tree(*of, &format!("{path}[{k}]"));
                    Tree::Array(*of, (0..*count).map(element).collect::<Result<_, String>>()?)
                }
            },
            Shape::Text { .. } => {
                let bytes = self.bytes(&format!("{path}[]")).unwrap_or_default();
                Tree::Text(bytes.iter().copied().take_while(|&byte| byte != 0).collect())
            }
            Shape::Vector { of } => {
                let size = self.bytes(&format!("{path}.size()")).unwrap_or_default();
                let mut word = [0; 4];
                word[..size.len().min(4)].copy_from_slice(&size[..size.len().min(4)]);
                let element = |k: u32| self.tree(*of, &format!("{path}[{k}]"));
                let n = u32::from_le_bytes(word).min(MOST_ELEMENTS);
                Tree::Vector(*of, (0..n).map(element).collect::<Result<_, String>>()?)
            }
            Shape::Other { what } => return Err(format!("{path} is {what}")),
            Shape::Typedef { .. } | Shape::Const { .. } | Shape::Reference { .. } => return Err(unknown()),
        })
    }

    /// The members, those of unnamed structs among them; of a union the one that was chosen.
    fn members(&self, members: &[Variable], is_union: bool, path: &str) -> Result<Vec<(String, usize, Tree)>, String> {
        let mut all = Vec::new();
        let is_chosen = |(k, member): &(usize, &Variable)| {
            let name = if member.name.is_empty() { format!("member {k}") } else { member.name.clone() };
            *k > 0 && self.is_set(&format!("{path}: {name}"))
        };
        let chosen = members.iter().enumerate().find(is_chosen).map_or(0, |(k, _)| k);
        let members = members.iter().enumerate().filter(|(k, _)| !is_union || *k == chosen).map(|(_, member)| member);
        for Variable { name, ty, .. } in members {
            if name.is_empty() {
                match self.signature.bare(*ty) {
                    Some((_, Shape::Record { members, is_union, .. })) => {
                        all.extend(self.members(members, *is_union, path)?);
                    }
                    _ => return Err(format!("{path} has a member without a name")),
                }
            } else {
                all.push((name.clone(), *ty, self.tree(*ty, &format!("{path}.{name}"))?));
            }
        }
        Ok(all)
    }

    fn pointer(&self, to: Option<usize>, path: &str) -> Result<Tree, String> {
        let bare = to.and_then(|to| self.signature.bare(to)).map(|(_, shape)| shape);
        // Pointers that the driver makes nothing of are null.
        if !self.is_set(path) {
            let is_call = matches!(bare, Some(Shape::Other { what }) if what == "a function");
            return if is_call { Err(format!("{path} is a pointer to a function")) } else { Ok(Tree::Null) };
        }
        let object = |of, elements| Ok(Tree::Object(Object { path: path.into(), of, elements }));
        let is_char = matches!(bare, Some(Shape::Number { name, .. }) if name == "char");
        if let Some(bytes) = self.bytes(&format!("{path}[]")) {
            let end: &[u8] = if is_char { &[0] } else { &[] };
            return object(to.filter(|_| is_char), Elements::Bytes([bytes, end].concat()));
        }
        let to = to.ok_or_else(|| format!("{path} leads to memory without a value"))?;
        let n = (0..).take_while(|k| self.has_below(&format!("{path}[{k}]"))).count().max(1);
        let element = |k: usize| self.tree(to, &format!("{path}[{k}]"));
        object(Some(to), Elements::List((0..n).map(element).collect::<Result<_, String>>()?))
    }

    fn has_below(&self, path: &str) -> bool {
        let mut from = self.by_name.range(path..);
        from.next().is_some_and(|(name, _)| name.starts_with(path))
    }
}
