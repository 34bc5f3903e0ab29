//! What a program reads, seen in single runs: its standard input, a file that it is given, an argument.

use std::path::Path;
use std::time::Duration;
use symcrete_build::libtool::resolved;
use symcrete_engine::setting::{Setting, request};
use symcrete_exec::{Config, Limits, Mode, Varying};
use symcrete_native::{self as native, failure};
use symcrete_search::Input;
use symcrete_trace::{Flags, Trace, word};

/// What a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// Standard input, without arguments.
    Stdin,
    /// A file that its first argument names.
    File,
    /// Its first argument.
    Argument,
    /// Nothing that was seen.
    Nothing,
}

/// The name of the file.
pub(super) const FILE: &str = "input";
/// Bytes of a file and of an argument.
pub(super) const ROOM: [usize; 2] = [64, 8];
/// Time for a run.
const TIME: Duration = Duration::from_secs(5);
/// What programs of many kinds get a little further with than with nothing.
const TEXT: &[u8] = b"1 a\n";

/// What an instrumented program reads.
pub(super) fn reads(program: &Path) -> Reads {
    let program = resolved(program);
    let stdin = Input { streams: vec![TEXT.to_vec(), Vec::new()] };
    let is_symbolic = |trace: &Trace| trace.header().words[word::N_RECORDS] > 0;
    if sees(&program, &Setting::default(), &stdin, is_symbolic) {
        return Reads::Stdin;
    }
    let with = |args: &[&str], one: Varying| {
        let setting =
            Setting { args: args.iter().map(|&arg| arg.into()).collect(), varying: vec![one], ..Setting::default() };
        (setting, Input { streams: vec![Vec::new(), Vec::new(), TEXT.to_vec()] })
    };
    let (setting, input) = with(&[FILE], Varying::File { name: FILE.into(), room: ROOM[0] });
    let is_used = |trace: &Trace| trace.given().next().is_some_and(|given| given.used == 1) && is_symbolic(trace);
    if sees(&program, &setting, &input, is_used) {
        return Reads::File;
    }
    let (setting, input) = with(&[""], Varying::Arg { position: 0, room: ROOM[1] });
    if sees(&program, &setting, &input, uses) { Reads::Argument } else { Reads::Nothing }
}

/// Did the program do anything with what it was given: a branch, an address, a value that was computed by both sides of a branch? That it has an argument is not
/// enough, since every program has what it is given.
fn uses(trace: &Trace) -> bool {
    trace.events().any(|event| event.expr != 0)
}

/// Is this true of the trace of a run? Not of one that cannot be made.
fn sees(program: &Path, setting: &Setting, input: &Input, is_true: impl Fn(&Trace) -> bool) -> bool {
    let limits = Limits { time: TIME, ..Limits::default() };
    let flags = Flags { symbolic_stdin: true, ..Flags::default() };
    let config = Config { mode: Mode::Spawn, limits, flags, ..Config::default() };
    let Ok(mut executor) = native::start(setting, program, config) else { return false };
    let run = executor.run(&request(input)).map_err(failure);
    run.is_ok() && executor.trace().is_ok_and(|trace| is_true(&trace))
}
