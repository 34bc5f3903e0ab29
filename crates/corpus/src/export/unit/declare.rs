//! Declarations of the function under test and of the types that it needs, so that a test is compiled beside the unit.
//!
//! Types of the library come from its headers. Of others the definition is written again, from the debug information; a struct
//! that does not lie in memory as C would lay it out, a class, a static function, or a unit with a `main` of its own is had by including the unit instead.

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

/// The declarations for a signature and these of its variables; `None` when the unit has to be included.
pub(super) fn declarations(signature: Callee, state: &BTreeSet<&String>) -> Option<Declarations> {
    if signature.is_included() {
        return None;
    }
    let mut writer = Writer {
        signature,
        headers: BTreeSet::new(),
        done: BTreeSet::new(),
        later: Vec::new(),
        text: String::new(),
        open: String::new(),
    };
    let state = signature.state.iter().filter(|one| state.contains(&one.name));
    let globals: Vec<&Variable> = signature.globals.iter().chain(state).collect();
    let all = signature.parameters.iter().chain(globals.iter().copied()).map(|variable| variable.ty);
    for ty in all.chain(signature.result) {
        writer.complete(ty)?;
    }
    while let Some(ty) = writer.later.pop() {
        writer.complete(ty)?;
    }
    for Variable { name, ty, .. } in globals {
        let (scope, name) = parted(name);
        let declared = declared(signature, *ty, name)?;
        writer.put(scope, &format!("extern {declared};\n"));
    }
    let parameters: Option<Vec<String>> =
        signature.parameters.iter().map(|one| declared(signature, one.ty, &signature.variable(&one.name))).collect();
    let parameters = Some(parameters?.join(", "))
        .filter(|list| !list.is_empty())
        .unwrap_or(if signature.is_cpp() { "" } else { "void" }.into());
    let (scope, name) = parted(&signature.function);
    let called = format!("{name}({parameters})");
    let prototype = match signature.result {
        Some(ty) => declared(signature, ty, &called)?,
        None => format!("void {called}"),
    };
    let linkage = if signature.is_cxx && signature.is_extern_c { "extern \"C\" " } else { "" };
    writer.put(scope, &format!("{linkage}{prototype};\n"));
    writer.put("", "");
    let is_c_in_cpp = signature.is_cpp() && !signature.is_cxx;
    let text = if is_c_in_cpp { format!("extern \"C\" {{\n{}}}\n", writer.text) } else { writer.text };
    Some(Declarations { headers: writer.headers, text })
}

/// A name of C++ without its namespaces, behind them.
pub(super) fn parted(path: &str) -> (&str, &str) {
    let plain = path.split('<').next().unwrap_or(path);
    plain.rfind("::").map_or(("", path), |at| (&path[..at], &path[at + 2..]))
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
        Shape::Enum { tag: Some(tag), .. } => Some(gap(&signature.tagged("enum", tag))),
        Shape::Enum { tag: None, .. } => Some(gap("int")),
        Shape::Record { tag: Some(tag), is_union, .. } => Some(gap(&signature.tagged(keyword(*is_union), tag))),
        Shape::Text { name } => Some(gap(name)),
        Shape::Vector { of } => Some(gap(&format!("std::vector<{}>", declared(signature, *of, "")?))),
        Shape::Reference { to, is_rvalue } => {
            let sign = if *is_rvalue { "&&" } else { "&" };
            let is_array = matches!(signature.types.get(*to), Some(Shape::Array { .. }));
            declared(signature, *to, &if is_array { format!("({sign}{what})") } else { format!("{sign}{what}") })
        }
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

fn keyword(is_union: bool) -> &'static str {
    if is_union { "union" } else { "struct" }
}

struct Writer<'a> {
    signature: Callee<'a>,
    headers: BTreeSet<&'static str>,
    /// Types that are written, by number.
    done: BTreeSet<usize>,
    /// Types that pointers lead to.
    later: Vec<usize>,
    text: String,
    /// The namespace that is open.
    open: String,
}

