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
            session.append_assembly(&way_to_libm(name));
        }
    }
}

/// A way to a function of libm. The runtime names libm weakly, since not every program has it; here it is needed, also by a linker
/// that drops libraries that nobody needs. It is found when it is called, as by the code as it was.
fn way_to_libm(name: &str) -> String {
    let way = format!("{}{name}", name::LIBM);
    format!(
        "\n.pushsection .text.{way},\"axG\",@progbits,{way},comdat\n.weak {way}\n.type {way},@function\n\
         {way}:\n\tjmp {name}@PLT\n.size {way}, . - {way}\n.popsection\n"
    )
}
