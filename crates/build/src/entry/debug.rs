//! The debug information of one compiled source: its functions, their parameters, global variables, and the types of all.
//!
//! Reads DWARF of a shared object, where the linker has resolved every reference. Types are kept as a graph by their
//! offsets, since they may refer to themselves. Names of C++ are whole: `geo::point`; what lies in a function has none.

use gimli::constants as dw;
use gimli::{AttributeValue, EndianSlice, LittleEndian, SectionId};
use object::{Object, ObjectSection};
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;

/// A type's place in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TypeId(usize);

/// What is known of a source.
#[derive(Debug, Default)]
pub(super) struct Debug {
    /// It is C++.
    pub(super) is_cxx: bool,
    types: BTreeMap<TypeId, Type>,
    pub(super) functions: Vec<Function>,
    pub(super) variables: Vec<Variable>,
}

/// Why the debug information of an object cannot be read.
#[derive(Debug)]
pub enum Undescribed {
    /// It is not an object file.
    Object(object::Error),
    /// Its DWARF is damaged.
    Dwarf(gimli::Error),
}

impl fmt::Display for Undescribed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("its debug information cannot be read: ")?;
        match self {
            Undescribed::Object(why) => why.fmt(f),
            Undescribed::Dwarf(why) => why.fmt(f),
        }
    }
}

impl Error for Undescribed {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Undescribed::Object(why) => Some(why),
            Undescribed::Dwarf(why) => Some(why),
        }
    }
}

/// A function that the source defines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: String,
    /// Other files see it.
    pub(super) is_external: bool,
    /// In C++: it is called as C calls functions.
    pub(super) is_extern_c: bool,
    /// It needs an object of its class.
    pub(super) is_method: bool,
    /// It belongs to a class.
    pub(super) is_member: bool,
    /// It takes further arguments: `int f(int n, ...)`.
    pub(super) is_variadic: bool,
    pub(super) parameters: Vec<Variable>,
    /// What it returns; `None` for nothing.
    pub(super) result: Option<TypeId>,
}

/// A parameter or a global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    /// Empty for a parameter without one.
    pub(super) name: String,
    pub(super) ty: Option<TypeId>,
    /// Of a global variable: other files see it.
    pub(super) is_external: bool,
}

/// What a basic type holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Bool,
    Signed,
    Unsigned,
    /// Plain `char` and its signed and unsigned forms.
    Character,
    Float,
    /// Complex numbers and whatever else there is.
    Other,
}

/// A type; `None` stands for `void`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Basic {
        name: String,
        holds: Holds,
        bytes: u64,
    },
    Enum {
        tag: Option<String>,
        bytes: u64,
        /// Its names with their values.
        names: Vec<(String, i64)>,
        /// `enum class`.
        is_class: bool,
        /// What its values are kept in, where it says so.
        kept_in: Option<TypeId>,
        /// Where it is written.
        within: Within,
    },
    Pointer {
        to: Option<TypeId>,
    },
    /// `T &`, `T &&`.
    Reference {
        to: Option<TypeId>,
        is_rvalue: bool,
    },
    Function {
        /// What it returns; `None` for nothing.
        result: Option<TypeId>,
        parameters: Vec<Option<TypeId>>,
    },
    /// A type of the C++ library that drivers can make.
    Standard {
        kind: Standard,
        /// Of a vector: its elements.
        of: Option<TypeId>,
    },
    Record {
        tag: Option<String>,
        is_union: bool,
        is_complete: bool,
        /// It is what a struct of C is: all members can be seen and set, and nothing is hidden.
        is_plain: bool,
        /// It has functions of its own.
        has_functions: bool,
        within: Within,
        bytes: u64,
        members: Vec<Member>,
    },
    /// One dimension; no count where the array has no length of its own.
    Array {
        of: TypeId,
        count: Option<u64>,
    },
    Typedef {
        name: String,
        of: Option<TypeId>,
        within: Within,
    },
    /// `const`, `volatile`, `_Atomic`.
    Qualified {
        of: Option<TypeId>,
        is_const: bool,
    },
    Restrict {
        of: Option<TypeId>,
    },
    Unknown,
}

