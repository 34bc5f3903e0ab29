//! What a driver shows of a call if somebody wants to see it: what was returned, and what the function left in memory.
//!
//! Exported tests assert what is printed here, so only what a correct program decides is shown: numbers by member, never padding;
//! where a pointer leads, never its value. Objects behind constant pointers are passed over.
//! Memory that the function freed, never set, or reads behind the end of an object cannot be told apart everywhere. So a run can be asked for with
//! other addresses and other contents of the stack, of freed memory and behind objects (a second character in `SYMCRETE_RETURN`): what differs is nothing to assert.

use super::debug::{Debug, Holds, Member, Standard, Type, TypeId};
use super::driver::is_character;
use std::fmt::Write;

/// The variable that asks the driver to show results: `1` all, `2` what was returned, `0` nothing.
pub const RETURN: &str = "SYMCRETE_RETURN";

/// Elements of an array that are shown.
const ELEMENTS: u64 = 64;
/// Lines that are written for one object: one of a thousand members is not read by anybody.
const LINES: usize = 256;

/// How a number is printed, and as what; `None` for what is none.
fn number(ty: &Type, lvalue: &str) -> Option<(&'static str, String)> {
    Some(match ty {
        Type::Basic { holds: Holds::Float, bytes: 16, .. } => ("%.21Lg", lvalue.into()),
        Type::Basic { holds: Holds::Float, .. } => ("%.17g", format!("(double)({lvalue})")),
        Type::Basic { holds: Holds::Unsigned, bytes: ..=8, .. } => ("%llu", format!("(unsigned long long)({lvalue})")),
        Type::Basic { holds: Holds::Bool | Holds::Signed | Holds::Character, bytes: ..=8, .. } | Type::Enum { .. } => {
            ("%lld", format!("(long long)({lvalue})"))
        }
        _ => return None,
    })
}

/// Writes the statements that show objects.
pub(super) struct Show<'a> {
    debug: &'a Debug,
    text: String,
    n_lines: usize,
    /// It is about a returned object, whose arrays need not be set behind the end of a string.
    is_result: bool,
}

/// A place that is shown: how C and how the test calls it.
#[derive(Clone)]
struct Spot {
    lvalue: String,
    label: String,
    /// Variables that stand for the `%lu` in the label.
    indices: Vec<String>,
}

impl Spot {
    fn member(&self, name: &str) -> Spot {
        let (lvalue, label) = (format!("({}).{name}", self.lvalue), format!("{}.{name}", self.label));
        Spot { lvalue, label, indices: self.indices.clone() }
    }

    /// Values for the label, with a comma before each.
    fn values(&self) -> String {
        self.indices.iter().map(|index| format!(", {index}")).collect()
    }
}

/// An object that a pointer leads to.
#[derive(Clone)]
pub(super) struct Behind {
    /// What leads to it in the driver, and what the test calls that.
    pub(super) pointer: String,
    pub(super) name: String,
    /// Its elements; without a type, bytes.
    pub(super) ty: Option<TypeId>,
    pub(super) n: u64,
    pub(super) is_const: bool,
}

impl Behind {
    /// Its size, as C says it.
    pub(super) fn size(&self) -> String {
        match self.ty {
            Some(_) => format!("{} * sizeof *{}", self.n, self.pointer),
            None => self.n.to_string(),
        }
    }
}

