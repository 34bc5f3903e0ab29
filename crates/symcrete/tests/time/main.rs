//! `--time` is kept: whatever the program, a campaign ends within two seconds and one run of its deadline, with a whole result
//! folder and in less than 2 GiB; and it ends within two seconds of SIGTERM.
//!
//! The programs of this folder are made to break that. With them, some programs of the other suites are explored; all of them, by
//! `test` and by `reach`, with `SLOW=1`, which prints a line for each; `PROGRAM=deep` takes those whose names contain it. A campaign
//! begins when its program is linked. The tests run beside others: what its own processes waited for a processor behind the
//! deadline (`family.rs`) is added to what is allowed, which is next to nothing on a machine that is free.

#![expect(clippy::print_stderr, reason = "measured figures are shown with SLOW=1")]

mod campaign;
mod family;
#[path = "../machine/mod.rs"]
mod machine;

use campaign::{Campaign, Ended};
use machine::is_slow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// Campaigns at the same time.
const WORKERS: usize = 2;
/// The time of a campaign.
const TIME: Duration = Duration::from_secs(1);
const OPTIONS: [&str; 4] = ["--time", "1s", "--run-time", "1s"];
/// What a campaign may take beyond its time and one run.
const BEYOND: Duration = Duration::from_secs(2);
/// Most memory of a campaign, in KiB.
const MEMORY: u64 = 2 << 20;
/// Folders of other programs, and one of how many of them is explored without being asked.
const OTHERS: [(&str, usize); 5] =
    [("tests/c", 24), ("tests/bugs", 14), ("tests/truth/seen", 18), ("tests/features", 10), ("../../subjects", 8)];

fn sources(folder: &str, every: usize) -> Vec<PathBuf> {
    let wanted = std::env::var("PROGRAM").unwrap_or_default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder is here");
    let mut sources: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    sources.retain(|path| path.extension().is_some_and(|ending| ending == "c" || ending == "cpp"));
    sources.sort();
    let kept = sources.into_iter().step_by(if is_slow() { 1 } else { every });
    kept.filter(|path| path.to_string_lossy().contains(&wanted)).collect()
}

fn others() -> Vec<PathBuf> {
    OTHERS.iter().flat_map(|(folder, every)| sources(folder, *every)).collect()
}

/// Does something with each program, some at the same time; all that is wrong. What is late beside others is measured once more
/// without them: an overrun of ours is there again, a moment without a processor is not.
fn each(sources: Vec<PathBuf>, check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let (queue, wrong) = (Mutex::new(sources.into_iter()), Mutex::new(Vec::new()));
    // Not held while a program is looked at.
    let next = || queue.lock().expect("no worker panicked").next();
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(source) = next() {
                    if check(&source).is_err() {
                        wrong.lock().expect("no worker panicked").push(source);
                    }
                }
            });
        }
    });
    let late: Vec<PathBuf> = wrong.into_inner().expect("no worker panicked");
    let again = |source: &PathBuf| Some(format!("{}: {}", source.display(), check(source).err()?));
    let wrong: Vec<String> = late.iter().filter_map(again).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Is a campaign within its time and memory?
fn kept(what: &str, source: &Path, ended: &Ended, allowed: Duration) -> Result<(), String> {
    let Ended { took, waited, own, below } = *ended;
    if is_slow() {
        let name = source.file_name().unwrap_or_default().display();
        eprintln!("{what} {name}: {took:.1?} of {allowed:.1?} and {waited:.1?}, {} and {} MiB", own >> 10, below >> 10);
    }
    if took > allowed + waited {
        return Err(format!(
            "{what} took {took:.1?} instead of {allowed:.1?}, and its processes waited {waited:.1?} for a processor"
        ));
    }
    if own > MEMORY {
        return Err(format!("{what} used {} MiB", own >> 10));
    }
    Ok(())
}

