//! Calls of the C library: which of them go to a model, and what those that do not may read.
//!
//! A modelled function is replaced by its model wherever the module names it, in calls and as a pointer (`fgetc` handed to
//! a parser, `realloc` in a table of hooks). The model calls the real one and then says what became symbolic. What is known of each
//! function is a row of `symcrete_libc`. Scope: `docs/design/libc-models.md`.

use crate::Options;
use crate::llvm::Session;
use symcrete_abi::name;
use symcrete_libc::{Fact, Function, function, functions};

/// Does a call of this function go to a model? `malloc` and its kin do so only in some objects, but have no other body either.
pub(crate) fn is_modelled(name: &str, options: &Options) -> bool {
    function(name).is_some_and(|function| function.followed().is_some()) && !is_left(name, options)
}

/// Its model is not to be used, or it is the program's own.
fn is_left(name: &str, options: &Options) -> bool {
    options.without_models.iter().any(|left| left == name) || options.followed.contains(name)
}

/// Leads calls of wrapped functions to where the linker leads them: what is known of such a function is not true of what wraps it.
pub(crate) fn wrap(session: &Session, options: &Options) {
    let declared = |name: &String| session.function(name).filter(|function| function.is_declaration());
    for (name, real) in options.wrapped.iter().filter_map(|name| Some((name, declared(name)?))) {
        real.replace_uses(session.declare(&format!("__wrap_{name}"), real.value_type()));
    }
}

/// Replaces modelled functions that the program does not define itself, here or in another object, but for those to be left.
pub(crate) fn redirect(session: &Session, options: &Options) {
    let is_checked = crate::bounds::is_checked(session);
    let is_wanted = |function: &&Function| is_checked || !function.is(Fact::OnlyChecked);
    for function in functions().filter(is_wanted).filter(|function| is_modelled(function.name, options)) {
        let name = function.name;
        let Some(real) = session.function(name).filter(|f| f.is_declaration()) else { continue };
        let model = session.declare(&format!("{}{name}", name::LIBC), real.value_type());
        real.replace_uses(model);
        if function.is(Fact::Libm) {
            session.append_assembly(&model_of_libm(name));
        }
    }
}

/// The model of a function of libm, one for all objects of a program or library:
///
/// ```text
/// __symcrete_model_sin:
///     lea  1f, %rdi
///     mov  $__symcrete_model_sin, %rsi
///     jmp  __symcrete_libm_sin      the runtime's, behind the arguments in xmm0 and xmm1
/// 1:  jmp  sin                      found when it is called, as by the code as it was
/// ```
///
/// The runtime names nothing of libm, which not every program has, and which may be loaded later than a library that is linked without it.
fn model_of_libm(name: &str) -> String {
    let (model, runtime) = (format!("{}{name}", name::LIBC), format!("{}{name}", name::LIBM));
    format!(
        "\n.pushsection .text.{model},\"axG\",@progbits,{model},comdat\n.weak {model}\n.type {model},@function\n{model}:\n\
         \tleaq .Lsymcrete_real_{name}(%rip), %rdi\n\tmovq {model}@GOTPCREL(%rip), %rsi\n\tjmp {runtime}@PLT\n\
         .Lsymcrete_real_{name}:\n\tjmp {name}@PLT\n.size {model}, . - {model}\n.popsection\n"
    )
}
