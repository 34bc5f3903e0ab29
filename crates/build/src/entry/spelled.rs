//! Types as C++ writes them, for people and for drivers.

use super::debug::{Debug, Standard, Type, TypeId};

/// A type with its qualifiers and references, as a driver may write it in front of any name; `None` for one without a name.
pub(super) fn exact(debug: &Debug, ty: Option<TypeId>) -> Option<String> {
    let Some(ty) = ty else { return Some("void".into()) };
    Some(match debug.get(ty) {
        Type::Basic { name, .. } | Type::Typedef { name, .. } => name.clone(),
        Type::Enum { tag, .. } => tag.clone()?,
        Type::Record { tag, .. } => tag.clone()?,
        Type::Standard { kind, of } => standard(*kind, of.and_then(|of| exact(debug, Some(of))))?,
        Type::Pointer { to } => format!("__typeof__({} *)", exact(debug, *to)?),
        Type::Reference { to, is_rvalue } => format!("{} {}", exact(debug, *to)?, sign(*is_rvalue)),
        Type::Array { of, count } => format!("__typeof__({}[{}])", exact(debug, Some(*of))?, (*count)?),
        Type::Qualified { of, is_const: true } => format!("__typeof__({} const)", exact(debug, *of)?),
        Type::Qualified { of, is_const: false } | Type::Restrict { of } => exact(debug, *of)?,
        Type::Function { result, parameters } => {
            let list: Option<Vec<String>> = parameters.iter().map(|one| exact(debug, *one)).collect();
            format!("__typeof__({}({}))", exact(debug, *result)?, list?.join(", "))
        }
        Type::Unknown => return None,
    })
}

/// A type of the C++ library, with the type of its elements.
pub(super) fn standard(kind: Standard, of: Option<String>) -> Option<String> {
    Some(match kind {
        Standard::String => "std::string".into(),
        Standard::View => "std::string_view".into(),
        Standard::Vector => format!("std::vector<{}>", of?),
    })
}

/// A type as people write it.
pub(super) fn written(debug: &Debug, ty: Option<TypeId>) -> String {
    let Some(ty) = ty else { return "void".into() };
    match debug.get(ty) {
        Type::Basic { name, .. } | Type::Typedef { name, .. } => name.clone(),
        Type::Enum { tag, .. } | Type::Record { tag, .. } => tag.clone().unwrap_or_else(|| "?".into()),
        Type::Standard { kind, of } => standard(*kind, Some(written(debug, *of))).unwrap_or_else(|| "?".into()),
        Type::Pointer { to } => match debug.bare(*to).map(|(_, bare)| bare) {
            Some(Type::Function { result, parameters }) => {
                let list: Vec<String> = parameters.iter().map(|one| written(debug, *one)).collect();
                format!("{} (*)({})", written(debug, *result), list.join(", "))
            }
            _ => joined(written(debug, *to), "*"),
        },
        Type::Reference { to, is_rvalue } => joined(written(debug, *to), sign(*is_rvalue)),
        Type::Array { of, count } => {
            let count = count.map(|count| count.to_string()).unwrap_or_default();
            format!("{}[{count}]", written(debug, Some(*of)))
        }
        Type::Qualified { of, is_const: true } => {
            let is_pointer = of.is_some_and(|of| matches!(debug.get(of), Type::Pointer { .. }));
            let inner = written(debug, *of);
            if is_pointer { format!("{inner}const") } else { format!("const {inner}") }
        }
        Type::Qualified { of, is_const: false } | Type::Restrict { of } => written(debug, *of),
        Type::Function { .. } | Type::Unknown => "?".into(),
    }
}

fn sign(is_rvalue: bool) -> &'static str {
    if is_rvalue { "&&" } else { "&" }
}

fn joined(before: String, sign: &str) -> String {
    if before.ends_with(['*', '&']) { before + sign } else { format!("{before} {sign}") }
}
