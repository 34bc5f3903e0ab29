//! What tests that call the function directly have to know of it, for `entry.json`.

use super::debug::{self, Debug, Function, Holds, Member, Standard, Type, TypeId, Within};
use super::spelled::standard;
use super::{Entry, RENAMED, named};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use symcrete_corpus::signature::{NumberKind, Shape, Signature, Variable};

/// Functions that end or move memory.
const FREEING: &[&str] = &["free", "realloc", "reallocarray", "cfree"];
/// Variables that start-up files bring.
const STARTUP: &[&str] = &["completed.0", "__dso_handle", "_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "__TMC_END__"];

/// Names of the C++ library that people write.
const OF_LIBRARY: &[&str] = &["std::size_t", "std::ptrdiff_t"];

/// Functions of the C++ library, of compilers' run-time support and of classes that every program may use: they keep nothing.
const OF_CXX: &[&str] =
    &["_ZNSt", "_ZNKSt", "_ZSt", "_ZTI", "_ZTV", "__cxa_", "__gxx_personality", "_Unwind_", "_Zna", "_Znw"];
/// `operator delete`.
const DELETING: &[&str] = &["_Zdl", "_Zda"];

/// How names of pointers to functions of the run-time support begin, which the compiler makes.
const REFERENCE: &str = "DW.ref.";

/// Functions of the C library that remember something for the next call.
const REMEMBERING: &[&str] = &[
    "rand",
    "srand",
    "random",
    "srandom",
    "drand48",
    "lrand48",
    "mrand48",
    "srand48",
    "strtok",
    "setlocale",
    "setenv",
    "putenv",
];

/// What the code of a function shows besides its types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Traits {
    /// The variables that it uses.
    variables: Vec<String>,
    has_state: bool,
    may_free: bool,
    /// It, or a template of the library that came with it, uses `delete`.
    may_delete: bool,
}

impl Traits {
    /// What is not known may be so.
    pub(super) const UNKNOWN: Traits =
        Traits { variables: Vec::new(), has_state: true, may_free: true, may_delete: true };

    /// Those of a shared object that holds nothing but the function and what it uses.
    pub(super) fn of(image: &[u8]) -> Traits {
        let Ok(file) = object::File::parse(image) else { return Traits::UNKNOWN };
        let is_written = |symbol: &object::Symbol| {
            let section = symbol.section_index().and_then(|index| file.section_by_index(index).ok());
            section.is_some_and(|section| matches!(section.name(), Ok(".data" | ".bss" | ".tdata" | ".tbss")))
        };
        let is_variable = |symbol: &object::Symbol| {
            matches!(symbol.kind(), SymbolKind::Data | SymbolKind::Tls) && symbol.size() > 0 && is_written(symbol)
        };
        let is_own = |symbol: &object::Symbol| {
            symbol.name().is_ok_and(|name| !STARTUP.contains(&name) && !name.starts_with(REFERENCE))
        };
        let needed = || file.dynamic_symbols().filter(|symbol| symbol.is_undefined() && !symbol.is_weak());
        let is_of_cxx = |name: &str| OF_CXX.iter().chain(DELETING).any(|start| name.starts_with(start));
        let is_one_of = |symbol: &object::Symbol, names: &[&str]| {
            let is_known = |name: &str| symcrete_libc::knows(name) || is_of_cxx(name);
            symbol.name().is_ok_and(|name| names.contains(&plain(name)) || !is_known(plain(name)))
        };
        let variables = file.symbols().filter(|symbol| is_variable(symbol) && is_own(symbol));
        let variables: Vec<String> = variables.filter_map(|symbol| Some(symbol.name().ok()?.into())).collect();
        Traits {
            has_state: !variables.is_empty() || needed().any(|symbol| is_one_of(&symbol, REMEMBERING)),
            may_free: needed().any(|symbol| is_one_of(&symbol, FREEING)),
            may_delete: needed()
                .any(|symbol| symbol.name().is_ok_and(|name| DELETING.iter().any(|start| name.starts_with(start)))),
            variables,
        }
    }

