//! What a generated driver or libFuzzer's entry bounds of a program's input.

use crate::front::Bound;
use crate::setting::Setting;
use symcrete_build::unit::is_fuzzed;
use symcrete_model::Program;
use symcrete_reach::{CALLED_BACK, MADE_BY_DRIVER};

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
    bounds
}