/// Where a name of C++ is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Within {
    /// In a namespace, or in none.
    #[default]
    Namespace,
    /// In a namespace that other files do not see.
    Hidden,
    /// In a class.
    Class,
}

/// Types of the C++ library that drivers can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standard {
    /// `std::string`.
    String,
    /// `std::string_view`.
    View,
    /// `std::vector`.
    Vector,
}

/// A member of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// `None`: an unnamed struct or union, whose members are the outer one's.
    pub(super) name: Option<String>,
    pub(super) ty: TypeId,
    pub(super) is_bit_field: bool,
    /// Bytes from the start.
    pub(super) offset: u64,
}

/// One entry of the debug information, as far as it matters.
#[derive(Debug)]
struct Entry {
    offset: usize,
    tag: gimli::DwTag,
    depth: isize,
    name: Option<String>,
    ty: Option<TypeId>,
    bytes: Option<u64>,
    encoding: Option<u64>,
    count: Option<u64>,
    /// The value of a name of an enumeration.
    value: Option<i64>,
    /// Of a member: bytes from the start.
    at: Option<u64>,
    /// What is before its name; `None` inside a function.
    scope: Option<String>,
    within: Within,
    /// Another entry that says more of the same thing.
    origin: Option<usize>,
    has_linkage_name: bool,
    is_artificial: bool,
    is_hidden: bool,
    is_class: bool,
    is_by_reference: bool,
    is_external: bool,
    is_prototyped: bool,
    is_bit_field: bool,
    is_declaration: bool,
    has_code: bool,
}

impl Entry {
    /// Its whole name.
    fn path(&self) -> Option<String> {
        Some(format!("{}{}", self.scope.as_ref()?, self.name.as_ref()?))
    }
}

impl Debug {
    /// Reads a shared object or program.
    pub(super) fn read(image: &[u8]) -> Result<Debug, Undescribed> {
        let file = object::File::parse(image).map_err(Undescribed::Object)?;
        let section = |id: SectionId| -> Result<EndianSlice<'_, LittleEndian>, gimli::Error> {
            let data = file.section_by_name(id.name()).and_then(|section| section.data().ok()).unwrap_or_default();
            Ok(EndianSlice::new(data, LittleEndian))
        };
        gimli::Dwarf::load(section).and_then(|dwarf| read_units(&dwarf)).map_err(Undescribed::Dwarf)
    }

    /// A type behind its names and qualifiers; `None` for `void`.
    pub(super) fn bare(&self, ty: Option<TypeId>) -> Option<(TypeId, &Type)> {
        let mut id = ty?;
        // Names cannot form a circle in C; damaged information could.
        for _ in 0..self.types.len() {
            match self.types.get(&id)? {
                Type::Typedef { of, .. } | Type::Qualified { of, .. } | Type::Restrict { of } => id = (*of)?,
                Type::Reference { to, .. } => id = (*to)?,
                ty => return Some((id, ty)),
            }
        }
        None
    }

    /// Is an object of this type constant?
    pub(super) fn is_const(&self, ty: TypeId) -> bool {
        match self.get(ty) {
            Type::Qualified { is_const: true, .. } => true,
            Type::Qualified { of: Some(of), .. } | Type::Typedef { of: Some(of), .. } => self.is_const(*of),
            Type::Array { of, .. } => self.is_const(*of),
            _ => false,
        }
    }

    /// A type as it was written.
    pub(super) fn get(&self, ty: TypeId) -> &Type {
        self.types.get(&ty).unwrap_or(&Type::Unknown)
    }
}

fn read_units(dwarf: &gimli::Dwarf<EndianSlice<'_, LittleEndian>>) -> gimli::Result<Debug> {
    let mut debug = Debug::default();
    let mut headers = dwarf.units();
    while let Some(header) = headers.next()? {
        let unit = dwarf.unit(header)?;
        // Offsets count within the unit; a probe has one, and start-up files have no debug information.
        if !debug.functions.is_empty() {
            continue;
        }
        let mut entries = Vec::new();
        let mut cursor = unit.entries();
        while let Some(die) = cursor.next_dfs()? {
            if let Some(AttributeValue::Language(language)) = die.attr_value(dw::DW_AT_language) {
                debug.is_cxx = CXX.contains(&language);
            }
            entries.push(entry(dwarf, &unit, die));
        }
        if debug.is_cxx {
            name_scopes(&mut entries);
        }
        collect(&mut debug, &entries);
    }
    cut_circles(&mut debug.types);
    Ok(debug)
}