    /// The names of variables that it uses, as far as they are known.
    pub(super) fn variables(&self) -> &[String] {
        &self.variables
    }
}

/// A name without the version that the linker adds.
fn plain(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}

/// The signature of a function.
pub(super) fn signature(
    entry: &Entry,
    source: &Path,
    debug: &Debug,
    function: &Function,
    traits: &Traits,
    state: &[&debug::Variable],
) -> Signature {
    let is_undeclarable = debug.is_cxx && (function.is_member || function.name.contains('<'));
    let mut table = Table { debug, numbers: BTreeMap::new(), types: Vec::new(), is_undeclarable };
    let variable = |table: &mut Table, name: &str, ty: Option<TypeId>| Variable {
        name: name.into(),
        ty: table.number(ty),
        offset: 0,
    };
    let parameters = function.parameters.iter().map(|one| variable(&mut table, &one.name, one.ty)).collect();
    let globals = debug.variables.iter().filter(|one| entry.globals.contains(&one.name));
    let globals = globals.map(|one| variable(&mut table, &one.name, one.ty)).collect();
    let result = function.result.map(|ty| table.number(Some(ty)));
    // What could be had only by including the source is not looked at.
    let state = state.iter().filter_map(|one| {
        let (was, n_types) = (table.is_undeclarable, table.types.len());
        let found = variable(&mut table, &one.name, one.ty);
        let is_new = table.is_undeclarable && !was;
        if is_new {
            table.forget(n_types);
            table.is_undeclarable = was;
        }
        (!is_new).then_some(found)
    });
    let state = state.collect();
    Signature {
        function: function.name.clone(),
        unit: source.into(),
        is_cxx: debug.is_cxx,
        is_extern_c: function.is_extern_c,
        is_overloaded: named::is_overloaded(debug, function),
        is_undeclarable: table.is_undeclarable,
        is_static: !function.is_external,
        has_main: debug.functions.iter().any(|function| RENAMED.ends_with(&format!("={}", function.name))),
        has_state: traits.has_state,
        may_free: traits.may_free
            || traits.may_delete && function.parameters.iter().any(|one| is_deletable(debug, one.ty)),
        is_back_told: true,
        hexadecimal: hexadecimal(&std::fs::read_to_string(source).unwrap_or_default()),
        parameters,
        result,
        globals,
        state,
        types: table.types,
    }
}

/// Could a function delete what a parameter of this type leads to?
fn is_deletable(debug: &Debug, ty: Option<TypeId>) -> bool {
    matches!(debug.bare(ty), Some((_, Type::Pointer { to: Some(to) })) if !debug.is_const(*to))
}

/// The numbers above 9 that a text writes in hexadecimal.
fn hexadecimal(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let digits = words.filter_map(|word| word.strip_prefix("0x").or_else(|| word.strip_prefix("0X")));
    let digits = digits.map(|word| word.trim_end_matches(['u', 'U', 'l', 'L']));
    let numbers: BTreeSet<u64> = digits.filter_map(|digits| u64::from_str_radix(digits, 16).ok()).collect();
    numbers.into_iter().filter(|&number| number > 9).collect()
}

/// The types that were met.
struct Table<'a> {
    debug: &'a Debug,
    numbers: BTreeMap<TypeId, usize>,
    types: Vec<Shape>,
    /// One of them cannot be declared again.
    is_undeclarable: bool,
}

