//! Declarations of the function under test and of the types that it needs, so that a test is compiled beside the unit.
//!
//! Types of the C library come from its headers. Of others the definition is written again, from the debug information; a struct
//! that does not lie in memory as C would lay it out, a static function, or a unit with a `main` of its own is had by including the unit instead.

use super::dialect::Callee;
use crate::signature::{Shape, Signature, Variable};
use std::collections::BTreeSet;

/// Types of headers that every C library has.
const HEADERS: &[(&str, &str)] = &[
    ("size_t", "stddef.h"),
    ("ptrdiff_t", "stddef.h"),
    ("wchar_t", "stddef.h"),
    ("int8_t", "stdint.h"),
    ("int16_t", "stdint.h"),
    ("int32_t", "stdint.h"),
    ("int64_t", "stdint.h"),
    ("uint8_t", "stdint.h"),
    ("uint16_t", "stdint.h"),
    ("uint32_t", "stdint.h"),
    ("uint64_t", "stdint.h"),
    ("intptr_t", "stdint.h"),
    ("uintptr_t", "stdint.h"),
    ("intmax_t", "stdint.h"),
    ("uintmax_t", "stdint.h"),
    ("ssize_t", "sys/types.h"),
    ("off_t", "sys/types.h"),
    ("time_t", "time.h"),
];

/// How the test gets at the unit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Declarations {
    /// Headers that it includes.
    pub(super) headers: BTreeSet<&'static str>,
    /// Definitions of types, and the function; empty where the unit is included.
    pub(super) text: String,
}

/// The declarations for a signature; `None` when the unit has to be included.
pub(super) fn declarations(signature: Callee) -> Option<Declarations> {
    // A test in C++ links the unit, whose `main` the command gives another name.
    if signature.is_static || signature.has_main && !signature.is_cpp() {
        return None;
    }
    let mut writer =
        Writer { signature, headers: BTreeSet::new(), done: BTreeSet::new(), later: Vec::new(), text: String::new() };
    let all = signature.parameters.iter().chain(&signature.globals).map(|variable| variable.ty);
    for ty in all.chain(signature.result) {
        writer.complete(ty)?;
    }
    while let Some(ty) = writer.later.pop() {
        writer.complete(ty)?;
    }
    for Variable { name, ty, .. } in &signature.globals {
        let declared = declared(signature, *ty, name)?;
        writer.text.push_str(&format!("extern {declared};\n"));
    }
    let parameters: Option<Vec<String>> =
        signature.parameters.iter().map(|one| declared(signature, one.ty, &signature.variable(&one.name))).collect();
    let parameters = Some(parameters?.join(", "))
        .filter(|list| !list.is_empty())
        .unwrap_or(if signature.is_cpp() { "" } else { "void" }.into());
    let called = format!("{}({parameters})", signature.function);
    let prototype = match signature.result {
        Some(ty) => declared(signature, ty, &called)?,
        None => format!("void {called}"),
    };
    writer.text.push_str(&format!("{prototype};\n"));
    let text = if signature.is_cpp() { format!("extern \"C\" {{\n{}}}\n", writer.text) } else { writer.text };
    Some(Declarations { headers: writer.headers, text })
}

/// A declaration of something of a type; `None` for a type that cannot be written.
pub(super) fn declared(signature: Callee, ty: usize, what: &str) -> Option<String> {
    let gap = |spelled: &str| match what.is_empty()
        || what.starts_with('[')
        || what.starts_with('*') && spelled.ends_with('*')
    {
        true => format!("{spelled}{what}"),
        false => format!("{spelled} {what}"),
    };
    match signature.types.get(ty)? {
        Shape::Number { name, .. } if name == "_Bool" && signature.is_cpp() => Some(gap("bool")),
        Shape::Number { name, .. } | Shape::Typedef { name, .. } => Some(gap(name)),
        Shape::Enum { tag: Some(tag), .. } => Some(gap(&format!("enum {tag}"))),
        Shape::Enum { tag: None, .. } => Some(gap("int")),
        Shape::Record { tag: Some(tag), .. } => Some(gap(&format!("struct {tag}"))),
        Shape::Record { tag: None, .. } | Shape::Other { .. } => None,
        Shape::Pointer { to: None } => Some(gap("void *")).map(|text| text.replace("* ", "*")),
        Shape::Pointer { to: Some(to) } => {
            let is_array = matches!(signature.types.get(*to), Some(Shape::Array { .. }));
            let is_void = matches!(signature.types.get(*to), Some(Shape::Other { what }) if what == "void");
            match (is_void, is_array) {
                (true, _) => Some(gap("void *")).map(|text| text.replace("* ", "*")),
                (_, true) => declared(signature, *to, &format!("(*{what})")),
                _ => declared(signature, *to, &format!("*{what}")),
            }
        }
        Shape::Array { of, count } => declared(signature, *of, &format!("{what}[{count}]")),
        Shape::Const { of: None } => Some(gap("const void")),
        Shape::Const { of: Some(of) } => match signature.types.get(*of)? {
            Shape::Pointer { .. } => declared(signature, *of, &format!("const {what}")),
            _ => Some(format!("const {}", declared(signature, *of, what)?)),
        },
    }
}

struct Writer<'a> {
    signature: Callee<'a>,
    headers: BTreeSet<&'static str>,
    /// Types that are written, by number.
    done: BTreeSet<usize>,
    /// Types that pointers lead to.
    later: Vec<usize>,
    text: String,
}

