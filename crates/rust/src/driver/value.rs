//! Which types values can be asked of, and how for those that the crate defines.

use crate::source::{Defined, Source, is_public};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use syn::{Fields, GenericArgument, GenericParam, Generics, Item, PathArguments, Type, Visibility};

/// Types that `include/rust/any.rs` knows, by their last names; their arguments are looked at too.
const KNOWN: &[&str] = &[
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64", "bool",
    "char", "String", "Vec", "Option", "Result", "Box", "Text", "List", "PathText",
];
/// The same for those that a crate must import, as others have types of these names too.
const IMPORTED: &[&str] = &["Duration", "PathBuf", "Cow"];

/// The types that a driver needs values of.
#[derive(Clone)]
pub(super) struct Values<'s> {
    krate: &'s str,
    source: &'s Source,
    defined: BTreeMap<String, Defined>,
}

impl<'s> Values<'s> {
    pub(super) fn new(krate: &'s str, source: &'s Source) -> Values<'s> {
        Values { krate, source, defined: BTreeMap::new() }
    }

    /// Are values of this type made of the standard library's types alone, and equal to themselves?
    pub(super) fn makes_plain(mut self, ty: &Type) -> bool {
        let text = ty.to_token_stream().to_string();
        let has_floats = ["f32", "f64"].iter().any(|float| text.contains(float));
        !has_floats && self.need(ty).is_ok() && self.defined.is_empty()
    }

    /// Can other crates make all of these values?
    pub(super) fn can_be_made_outside(&self) -> bool {
        let is_open = |fields: &Fields| fields.iter().all(|field| is_public(&field.vis));
        self.defined.iter().all(|(name, defined)| {
            let has_open_fields = !matches!(&defined.item, Item::Struct(one) if !is_open(&one.fields));
            has_open_fields && self.path(name, defined).is_some()
        })
    }

    /// As other crates name a type.
    fn path(&self, name: &str, defined: &Defined) -> Option<String> {
        let path = self.source.path_outside(defined.module, name, defined.is_public())?;
        Some(format!("{}::{}", self.krate, path.join("::")))
    }

    /// Adds a type and all that it is made of; or says why there are no values of it.
    pub(super) fn need(&mut self, ty: &Type) -> Result<(), String> {
        self.need_within(ty, &BTreeSet::new())
    }

    /// The same inside a type with these parameters.
    fn need_within(&mut self, ty: &Type, parameters: &BTreeSet<String>) -> Result<(), String> {
        match ty {
            Type::Path(path) => self.need_path(path, parameters),
            Type::Array(array) => self.need_within(&array.elem, parameters),
            Type::Tuple(tuple) if tuple.elems.len() <= 6 => {
                tuple.elems.iter().try_for_each(|elem| self.need_within(elem, parameters))
            }
            Type::Paren(inner) => self.need_within(&inner.elem, parameters),
            Type::Group(inner) => self.need_within(&inner.elem, parameters),
            Type::Reference(reference) if reference.mutability.is_none() && is_text(&reference.elem) => Ok(()),
            Type::Reference(_) => Err(told(ty, "has a reference inside")),
            Type::TraitObject(_) | Type::ImplTrait(_) => Err(told(ty, "stands for many types")),
            _ => Err(told(ty, "has no values that a driver can make")),
        }
    }

    fn need_path(&mut self, path: &syn::TypePath, parameters: &BTreeSet<String>) -> Result<(), String> {
        let ty = Type::Path(path.clone());
        let Some(last) = path.path.segments.last() else { return Err(told(&ty, "has no name")) };
        let is_imported = IMPORTED.contains(&last.ident.to_string().as_str()) && self.source.is_of_std(&path.path);
        if let PathArguments::AngleBracketed(arguments) = &last.arguments {
            let holds_text = |one: &GenericArgument| match one {
                GenericArgument::Type(inner) => is_text(inner),
                one => matches!(one, GenericArgument::Lifetime(_)),
            };
            if is_imported && last.ident == "Cow" && arguments.args.iter().all(holds_text) {
                return Ok(());
            }
            for argument in &arguments.args {
                match argument {
                    GenericArgument::Type(inner) => self.need_within(inner, parameters)?,
                    GenericArgument::Const(_) => {}
                    _ => return Err(told(&ty, "borrows what it holds")),
                }
            }
        }
        let name = last.ident.to_string();
        if parameters.contains(&name) || self.defined.contains_key(&name) {
            return Ok(());
        }
        match self.source.defined(&name) {
            Some(defined) => self.define(name, defined),
            None if KNOWN.contains(&name.as_str()) || is_imported => Ok(()),
            None => Err(told(&ty, "is not defined in this crate")),
        }
    }

    fn define(&mut self, name: String, defined: Defined) -> Result<(), String> {
        self.defined.insert(name.clone(), defined.clone());
        let all: Vec<(&Fields, &Generics)> = match &defined.item {
            Item::Struct(one) => vec![(&one.fields, &one.generics)],
            Item::Enum(one) => one.variants.iter().map(|variant| (&variant.fields, &one.generics)).collect(),
            Item::Type(alias) => {
                self.defined.remove(&name);
                return self.need_within(&alias.ty, &names(&alias.generics)?);
            }
            _ => Vec::new(),
        };
        let is_struct = matches!(defined.item, Item::Struct(_));
        for (fields, generics) in all {
            let parameters = names(generics)?;
            for field in fields {
                if is_struct && matches!(field.vis, Visibility::Inherited) {
                    return Err(format!(
                        "{name} has private fields, which its functions keep in order: test a function that makes it from plain \
                         values"
                    ));
                }
                self.need_within(&field.ty, &parameters).map_err(|why| format!("{why} (inside {name})"))?;
            }
        }
        Ok(())
    }

    /// Implementations for the crate's own types, by module. Values are shown as other crates write them, or as their own module does.
    pub(super) fn implementations(&self, outside: bool) -> BTreeMap<usize, String> {
        let mut all: BTreeMap<usize, String> = BTreeMap::new();
        for (name, defined) in &self.defined {
            let Defined { module, item } = defined;
            let path = self.path(name, defined).filter(|_| outside).unwrap_or_else(|| name.clone());
            let text = match item {
                Item::Struct(one) => {
                    let shape = Shape::new(name, &path, &one.fields);
                    implementation(name, &one.generics, &shape.any(), &format!("        {}\n", shape.arm()))
                }
                Item::Enum(one) => {
                    let shapes: Vec<Shape> = (one.variants.iter())
                        .map(|variant| {
                            let variants = format!("{name}::{}", variant.ident);
                            Shape::new(&variants, &format!("{path}::{}", variant.ident), &variant.fields)
                        })
                        .collect();
                    let (any, show) = (
                        chosen(&shapes),
                        shapes.iter().map(|one| format!("        {}\n", one.arm())).collect::<String>(),
                    );
                    implementation(name, &one.generics, &any, &show)
                }
                _ => continue,
            };
            all.entry(*module).or_default().push_str(&text);
        }
        all
    }
}