impl Table<'_> {
    /// The number of a type, `void` included.
    fn number(&mut self, ty: Option<TypeId>) -> usize {
        let Some(ty) = ty else { return self.add(Shape::Other { what: "void".into() }) };
        if let Some(&number) = self.numbers.get(&ty) {
            return number;
        }
        let number = self.add(Shape::Other { what: "a type of unknown kind".into() });
        self.numbers.insert(ty, number);
        self.types[number] = self.shape(ty);
        number
    }

    /// Leaves out the types from this number on.
    fn forget(&mut self, first: usize) {
        self.types.truncate(first);
        self.numbers.retain(|_, number| *number < first);
    }

    fn add(&mut self, shape: Shape) -> usize {
        self.types.push(shape);
        self.types.len() - 1
    }

    fn shape(&mut self, ty: TypeId) -> Shape {
        let other = |what: &str| Shape::Other { what: what.into() };
        match self.debug.get(ty).clone() {
            Type::Basic { name, holds, bytes } => match kind(holds, bytes) {
                Some(number) => Shape::Number { name, number, bytes },
                None => other("a number of a kind that tests do not write"),
            },
            Type::Enum { tag, bytes, names, is_class, kept_in, within } => {
                self.is_undeclarable |= within != Within::Namespace;
                let kept_in = kept_in.map(|ty| self.number(Some(ty)));
                Shape::Enum { tag, bytes, names, is_class, kept_in }
            }
            Type::Reference { to: Some(to), is_rvalue } => Shape::Reference { to: self.number(Some(to)), is_rvalue },
            Type::Reference { to: None, .. } => other("a type of unknown kind"),
            Type::Standard { kind: Standard::Vector, of: Some(of) } => Shape::Vector { of: self.number(Some(of)) },
            Type::Standard { kind, .. } => Shape::Text { name: standard(kind, None).unwrap_or_default() },
            Type::Pointer { to } => Shape::Pointer { to: to.map(|to| self.number(Some(to))) },
            Type::Function { .. } => other("a function"),
            Type::Record { tag, is_union, is_complete, is_plain, has_functions, within, bytes, members } => {
                let is_template = tag.as_ref().is_some_and(|tag| tag.contains('<'));
                let has_bits = members.iter().any(|member| member.is_bit_field);
                let is_own = !is_plain || has_functions || is_template || within != Within::Namespace;
                self.is_undeclarable |= has_bits || is_own;
                Shape::Record {
                    tag,
                    is_union,
                    bytes: if is_complete { bytes } else { 0 },
                    members: members.into_iter().map(|member| self.member(member)).collect(),
                }
            }
            Type::Array { of, count: Some(count) } => Shape::Array { of: self.number(Some(of)), count },
            Type::Array { count: None, .. } => other("an array without a length"),
            // Names of the C++ library, most of which nobody writes.
            Type::Typedef { name, of: Some(of), .. }
                if named::is_of_library(&name) && !OF_LIBRARY.contains(&&*name) =>
            {
                self.shape(of)
            }
            Type::Typedef { name, of, within } => {
                self.is_undeclarable |= within != Within::Namespace;
                Shape::Typedef { name, of: self.number(of) }
            }
            Type::Qualified { of, is_const: true } => Shape::Const { of: of.map(|of| self.number(Some(of))) },
            Type::Qualified { of: Some(of), .. } | Type::Restrict { of: Some(of) } => self.shape(of),
            Type::Qualified { of: None, .. } | Type::Restrict { of: None } => other("void"),
            Type::Unknown => other("a type of unknown kind"),
        }
    }

    fn member(&mut self, member: Member) -> Variable {
        let Member { name, ty, offset, .. } = member;
        Variable { name: name.unwrap_or_default(), ty: self.number(Some(ty)), offset }
    }
}

fn kind(holds: Holds, bytes: u64) -> Option<NumberKind> {
    Some(match holds {
        Holds::Bool => NumberKind::Bool,
        Holds::Signed if bytes <= 8 => NumberKind::Signed,
        Holds::Unsigned if bytes <= 8 => NumberKind::Unsigned,
        Holds::Character => NumberKind::Character,
        Holds::Float if bytes == 4 || bytes == 8 => NumberKind::Float,
        Holds::Signed | Holds::Unsigned | Holds::Float | Holds::Other => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::hexadecimal;

    #[test]
    fn hexadecimal_numbers_are_found() {
        assert_eq!(hexadecimal("x & 0xFFu; y = 0x1000UL + 0x8; z0x77 q"), [0xff, 0x1000]);
    }
}
