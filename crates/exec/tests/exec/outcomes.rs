//! What a program does in peace: exit codes, output, input, environment, trace.

use crate::program::{Actor, Dir, MODES, compile, generous, signal};
use symcrete_exec::{Config, Error, Executor, Mode, Outcome, Request, Target};

#[test]
fn exit_codes_and_signals() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        for code in [0, 1, 42, 255] {
            assert_eq!(actor.outcome(&format!("leave {code}")), Outcome::Exit(code));
            assert_eq!(actor.outcome(&format!("leave_at_once {code}")), Outcome::Exit(code));
        }
        for number in [libc::SIGSEGV, libc::SIGABRT, libc::SIGFPE, libc::SIGTERM, libc::SIGKILL, libc::SIGPIPE] {
            assert_eq!(actor.outcome(&format!("raise_signal {number}")), signal(number));
        }
        assert_eq!(actor.outcome("unknown"), Outcome::Exit(99));
    }
}

#[test]
fn output_is_captured_exactly() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        for text in ["a\nlonger text\0hidden", "short", ""] {
            let run = actor.run(&format!("echo {text}"));
            let seen = text.split('\0').next().unwrap();
            assert_eq!(String::from_utf8(run.stdout).unwrap(), seen);
            assert_eq!(run.stderr, b"to stderr");
        }
        assert_eq!(actor.run("nothing").stderr, b"");
    }
}

#[test]
fn input_ends_and_is_fresh_on_every_run() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        assert_eq!(actor.run("count_input abc").stdout, b"abc -1");
        assert_eq!(actor.outcome("write_input"), Outcome::Exit(0));
        assert_eq!(actor.outcome("append_output"), Outcome::Exit(0));
        assert_eq!(actor.run("count_input x").stdout, b"x -1");
        assert_eq!(actor.outcome(""), Outcome::Exit(99));
    }
}

#[test]
fn every_run_sees_the_same_environment_and_addresses() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        let first = actor.run("environment").stdout;
        assert!(String::from_utf8_lossy(&first).starts_with("SYMCRETE_TRACE="));
        assert_eq!(actor.run("environment").stdout, first);
        let mut other = Actor::start(mode, generous());
        assert_eq!(other.run("environment").stdout, first, "addresses differ between two executors");
    }
}

#[test]
fn arguments_and_variables_arrive() {
    let dir = Dir::new();
    let mut target = Target::new(compile(&dir, "actor.c", &[]));
    target.args = vec!["an argument".into()];
    target.env = vec![("NAME".into(), "value".into())];
    let mut executor = Executor::start(&target, Config { mode: Mode::Spawn, ..Config::default() }).unwrap();
    assert_eq!(executor.run(&Request::stdin(b"")).unwrap().stdout, b"2 an argument");
    assert!(executor.run(&Request::stdin(b"environment")).unwrap().stdout.starts_with(b"NAME=value\n"));
}

#[test]
fn the_trace_is_the_last_runs() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        actor.run("write_trace");
        assert_eq!(actor.executor.trace().unwrap().n_records(), 3);
        actor.run("nothing");
        assert_eq!(actor.executor.trace().unwrap().n_records(), 0);
        let registered = if mode == Mode::ForkServer { 10 } else { 0 };
        assert_eq!(actor.executor.trace().unwrap().n_outcomes(), registered);
        assert_eq!(actor.outcome("runtime_fails"), Outcome::RuntimeFailed { line: 77 });
        assert_eq!(actor.outcome("nothing"), Outcome::Exit(0));
    }
}

#[test]
fn processor_time_is_measured() {
    for mode in MODES {
        let run = Actor::start(mode, generous()).run("burn");
        assert_eq!(run.outcome, Outcome::Exit(0));
        assert!(run.cpu.as_millis() >= 20 && run.cpu <= run.wall + run.wall, "{run:?}");
    }
}

#[test]
fn what_cannot_be_run_is_an_error() {
    let dir = Dir::new();
    let text = dir.0.join("text");
    std::fs::write(&text, "not a program").unwrap();
    for mode in MODES {
        let config = Config { mode, ..Config::default() };
        for program in [text.clone(), dir.0.join("missing")] {
            let result = Executor::start(&Target::new(&program), config)
                .and_then(|mut executor| executor.run(&Request::stdin(b"")));
            assert!(matches!(result, Err(Error::Launch { .. })), "{program:?} in {mode:?}: {result:?}");
        }
        let zero = Target { args: vec!["a\0b".into()], ..Target::new(&text) };
        assert!(matches!(Executor::start(&zero, config), Err(Error::ZeroByte { what: "argument" })));
    }
}

#[test]
fn a_program_without_a_server_is_told_apart() {
    let dir = Dir::new();
    let plain = Target::new(compile(&dir, "actor.c", &[]));
    match Executor::start(&plain, Config::default()).err() {
        Some(Error::NoServer { outcome: Outcome::Exit(99), .. }) => {}
        other => panic!("{other:?}"),
    }
    let newer = Target::new(compile(&dir, "actor.c", &["-DSERVER", "-DVERSION=3"]));
    assert!(matches!(Executor::start(&newer, Config::default()), Err(Error::ServerVersion { version: 3, .. })));
}