impl Writer<'_> {
    /// Writes something in a namespace.
    fn put(&mut self, scope: &str, text: &str) {
        if self.open != scope {
            let (closed, opened): (Vec<&str>, Vec<&str>) = (names(&self.open), names(scope));
            let ends = vec!["}"; closed.len()].join(" ");
            let begins: Vec<String> = opened.iter().map(|name| format!("namespace {name} {{")).collect();
            let lines = [ends, begins.join(" ")].into_iter().filter(|line| !line.is_empty());
            self.text.extend(lines.map(|line| line + "\n"));
            self.open = scope.into();
        }
        self.text.push_str(&within(scope, text));
    }

    /// Writes what a type needs, so that objects of it can be made; `None` when that is not possible.
    fn complete(&mut self, ty: usize) -> Option<()> {
        if !self.done.insert(ty) {
            return Some(());
        }
        let signature = self.signature.signature();
        match signature.types.get(ty)? {
            Shape::Number { .. } => {}
            Shape::Text { name } => {
                self.headers.insert(if name == "std::string" { "string" } else { "string_view" });
            }
            Shape::Vector { of } => {
                self.headers.insert("vector");
                self.complete(*of)?;
            }
            Shape::Reference { to, .. } => self.complete(*to)?,
            Shape::Enum { tag, names, bytes, is_class, kept_in } => {
                if let Some(tag) = tag {
                    let (scope, name) = parted(tag);
                    let class = if *is_class { "class " } else { "" };
                    let names = self.names(*bytes, names, *kept_in, *is_class);
                    self.put(scope, &format!("enum {class}{name} {names};\n"));
                }
            }
            Shape::Pointer { to } => {
                if let Some(to) = to.filter(|to| !is_void(signature, *to)) {
                    self.forward(to)?;
                    self.later.push(to);
                }
            }
            Shape::Record { tag, bytes, members, is_union } => {
                for member in members {
                    self.complete(member.ty)?;
                }
                if let Some(tag) = tag.as_ref().filter(|_| *bytes > 0) {
                    let body = self.members(members, *bytes, *is_union)?;
                    let (scope, name) = parted(tag);
                    self.put(scope, &format!("{} {name} {body};\n", keyword(*is_union)));
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
            Shape::Record { tag: Some(tag), bytes, is_union, .. } => {
                // The definition of any other comes before the function.
                if *bytes == 0 && self.done.insert(ty) {
                    let (scope, name) = parted(tag);
                    self.put(scope, &format!("{} {name};\n", keyword(*is_union)));
                }
                Some(())
            }
            Shape::Const { of: Some(of) } => self.forward(*of),
            _ => self.complete(ty),
        }
    }

    fn alias(&mut self, name: &str, of: usize) -> Option<()> {
        let plain = name.strip_prefix("std::").unwrap_or(name);
        if let Some((_, header)) = HEADERS.iter().find(|(known, _)| *known == plain) {
            self.headers.insert(header);
            return Some(());
        }
        let (scope, name) = parted(name);
        let meant = match self.signature.signature().types.get(of)? {
            Shape::Record { tag: None, bytes, members, is_union } => {
                for member in members {
                    self.complete(member.ty)?;
                }
                format!("{} {} {name}", keyword(*is_union), self.members(members, *bytes, *is_union)?)
            }
            Shape::Enum { tag: None, names, bytes, kept_in, .. } => {
                format!("enum {} {name}", self.names(*bytes, names, *kept_in, false))
            }
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
        self.put(scope, &format!("typedef {meant};\n"));
        Some(())
    }

    /// The members of a struct that lies as C lays it out, or of a union.
    fn members(&self, members: &[Variable], bytes: u64, is_union: bool) -> Option<String> {
        let (mut end, mut widest) = (0u64, 1u64);
        let mut text = String::from("{\n");
        for member in members {
            let (size, align) = self.layout(member.ty, 0)?;
            let is_there = if is_union { member.offset == 0 } else { member.offset == end.div_ceil(align) * align };
            is_there.then_some(())?;
            (end, widest) = ((member.offset + size).max(end), align.max(widest));
            let declared = match (self.signature.types.get(member.ty)?, member.name.as_str()) {
                (Shape::Record { tag: None, members, bytes, is_union }, name) => {
                    let inner = self.members(members, *bytes, *is_union)?.replace('\n', "\n    ");
                    format!("{} {inner} {name}", keyword(*is_union)).trim_end().to_string()
                }
                (_, "") => return None,
                (_, name) => declared(self.signature, member.ty, name)?,
            };
            text.push_str(&format!("    {declared};\n"));
        }
        (end.div_ceil(widest) * widest == bytes).then(|| text + "}")
    }

    /// The names of an enumeration. In C++ it says what it is kept in, so that it may have other values too, as in C.
    fn names(&self, bytes: u64, names: &[(String, i64)], kept_in: Option<usize>, is_class: bool) -> String {
        let list: Vec<String> = names.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let is_wide = names.iter().any(|(_, value)| *value > i64::from(i32::MAX));
        if let Some(kept_in) = kept_in.and_then(|ty| declared(self.signature, ty, "")) {
            let kept_in = if is_class && kept_in == "int" { String::new() } else { format!(": {kept_in} ") };
            return format!("{kept_in}{{ {} }}", list.join(", "));
        }
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
            Shape::Pointer { .. } | Shape::Reference { .. } => Some((8, 8)),
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
            Shape::Const { of: None } | Shape::Other { .. } | Shape::Text { .. } | Shape::Vector { .. } => None,
        }
    }
}

/// A text as it stands in a namespace: names of that need not say so.
fn within(scope: &str, text: &str) -> String {
    if scope.is_empty() {
        return text.into();
    }
    let (mut all, mut rest, prefix) = (String::new(), text, format!("{scope}::"));
    while let Some(at) = rest.find(&prefix) {
        let (before, behind) = rest.split_at(at);
        let is_inner = before.ends_with(|c: char| c.is_ascii_alphanumeric() || "_:".contains(c));
        all.push_str(before);
        all.push_str(if is_inner { &prefix } else { "" });
        rest = &behind[prefix.len()..];
    }
    all + rest
}

/// The names in a namespace of a namespace.
fn names(scope: &str) -> Vec<&str> {
    scope.split("::").filter(|name| !name.is_empty()).collect()
}

fn is_void(signature: &Signature, ty: usize) -> bool {
    match signature.types.get(ty) {
        Some(Shape::Other { what }) => what == "void",
        Some(Shape::Const { of: None }) => true,
        Some(Shape::Const { of: Some(of) }) if *of != ty => is_void(signature, *of),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{parted, within};

    #[test]
    fn names_in_their_namespace_are_short() {
        assert_eq!(
            within("geo", "void move(geo::point &p, const other::geo::point &q);"),
            "void move(point &p, const other::geo::point &q);"
        );
        assert_eq!(within("", "geo::point p;"), "geo::point p;");
        assert_eq!(parted("a::b::f"), ("a::b", "f"));
        assert_eq!(parted("f<std::string>"), ("", "f<std::string>"));
    }
}
