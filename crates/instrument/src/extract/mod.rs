//! Writes the static program model: LLVM IR to [`symcrete_model::Module`].
//!
//! Taken after a light clean-up (registers instead of stack slots, no dead blocks) and before any
//! inlining, so that functions are those of the source. Two steps: [`module`] reads the IR while
//! it is still the program's own; [`finish`] adds the source locations at the very end, because
//! instrumentation goes on numbering them and traces use the same numbers.
//!
//! Invariant: markers are not part of the model, they only say where sites are; every finished
//! model passes `Module::check`. Does not change the IR.

mod function;
mod instruction;
mod opcode;
mod operand;

pub(crate) mod address;
mod bytes;
mod types;

mod alias;
mod global;
mod site;
mod uses;

mod section;

pub(crate) use global::text_of;
pub(crate) use section::assembly;

use crate::lines::RawLine;
use crate::llvm::{Session, Value};
use crate::locations::Locations;
use crate::sites::{CASE, MARK, Site};
use function::Body;
use site::Spots;
use std::collections::HashMap;
use symcrete_model::{FileId, FunctionId, GlobalId, Line, Linkage, Loc, LocId, Module};
use types::Types;

/// Calls that say something to the optimiser only: neither declared nor called in the model.
const HINTS: &[&str] = &["llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias.scope.decl"];

/// What every part of the extraction looks things up in.
struct Tables<'s> {
    session: &'s Session,
    locations: &'s Locations,
    types: Types<'s>,
    functions: HashMap<Value<'s>, FunctionId>,
    globals: HashMap<Value<'s>, GlobalId>,
    /// Is it one of our bodies of library functions, which only let exceptions pass?
    lets_pass: bool,
}

/// The model of a module whose sites are marked, still without source locations.
pub(crate) fn module(
    session: &Session,
    locations: &Locations,
    sites: &[Site],
    (hash, lets_pass): (u64, bool),
) -> Module {
    let functions: Vec<Value> = session.functions().into_iter().filter(|f| is_modelled(&f.name())).collect();
    let globals: Vec<Value> = session.globals().into_iter().filter(|g| !g.name().starts_with("llvm.")).collect();
    let tables = Tables {
        session,
        locations,
        types: Types::new(session),
        functions: functions.iter().enumerate().map(|(k, &f)| (f, FunctionId::new(k))).collect(),
        globals: globals.iter().enumerate().map(|(k, &g)| (g, GlobalId::new(k))).collect(),
        lets_pass,
    };
    let mut spots = Spots::default();
    let mut model = Module { hash, name: session.source_name(), ..Module::default() };
    model.globals = globals.iter().map(|&g| global::global(&tables, g)).collect();
    for &function in &functions {
        let mut shell = function::shell(&tables, function);
        if !function.is_declaration() {
            Body::new(&tables, function).fill(&mut shell, &mut spots);
        }
        model.functions.push(shell);
    }
    model.functions.extend(alias::thunks(&tables));
    model.sites = site::sites(&tables, sites, &spots);
    model
}

/// The lines of a model, by the names of their functions; those of functions that are not part of it are left out.
pub(crate) fn lines(model: &Module, locations: &Locations, lines: &[RawLine]) -> Vec<Line> {
    let ids = model.functions.iter().enumerate().map(|(k, f)| (f.name.as_str(), FunctionId::new(k)));
    let by_name: HashMap<&str, FunctionId> = ids.collect();
    let line = |line: &RawLine| {
        let function = *by_name.get(line.name.as_str())?;
        let loc = LocId(locations.place(&line.location));
        Some(Line { loc, function, at_entry: line.at_entry, outcomes: line.outcomes.clone() })
    };
    lines.iter().filter_map(line).collect()
}

/// Adds the source locations under the numbers that [`Locations`] gave them.
pub(crate) fn finish(model: &mut Module, locations: &Locations) {
    let mut known: HashMap<String, FileId> = HashMap::new();
    for place in locations.all() {
        let path = path(&place.directory, &place.file);
        let next = FileId::new(known.len());
        let file = *known.entry(path.clone()).or_insert_with(|| {
            model.files.push(path);
            next
        });
        model.locs.push(Loc { file, line: place.line, column: place.column });
    }
    debug_assert_eq!(model.check(), Ok(()));
}

/// Whether a function is part of the program, not a hint to the optimiser or a marker of ours.
fn is_modelled(name: &str) -> bool {
    !is_marker(name) && !name.starts_with(symcrete_abi::name::BIRTH) && !HINTS.iter().any(|hint| name.starts_with(hint))
}

fn is_marker(name: &str) -> bool {
    name == MARK || name.starts_with(CASE)
}

/// A file's name with its folder, unless it says where it is by itself.
fn path(directory: &str, file: &str) -> String {
    if directory.is_empty() || file.is_empty() || file.starts_with('/') {
        return symcrete_model::direct(file);
    }
    symcrete_model::direct(&format!("{directory}/{file}"))
}

/// Who sees a symbol. A body that is there for inlining only must not beat the real one.
fn linkage(symbol: Value) -> Linkage {
    use crate::llvm::Linkage as L;
    match symbol.linkage() {
        L::LLVMInternalLinkage
        | L::LLVMPrivateLinkage
        | L::LLVMLinkerPrivateLinkage
        | L::LLVMLinkerPrivateWeakLinkage => Linkage::Internal,
        L::LLVMExternalLinkage
        | L::LLVMDLLImportLinkage
        | L::LLVMDLLExportLinkage
        | L::LLVMAppendingLinkage
        | L::LLVMGhostLinkage => Linkage::External,
        L::LLVMAvailableExternallyLinkage
        | L::LLVMLinkOnceAnyLinkage
        | L::LLVMLinkOnceODRLinkage
        | L::LLVMLinkOnceODRAutoHideLinkage
        | L::LLVMWeakAnyLinkage
        | L::LLVMWeakODRLinkage
        | L::LLVMExternalWeakLinkage
        | L::LLVMCommonLinkage => Linkage::Weak,
    }
}

#[cfg(test)]
#[path = "../../tests/unit/extract.rs"]
mod tests;