impl<'a> Show<'a> {
    pub(super) fn new(debug: &'a Debug) -> Show<'a> {
        Show { debug, text: String::new(), n_lines: 0, is_result: false }
    }

    /// The statements.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// What the function returned, which is in `symcrete_result`.
    pub(super) fn result(&mut self, function: &str, ty: TypeId) {
        let Some((_, bare)) = self.debug.bare(Some(ty)) else { return };
        self.is_result = true;
        match bare {
            Type::Pointer { to } => {
                // What looks for texts is in a driver only where there may be some: it looks at more than the program may.
                let to_text = if is_character(self.debug, *to) { "_to_text" } else { "" };
                let _ = writeln!(
                    self.text,
                    "  __builtin_printf(\"{function} returned \");\n  \
                     symcrete_driver_leads{to_text}((const void *)symcrete_result);"
                );
            }
            Type::Record { .. } => self.place("symcrete_result", ty, &format!("{function} returned")),
            Type::Standard { kind, of } => {
                let spot = Spot { lvalue: "symcrete_result".into(), label: String::new(), indices: Vec::new() };
                self.standard(&spot, *kind, *of, &format!("{function} returned "));
            }
            bare => {
                if let Some((format, value)) = number(bare, "symcrete_result") {
                    let _ = writeln!(self.text, "  __builtin_printf(\"{function} returned {format}\\n\", {value});");
                }
            }
        }
    }

    /// What an object holds behind the call.
    pub(super) fn object(&mut self, object: &Behind) {
        if object.is_const {
            return;
        }
        let before = std::mem::take(&mut self.text);
        let Behind { pointer, name, .. } = object;
        let spot = |lvalue: String| Spot { lvalue, label: name.clone(), indices: Vec::new() };
        match object.ty {
            Some(ty) => self.elements(&spot(pointer.clone()), ty, object.n),
            None => self.bytes(&spot(format!("(char *){pointer}")), object.n, false),
        }
        let shown = std::mem::replace(&mut self.text, before);
        if !shown.is_empty() {
            let _ = writeln!(
                self.text,
                "  if ({pointer} && symcrete_driver_gone((const void *){pointer})) __builtin_printf(\"{name} is freed\\n\");\n  \
                 else if ({pointer}) {{\n{shown}  }}"
            );
        }
    }

    /// What a variable holds, or a struct that was returned.
    pub(super) fn place(&mut self, lvalue: &str, ty: TypeId, label: &str) {
        self.spot(&Spot { lvalue: lvalue.into(), label: label.into(), indices: Vec::new() }, ty);
    }

    fn spot(&mut self, spot: &Spot, ty: TypeId) {
        let Some((_, bare)) = self.debug.bare(Some(ty)) else { return };
        match bare {
            // Of a union every member is shown; who reads that chooses the one that is meant.
            Type::Record { members, .. } => {
                members.iter().for_each(|member| self.member(spot, member));
            }
            Type::Standard { kind, of } => self.standard(spot, *kind, *of, &format!("{} = ", spot.label)),
            Type::Array { of, count: Some(n) } => match self.debug.bare(Some(*of)) {
                Some((_, Type::Basic { holds: Holds::Character, name, .. })) => {
                    self.bytes(spot, *n, self.is_result && name == "char");
                }
                _ => self.elements(spot, *of, *n),
            },
            bare => {
                if let Some((format, value)) = number(bare, &spot.lvalue) {
                    self.line(&format!("{} = {format}\\n\"{}, {value})", spot.label, spot.values()));
                }
            }
        }
    }

    /// A text, or the numbers in a vector, behind a label.
    fn standard(&mut self, spot: &Spot, kind: Standard, of: Option<TypeId>, label: &str) {
        let (lvalue, values) = (&spot.lvalue, spot.values());
        if kind != Standard::Vector {
            let text = format!("symcrete_driver_text(({lvalue}).data(), ({lvalue}).size(), 0)");
            return self.line(&format!("{label}\"{values}), {text}"));
        }
        let index = format!("symcrete_k{}", spot.indices.len());
        let element = format!("({lvalue})[{index}]");
        let shown = self.debug.bare(of).and_then(|(_, bare)| number(bare, &element));
        if let Some((format, value)) = shown {
            let _ = writeln!(
                self.text,
                "  if (({lvalue}).size() <= {ELEMENTS}) {{\n  __builtin_printf(\"{label}{{\"{values});\n  \
                 for (unsigned long {index} = 0; {index} < ({lvalue}).size(); {index}++)\n    \
                 __builtin_printf({index} ? \", {format}\" : \"{format}\", {value});\n  __builtin_printf(\"}}\\n\");\n  }}"
            );
        }
    }

    fn member(&mut self, spot: &Spot, member: &Member) {
        match &member.name {
            Some(name) => self.spot(&spot.member(name), member.ty),
            // An unnamed struct: its members are reached through the outer one.
            None => self.spot(spot, member.ty),
        }
    }

    fn elements(&mut self, spot: &Spot, of: TypeId, n: u64) {
        let index = format!("symcrete_k{}", spot.indices.len());
        let mut inner = spot.clone();
        inner.lvalue = format!("({})[{index}]", spot.lvalue);
        inner.label += "[%lu]";
        inner.indices.push(index.clone());
        let before = std::mem::take(&mut self.text);
        self.spot(&inner, of);
        let shown = std::mem::replace(&mut self.text, before);
        if !shown.is_empty() {
            let n = n.min(ELEMENTS);
            let _ = writeln!(self.text, "  for (unsigned long {index} = 0; {index} < {n}; {index}++) {{\n{shown}  }}");
        }
    }

    /// Characters: all of them, or those before the first zero byte.
    fn bytes(&mut self, spot: &Spot, n: u64, is_string: bool) {
        let text = format!("symcrete_driver_text(&({})[0], {n}, {})", spot.lvalue, u8::from(is_string));
        self.line(&format!("{} = \"{}), {text}", spot.label, spot.values()));
    }

    fn line(&mut self, rest: &str) {
        self.n_lines += 1;
        if self.n_lines <= LINES {
            let _ = writeln!(self.text, "  __builtin_printf(\"{rest};");
        }
    }
}
