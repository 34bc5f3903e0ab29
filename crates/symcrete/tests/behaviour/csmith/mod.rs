//! Random programs from csmith: plain, instrumented and traced, all three must do the same.
//!
//! 24 programs; `CSMITH=1000` asks for more (`SLOW=1` means that) and `CSMITH_FIRST` for others.
//! Symbolic zeros are mixed into the globals, so that everything a program computes is symbolic
//! while it behaves as before. Some programs of csmith never end; these are counted, not tested. A few have no defined
//! behaviour (conversions of large floats, `clz(0)`): where runs differ and clang's sanitizer says so, they are counted too.

mod program;
mod verdict;

use program::Program;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use verdict::Verdict;

/// The first seed; any would do.
const FIRST: u32 = 1000;
/// Programs tested at the same time.
const WORKERS: u32 = 2;
/// Of a hundred programs, about ten do not end soon; more than this would be a test of nothing.
const MOST_SKIPPED_PERCENT: u32 = 25;
/// Of a hundred programs, hardly one has undefined behaviour that shows.
const MOST_UNDEFINED_PERCENT: u32 = 2;
/// An unoptimised store into a bit-field first loads what was never written: dead stack, where the C library has worked since
/// the shadow was made. The load notices and drops it; of a hundred programs hardly one does that.
const MOST_STALE_PERCENT: u32 = 2;

#[test]
fn random_programs_behave_the_same() {
    let first = number("CSMITH_FIRST").unwrap_or(FIRST);
    let count = number("CSMITH").unwrap_or(if crate::slow() { 1000 } else { 24 });
    let next = AtomicU32::new(first);
    let verdicts = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                while let Some(seed) = take(&next, first + count) {
                    let verdict = Program::new(seed).test();
                    verdicts.lock().expect("no worker panics").push((seed, verdict));
                }
            });
        }
    });
    judge(&verdicts.into_inner().expect("no worker panics"), count);
}

fn number(name: &str) -> Option<u32> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name}={text}: not a number")))
}

fn take(next: &AtomicU32, end: u32) -> Option<u32> {
    Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&seed| seed < end)
}

fn judge(verdicts: &[(u32, Verdict)], count: u32) {
    let n_with = |has: fn(&Verdict) -> bool| verdicts.iter().filter(|(_, verdict)| has(verdict)).count() as u32;
    let skipped = n_with(|verdict| *verdict == Verdict::Endless);
    let undefined = n_with(|verdict| matches!(verdict, Verdict::Undefined(_)));
    let stale = n_with(Verdict::is_stale);
    let records: u64 = verdicts.iter().map(|(_, verdict)| verdict.n_records()).sum();
    eprintln!(
        "csmith: {count} programs, {skipped} of them endless and {undefined} undefined, skipped; {records} records checked, stale \
         shadows in {stale} programs"
    );
    for (seed, verdict) in verdicts {
        if let Verdict::Undefined(said) = verdict {
            eprintln!("csmith: seed {seed} is undefined: {said}");
        }
    }
    let wrong: Vec<String> = verdicts.iter().filter_map(|(seed, verdict)| verdict.complaint(*seed)).collect();
    assert!(wrong.is_empty(), "{} of {count} programs:\n{}", wrong.len(), wrong.join("\n"));
    assert!(skipped * 100 <= count * MOST_SKIPPED_PERCENT, "{skipped} of {count} programs do not end");
    // One program is never too many.
    let most = |percent: u32| (count * percent / 100).max(1);
    assert!(undefined <= most(MOST_UNDEFINED_PERCENT), "{undefined} of {count} programs are undefined");
    assert!(stale <= most(MOST_STALE_PERCENT), "{stale} of {count} programs have stale shadows");
    assert!(records > u64::from(count) * 1000, "hardly anything is symbolic");
}
