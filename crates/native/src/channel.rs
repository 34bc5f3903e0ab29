//! Ways by which what a program wrote comes back to it: files that it reads again, pipes, buffers of streams that it looks into.
//!
//! Output is not followed: it is bytes when it leaves the program. That loses nothing as long as it is gone. Where it may come back, as
//! numbers that depend on nothing, nothing is concluded. Temporary files have no row in `symcrete_libc` and are met as unknown.

use symcrete_engine::front::Caveat;
use symcrete_libc::{Fact, Function, function};
use symcrete_reach::{Argument, Mention};

const WHY: &str = "may read back what the program wrote, which is not followed";

/// What a call makes of a file or a stream.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Reads,
    Writes,
    /// What is written can be read at once.
    Both,
}

/// Is a place that mentions this function one where such a way may be opened?
pub(super) fn concerns(name: &str) -> bool {
    function(name).is_some_and(|row| row.facts.iter().any(opens))
}

/// Those of these places where such a way is opened.
pub(super) fn caveats(places: &[Mention]) -> Vec<Caveat> {
    let opened: Vec<(Use, &Mention)> = places.iter().filter_map(|at| Some((use_of(at)?, at))).collect();
    let reads = opened.iter().any(|(how, _)| *how == Use::Reads);
    let ways = opened.into_iter().filter(|(how, _)| *how == Use::Both || *how == Use::Writes && reads);
    let caveat = |at: &Mention| Caveat {
        kind: "channel",
        what: format!("{} {WHY}", at.name),
        at: Some(at.clone()),
        outside: None,
    };
    ways.map(|(_, at)| caveat(at)).collect()
}

fn opens(fact: &Fact) -> bool {
    matches!(fact, Fact::GivesBuffer | Fact::OpensAs(_) | Fact::OpensBy(_) | Fact::Connects)
}

/// What a call is for; nothing when it opens no way at all.
fn use_of(at: &Mention) -> Option<Use> {
    let row = function(&at.name)?;
    let said = row.facts.iter().find_map(|fact| match *fact {
        Fact::OpensAs(k) => Some(by_mode(at.argument(k))),
        Fact::OpensBy(k) => Some(by_flags(at.argument(k))),
        Fact::Connects => Some(Use::Both),
        _ => None,
    });
    match (said, is_buffer(row, at)) {
        // What is written into a stream over the program's memory is there.
        (Some(Use::Reads), _) => said,
        (_, true) => Some(Use::Both),
        (said, false) => said,
    }
}

fn is_buffer(row: &Function, at: &Mention) -> bool {
    row.is(Fact::GivesBuffer) && *at.argument(1) != Argument::Null
}

/// What a mode of `fopen` says.
fn by_mode(mode: &Argument) -> Use {
    match mode {
        Argument::Text(mode) if mode.contains(&b'+') => Use::Both,
        Argument::Text(mode) if mode.starts_with(b"r") => Use::Reads,
        Argument::Text(_) => Use::Writes,
        _ => Use::Both,
    }
}

/// What flags of `open` say.
fn by_flags(flags: &Argument) -> Use {
    const ACCESS: u128 = 3;
    match flags {
        Argument::Number(flags) if flags & ACCESS == 0 => Use::Reads,
        Argument::Number(flags) if flags & ACCESS == 1 => Use::Writes,
        _ => Use::Both,
    }
}