/// C++, as compilers call it.
pub(super) const CXX: &[gimli::DwLang] = &[
    dw::DW_LANG_C_plus_plus,
    dw::DW_LANG_C_plus_plus_03,
    dw::DW_LANG_C_plus_plus_11,
    dw::DW_LANG_C_plus_plus_14,
    dw::DW_LANG_C_plus_plus_17,
    dw::DW_LANG_C_plus_plus_20,
];

/// Tells every entry what is before its name.
fn name_scopes(entries: &mut [Entry]) {
    // The entries that are open, by their depths, with what is before the names inside.
    let mut open: Vec<(isize, Option<String>, Within)> = Vec::new();
    for entry in entries {
        while open.last().is_some_and(|(depth, ..)| *depth >= entry.depth) {
            open.pop();
        }
        let (scope, within) =
            open.last().map_or((Some(String::new()), Within::default()), |(_, scope, within)| (scope.clone(), *within));
        entry.within = within;
        entry.scope.clone_from(&scope);
        let inner = match (entry.tag, &entry.name) {
            (dw::DW_TAG_compile_unit, _) => (scope, within),
            (dw::DW_TAG_namespace, None) => (scope, Within::Hidden),
            (dw::DW_TAG_namespace, Some(name)) => (scope.map(|scope| format!("{scope}{name}::")), within),
            (dw::DW_TAG_class_type | dw::DW_TAG_structure_type | dw::DW_TAG_union_type, Some(name)) => {
                (scope.map(|scope| format!("{scope}{name}::")), Within::Class)
            }
            _ => (None, within),
        };
        open.push((entry.depth, inner.0, inner.1));
    }
}

/// Most types inside each other by value. Real programs stay far below; drivers go through them by recursion.
const DEEPEST: usize = 200;

/// Makes types unknown that contain themselves without a pointer between, which C does not allow and damaged information may say.
fn cut_circles(types: &mut BTreeMap<TypeId, Type>) {
    let mut done = BTreeSet::new();
    let ids: Vec<TypeId> = types.keys().copied().collect();
    for id in ids {
        // The types that are open, each with those inside it that are still to be looked at.
        let mut open = vec![(id, inside(types, id))];
        while let Some((at, rest)) = open.last_mut() {
            let at = *at;
            match rest.pop().filter(|next| !done.contains(next)) {
                Some(next) if open.len() > DEEPEST || open.iter().any(|(outer, _)| *outer == next) => {
                    types.insert(next, Type::Unknown);
                }
                Some(next) => open.push((next, inside(types, next))),
                None if open.last().is_some_and(|(_, rest)| rest.is_empty()) => {
                    done.insert(at);
                    open.pop();
                }
                None => {}
            }
        }
    }
}

/// The types that are part of a type by value.
fn inside(types: &BTreeMap<TypeId, Type>, id: TypeId) -> Vec<TypeId> {
    match types.get(&id) {
        Some(Type::Record { members, .. }) => members.iter().map(|member| member.ty).collect(),
        Some(Type::Array { of, .. }) => vec![*of],
        Some(Type::Typedef { of, .. } | Type::Qualified { of, .. } | Type::Restrict { of }) => {
            of.iter().copied().collect()
        }
        Some(Type::Standard { of, .. }) => of.iter().copied().collect(),
        _ => Vec::new(),
    }
}

type Slice<'a> = EndianSlice<'a, LittleEndian>;