/// Implementations of `kani::Arbitrary` for the types that derive it, by module.
pub(super) fn arbitrary(source: &Source) -> BTreeMap<usize, String> {
    let mut all: BTreeMap<usize, String> = BTreeMap::new();
    for Defined { module, item } in source.types() {
        let (attributes, name, generics, any) = match &item {
            Item::Struct(one) => {
                let name = one.ident.to_string();
                let any = Shape::new(&name, "", &one.fields).any_by("kani::any()");
                (&one.attrs, name, &one.generics, any)
            }
            Item::Enum(one) => {
                let name = one.ident.to_string();
                let arms: String = (one.variants.iter().enumerate())
                    .map(|(k, variant)| {
                        let shape = Shape::new(&format!("{name}::{}", variant.ident), "", &variant.fields);
                        format!("{k} => {}, ", shape.any_by("kani::any()"))
                    })
                    .collect();
                let any = format!("match kani::any::<u8>() {{ {arms}_ => kani::nothing() }}");
                (&one.attrs, name, &one.generics, any)
            }
            _ => continue,
        };
        let derives = |attribute: &syn::Attribute| {
            let text = attribute.to_token_stream().to_string();
            text.contains("derive") && text.contains("Arbitrary")
        };
        if attributes.iter().any(derives) {
            let (with, of) = parameters(generics, "kani::Arbitrary");
            let bounds = generics.where_clause.to_token_stream();
            let text =
                format!("impl<{with}> kani::Arbitrary for {name}<{of}> {bounds} {{ fn any() -> Self {{ {any} }} }}\n");
            all.entry(module).or_default().push_str(&text);
        }
    }
    all
}

/// Is this `str`?
fn is_text(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("str"))
}

/// The names of type parameters; lifetimes and constants are refused.
fn names(generics: &Generics) -> Result<BTreeSet<String>, String> {
    let name = |one: &GenericParam| match one {
        GenericParam::Type(one) => Ok(one.ident.to_string()),
        GenericParam::Const(one) => Ok(one.ident.to_string()),
        GenericParam::Lifetime(_) => Err("a type that borrows what it holds".to_string()),
    };
    generics.params.iter().map(name).collect()
}

fn told(ty: &Type, why: &str) -> String {
    let name = written(&ty.to_token_stream().to_string());
    format!("the type {name} {why}: write a function that takes plain values and calls this one, and test that")
}

