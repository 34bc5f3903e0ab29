//! `--time` is kept: whatever the program, a campaign ends within two seconds and one run of its deadline, with a whole result
//! folder and in less than 2 GiB; and it ends within two seconds of SIGTERM.
//!
//! The programs of this folder are made to break that. With them, some of the programs of `tests/c` and of the subjects are
//! explored, all of them with `SLOW=1`; `PROGRAM=deep` takes those whose names contain it. A campaign begins when its program is
//! linked. The tests run beside others: what anybody waited for a processor behind the deadline (`/proc/pressure/cpu`) is added to
//! what is allowed, which is next to nothing on a machine that is free.

mod campaign;

use campaign::{Campaign, Ended};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;

/// Campaigns at the same time.
const WORKERS: usize = 2;
/// One of so many of the programs that are not made for this is explored by default.
const EVERY: usize = 15;
/// What a campaign may take beyond its time and one run.
const BEYOND: Duration = Duration::from_secs(2);
/// Most memory of a campaign, in KiB.
const MEMORY: u64 = 2 << 20;

fn is_slow() -> bool {
    std::env::var_os("SLOW").is_some()
}

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

/// Does something with each program, some at the same time; all that is wrong.
fn each(sources: Vec<PathBuf>, check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let (queue, wrong) = (Mutex::new(sources.into_iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(source) = queue.lock().expect("no worker panicked").next() {
                    if let Err(why) = check(&source) {
                        wrong.lock().expect("no worker panicked").push(format!("{}: {why}", source.display()));
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no worker panicked");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Is a campaign within its time and memory, and is what it leaves whole?
fn kept(ended: &Ended, allowed: Duration) -> Result<(), String> {
    if ended.took > allowed + ended.waited {
        let (took, waited) = (ended.took, ended.waited);
        return Err(format!(
            "it took {took:.1?} instead of {allowed:.1?}, {waited:.1?} of which somebody waited for a processor"
        ));
    }
    if ended.memory > MEMORY {
        return Err(format!("it used {} MiB", ended.memory >> 10));
    }
    Ok(())
}

fn test_in_time(source: &Path) -> Result<(), String> {
    let time = Duration::from_secs(2);
    let mut campaign = Campaign::start("test", source, &[], &["--time", "2s", "--run-time", "1s"])?;
    let ended = campaign.wait(time)?;
    kept(&ended, time + BEYOND + campaign.run_time())?;
    campaign.is_whole()
}

#[test]
fn programs_that_break_it_are_tested_in_time() {
    each(sources("tests/time", 1), test_in_time);
}

#[test]
fn other_programs_are_tested_in_time() {
    let mut others = sources("tests/c", EVERY);
    others.extend(sources("../../subjects", EVERY / 3));
    each(others, test_in_time);
}

#[test]
fn targets_are_pursued_in_time() {
    let time = Duration::from_secs(2);
    each(sources("tests/time", 1), |source| {
        // A function that is nowhere called is not found either; what counts is the time it takes.
        let text = std::fs::read_to_string(source).map_err(|why| why.to_string())?;
        let line = text.lines().position(|line| line.contains("reach_error();") || line.contains("puts("));
        let target = format!("{}:{}", source.display(), line.ok_or("nothing to reach")? + 1);
        let mut campaign = Campaign::start("reach", source, &[&target], &["--time", "2s", "--run-time", "1s"])?;
        let ended = campaign.wait(time)?;
        kept(&ended, time + BEYOND + campaign.run_time())
    });
}

#[test]
fn a_polite_request_is_answered_at_once() {
    let asked = ["deep_recursion", "sorted_array", "hard_product", "often_endless", "endless_at_once", "running_sum"];
    let mut programs = sources("tests/time", 1);
    programs.retain(|path| asked.iter().any(|name| path.ends_with(format!("{name}.c"))));
    each(programs, |source| {
        let mut campaign = Campaign::start("test", source, &[], &[])?;
        let ended = campaign.terminate_after(Duration::from_millis(1000))?;
        kept(&ended, BEYOND)?;
        campaign.is_whole()
    });
}
