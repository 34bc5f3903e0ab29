//! Crashes are found at the line that a programmer would name.

use crate::program::{Dir, MODES, compile};
use std::time::{Duration, Instant};
use symcrete_exec::{Config, Executor, Mode, Outcome, Place, Request, Spot, Target, Visit};

/// The word, the signal and the function of each crash in `crash.c`.
const CRASHES: [(&str, i32, &str); 9] = [
    ("write", libc::SIGSEGV, "write_null"),
    ("divide", libc::SIGFPE, "inlined"),
    ("library", libc::SIGSEGV, "in_library"),
    ("abort", libc::SIGABRT, "give_up"),
    ("assert", libc::SIGABRT, "claim"),
    ("jump", libc::SIGSEGV, "jump"),
    ("thread", libc::SIGSEGV, "thread"),
    ("handled", libc::SIGSEGV, "handled"),
    ("trap", libc::SIGILL, "trap"),
];

fn start(mode: Mode, optimise: &str, locate: bool) -> (Executor, Dir) {
    let dir = Dir::new();
    let server: &[&str] = if mode == Mode::ForkServer { &["-DSERVER", "-DVERSION=2"] } else { &["-DVERSION=2"] };
    let target = Target::new(compile(&dir, "crash.c", &[server, &[optimise]].concat()));
    let config = Config { mode, locate, ..Config::default() };
    (Executor::start(&target, config).expect("the program starts"), dir)
}

fn place(executor: &mut Executor, word: &str, expected: i32) -> Option<Place> {
    let run = executor.run(&Request::stdin(word.as_bytes())).expect("a run is always possible");
    assert_eq!(run.stdout, format!("{word}\n").into_bytes());
    match run.outcome {
        Outcome::Signal { signal, place } if signal == expected => place,
        other => panic!("{word}: {other}"),
    }
}

#[test]
fn every_crash_has_its_line() {
    for (mode, optimise) in [(Mode::ForkServer, "-O0"), (Mode::Spawn, "-O0"), (Mode::Spawn, "-O2")] {
        let (mut executor, _dir) = start(mode, optimise, true);
        for (word, signal, function) in CRASHES {
            // Twice, because the second answer comes from memory.
            for _ in 0..2 {
                let place = place(&mut executor, word, signal).unwrap_or_else(|| panic!("no place for {word}"));
                let (file, line) = (place.file.rsplit('/').next(), place.line);
                assert_eq!((file, line), (Some("crash.c"), line_of(word)), "{word} in {mode:?} {optimise}: {place}");
                assert!(optimise == "-O2" || place.function.as_deref() == Some(function), "{word}: {place}");
            }
        }
        assert_eq!(executor.run(&Request::stdin(b"peace")).unwrap().outcome, Outcome::Exit(0));
    }
}

#[test]
fn an_overflow_is_found_in_the_recursion() {
    let (mut executor, _dir) = start(Mode::ForkServer, "-O0", true);
    let place = place(&mut executor, "overflow", libc::SIGSEGV).expect("the recursion has lines");
    assert_eq!(place.function.as_deref(), Some("recurse"));
}

#[test]
fn no_place_is_looked_for_unless_asked() {
    for mode in MODES {
        let (mut executor, _dir) = start(mode, "-O0", false);
        assert_eq!(place(&mut executor, "write", libc::SIGSEGV), None);
    }
}

#[test]
fn a_program_without_lines_has_no_place() {
    let dir = Dir::new();
    let target = Target::new(compile(&dir, "crash.c", &["-g0", "-DVERSION=2"]));
    let mut executor = Executor::start(&target, Config { mode: Mode::Spawn, ..Config::default() }).unwrap();
    assert_eq!(place(&mut executor, "write", libc::SIGSEGV), None);
}

fn line_of(word: &str) -> u32 {
    let source = include_str!("../c/crash.c");
    let marked = |line: &&str| line.ends_with(&format!("// {word}"));
    let line = source.lines().position(|line| marked(&line)).expect("each crash is marked");
    line as u32 + 1
}

#[test]
fn a_visit_leaves_no_process_behind() {
    let (mut executor, _dir) = start(Mode::Spawn, "-O0", false);
    let spot = [Spot::Function("claim".into())];
    assert_eq!(executor.visits(&Request::stdin(b"assert"), &spot).expect("a run is always possible"), Visit::Seen);
    let began = Instant::now();
    drop(executor);
    assert!(began.elapsed() < Duration::from_secs(4), "the keeper waits for a process that nobody collects");
}