fn entry<'a>(
    dwarf: &gimli::Dwarf<Slice<'a>>,
    unit: &gimli::Unit<Slice<'a>>,
    die: &gimli::DebuggingInformationEntry<Slice<'a>>,
) -> Entry {
    let number = |name| die.attr_value(name).and_then(|value| value.udata_value());
    let text = die.attr_value(dw::DW_AT_name).and_then(|value| dwarf.attr_string(unit, value).ok());
    let ty = match die.attr_value(dw::DW_AT_type) {
        Some(AttributeValue::UnitRef(offset)) => Some(TypeId(offset.0)),
        _ => None,
    };
    let encoding = match die.attr_value(dw::DW_AT_encoding) {
        Some(AttributeValue::Encoding(encoding)) => Some(u64::from(encoding.0)),
        _ => None,
    };
    let count = number(dw::DW_AT_count).or_else(|| Some(number(dw::DW_AT_upper_bound)? + 1));
    Entry {
        offset: die.offset().0,
        tag: die.tag(),
        depth: die.depth(),
        name: text.map(|text| text.to_string_lossy().into_owned()),
        ty,
        bytes: number(dw::DW_AT_byte_size),
        encoding,
        count,
        value: die.attr_value(dw::DW_AT_const_value).and_then(|value| value.sdata_value()),
        at: number(dw::DW_AT_data_member_location),
        scope: Some(String::new()),
        within: Within::default(),
        origin: [dw::DW_AT_specification, dw::DW_AT_abstract_origin].into_iter().find_map(|name| {
            match die.attr_value(name) {
                Some(AttributeValue::UnitRef(offset)) => Some(offset.0),
                _ => None,
            }
        }),
        has_linkage_name: die.attr_value(dw::DW_AT_linkage_name).is_some(),
        is_artificial: die.attr_value(dw::DW_AT_artificial).is_some(),
        is_hidden: match die.attr_value(dw::DW_AT_accessibility) {
            Some(AttributeValue::Accessibility(access)) => access != dw::DW_ACCESS_public,
            _ => false,
        },
        is_class: die.attr_value(dw::DW_AT_enum_class).is_some(),
        is_by_reference: match die.attr_value(dw::DW_AT_calling_convention) {
            Some(AttributeValue::CallingConvention(convention)) => convention == dw::DW_CC_pass_by_reference,
            _ => false,
        },
        is_external: die.attr_value(dw::DW_AT_external).is_some(),
        is_prototyped: die.attr_value(dw::DW_AT_prototyped).is_some(),
        is_bit_field: die.attr_value(dw::DW_AT_bit_size).is_some(),
        is_declaration: die.attr_value(dw::DW_AT_declaration).is_some(),
        has_code: die.attr_value(dw::DW_AT_low_pc).is_some(),
    }
}

fn collect(debug: &mut Debug, entries: &[Entry]) {
    for (k, entry) in entries.iter().enumerate() {
        let children: Vec<&Entry> = children(entries, k).collect();
        // Entries lie in the order of their offsets.
        let find = |offset: usize| entries.binary_search_by_key(&offset, |e| e.offset).ok().map(|at| &entries[at]);
        let said = entry.origin.and_then(find).unwrap_or(entry);
        match entry.tag {
            dw::DW_TAG_subprogram if entry.has_code => debug.functions.extend(function(entry, said, &children)),
            dw::DW_TAG_variable if !entry.is_declaration && is_global(debug.is_cxx, said) => {
                debug.variables.extend(variable(said));
            }
            dw::DW_TAG_array_type => array(debug, entry, &children),
            _ => {
                if let Some(ty) = type_of(debug.is_cxx, entry, &children) {
                    debug.types.insert(TypeId(entry.offset), ty);
                }
            }
        }
    }
}

fn is_global(is_cxx: bool, entry: &Entry) -> bool {
    if is_cxx { entry.scope.is_some() } else { entry.depth == 1 }
}

/// The entries directly below entry `k`.
fn children(entries: &[Entry], k: usize) -> impl Iterator<Item = &Entry> {
    let depth = entries[k].depth;
    entries[k + 1..].iter().take_while(move |e| e.depth > depth).filter(move |e| e.depth == depth + 1)
}

/// A function; `said` is the entry that has its name.
fn function(entry: &Entry, said: &Entry, children: &[&Entry]) -> Option<Function> {
    let parameters = children.iter().filter(|e| e.tag == dw::DW_TAG_formal_parameter);
    let parameter = |e: &&Entry| Variable { name: e.name.clone().unwrap_or_default(), ty: e.ty, is_external: false };
    Some(Function {
        name: said.path()?,
        is_external: said.is_external && said.within != Within::Hidden,
        is_extern_c: !entry.has_linkage_name && !said.has_linkage_name,
        is_method: parameters.clone().any(|e| e.is_artificial || e.name.as_deref() == Some("this")),
        is_member: said.within == Within::Class,
        // One without a prototype looks the same but for that.
        is_variadic: (entry.is_prototyped || said.has_linkage_name)
            && children.iter().any(|e| e.tag == dw::DW_TAG_unspecified_parameters),
        parameters: parameters.map(parameter).collect(),
        result: said.ty.or(entry.ty),
    })
}

