//! An instrumented program on disk: its static models and those of the shared libraries that it
//! loads, and names for what traces number.

mod library;

use crate::bitcode::section;
use crate::failure::Failure;
use crate::surroundings;
use std::path::{Path, PathBuf};
use symcrete_model::{Module, SiteKind, decode_all};
use symcrete_trace::Trace;

/// The models found in a program.
pub struct Program {
    modules: Vec<Module>,
}

/// A branch outcome in words.
pub struct OutcomeName {
    /// `file:line:column` of the condition.
    pub location: String,
    /// `true`, `false`, `case 7`, `default`.
    pub side: String,
}

impl Program {
    /// Reads the models out of an executable and the shared libraries that it loads.
    ///
    /// They are searched as the dynamic linker would in the environment that the program gets ([`surroundings`]).
    pub fn open(path: &Path) -> Result<Program, Failure> {
        let mut modules = models(path)?.unwrap_or_default();
        for library in Program::libraries(path) {
            modules.extend(models(&library)?.unwrap_or_default());
        }
        if modules.is_empty() {
            return Err(Failure::at(path, "not built by symcrete: build it with `symcrete cc`"));
        }
        Ok(Program { modules })
    }

    /// The shared libraries that a program loads at its start and that symcrete did not build.
    pub fn strange_libraries(path: &Path) -> Vec<PathBuf> {
        Program::libraries(path).into_iter().filter(|library| !matches!(models(library), Ok(Some(_)))).collect()
    }

    /// The shared libraries that a program loads at its start, as the dynamic linker would find them.
    pub fn libraries(path: &Path) -> Vec<PathBuf> {
        library::loaded(path, &surroundings::library_folders(path))
    }

    /// The models: the program's in link order, then those of its libraries.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// Gives the models away.
    pub fn into_modules(self) -> Vec<Module> {
        self.modules
    }

    fn module(&self, hash: u64) -> Option<&Module> {
        self.modules.iter().find(|module| module.hash == hash)
    }

    /// Names an outcome of a trace.
    pub fn outcome(&self, trace: &Trace, outcome: u32) -> OutcomeName {
        let unknown = || OutcomeName { location: "?".into(), side: outcome.to_string() };
        let inside = |entry: &symcrete_trace::ModuleEntry| {
            outcome.checked_sub(entry.base).is_some_and(|local| local < entry.n_outcomes)
        };
        let Some(entry) = trace.modules().find(inside) else { return unknown() };
        let Some(module) = self.module(entry.hash) else { return unknown() };
        let local = outcome - entry.base;
        let at = module.sites.partition_point(|site| site.first_outcome <= local);
        let Some(site) = at.checked_sub(1).and_then(|at| module.sites.get(at)) else { return unknown() };
        let k = (local - site.first_outcome) as usize;
        let side = match &site.kind {
            SiteKind::Switch { cases } => cases.get(k).map_or("default".into(), |value| format!("case {value}")),
            _ => (if k == 1 { "true" } else { "false" }).to_string(),
        };
        OutcomeName { location: site.loc.map_or("?".into(), |loc| place(module, loc.index())), side }
    }

    /// Names a location of a trace: a module by its number, a location within it.
    pub fn location(&self, trace: &Trace, module: u32, location: u32) -> String {
        let entry = trace.modules().nth(module as usize);
        let module = entry.and_then(|entry| self.module(entry.hash));
        module.map_or_else(|| "?".to_string(), |module| place(module, location as usize))
    }
}

/// The models inside one file; `None` if symcrete did not make it.
fn models(path: &Path) -> Result<Option<Vec<Module>>, Failure> {
    let bytes = std::fs::read(path).map_err(|why| Failure::file(path, why))?;
    let Some(data) = section(&bytes, symcrete_abi::name::MODEL) else { return Ok(None) };
    decode_all(data).map(Some).map_err(|why| Failure::damaged(path, format!("its model cannot be read: {why}")))
}

fn place(module: &Module, location: usize) -> String {
    let Some(loc) = module.locs.get(location).filter(|loc| loc.line != 0) else { return "?".into() };
    let file = module.files.get(loc.file.index()).map_or("?", String::as_str);
    format!("{}:{}:{}", nearby(file), loc.line, loc.column)
}

/// A file below the current folder by its short name.
pub fn nearby(file: &str) -> &str {
    static HERE: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    let here = HERE.get_or_init(|| std::env::current_dir().ok()?.to_str().map(|path| format!("{path}/")));
    here.as_deref().and_then(|here| file.strip_prefix(here)).unwrap_or(file)
}
