//! Programs that fight back: every deed has a defined outcome and the executor goes on.

use crate::program::{Actor, MODES, generous, signal};
use std::time::{Duration, Instant};
use symcrete_exec::{Limits, Mode, Outcome};

/// Runs a deed several times, with a peaceful run after each.
fn survives(deed: &str, expected: &dyn Fn(Mode) -> Outcome) {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        for _ in 0..3 {
            assert_eq!(actor.outcome(deed), expected(mode), "{deed} in {mode:?}");
            assert_eq!(actor.run("echo fine").stdout, b"fine", "the run after {deed} in {mode:?}");
        }
    }
}

#[test]
fn closes_every_descriptor() {
    survives("close_all", &|_| Outcome::Exit(5));
}

#[test]
fn handles_its_own_crash() {
    survives("handle_crash", &|_| Outcome::Exit(42));
}

#[test]
fn leaves_from_one_of_many_threads() {
    survives("threads", &|_| Outcome::Exit(6));
}

#[test]
fn kills_its_own_group() {
    survives("kill_group", &|_| signal(libc::SIGKILL));
}

#[test]
fn kills_its_parent() {
    survives("kill_parent", &|_| Outcome::Exit(7));
    survives("kill_parent_at_once", &|_| Outcome::Exit(7));
}

/// The fork server's next runs wait beside a run: what it does to them must not become their outcome.
#[test]
fn kills_who_waits_beside_it() {
    survives("kill_siblings", &|_| Outcome::Exit(11));
}

#[test]
fn stops_who_waits_beside_it() {
    for mode in MODES {
        let mut actor = Actor::start(mode, Limits { time: Duration::from_secs(2), ..generous() });
        assert_eq!(actor.outcome("stop_siblings"), Outcome::Exit(12));
        for _ in 0..3 {
            assert_eq!(actor.run("echo fine").stdout, b"fine", "in {mode:?}");
        }
    }
}

#[test]
fn kills_everyone_it_may() {
    // Only where the sandbox scopes signals is this safe to try: elsewhere it would kill the test.
    let actor = Actor::start(Mode::Spawn, generous());
    if actor.executor.sandboxed() && kernel_scopes_signals() {
        survives("kill_everyone", &|_| Outcome::Exit(9));
    }
}

#[test]
fn scribbles_over_the_trace() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        let outcome = actor.outcome("scribble");
        assert!(matches!(outcome, Outcome::RuntimeFailed { .. }), "{outcome}");
        assert!(actor.executor.trace().is_err());
        assert_eq!(actor.outcome("shrink_region"), Outcome::Exit(0));
        assert_eq!(actor.executor.trace().unwrap().n_records(), 0);
    }
}

#[test]
fn leaves_children_behind() {
    for (deed, code) in [("fork_and_exit", 3), ("daemonize", 4)] {
        for mode in MODES {
            let mut actor = Actor::start(mode, generous());
            for _ in 0..5 {
                assert_eq!(actor.outcome(deed), Outcome::Exit(code));
                assert!(of_scratch(&actor) <= if mode == Mode::ForkServer { SERVER } else { 0 }, "{deed} in {mode:?}");
            }
        }
    }
}

#[test]
fn a_killed_keeper_is_replaced() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        for _ in 0..2 {
            // The keeper is the parent of the process that starts a session: the fork server, or a run.
            let parent = String::from_utf8(actor.run("print_parent").stdout).unwrap().parse().unwrap();
            let keeper = if mode == Mode::ForkServer { parent_of(parent) } else { parent };
            // SAFETY: the call touches no memory; the number is that of our keeper, which is our child.
            assert_eq!(unsafe { libc::kill(keeper, libc::SIGKILL) }, 0);
            assert_eq!(actor.run("echo fine").stdout, b"fine", "while it dies, in {mode:?}");
            while stat_of(keeper).is_some_and(|fields| fields[0] != "Z") {
                std::thread::yield_now();
            }
            assert_eq!(actor.run("echo fine").stdout, b"fine", "when it is dead, in {mode:?}");
        }
    }
}

fn parent_of(pid: i32) -> i32 {
    stat_of(pid).unwrap()[1].parse().unwrap()
}

/// The fields of `/proc/…/stat` behind the name: state, parent and so on; `None` when the process is gone.
fn stat_of(pid: i32) -> Option<Vec<String>> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(stat.rsplit_once(") ")?.1.split(' ').map(str::to_owned).collect())
}

#[test]
fn dies_with_the_executor() {
    for mode in MODES {
        let actor = Actor::start(mode, generous());
        let scratch = actor.executor.scratch().to_path_buf();
        drop(actor);
        assert!(!scratch.exists());
        let patience = Instant::now();
        while working_in(&scratch) != 0 {
            assert!(patience.elapsed() < Duration::from_secs(10), "a process outlived its executor");
        }
    }
}

/// A fork server and the two that it forks ahead, of which one may not be there yet.
const SERVER: usize = 3;

/// Processes whose working directory is the executor's: the fork server, who waits, and whatever was left.
fn of_scratch(actor: &Actor) -> usize {
    working_in(actor.executor.scratch())
}

fn working_in(scratch: &std::path::Path) -> usize {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    let directories = processes.filter_map(|path| std::fs::read_link(path.join("cwd")).ok());
    directories.filter(|cwd| cwd.starts_with(scratch)).count()
}

fn kernel_scopes_signals() -> bool {
    // SAFETY: with this flag the call only answers Landlock's version.
    unsafe { libc::syscall(libc::SYS_landlock_create_ruleset, 0_usize, 0_usize, 1_u32) >= 6 }
}