fn variable(entry: &Entry) -> Option<Variable> {
    Some(Variable { name: entry.path()?, ty: entry.ty, is_external: entry.is_external })
}

/// Each dimension becomes an array of its own; inner ones get offsets that no entry has.
fn array(debug: &mut Debug, entry: &Entry, children: &[&Entry]) {
    let Some(mut of) = entry.ty else { return };
    let dimensions: Vec<Option<u64>> =
        children.iter().filter(|e| e.tag == dw::DW_TAG_subrange_type).map(|e| e.count).collect();
    for (k, &count) in dimensions.iter().enumerate().rev() {
        let id = if k == 0 { TypeId(entry.offset) } else { TypeId(usize::MAX - debug.types.len()) };
        debug.types.insert(id, Type::Array { of, count });
        of = id;
    }
}

fn type_of(is_cxx: bool, entry: &Entry, children: &[&Entry]) -> Option<Type> {
    let bytes = entry.bytes.unwrap_or(0);
    Some(match entry.tag {
        dw::DW_TAG_base_type => {
            let name = entry.name.clone()?;
            let holds = holds(entry.encoding.unwrap_or(0), &name, bytes);
            Type::Basic { name, holds, bytes }
        }
        dw::DW_TAG_enumeration_type => Type::Enum {
            tag: entry.path(),
            bytes,
            names: children.iter().filter_map(|e| Some((e.name.clone()?, e.value?))).collect(),
            is_class: entry.is_class,
            kept_in: entry.ty.filter(|_| is_cxx),
            within: entry.within,
        },
        dw::DW_TAG_pointer_type => Type::Pointer { to: entry.ty },
        dw::DW_TAG_reference_type => Type::Reference { to: entry.ty, is_rvalue: false },
        dw::DW_TAG_rvalue_reference_type => Type::Reference { to: entry.ty, is_rvalue: true },
        dw::DW_TAG_subroutine_type => Type::Function {
            result: entry.ty,
            parameters: children.iter().filter(|e| e.tag == dw::DW_TAG_formal_parameter).map(|e| e.ty).collect(),
        },
        dw::DW_TAG_structure_type | dw::DW_TAG_union_type | dw::DW_TAG_class_type => record(entry, children),
        dw::DW_TAG_typedef => match (entry.name.as_ref()?, &entry.scope) {
            (_, None) => Type::Qualified { of: entry.ty, is_const: false },
            (name, Some(scope)) => Type::Typedef { name: format!("{scope}{name}"), of: entry.ty, within: entry.within },
        },
        dw::DW_TAG_const_type | dw::DW_TAG_volatile_type | dw::DW_TAG_atomic_type => {
            Type::Qualified { of: entry.ty, is_const: entry.tag == dw::DW_TAG_const_type }
        }
        dw::DW_TAG_restrict_type => Type::Restrict { of: entry.ty },
        dw::DW_TAG_unspecified_type => Type::Unknown,
        _ => return None,
    })
}

/// A struct, a union or a class.
fn record(entry: &Entry, children: &[&Entry]) -> Type {
    if let Some((kind, of)) = standard(entry, children) {
        return Type::Standard { kind, of };
    }
    let is_function = |e: &&&Entry| e.tag == dw::DW_TAG_subprogram && !e.is_artificial;
    let is_constructor = |e: &&Entry| e.name.as_deref().map(base) == entry.name.as_deref().map(base);
    let is_opaque = |e: &&Entry| {
        let is_data = e.tag == dw::DW_TAG_member && !e.is_declaration;
        e.tag == dw::DW_TAG_inheritance || is_data && (e.is_hidden || e.is_artificial)
    };
    // Without a word about it, what is in a class is hidden.
    let hides =
        entry.tag == dw::DW_TAG_class_type && children.iter().any(|e| e.tag == dw::DW_TAG_member && e.is_hidden);
    Type::Record {
        tag: entry.path(),
        is_union: entry.tag == dw::DW_TAG_union_type,
        is_complete: !entry.is_declaration,
        is_plain: !hides
            && !entry.is_by_reference
            && !children.iter().any(is_opaque)
            && !children.iter().filter(is_function).any(is_constructor),
        has_functions: children.iter().any(|e| is_function(&e)),
        within: entry.within,
        bytes: entry.bytes.unwrap_or(0),
        members: children.iter().filter_map(|e| member(e)).collect(),
    }
}

