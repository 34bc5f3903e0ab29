//! Many runs leave nothing behind in this process. Alone in its process, because it counts descriptors and children.

use crate::program::{Dir, compile};
use std::process::Command;
use symcrete_exec::{Config, Executor, Mode, Outcome, Request, Target};

/// Set in the child process that does the counting.
const ALONE: &str = "SYMCRETE_TEST_ALONE";

#[test]
fn a_thousand_runs_leak_nothing() {
    if std::env::var_os(ALONE).is_some() {
        return count_over_runs();
    }
    let test = std::env::current_exe().unwrap();
    let args = ["--exact", "state::a_thousand_runs_leak_nothing", "--test-threads=1"];
    let output = Command::new(test).args(args).env(ALONE, "1").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

fn count_over_runs() {
    let dir = Dir::new();
    let target = Target::new(compile(&dir, "actor.c", &["-DSERVER"]));
    for (mode, n_runs) in [(Mode::ForkServer, 1000), (Mode::Spawn, 100)] {
        let before = (descriptors(), children());
        let config = Config { mode, locate: false, ..Config::default() };
        let mut executor = Executor::start(&target, config).unwrap();
        let during = (descriptors(), children());
        for k in 0..n_runs {
            let deed = ["leave 5", "raise_signal 11", "fork_and_exit", "leave_files"][k % 4];
            let outcome = executor.run(&Request::stdin(deed.as_bytes())).unwrap().outcome;
            assert!(
                matches!(outcome, Outcome::Exit(0 | 3 | 5) | Outcome::Signal { signal: 11, .. }),
                "{deed}: {outcome}"
            );
            if k % 200 == 7 {
                executor.run(&Request::stdin(b"kill_parent")).unwrap();
            }
        }
        executor.run(&Request::stdin(b"nothing")).unwrap();
        assert_eq!((descriptors(), children()), during, "{mode:?}");
        drop(executor);
        assert_eq!((descriptors(), children()), before, "{mode:?}");
    }
}

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Children of this process, dead ones too.
fn children() -> usize {
    let tasks = std::fs::read_dir("/proc/self/task").unwrap();
    let lists = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("children")).unwrap_or_default());
    lists.map(|list| list.split_ascii_whitespace().count()).sum()
}
