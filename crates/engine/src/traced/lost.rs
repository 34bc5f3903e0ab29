//! A place where symbolic data was dropped, in words: the user's line, and the function that was called there.
//!
//! A loss inside a libc model of ours is told of the lines that call the modelled function, since nobody else knows the model's. Where several do,
//! it is not known which one it was; the first one is named, and how many more there are.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use symcrete_build::link::{MODEL, is_model};
use symcrete_exec::demangled;
use symcrete_libc::Fact;
use symcrete_model::{LocId, ModuleId, Operand, ProcId, Program};
use symcrete_trace::{Lost, What};

/// A place where symbolic data was dropped.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LostAt {
    /// The source file; empty when the place is not known.
    pub file: String,
    /// The line; 0 when not known.
    pub line: u32,
    /// The column; 0 when not known.
    pub column: u32,
    /// What was dropped, and by which function, as far as that is known.
    pub what: String,
    /// How often, over all runs.
    pub count: u64,
}

impl LostAt {
    /// What a trace says of a place in this module of a program.
    pub fn of(program: &Program, module: Option<ModuleId>, lost: &Lost) -> LostAt {
        LostAt { count: lost.count.into(), ..named(program, (module, lost.loc, lost.what)) }
    }

    /// Was it handed to code, or to an instruction, that is not followed, so that it may come back from there as anything?
    pub(crate) fn is_outside(&self) -> bool {
        let callees = self.what.strip_prefix(What::External.text()).and_then(|rest| rest.strip_prefix(": "));
        // What hands out memory or takes it back says nothing of an address that it was given.
        let only_allocates = |callees: &str| callees.split(", ").all(|name| symcrete_libc::is(name, Fact::Allocates));
        if callees.is_some_and(only_allocates) {
            return false;
        }
        const OUTSIDE: &[What] = &[
            What::External,
            What::Assembly,
            What::Thread,
            What::Stale,
            What::Mismatch,
            What::Unsupported,
            What::Variadic,
            What::TooWide,
        ];
        OUTSIDE.iter().any(|&what| self.is(what))
    }

    /// Is this why it was dropped?
    pub(crate) fn is(&self, what: What) -> bool {
        self.what.starts_with(what.text())
    }
}

/// A place of a program: the module, if it is known, a location within it, and the reason.
type Key = (Option<ModuleId>, u32, u8);

/// What was looked up already.
#[derive(Default)]
pub(super) struct Names(RefCell<BTreeMap<Key, LostAt>>);

impl Names {
    /// The place in words, so many times.
    pub(super) fn of(&self, program: &Program, key: Key, count: u64) -> LostAt {
        let mut known = self.0.borrow_mut();
        LostAt { count, ..known.entry(key).or_insert_with(|| named(program, key)).clone() }
    }
}

fn named(program: &Program, (module, location, what): Key) -> LostAt {
    let text = What::from_u8(what).map_or("unknown", What::text);
    let module = module.filter(|&id| (location as usize) < program.module(id).locs.len());
    let Some(module) = module else {
        return LostAt { file: String::new(), line: 0, column: 0, what: text.into(), count: 0 };
    };
    let loc = LocId::new(location as usize);
    let (file, line, column) = program.location(module, loc);
    let callees = if what == What::External as u8 { called_at(program, module, loc) } else { BTreeSet::new() };
    let callees: Vec<String> = callees.into_iter().map(demangled).collect();
    let what = if callees.is_empty() { text.to_string() } else { format!("{text}: {}", callees.join(", ")) };
    if is_model(file) {
        return inside_model(program, module, loc, what);
    }
    LostAt { file: file.into(), line, column, what, count: 0 }
}

/// The functions without a body that a place calls.
fn called_at(program: &Program, module: ModuleId, loc: LocId) -> BTreeSet<&str> {
    let functions = &program.module(module).functions;
    let here = functions.iter().flat_map(|function| &function.instructions).filter(|inst| inst.loc == Some(loc));
    let callees = here.filter_map(|inst| match inst.callee() {
        Some(Operand::Function(id)) => Some(program.function(program.resolve(module, *id))),
        _ => None,
    });
    let foreign = callees.filter(|function| !function.is_defined() && !function.name.starts_with("llvm."));
    foreign.map(|function| function.name.as_str()).collect()
}

/// A loss inside a model, told of whoever calls the modelled function.
fn inside_model(program: &Program, module: ModuleId, loc: LocId, what: String) -> LostAt {
    let holds = |proc: &ProcId| {
        let function = program.function(*proc);
        program.proc(*proc).module == module && function.instructions.iter().any(|inst| inst.loc == Some(loc))
    };
    let mut models: BTreeSet<ProcId> = program.proc_ids().filter(holds).collect();
    let (mut places, mut names) = (BTreeSet::new(), BTreeSet::new());
    loop {
        let before = models.len();
        for caller in program.proc_ids() {
            let at = program.proc(caller).module;
            for inst in &program.function(caller).instructions {
                let Some(Operand::Function(id)) = inst.callee() else { continue };
                let callee = modelled(program, program.resolve(at, *id));
                let Some(loc) = inst.loc.filter(|_| models.contains(&callee)) else { continue };
                let place = program.location(at, loc);
                if is_model(place.0) {
                    models.insert(caller);
                } else {
                    let name = &program.function(callee).name;
                    names.insert(name.strip_prefix(MODEL).unwrap_or(name).to_string());
                    places.insert(place);
                }
            }
        }
        if models.len() == before {
            break;
        }
    }
    let name = names.into_iter().collect::<Vec<_>>().join(", ");
    let more = match places.len() {
        0 | 1 => String::new(),
        n => format!(", here or at {} more places", n - 1),
    };
    let (file, line, column) = places.into_iter().next().unwrap_or_else(|| program.location(module, loc));
    let what = if name.is_empty() { what } else { format!("{what} (inside {name}{more})") };
    LostAt { file: file.into(), line, column, what, count: 0 }
}

/// The model that runs when this function is called; itself, if it has none.
fn modelled(program: &Program, callee: ProcId) -> ProcId {
    let function = program.function(callee);
    if function.is_defined() {
        return callee;
    }
    program.find_procs(&format!("{MODEL}{}", function.name)).next().unwrap_or(callee)
}