/// A name without the arguments of a template.
fn base(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

/// Does an entry stand for a type of the C++ library that drivers can make?
fn standard(entry: &Entry, children: &[&Entry]) -> Option<(Standard, Option<TypeId>)> {
    let inner = ["std::__cxx11::", "std::__1::", "std::"]
        .iter()
        .find_map(|scope| (entry.scope.as_deref() == Some(*scope)).then_some(entry.name.as_deref()?))?;
    (!entry.is_declaration).then_some(())?;
    if inner.starts_with("basic_string<char,") {
        return Some((Standard::String, None));
    }
    if inner.starts_with("basic_string_view<char,") {
        return Some((Standard::View, None));
    }
    let is_vector =
        inner.starts_with("vector<") && inner.contains("std::allocator<") && !inner.starts_with("vector<bool,");
    let element = children.iter().find(|e| e.tag == dw::DW_TAG_template_type_parameter)?;
    is_vector.then_some((Standard::Vector, element.ty))
}

fn member(entry: &Entry) -> Option<Member> {
    let is_member = entry.tag == dw::DW_TAG_member && !entry.is_declaration;
    is_member.then_some(())?;
    Some(Member {
        name: entry.name.clone(),
        ty: entry.ty?,
        is_bit_field: entry.is_bit_field,
        offset: entry.at.unwrap_or(0),
    })
}

fn holds(encoding: u64, name: &str, bytes: u64) -> Holds {
    match gimli::DwAte(encoding as u8) {
        dw::DW_ATE_boolean => Holds::Bool,
        dw::DW_ATE_signed_char | dw::DW_ATE_unsigned_char if bytes == 1 && name.contains("char") => Holds::Character,
        dw::DW_ATE_signed | dw::DW_ATE_signed_char => Holds::Signed,
        dw::DW_ATE_unsigned | dw::DW_ATE_unsigned_char | dw::DW_ATE_UTF => Holds::Unsigned,
        dw::DW_ATE_float => Holds::Float,
        _ => Holds::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typedef(of: usize) -> Type {
        Type::Typedef { name: "t".into(), of: Some(TypeId(of)), within: Within::default() }
    }

    fn record(ty: usize) -> Type {
        let members = vec![Member { name: Some("m".into()), ty: TypeId(ty), is_bit_field: false, offset: 0 }];
        let within = Within::default();
        Type::Record {
            tag: None,
            is_union: false,
            is_complete: true,
            is_plain: true,
            has_functions: false,
            within,
            bytes: 8,
            members,
        }
    }

    /// The numbers of the types that are unknown afterwards.
    fn cut(types: Vec<Type>) -> Vec<usize> {
        let mut types: BTreeMap<TypeId, Type> = types.into_iter().enumerate().map(|(k, ty)| (TypeId(k), ty)).collect();
        cut_circles(&mut types);
        types.iter().filter(|(_, ty)| **ty == Type::Unknown).map(|(id, _)| id.0).collect()
    }

    #[test]
    fn types_that_contain_themselves_are_unknown() {
        assert_eq!(cut(vec![typedef(1), typedef(0)]).len(), 1);
        assert_eq!(cut(vec![record(1), Type::Array { of: TypeId(2), count: Some(2) }, typedef(0)]).len(), 1);
        assert_eq!(cut((0..10 * DEEPEST).map(|k| typedef(k + 1)).collect()).len(), 9, "nor may they be deep");
    }

    #[test]
    fn a_list_is_not_a_circle() {
        assert_eq!(cut(vec![record(1), Type::Pointer { to: Some(TypeId(0)) }]), [0; 0]);
        assert_eq!(
            cut(vec![record(2), record(2), typedef(3), Type::Function { result: None, parameters: vec![] }]),
            [0; 0],
            "used twice"
        );
    }
}
