//! Small C and C++ programs, one feature each, explored end to end.
//!
//! Every file in this folder is a program. Its comments say how it is explored and what must come out:
//!
//! ```text
//! // options: --stdin 8        more arguments of `symcrete test`
//! // covered: 6 of 6           branches covered and in all
//! // finding: SIGABRT          part of a finding's text; without such a line there must be none
//! // lost: symbolic size       part of a reason that must be in `lost`; `// lost: none` for an empty list
//! // unoptimised: because     not explored with -O2, for this reason
//! if (x == 42) // REACHED      every condition on the line was true in some run
//! if (x == 43) // NEVER        no condition on the line was true in any run
//! ```
//!
//! No program may diverge, and the plain program behaves on tests as the instrumented one did: on all of them with `SLOW=1`. Where a campaign says that it is
//! complete, Z3 agreed (`--certify`), or inputs made by blind changes of its tests cover nothing else (`second`); with `SLOW=1` both.
//! `PROGRAM=strcmp` runs only the programs whose names contain it. `SLOW=1` explores them compiled with -O2 as well: what clang
//! inlines and merges there must be followed as before.

#[path = "../machine/mod.rs"]
mod machine;
mod program;
mod second;
mod split;
mod without;

use program::Program;
use std::path::Path;
use std::sync::Mutex;

/// Programs explored at the same time.
const WORKERS: usize = 2;

#[test]
fn every_program_is_explored_as_it_says() {
    explore_all(Program::check);
}

#[test]
fn optimised_programs_are_explored_alike() {
    if machine::is_slow() {
        explore_all(Program::check_optimised);
    }
}

fn explore_all(check: fn(&Program) -> Result<(), String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let wanted = std::env::var("PROGRAM").unwrap_or_default();
    let mut sources: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is here")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ending| ending == "c" || ending == "cpp"))
        .filter(|path| path.to_string_lossy().contains(&wanted))
        .collect();
    sources.sort();
    assert!(!sources.is_empty(), "no program is called {wanted}");
    let (queue, failures) = (Mutex::new(sources.into_iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(source) = next(&queue) {
                    if let Err(why) = check(&Program::read(&source)) {
                        lock(&failures).push(format!("{}: {why}", source.display()));
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().expect("no worker panicked");
    failures.sort();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().expect("no worker panicked")
}

fn next<T>(queue: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    lock(queue).next()
}
