//! Which caveats about the outside hold: runs that were watched tell where they met it.
//!
//! Branches say only where a run may have been. A name of which every module tells where it is met is a reason where it was met, and nowhere
//! else.

use super::Noted;
use crate::front::{Caveat, FrontEnd};
use std::collections::BTreeSet;
use symcrete_libc::{ASSEMBLY, FILES};
use symcrete_model::{Module, ModuleId, Program};

/// Where runs met the outside: modules and numbers in them.
type Met = BTreeSet<(ModuleId, u32)>;

/// What these caveats forbid. `met`: where runs met the outside, if all of them told.
pub(super) fn noted(program: &Program, front: &dyn FrontEnd, caveats: &[&Caveat], met: Option<&Met>) -> Vec<Noted> {
    caveats.iter().flat_map(|caveat| one(program, front, caveat, met)).collect()
}

fn one(program: &Program, front: &dyn FrontEnd, caveat: &Caveat, met: Option<&Met>) -> Vec<Noted> {
    let told = caveat.outside.as_deref().zip(met);
    let Some((name, places)) = told.and_then(|(name, met)| Some((name, places(program, name, met)?))) else {
        return vec![super::of_program(caveat)];
    };
    let (kind, what) = (caveat.kind, &caveat.what);
    let doubtful = places.into_iter().filter(|(file, _)| !front.is_harmless(name, file));
    doubtful.map(|(file, line)| Noted { kind, file, line, what: what.clone() }).collect()
}

/// The files and lines where a name was met; `None` if some module mentions it and does not tell.
fn places(program: &Program, name: &str, met: &Met) -> Option<BTreeSet<(String, u32)>> {
    let mut places = BTreeSet::new();
    // A module without any meeting is a model of ours, which tells nothing.
    let modules = program.modules().iter().enumerate().filter(|(_, module)| !module.meetings.is_empty());
    for (number, module) in modules {
        let id = ModuleId::new(number);
        match module.meetings.iter().find(|meeting| meeting.name == name) {
            Some(meeting) => {
                let here = (meeting.first..).zip(&meeting.locs).filter(|(number, _)| met.contains(&(id, *number)));
                places.extend(here.map(|(_, &loc)| {
                    let (file, line, _) = program.location(id, loc);
                    (file.to_string(), line)
                }));
            }
            None if mentions(module, name) => return None,
            None => {}
        }
    }
    Some(places)
}

fn mentions(module: &Module, name: &str) -> bool {
    if name == ASSEMBLY {
        return true;
    }
    let holds = |bytes: &[u8]| bytes.windows(name.len()).any(|part| part == name.as_bytes());
    let is_file = FILES.contains(&name);
    let in_globals = || module.globals.iter().any(|global| global.initializer.as_deref().is_some_and(holds));
    module.functions.iter().any(|function| function.name == name) || is_file && in_globals()
}