fn test_in_time(source: &Path) -> Result<(), String> {
    let mut campaign = Campaign::start("test", source, &[], &OPTIONS)?;
    let ended = campaign.wait(TIME)?;
    kept("test", source, &ended, TIME + BEYOND + campaign.run_time())?;
    campaign.is_whole().map(drop)
}

/// Pursues the last line of a program that something is at; whether that is found is not asked here.
fn reach_in_time(source: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(source).map_err(|why| why.to_string())?;
    let last = |word: &str| text.lines().collect::<Vec<_>>().iter().rposition(|line| line.contains(word));
    let line = ["reach_error();", "puts(", "abort()", "return "].iter().find_map(|word| last(word));
    let target = format!(":{}", line.ok_or("nothing to reach")? + 1);
    let mut campaign = Campaign::start("reach", source, &[&target], &OPTIONS)?;
    let ended = campaign.wait(TIME)?;
    kept("reach", source, &ended, TIME + BEYOND + campaign.run_time())?;
    campaign.forget();
    Ok(())
}

#[test]
fn programs_that_break_it_are_tested_in_time() {
    each(sources("tests/time", 1), test_in_time);
}

#[test]
fn other_programs_are_tested_in_time() {
    each(others(), test_in_time);
}

#[test]
fn targets_are_pursued_in_time() {
    each(sources("tests/time", 2), reach_in_time);
}

#[test]
fn targets_in_other_programs_are_pursued_in_time() {
    each(if is_slow() { others() } else { Vec::new() }, reach_in_time);
}

#[test]
fn a_polite_request_is_answered_at_once() {
    let asked = ["deep_recursion", "sorted_array", "often_endless", "endless_at_once", "deaf", "running_sum"];
    let mut programs = sources("tests/time", 1);
    programs.retain(|path| asked.iter().any(|name| path.ends_with(format!("{name}.c"))));
    each(programs, |source| {
        let mut campaign = Campaign::start("test", source, &[], &[])?;
        let ended = campaign.terminate_after(Duration::from_millis(500))?;
        kept("SIGTERM to test", source, &ended, BEYOND)?;
        campaign.is_whole().map(drop)
    });
}

/// Each run that hangs costs a fraction of a second, not all of `--run-time`: every fifth run here hangs, and at two seconds each
/// the time would be up long before. With `SLOW=1`: how many there are depends on who else is at work.
#[test]
fn a_program_that_often_hangs_has_hundreds_of_runs() {
    let (n_runs, n_hung) = (200, 35);
    let mut programs = if is_slow() { sources("tests/time", 1) } else { Vec::new() };
    programs.retain(|path| path.ends_with("often_endless.c"));
    each(programs, |source| {
        let wanted = n_runs.to_string();
        let options = ["--time", "60s", "--run-time", "2s", "--iterations", &wanted, "--strategy", "bfs"];
        let mut campaign = Campaign::start("test", source, &[], &options)?;
        campaign.wait(Duration::ZERO)?;
        let report = campaign.is_whole()?;
        let (runs, hung) = (report["iterations"].as_u64(), report["runs"]["timed_out"].as_u64());
        let is_enough = runs >= Some(n_runs) && hung >= Some(n_hung);
        if is_enough { Ok(()) } else { Err(format!("{runs:?} runs, {hung:?} of which hung")) }
    });
}

/// A first run that hangs is waited for by a small part of the time: the rest is there to find what lies behind.
#[test]
fn a_first_run_that_hangs_leaves_time_for_others() {
    let mut programs = sources("tests/time", 1);
    programs.retain(|path| path.ends_with("endless_at_once.c"));
    each(programs, |source| {
        let options = ["--time", "10s", "--coverage", "6"];
        let mut campaign = Campaign::start("test", source, &[], &options)?;
        campaign.wait(Duration::from_secs(10))?;
        let covered = campaign.is_whole()?["branches"]["covered"].as_u64();
        if covered == Some(6) { Ok(()) } else { Err(format!("{covered:?} of 6 branches")) }
    });
}
