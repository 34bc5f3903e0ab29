//! What the program may touch, and what is left of it.

use crate::program::{Actor, Dir, MODES, generous};
use std::fs;
use symcrete_exec::Outcome;

#[test]
fn writes_only_in_its_scratch_directory() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        let dir = Dir::new();
        let outside = dir.0.join("outside");
        let run = actor.run(&format!("write_outside {}", outside.display()));
        let allowed = if actor.executor.sandboxed() { "0" } else { "1" };
        assert_eq!(String::from_utf8(run.stdout).unwrap(), format!("{allowed} 1 1 1 1"));
        assert_eq!(outside.exists(), !actor.executor.sandboxed());
        assert!(actor.executor.scratch().join("inside").exists());
    }
}

#[test]
fn every_run_starts_in_an_empty_directory() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        for _ in 0..3 {
            assert_eq!(actor.outcome("leave_files"), Outcome::Exit(0));
            assert_eq!(fs::read_dir(actor.executor.scratch()).unwrap().count(), 2);
            assert_eq!(actor.run("list_files").stdout, b"");
            assert_eq!(actor.outcome("hide_directory"), Outcome::Exit(0));
            assert_eq!(actor.run("list_files").stdout, b"");
        }
    }
}

#[test]
fn a_removed_directory_is_made_anew() {
    for mode in MODES {
        let mut actor = Actor::start(mode, generous());
        fs::remove_dir(actor.executor.scratch()).unwrap();
        assert_eq!(actor.run("list_files").outcome, Outcome::Exit(0));
        assert_eq!(actor.outcome("leave_files"), Outcome::Exit(0));
        assert_eq!(fs::read_dir(actor.executor.scratch()).unwrap().count(), 2);
    }
}
