//! Writes the driver of one function: it asks for a value of each parameter, calls, and shows the call to whoever wants to see it.
//!
//! What a type needs to be asked for is in `include/rust/any.rs`; for the crate's own types, implementations are written into their modules.
//! Text is included from files outside the package, so that nothing of it counts as the user's.

mod parameter;
mod value;

use crate::source::{Function, Source};
use parameter::Parameter;
use quote::ToTokens;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_trace::CType;
use value::Values;

/// What every driver has.
const SUPPORT: &str = include_str!("../../../include/rust/any.rs");
/// The exit status of a run in which a proof that is to panic did so.
pub(crate) const PANICKED: i32 = 3;

/// How large values get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Most elements of a sequence.
    pub elements: usize,
    /// Most bytes of a string.
    pub string: usize,
}

impl Default for Sizes {
    fn default() -> Sizes {
        Sizes { elements: 4, string: 16 }
    }
}

/// A driver.
#[derive(Debug)]
pub(crate) struct Driver {
    /// Text to be put into modules, by their numbers.
    pub(crate) inserted: BTreeMap<usize, String>,
    /// The module that all drivers share.
    pub(crate) support: String,
}

impl Driver {
    /// One that calls this function of a crate of this name.
    pub(crate) fn new(krate: &str, source: &Source, function: &Function, sizes: Sizes) -> Result<Driver, Failure> {
        let name = function.full_name(source);
        let refuse = |why: String| Failure::usage(format!("{name} cannot be called by a driver: {why}"));
        let parameters = parameter::of(source, function).map_err(refuse)?;
        let mut values = Values::new(krate, source);
        let outside = outside(source, function).map(|path| format!("{krate}::{path}"));
        for parameter in &parameters {
            values.need(&parameter.ty).map_err(|why| refuse(format!("{}: {why}", parameter.name)))?;
        }
        // What came of the call is shown where its type can be.
        let shows = parameter::result(function).is_some_and(|ty| Values::new(krate, source).makes_plain(&ty));
        let outside = outside.filter(|_| values.can_be_made_outside());
        let driver = drive(source, function, &parameters, outside.as_deref(), shows);
        let mut inserted = values.implementations(outside.is_some());
        inserted.entry(function.module).or_default().push_str(&driver);
        Ok(Driver { inserted, support: support(sizes) })
    }
}

impl Driver {
    /// One that runs a proof written for Kani, with values of the types that ask for `kani::Arbitrary`.
    pub(crate) fn of_proof(source: &Source, proof: &Function, may_panic: bool) -> Driver {
        let mut inserted = value::arbitrary(source);
        let name = local(proof);
        let call = match may_panic {
            true => format!(
                "if ::std::panic::catch_unwind(|| {{ let _ = {name}(); }}).is_err() {{ ::std::process::exit({PANICKED}); }}"
            ),
            false => format!("let _ = {name}();"),
        };
        let text = format!("#[unsafe(no_mangle)]\nextern \"Rust\" fn __symcrete_drive() {{\n    {call}\n}}\n");
        inserted.entry(proof.module).or_default().push_str(&text);
        Driver { inserted, support: support(Sizes::default()) }
    }
}

