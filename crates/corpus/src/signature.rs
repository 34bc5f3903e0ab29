//! The function that a campaign with `--entry` is about: `entry.json` in the result folder.
//!
//! Holds what a test that calls the function directly has to know: parameters, types as far as they are reachable from
//! them, whether calls leave something behind. Types are a table, since they may refer to themselves. Total:
//! a number that is not in the table is a type that nobody knows.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The name of the file.
pub const ENTRY: &str = "entry.json";

/// What a driver writes before the name of a variable that it shows before the call.
pub const WAS: &str = "was ";

/// What stands behind the name of a place that is something else in every run.
pub const DIFFERS: &str = " differs";

/// A function and the types that it needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Signature {
    /// The function, in C++ with its namespaces.
    pub function: String,
    /// The source that defines it.
    pub unit: PathBuf,
    /// The source is C++.
    #[serde(default)]
    pub is_cxx: bool,
    /// In C++: it is called as C calls functions.
    #[serde(default)]
    pub is_extern_c: bool,
    /// There are several functions of its name.
    #[serde(default)]
    pub is_overloaded: bool,
    /// It, or a type that it needs, can be had only by including the source: a class, a member of one, a template, a struct with bit-fields.
    #[serde(default)]
    pub is_undeclarable: bool,
    /// Other files do not see it.
    pub is_static: bool,
    /// The unit has a `main` of its own.
    pub has_main: bool,
    /// It uses something that outlives a call, so that a call may depend on earlier ones.
    pub has_state: bool,
    /// It frees or resizes memory, which may be what it was given.
    pub may_free: bool,
    /// The driver prints a line when the function has come back.
    #[serde(default)]
    pub is_back_told: bool,
    /// Numbers that the unit writes in hexadecimal.
    pub hexadecimal: Vec<u64>,
    /// In order.
    pub parameters: Vec<Variable>,
    /// What it returns; absent for nothing.
    pub result: Option<usize>,
    /// Global variables that are given a value before the call.
    pub globals: Vec<Variable>,
    /// Other global variables that it uses and that tests can see.
    #[serde(default)]
    pub state: Vec<Variable>,
    /// The types, by number.
    pub types: Vec<Shape>,
}

/// A parameter, a global variable or a member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// Empty for what has none.
    pub name: String,
    /// Its type's number.
    #[serde(rename = "type")]
    pub ty: usize,
    /// Of a member: its distance from the start in bytes; 0 for a bit-field.
    #[serde(default)]
    pub offset: u64,
}

/// What a number is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberKind {
    /// `_Bool`.
    Bool,
    /// `int` and its kin.
    Signed,
    /// `unsigned` and its kin.
    Unsigned,
    /// `char`, plain, signed or unsigned.
    Character,
    /// `float`, `double`.
    Float,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Shape {
    /// A number.
    Number {
        /// As C writes it.
        name: String,
        /// What it is.
        number: NumberKind,
        /// Its size.
        bytes: u64,
    },
    /// An enumeration.
    Enum {
        /// Its tag, if it has one.
        tag: Option<String>,
        /// Its size.
        bytes: u64,
        /// Its names with their values.
        names: Vec<(String, i64)>,
        /// `enum class`.
        #[serde(default)]
        is_class: bool,
        /// What C++ keeps its values in, where it says so.
        #[serde(default)]
        kept_in: Option<usize>,
    },
    /// A reference of C++.
    Reference {
        /// What it refers to.
        to: usize,
        /// `T &&`.
        is_rvalue: bool,
    },
    /// `std::string` or `std::string_view`.
    Text {
        /// Its name.
        name: String,
    },
    /// `std::vector`.
    Vector {
        /// Its elements.
        of: usize,
    },
    /// A pointer; `void *` leads to nothing.
    Pointer {
        /// What it leads to.
        to: Option<usize>,
    },
    /// A struct or a union.
    Record {
        /// Its tag, if it has one.
        tag: Option<String>,
        /// Its size; 0 when it is only declared.
        bytes: u64,
        /// Its members.
        members: Vec<Variable>,
        /// It is a union.
        #[serde(default)]
        is_union: bool,
    },
    /// An array.
    Array {
        /// Its elements.
        of: usize,
        /// How many.
        count: u64,
    },
    /// Another name.
    Typedef {
        /// The name.
        name: String,
        /// What it stands for.
        of: usize,
    },
    /// What cannot be changed.
    Const {
        /// Without that.
        of: Option<usize>,
    },
    /// What tests cannot be written with: a function, a complex number.
    Other {
        /// What it is, in words.
        what: String,
    },
}

impl Signature {
    /// The signature in a result folder, if there is one that can be read.
    pub fn read(folder: &Path) -> Option<Signature> {
        serde_json::from_str(&std::fs::read_to_string(folder.join(ENTRY)).ok()?).ok()
    }

    /// A type behind its names and qualifiers; `None` for one that nobody knows.
    pub fn bare(&self, ty: usize) -> Option<(usize, &Shape)> {
        let mut ty = ty;
        for _ in 0..=self.types.len() {
            match self.types.get(ty)? {
                Shape::Typedef { of, .. } | Shape::Const { of: Some(of) } | Shape::Reference { to: of, .. } => ty = *of,
                shape => return Some((ty, shape)),
            }
        }
        None
    }

    /// The reference that a type is, if it is one: what it refers to, and whether that is given up (`T &&`).
    pub fn reference(&self, ty: usize) -> Option<(usize, bool)> {
        let mut ty = ty;
        for _ in 0..=self.types.len() {
            match self.types.get(ty)? {
                Shape::Reference { to, is_rvalue } => return Some((*to, *is_rvalue)),
                Shape::Typedef { of, .. } => ty = *of,
                _ => return None,
            }
        }
        None
    }

    /// Is an object of this type constant?
    pub fn is_const(&self, ty: usize) -> bool {
        let mut ty = ty;
        for _ in 0..=self.types.len() {
            match self.types.get(ty) {
                Some(Shape::Const { .. }) => return true,
                Some(Shape::Typedef { of, .. } | Shape::Array { of, .. }) => ty = *of,
                _ => return false,
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_types_are_nobodys() {
        let mut signature = Signature {
            function: "f".into(),
            unit: "u.c".into(),
            is_cxx: false,
            is_extern_c: false,
            is_overloaded: false,
            is_undeclarable: false,
            is_static: false,
            has_main: false,
            has_state: false,
            may_free: false,
            is_back_told: false,
            hexadecimal: Vec::new(),
            parameters: Vec::new(),
            result: Some(0),
            globals: Vec::new(),
            state: Vec::new(),
            types: vec![Shape::Typedef { name: "t".into(), of: 1 }, Shape::Const { of: Some(0) }],
        };
        assert_eq!(signature.bare(0), None, "a circle");
        assert_eq!(signature.bare(7), None, "not there");
        assert!(signature.is_const(0));
        signature.types[1] = Shape::Pointer { to: None };
        assert_eq!(signature.bare(0).map(|(ty, _)| ty), Some(1));
    }
}
