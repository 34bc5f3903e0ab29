//! Calls of the C library: which of them go to a model, and what those that do not may read.
//!
//! A modelled function is replaced by its model wherever the module names it, in calls and as a pointer (`fgetc` handed to
//! a parser, `realloc` in a table of hooks). The model calls the real one and then says what became symbolic. What is known of each
//! function is a row of `symcrete_libc`. Scope: `docs/design/libc-models.md`.

use crate::Options;
use crate::llvm::Session;
use symcrete_abi::name;
use symcrete_libc::{Fact, Followed, Function, function, functions, is};

/// Which argument of a function, or of its model, is a format.
pub(crate) fn format(name: &str) -> Option<usize> {
    function(name.strip_prefix(name::LIBC).unwrap_or(name))?.format()
}

/// Which arguments of this modelled function are passed on with their expressions.
pub(crate) fn followed(name: &str) -> Followed {
    function(name).and_then(Function::followed).unwrap_or(Followed::Nothing)
}

/// Start and length among the arguments, of the memory that this modelled function uses.
pub(crate) fn ranges(name: &str) -> impl Iterator<Item = (usize, usize)> {
    let facts = function(name).map_or(&[][..], |function| function.facts);
    facts.iter().filter_map(|fact| if let Fact::Uses(start, length) = fact { Some((*start, *length)) } else { None })
}

/// Memory that an unmodelled function reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// The string that this argument points to.
    Text(usize),
    /// As many bytes at the first argument as the second says.
    Bytes(usize, usize),
}

/// What an unmodelled function reads through pointers, as far as that is known. What it makes of symbolic bytes is lost,
/// and counted at the call.
pub(crate) fn reads(name: &str) -> Vec<Reads> {
    let facts = function(name).map_or(&[][..], |function| function.facts);
    let known = facts.iter().filter_map(|fact| match fact {
        Fact::ReadsText(start) => Some(Reads::Text(*start)),
        Fact::ReadsBytes(start, length) => Some(Reads::Bytes(*start, *length)),
        _ => None,
    });
    known.collect()
}

/// May a function of which it is not known what it reads do so through a pointer?
pub(crate) fn may_read(name: &str) -> bool {
    !is(name, Fact::Indifferent) && !is(name, Fact::Output)
}

/// Does a call of this function go to a model? `malloc` and its kin do so only in some objects, but have no other body either.
pub(crate) fn is_modelled(name: &str, options: &Options) -> bool {
    function(name).is_some_and(|function| function.followed().is_some()) && !is_left(name, options)
}

/// Its model is not to be used, or it is the program's own.
fn is_left(name: &str, options: &Options) -> bool {
    options.without_models.iter().any(|left| left == name) || options.followed.contains(name)
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
            // The runtime names libm weakly, since not every program has it. Here it is needed, also by a linker that drops
            // libraries that nobody needs.
            session.append_assembly(&format!("\n.pushsection .symcrete.libm,\"aw\"\n.quad {name}\n.popsection\n"));
        }
    }
}
