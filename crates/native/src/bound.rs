//! What a generated driver or libFuzzer's entry bounds of a program's input.

use std::collections::BTreeSet;
use symcrete_build::unit::is_fuzzed;
use symcrete_engine::front::Bound;
use symcrete_engine::setting::Setting;
use symcrete_model::{CallGraph, Operand, Program};
use symcrete_reach::{CALLED_BACK, DRIVER, MADE_BY_DRIVER};

/// The bounds of this program.
pub(super) fn bounds(model: &Program, setting: &Setting) -> Vec<Bound> {
    let mut bounds = Vec::new();
    if is_fuzzed(model) {
        let what = format!("{} bytes of the buffer", setting.max_buffer);
        bounds.push(Bound { what, remedy: "raise --max-len".into(), is_premise: false });
    }
    let has = |beginning: &str| model.proc_ids().any(|proc| model.function(proc).name.starts_with(beginning));
    if has(CALLED_BACK) {
        let what = "the choice of callbacks, which are never null".into();
        bounds.push(Bound { what, remedy: "call the function from a main of your own".into(), is_premise: false });
    }
    if has(MADE_BY_DRIVER) {
        let what = "the sizes and shapes of the objects that pointers point to".into();
        bounds.push(Bound { what, remedy: "raise --elements, --string or --depth".into(), is_premise: true });
    }
    if has_state(model) {
        let what = "exactly the values that global and static variables have at the start".into();
        bounds.push(Bound { what, remedy: "name such variables with --globals".into(), is_premise: true });
    }
    bounds
}

/// Does a function that a driver calls use variables which keep their values between calls, and which the driver does not set?
fn has_state(model: &Program) -> bool {
    let is_driver = |name: &str| name.starts_with(DRIVER);
    let drivers = model.proc_ids().filter(|&proc| is_driver(&model.function(proc).name));
    let reachable = CallGraph::new(model).reachable(drivers);
    let (mut set, mut used) = (BTreeSet::new(), BTreeSet::new());
    for proc in model.proc_ids().filter(|proc| reachable[proc.index()]) {
        let (function, module) = (model.function(proc), model.module(model.proc(proc).module));
        let names = if is_driver(&function.name) { &mut set } else { &mut used };
        names.extend(function.instructions.iter().flat_map(|inst| inst.uses()).filter_map(|operand| match operand {
            Operand::Global { id, .. } => Some(module.globals[id.index()].name.as_str()),
            _ => None,
        }));
    }
    let globals = model.modules().iter().flat_map(|module| &module.globals);
    let mut changing = globals.filter(|global| global.is_defined && !global.is_constant);
    changing.any(|global| used.contains(global.name.as_str()) && !set.contains(global.name.as_str()))
}