impl Writer<'_> {
    /// Writes what a type needs, so that objects of it can be made; `None` when that is not possible.
    fn complete(&mut self, ty: usize) -> Option<()> {
        if !self.done.insert(ty) {
            return Some(());
        }
        let signature = self.signature.signature();
        match signature.types.get(ty)? {
            Shape::Number { .. } => {}
            Shape::Enum { tag, names, bytes } => {
                if let Some(tag) = tag {
                    self.text.push_str(&format!("enum {tag} {};\n", self.names(*bytes, names)));
                }
            }
            Shape::Pointer { to } => {
                if let Some(to) = to.filter(|to| !is_void(signature, *to)) {
                    self.forward(to)?;
                    self.later.push(to);
                }
            }
            Shape::Record { tag, bytes, members } => {
                for member in members {
                    self.complete(member.ty)?;
                }
                if let Some(tag) = tag.as_ref().filter(|_| *bytes > 0) {
                    let body = self.members(members, *bytes)?;
                    self.text.push_str(&format!("struct {tag} {body};\n"));
                }
            }
            Shape::Array { of, .. } | Shape::Const { of: Some(of) } => self.complete(*of)?,
            Shape::Const { of: None } => {}
            Shape::Typedef { name, of } => self.alias(name, *of)?,
            Shape::Other { .. } => return None,
        }
        Some(())
    }

    /// Writes as much of a type as a pointer to it needs.
    fn forward(&mut self, ty: usize) -> Option<()> {
        match self.signature.signature().types.get(ty)? {
            Shape::Record { tag: Some(tag), bytes, .. } => {
                // The definition of any other comes before the function.
                if *bytes == 0 && self.done.insert(ty) {
                    self.text.push_str(&format!("struct {tag};\n"));
                }
                Some(())
            }
            Shape::Const { of: Some(of) } => self.forward(*of),
            _ => self.complete(ty),
        }
    }

    fn alias(&mut self, name: &str, of: usize) -> Option<()> {
        if let Some((_, header)) = HEADERS.iter().find(|(known, _)| *known == name) {
            self.headers.insert(header);
            return Some(());
        }
        let meant = match self.signature.signature().types.get(of)? {
            Shape::Record { tag: None, bytes, members } => {
                for member in members {
                    self.complete(member.ty)?;
                }
                format!("struct {} {name}", self.members(members, *bytes)?)
            }
            Shape::Enum { tag: None, names, bytes } => format!("enum {} {name}", self.names(*bytes, names)),
            Shape::Record { tag: Some(_), .. } => {
                self.forward(of)?;
                self.later.push(of);
                declared(self.signature, of, name)?
            }
            _ => {
                self.complete(of)?;
                declared(self.signature, of, name)?
            }
        };
        self.text.push_str(&format!("typedef {meant};\n"));
        Some(())
    }

    /// The members of a struct that lies as C lays it out.
    fn members(&self, members: &[Variable], bytes: u64) -> Option<String> {
        let (mut end, mut widest) = (0u64, 1u64);
        let mut text = String::from("{\n");
        for member in members {
            let (size, align) = self.layout(member.ty, 0)?;
            let is_there = member.offset == end.div_ceil(align) * align;
            (is_there && !member.name.is_empty()).then_some(())?;
            (end, widest) = (member.offset + size, align.max(widest));
            text.push_str(&format!("    {};\n", declared(self.signature, member.ty, &member.name)?));
        }
        (end.div_ceil(widest) * widest == bytes).then(|| text + "}")
    }

    /// The names of an enumeration. In C++ it says what it is kept in, so that it may have other values too, as in C.
    fn names(&self, bytes: u64, names: &[(String, i64)]) -> String {
        let list: Vec<String> = names.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let is_wide = names.iter().any(|(_, value)| *value > i64::from(i32::MAX));
        let kept_in = match (self.signature.is_cpp() && bytes == 4, is_wide) {
            (true, true) => ": unsigned ",
            (true, false) => ": int ",
            (false, _) => "",
        };
        format!("{kept_in}{{ {} }}", list.join(", "))
    }

    /// Size and alignment.
    fn layout(&self, ty: usize, depth: usize) -> Option<(u64, u64)> {
        (depth <= self.signature.types.len()).then_some(())?;
        match self.signature.types.get(ty)? {
            Shape::Number { bytes, .. } | Shape::Enum { bytes, .. } => Some((*bytes, (*bytes).max(1))),
            Shape::Pointer { .. } => Some((8, 8)),
            Shape::Array { of, count } => {
                let (size, align) = self.layout(*of, depth + 1)?;
                Some((size.checked_mul(*count)?, align))
            }
            Shape::Record { bytes, members, .. } => {
                let inner: Option<Vec<u64>> =
                    members.iter().map(|one| Some(self.layout(one.ty, depth + 1)?.1)).collect();
                Some((*bytes, inner?.into_iter().max().unwrap_or(1)))
            }
            Shape::Typedef { of, .. } | Shape::Const { of: Some(of) } => self.layout(*of, depth + 1),
            Shape::Const { of: None } | Shape::Other { .. } => None,
        }
    }
}

fn is_void(signature: &Signature, ty: usize) -> bool {
    match signature.types.get(ty) {
        Some(Shape::Other { what }) => what == "void",
        Some(Shape::Const { of: None }) => true,
        Some(Shape::Const { of: Some(of) }) if *of != ty => is_void(signature, *of),
        _ => false,
    }
}
