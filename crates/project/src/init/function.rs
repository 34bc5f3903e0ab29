//! A function to call where no program reads anything: one of the library that a program was built with.

use super::programs::is_minor;
use std::path::{Path, PathBuf};
use symcrete_build::entry::Entry;
use symcrete_build::libtool::resolved;
use symcrete_build::recipe::Recipe;
use symcrete_build::unit::{Unit, model};
use symcrete_model::{Linkage, ModuleId, Program};

/// Words of functions that read what others wrote: where testing pays first.
const READERS: [&str; 10] = ["parse", "decode", "scan", "read", "load", "valid", "check", "from", "uncompress", "get"];
/// Functions that are tried.
const TRIED: usize = 6;
/// Most parameters.
const PARAMS: usize = 4;

/// How little the name of a function says that it reads what others wrote.
pub(super) fn reading(name: &str) -> usize {
    let name = name.to_lowercase();
    READERS.iter().position(|word| name.contains(word)).unwrap_or(READERS.len())
}

/// A function of a program, found by driving it.
pub(super) fn entry(folder: &Path, program: &Path) -> Option<String> {
    let file = resolved(&folder.join(program));
    let names = candidates(&model(&file).ok()?);
    names.into_iter().take(TRIED).find(|name| {
        let entry = Entry {
            function: name.clone(),
            assume: Vec::new(),
            globals: Vec::new(),
            elements: None,
            string: 16,
            depth: 3,
            no_null: false,
        };
        let files: [PathBuf; 1] = [file.clone()];
        let Ok(scratch) = tempfile::tempdir() else { return false };
        Unit::build_entry(&files, scratch.path(), &entry, &Recipe::default()).is_ok()
    })
}

/// Functions that others may call with something to read, best first.
fn candidates(program: &Program) -> Vec<String> {
    let mut ranked = Vec::new();
    for (index, module) in program.modules().iter().enumerate() {
        let is_aside = is_minor(Path::new(&module.name)) || module.name.starts_with("/usr/");
        for function in module.functions.iter().filter(|function| function.is_defined() && !is_aside) {
            let is_right = function.linkage == Linkage::External
                && (1..=PARAMS).contains(&function.params.len())
                && !function.is_variadic
                && function.name != "main"
                && !function.name.starts_with('_');
            if is_right
                && function.loc.is_some_and(|at| !program.location(ModuleId::new(index), at).0.starts_with("/usr/"))
            {
                ranked.push((reading(&function.name), function.params.len(), function.name.clone()));
            }
        }
    }
    ranked.sort();
    ranked.into_iter().map(|(_, _, name)| name).collect()
}
