//! Parameters of a function: what is asked for, and how it is passed and shown.

use crate::source::{Function, Source};
use quote::ToTokens;
use syn::{FnArg, GenericParam, Pat, ReturnType, Type};

/// One parameter.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    /// Its name; `self` of a method.
    pub(super) name: String,
    /// What is asked for: a value that is owned.
    pub(super) ty: Type,
    passing: Passing,
}

/// How a value is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Passing {
    Value,
    Reference,
    /// A text: `&str`.
    Text,
    /// A slice.
    Slice,
    Mutable,
}

/// The parameters of a function, or why it cannot be called.
pub(super) fn of(source: &Source, function: &Function) -> Result<Vec<Parameter>, String> {
    let signature = &function.signature;
    if signature.asyncness.is_some() {
        return Err("it is async: write a function that runs it to its end, and test that".into());
    }
    if signature.generics.params.iter().any(|one| !matches!(one, GenericParam::Lifetime(_))) {
        return Err("it is generic: write a function that calls it with one type, and test that".into());
    }
    signature.inputs.iter().enumerate().map(|(k, input)| parameter(source, function, k, input)).collect()
}

/// What a function returns, if that is a value that is owned.
pub(super) fn result(function: &Function) -> Option<Type> {
    match &function.signature.output {
        ReturnType::Default => None,
        ReturnType::Type(_, ty) => Some(of_self(function, ty)),
    }
}

fn parameter(source: &Source, function: &Function, k: usize, input: &FnArg) -> Result<Parameter, String> {
    match input {
        FnArg::Receiver(receiver) => {
            let ty = function.of.clone().ok_or("it has no type to be a method of")?;
            let passing = match (&receiver.reference, receiver.mutability) {
                (None, _) => Passing::Value,
                (Some(_), None) => Passing::Reference,
                (Some(_), Some(_)) => Passing::Mutable,
            };
            Ok(Parameter { name: "self".into(), ty, passing })
        }
        FnArg::Typed(typed) => {
            let name = match &*typed.pat {
                Pat::Ident(name) => name.ident.to_string(),
                _ => format!("parameter{}", k + 1),
            };
            let (ty, passing) = owned(source, &static_(of_self(function, &typed.ty)));
            Ok(Parameter { name, ty, passing })
        }
    }
}

/// The type whose value is asked for.
fn owned(source: &Source, ty: &Type) -> (Type, Passing) {
    let Type::Reference(reference) = ty else { return (ty.clone(), Passing::Value) };
    let is_mutable = reference.mutability.is_some();
    match &*reference.elem {
        Type::Slice(slice) => {
            let element = slice.elem.to_token_stream();
            let all = syn::parse_quote!(crate::__symcrete::List<#element>);
            (all, if is_mutable { Passing::Mutable } else { Passing::Slice })
        }
        Type::Path(path) if path.path.is_ident("str") => {
            let passing = if is_mutable { Passing::Mutable } else { Passing::Text };
            (syn::parse_quote!(crate::__symcrete::Text), passing)
        }
        Type::Path(path) if is_path(source, &path.path) && !is_mutable => {
            (syn::parse_quote!(crate::__symcrete::PathText), Passing::Reference)
        }
        other => (other.clone(), if is_mutable { Passing::Mutable } else { Passing::Reference }),
    }
}

/// Is this the standard library's `Path`?
fn is_path(source: &Source, path: &syn::Path) -> bool {
    let is_named = path.segments.last().is_some_and(|last| last.ident == "Path");
    is_named && source.defined("Path").is_none() && source.is_of_std(path)
}

/// A type with every lifetime as long as the program: what a driver makes is never freed where somebody may keep it.
fn static_(ty: Type) -> Type {
    syn::parse2(with_static(ty.to_token_stream())).unwrap_or(ty)
}

fn with_static(tokens: proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    use proc_macro2::{Group, Ident, TokenTree};
    let mut is_lifetime = false;
    let one = |token: TokenTree| -> TokenTree {
        let was = std::mem::replace(&mut is_lifetime, matches!(&token, TokenTree::Punct(one) if one.as_char() == '\''));
        match token {
            TokenTree::Ident(name) if was => Ident::new("static", name.span()).into(),
            TokenTree::Group(group) => Group::new(group.delimiter(), with_static(group.stream())).into(),
            other => other,
        }
    };
    tokens.into_iter().map(one).collect()
}

/// A type of a method with the type itself in the place of `Self`.
fn of_self(function: &Function, ty: &Type) -> Type {
    let Some(of) = &function.of else { return ty.clone() };
    let replaced = replace_self(ty.to_token_stream(), &of.to_token_stream());
    syn::parse2(replaced).unwrap_or_else(|_| ty.clone())
}

fn replace_self(tokens: proc_macro2::TokenStream, of: &proc_macro2::TokenStream) -> proc_macro2::TokenStream {
    use proc_macro2::{Group, TokenTree};
    let one = |token: TokenTree| match token {
        TokenTree::Ident(name) if name == "Self" => of.clone(),
        TokenTree::Group(group) => {
            TokenTree::from(Group::new(group.delimiter(), replace_self(group.stream(), of))).into()
        }
        other => other.into(),
    };
    tokens.into_iter().flat_map(one).collect()
}

impl Parameter {
    /// The argument for the value `p<k>`.
    pub(super) fn passed(&self, k: usize) -> String {
        match self.passing {
            Passing::Value => format!("p{k}"),
            Passing::Reference | Passing::Text | Passing::Slice => format!("&p{k}"),
            Passing::Mutable => format!("&mut p{k}"),
        }
    }

    /// The statement that adds the argument to `call`, as source code writes it.
    pub(super) fn shown(&self, k: usize) -> String {
        let show = |before: &str| format!("call.push_str({before:?}); crate::__symcrete::Any::show(&p{k}, &mut call);");
        match self.passing {
            Passing::Value => show(""),
            Passing::Reference => show("&"),
            Passing::Text => format!("crate::__symcrete::text(&p{k}, &mut call);"),
            Passing::Slice => format!("call.push('&'); crate::__symcrete::list(&p{k}, &mut call);"),
            Passing::Mutable => show("&mut "),
        }
    }
}
