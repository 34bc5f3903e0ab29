//! The optimisations before and after instrumentation.
//!
//! Before: promote memory to registers and simplify, so that there is less to follow; nothing that
//! turns branches into selects, since a path through branches gives simpler conditions. After:
//! only clean-up, since the code was optimised already and instrumentation is mostly cold.

use crate::Error;
use crate::llvm::{Session, Target};

/// Only registers instead of stack slots: a condition that the optimiser could decide (it may take a variable that was
/// never set for whatever it likes) has to be in the model to be argued about.
const LIGHT: &str = "strip-nonlinetable-debuginfo,function(sroa<preserve-cfg>)";

const BEFORE: &str = "always-inline,\
    function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg<no-speculate-blocks>,instcombine<no-verify-fixpoint>),\
    cgscc(inline,function(sroa<modify-cfg>,early-cse<memssa>,simplifycfg<no-speculate-blocks>,instcombine<no-verify-fixpoint>)),\
    function(loop-mssa(licm),gvn,dse,adce,simplifycfg<no-speculate-blocks>),globaldce";

const AFTER: &str = "function(mem2reg,early-cse,simplifycfg<no-speculate-blocks>)";

/// Counters of `-fprofile-instr-generate` are made code: the target would make none of them.
pub(crate) fn lower_profile(session: &mut Session, target: &Target) -> Result<(), Error> {
    let is_counted = session.functions().iter().any(|function| function.name().starts_with("llvm.instrprof."));
    if is_counted { session.run_passes("instrprof", target) } else { Ok(()) }
}

/// Between marking and taking the model: functions stay those of the source.
pub(crate) fn light(session: &mut Session, target: &Target) -> Result<(), Error> {
    keep_null_crashes(session);
    keep_overflows(session);
    keep_ends_apart(session);
    session.run_passes(LIGHT, target)
}

/// Between taking the model and instrumenting.
pub(crate) fn before(session: &mut Session, target: &Target) -> Result<(), Error> {
    ask_for(session, "optsize");
    let smallest = ask_for(session, "minsize");
    let done = session.run_passes(BEFORE, target);
    for function in session.functions() {
        function.remove_function_attribute(crate::llvm::FUNCTION_ATTRIBUTES, smallest);
    }
    done
}

/// In a model of a library function no switch stands for a source conditional: made branches, they are
/// steps of the path like any other.
pub(crate) fn without_switches(session: &mut Session, target: &Target) -> Result<(), Error> {
    session.run_passes("function(lower-switch)", target)
}

/// After instrumenting.
pub(crate) fn after(session: &mut Session, target: &Target) -> Result<(), Error> {
    session.run_passes(AFTER, target)
}

/// Asks LLVM for small code. Instrumented code is several times larger than plain code, so inlining
/// costs more than it gains: on Lua this makes it a fifth smaller and 3 % slower. `minsize` would make the code that is generated
/// slower by a tenth, so it is in force only where it decides what is inlined.
fn ask_for(session: &Session, attribute: &str) -> u32 {
    let kind = session.attribute(attribute);
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        function.add_function_attribute(session, kind, 0);
    }
    kind
}

/// Keeps LLVM from reasoning that a null pointer is never used: a crash is what we look for.
fn keep_null_crashes(session: &Session) {
    let kind = session.attribute("null_pointer_is_valid");
    for function in session.functions().into_iter().filter(|function| !function.is_declaration()) {
        function.add_function_attribute(session, kind, 0);
    }
}

/// Keeps LLVM from making one call of several that do not return: each `abort` ends the program at a place of its own.
fn keep_ends_apart(session: &Session) {
    let (ends, apart) = (session.attribute("noreturn"), session.attribute("nomerge"));
    for function in session.functions() {
        if function.is_attributed(ends) {
            function.add_function_attribute(session, apart, 0);
        }
    }
}

/// Keeps LLVM from reasoning that arithmetic never overflows: compiled without optimisation the plain program wraps, and
/// a branch that only an overflow takes must be there to be explored, and must not be called unreachable.
fn keep_overflows(session: &Session) {
    for function in session.functions() {
        for block in function.blocks() {
            block.instructions().into_iter().for_each(crate::llvm::Value::drop_promises);
        }
    }
}
