//! Each limit ends a run that passes it, with the outcome that names it, and the next run is as good as new.

use crate::program::{Actor, MODES, generous};
use std::time::Duration;
use symcrete_exec::{Limits, Outcome};

fn ends(limits: Limits, deeds: &[&str], expected: Outcome) {
    for mode in MODES {
        let mut actor = Actor::start(mode, limits);
        for deed in deeds {
            assert_eq!(actor.outcome(deed), expected, "{deed} in {mode:?}");
            assert_eq!(actor.outcome("leave 3"), Outcome::Exit(3), "the run after {deed} in {mode:?}");
        }
    }
}

#[test]
fn time() {
    let limits = Limits { time: Duration::from_millis(300), ..generous() };
    for mode in MODES {
        let mut actor = Actor::start(mode, limits);
        for deed in ["forever", "spin", "block_signals", "stop_self", "stop_parent"] {
            // Who stops its parent in spawn mode is refused by the sandbox and goes on.
            let run = actor.run(deed);
            let refused = deed == "stop_parent" && run.outcome == Outcome::Exit(7);
            assert!(run.outcome == Outcome::TimeOut || refused, "{deed} in {mode:?}: {}", run.outcome);
            assert!(refused || run.wall >= limits.time);
        }
        // With so little time a loaded machine may not even finish this.
        assert!(matches!(actor.outcome("leave 3"), Outcome::Exit(3) | Outcome::TimeOut));
    }
}

#[test]
fn memory() {
    let limits = Limits { memory: 200 << 20, ..generous() };
    ends(limits, &["eat_memory", "share_memory"], Outcome::OutOfMemory);
}

#[test]
fn reserved_memory_is_free() {
    ends(Limits { memory: 50 << 20, ..generous() }, &["reserve_memory"], Outcome::Exit(0));
}

#[test]
fn output() {
    ends(generous(), &["print_much", "print_ignoring", "big_file"], Outcome::OutputLimit);
    let small = Limits { output: 1000, ..generous() };
    ends(small, &["print_much"], Outcome::OutputLimit);
    for mode in MODES {
        let mut actor = Actor::start(mode, small);
        assert_eq!(actor.run("print_much").stdout.len(), 1000);
        assert_eq!(actor.run(&format!("echo {}", "x".repeat(1000))).outcome, Outcome::Exit(0));
    }
}

#[test]
fn processes() {
    let limits = Limits { processes: 10, ..generous() };
    ends(limits, &["fork_bomb", "session_bomb"], Outcome::ProcessLimit);
}

/// Those that wait for the next runs are no part of this one.
#[test]
fn one_process_is_one() {
    ends(Limits { processes: 1, ..generous() }, &["linger"], Outcome::Exit(0));
}