/// The function that asks, calls and shows.
fn drive(source: &Source, function: &Function, parameters: &[Parameter], outside: Option<&str>, shows: bool) -> String {
    // Whether to show it is asked first: variables of the environment are copied to the stack, where later symbolic values were.
    let mut text = String::from(
        "#[unsafe(no_mangle)]\nextern \"Rust\" fn __symcrete_drive() {\n    let __symcrete_shows = crate::__symcrete::is_shown();\n",
    );
    for (k, parameter) in parameters.iter().enumerate() {
        let (name, ty) = (&parameter.name, parameter.ty.to_token_stream());
        let ask = format!("crate::__symcrete::named({name:?}, <{ty} as crate::__symcrete::Any>::any)");
        let _ = writeln!(text, "    let mut p{k}: {ty} = {ask};");
    }
    let _ = writeln!(text, "    if __symcrete_shows {{");
    if outside.is_none() {
        let module = &source.modules[function.module];
        let _ = writeln!(text, "        crate::__symcrete::tell(\"inside\", {:?});", module.file.display().to_string());
    }
    let path = outside.map_or_else(|| local(function), String::from);
    let _ = writeln!(text, "        let mut call = crate::__symcrete::begun({:?});", path + "(");
    for (k, parameter) in parameters.iter().enumerate() {
        let _ = writeln!(text, "        {}", parameter.shown(k));
        let _ = writeln!(text, "        call.push_str({:?});", if k + 1 < parameters.len() { ", " } else { "" });
    }
    let _ = writeln!(
        text,
        "        call.push(')');\n        crate::__symcrete::tell(\"call\", &call);\n        \
         crate::__symcrete::show_panics();\n    }}"
    );
    let passed: Vec<String> = parameters.iter().enumerate().map(|(k, one)| one.passed(k)).collect();
    let call = format!("{}({})", local(function), passed.join(", "));
    let call = if function.signature.unsafety.is_some() { format!("unsafe {{ {call} }}") } else { call };
    let _ = writeln!(
        text,
        "    let result = crate::__symcrete::black_box({call});\n    if __symcrete_shows {{ crate::__symcrete::returned(); }}"
    );
    if shows {
        let _ = writeln!(text, "    if __symcrete_shows {{ crate::__symcrete::result(&result); }}");
    }
    text + "}\n"
}

/// A function as its own module calls it.
fn local(function: &Function) -> String {
    match &function.of {
        Some(of) => format!("<{}>::{}", of.to_token_stream(), function.signature.ident),
        None => function.signature.ident.to_string(),
    }
}

/// A function as other crates call it behind the crate's name, if they can.
fn outside(source: &Source, function: &Function) -> Option<String> {
    let name = function.signature.ident.to_string();
    let path = match &function.of {
        None => source.path_outside(function.module, &name, function.is_public)?,
        Some(syn::Type::Path(of)) => {
            let of = of.path.segments.last()?.ident.to_string();
            let defined = source.defined(&of)?;
            let path = source.path_outside(defined.module, &of, defined.is_public() && function.is_public)?;
            [path, vec![name]].concat()
        }
        Some(_) => return None,
    };
    Some(path.join("::"))
}

/// The shared module, for values of these sizes.
fn support(sizes: Sizes) -> String {
    numbered(SUPPORT)
        .replace("SYMCRETE_ELEMENTS", &sizes.elements.to_string())
        .replace("SYMCRETE_STRING", &sizes.string.to_string())
        .replace("SYMCRETE_BYTES", &(CType::Bytes as u32).to_string())
}

/// A text with the numbers of the types that the runtime knows.
pub(crate) fn numbered(text: &str) -> String {
    let numbers = [
        ("u8", CType::UChar),
        ("i8", CType::Char),
        ("u16", CType::UShort),
        ("i16", CType::Short),
        ("u32", CType::UInt),
        ("i32", CType::Int),
        ("u64", CType::ULong),
        ("i64", CType::Long),
        ("usize", CType::ULong),
        ("isize", CType::Long),
    ];
    let list: String = numbers.iter().map(|(name, ty)| format!("{name} {}, ", *ty as u32)).collect();
    text.replace("SYMCRETE_NUMBERS", &list)
}

/// What is put at the end of the root of a crate: the shared module, and the program.
pub(crate) fn root(support: &Path) -> String {
    format!(
        "#[doc(hidden)]\n#[path = {:?}]\npub(crate) mod __symcrete;\nfn main() {{\n    unsafe extern \"Rust\" {{\n        \
         fn __symcrete_drive();\n    }}\n    unsafe {{ __symcrete_drive() }}\n}}\n",
        support.display().to_string()
    )
}

/// The text that stands for a file in a place of a crate with this root. No path leads to the macro in every edition (the first has no `::core` beside the
/// standard library), and nothing but a path does in a crate without a prelude.
pub(crate) fn include(root: &str, file: &Path) -> String {
    let path = match (root.contains("no_implicit_prelude"), root.contains("no_std")) {
        (false, _) => "",
        (true, true) => "::core::",
        (true, false) => "::std::",
    };
    format!("\n{path}include!({:?});\n", file.display().to_string())
}