/// Tokens as people write them: spaces only between words, and behind commas and signs that join.
fn written(tokens: &str) -> String {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut text = String::new();
    for token in tokens.split_whitespace() {
        let last = text.chars().next_back();
        let joins = is_word(last) && (is_word(token.chars().next()) || text.ends_with("mut")) || token == "+";
        let follows = matches!(last, Some(',' | '+' | ';'));
        text.push_str(if joins || follows { " " } else { "" });
        text.push_str(token);
    }
    text
}

/// The parts of a struct or of a variant.
struct Shape {
    /// As its own module calls it, and as others do.
    name: String,
    path: String,
    /// Names or numbers.
    fields: Vec<String>,
    is_tuple: bool,
}

impl Shape {
    fn new(name: &str, path: &str, fields: &Fields) -> Shape {
        let names = fields.iter().enumerate().map(|(k, field)| match &field.ident {
            Some(name) => name.to_string(),
            None => k.to_string(),
        });
        let is_tuple = matches!(fields, Fields::Unnamed(_));
        Shape { name: name.into(), path: path.into(), fields: names.collect(), is_tuple }
    }

    /// The expression that asks for one.
    fn any(&self) -> String {
        let fields: String = self.fields.iter().fold(String::new(), |mut all, field| {
            let _ = write!(all, "{field}: crate::__symcrete::named(\".{field}\", crate::__symcrete::Any::any), ");
            all
        });
        format!("{} {{ {fields}}}", self.name)
    }

    /// The same, each field by one expression.
    fn any_by(&self, ask: &str) -> String {
        let fields: String = self.fields.iter().map(|field| format!("{field}: {ask}, ")).collect();
        format!("{} {{ {fields}}}", self.name)
    }

    /// The arm that shows one.
    fn arm(&self) -> String {
        let (open, close) = if self.is_tuple { ("(", ")") } else { (" { ", " }") };
        let bound: String = self.fields.iter().enumerate().fold(String::new(), |mut all, (k, field)| {
            let _ = write!(all, "{field}: f{k}, ");
            all
        });
        let mut shown = format!("out.push_str({:?});", self.path);
        if !self.fields.is_empty() {
            let _ = write!(shown, " out.push_str({open:?});");
            for (k, field) in self.fields.iter().enumerate() {
                let label = if self.is_tuple { String::new() } else { format!("{field}: ") };
                let before = if k == 0 { label } else { format!(", {label}") };
                let _ = write!(shown, " out.push_str({before:?}); crate::__symcrete::Any::show(f{k}, out);");
            }
            let _ = write!(shown, " out.push_str({close:?});");
        }
        format!("{} {{ {bound}}} => {{ {shown} }}", self.name)
    }
}

/// Asks for the number of a variant, then for its parts.
fn chosen(shapes: &[Shape]) -> String {
    let mut text =
        "match crate::__symcrete::named(\" (variant)\", <u8 as crate::__symcrete::Any>::any) {\n".to_string();
    for (k, shape) in shapes.iter().enumerate() {
        let _ = writeln!(text, "            {k} => {},", shape.any());
    }
    text + "            _ => crate::__symcrete::nothing(),\n        }"
}

fn implementation(name: &str, generics: &Generics, any: &str, show: &str) -> String {
    let (with, of) = parameters(generics, "crate::__symcrete::Any");
    let bounds = generics.where_clause.to_token_stream();
    format!(
        "impl<{with}> crate::__symcrete::Any for {name}<{of}> {bounds} {{\n    fn any() -> Self {{\n        {any}\n    }}\n    fn \
         show(&self, out: &mut crate::__symcrete::Text) {{\n        match self {{\n{show}        }}\n    }}\n}}\n"
    )
}

/// The parameters of a type where they are declared, each type with this bound, and where they are used.
fn parameters(generics: &Generics, bound: &str) -> (String, String) {
    let parameter = |one: &GenericParam| match one {
        GenericParam::Type(one) => (format!("{}: {bound}", one.ident), one.ident.to_string()),
        GenericParam::Const(one) => {
            (format!("const {}: {}", one.ident, one.ty.to_token_stream()), one.ident.to_string())
        }
        GenericParam::Lifetime(one) => (one.lifetime.to_string(), one.lifetime.to_string()),
    };
    let (with, of): (Vec<String>, Vec<String>) = generics.params.iter().map(parameter).unzip();
    (with.join(", "), of.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_told_as_people_write_them() {
        for text in ["impl Into<u32>", "&'a mut [u8]", "dyn Fn(u8, &str) + Send", "[std::fs::File; 4]"] {
            let ty: Type = syn::parse_str(text).expect("a type");
            assert_eq!(written(&ty.to_token_stream().to_string()), text);
        }
    }
}
