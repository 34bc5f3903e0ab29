//! The suite "scale": what several workers, a hub and going on cost, by campaigns as a user starts them.
//!
//! Two contestants take turns, so that whatever else the machine does hits both alike. Speed is paths per second of a program of 2047 paths that is explored to
//! its end, so nobody can be faster by doing less. A machine with fewer cores than workers cannot show what more workers bring; the notes say how many it has.

mod campaign;

use super::contest::rounds;
use super::subject::Subject;
use super::workshop::Workshop;
use super::{Results, Scale};
use campaign::{Hub, Place, Ran};
use std::path::Path;
use std::time::Duration;
use symcrete_report::bench::figure::{Bar, Figure, Line, Section, Trouble, Unit, median};

/// Paths of the program that is explored to its end; see subjects/paths2047.c.
const PATHS: u64 = 2047;
/// Most workers.
const MOST: u32 = 8;
/// Programs whose coverage is compared, and processor time for each campaign.
const COVERED: [&str; 5] = ["expat", "cjson", "replace", "regex", "print-tokens"];
const TIME: Duration = Duration::from_secs(8);
/// Times that a campaign is killed.
const KILLS: u32 = 20;

/// Measures; `done` sees each figure as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let place = Place::new(workshop);
    let subject = Subject::own(workshop, "paths2047");
    let program = subject.as_ref().map(|subject| subject.front.program()).map_err(Trouble::clone);
    type Measure<'a> = &'a dyn Fn(&Place, &Path, usize) -> Result<Figure, Trouble>;
    let figures: [(&str, &str, Measure); 6] = [
        ("speed", "two workers against one, paths per second", &speed),
        ("paths", "paths stored twice, at most, by 1, 2, 4 and 8 workers, and two through a hub", &paths),
        ("many", "8 workers against 2, paths per second of processor time", &many),
        ("hub", "a worker through NATS on loopback against one without, paths per second", &hub),
        ("traffic", "bytes that the hub stores for a run", &traffic),
        ("resume", "facts after kills and --resume against an uninterrupted campaign", &resume),
    ];
    let mut lines = Vec::new();
    for (name, what, measure) in figures.into_iter().filter(|(name, ..)| scale.picks(name, &["paths"])) {
        let kept = scale.store.keep(&format!("{name}, {} times", scale.repeat), || {
            Ok(Line::new(what, measure(&place, program.clone()?, scale.repeat)?))
        });
        lines.push(kept.unwrap_or_else(|trouble| Line::without(what, trouble)));
        done(name);
    }
    for name in COVERED.into_iter().filter(|_| scale.picks("coverage", &[])) {
        let what = format!("{name}: branches covered by two workers against one, in equal processor time");
        let kept = scale.store.keep(&format!("coverage of {name}, {} times", scale.repeat), || {
            Ok(Line::new(what.clone(), coverage(&place, &Subject::named(workshop, name)?, scale)?))
        });
        lines.push(kept.unwrap_or_else(|trouble| Line::without(what, trouble)));
        done(name);
    }
    Results {
        sections: vec![Section { title: "Several workers, a hub, going on".into(), lines }],
        ..Results::default()
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How many times the first figure the second one is, in rounds; both in the note.
fn compared(
    n_rounds: usize,
    one: impl FnMut() -> Result<f64, Trouble>,
    other: impl FnMut() -> Result<f64, Trouble>,
    bar: Bar,
    unit: &str,
) -> Result<Figure, Trouble> {
    let rounds = rounds(n_rounds, one, other)?;
    let of = |pick: fn(&super::contest::Round) -> f64| median(&rounds.iter().map(pick).collect::<Vec<_>>());
    let note = format!("{:.1} against {:.1} {unit}; {} cores", of(|one| one.ours), of(|one| one.plain), cores());
    let samples = rounds.iter().map(|round| round.ours / round.plain).collect();
    Ok(Figure { samples, unit: Unit::Times, bar, note })
}

/// Paths of a campaign that explored everything.
fn whole(ran: &Ran) -> Result<f64, Trouble> {
    match ran.is_complete && ran.n_paths == PATHS {
        true => Ok(PATHS as f64),
        false => Err(Trouble::Wrong(format!("{} of {PATHS} paths, complete: {}", ran.n_paths, ran.is_complete))),
    }
}

fn speed(place: &Place, program: &Path, repeat: usize) -> Result<Figure, Trouble> {
    let rate = |n_workers| {
        let ran = place.explore(program, n_workers, None)?;
        Ok(whole(&ran)? / ran.wall)
    };
    compared(repeat, || rate(1), || rate(2), Bar::AtLeast(1.8), "paths/s")
}

fn many(place: &Place, program: &Path, repeat: usize) -> Result<Figure, Trouble> {
    let rate = |n_workers| {
        let ran = place.explore(program, n_workers, None)?;
        Ok(whole(&ran)? / ran.cpu)
    };
    compared(repeat, || rate(2), || rate(MOST), Bar::AtLeast(0.9), "paths per second of processor time")
}

fn hub(place: &Place, program: &Path, repeat: usize) -> Result<Figure, Trouble> {
    let hub = Hub::start(place)?;
    let rate = |hub: Option<&Hub>| {
        let ran = place.explore(program, 1, hub)?;
        Ok(whole(&ran)? / ran.wall)
    };
    compared(repeat, || rate(None), || rate(Some(&hub)), Bar::AtLeast(0.9), "paths/s")
}

fn traffic(place: &Place, program: &Path, repeat: usize) -> Result<Figure, Trouble> {
    let mut samples = Vec::new();
    for _ in 0..repeat {
        let hub = Hub::start(place)?;
        let before = hub.stored();
        let ran = place.explore(program, 1, Some(&hub))?;
        samples.push((hub.stored().saturating_sub(before) as f64 / whole(&ran)?).round());
    }
    let note = "files of the server's store, the program among them; one worker".into();
    Ok(Figure { samples, unit: Unit::Count, bar: Bar::Open, note })
}

fn paths(place: &Place, program: &Path, _: usize) -> Result<Figure, Trouble> {
    let hub = Hub::start(place)?;
    let campaigns = [(1, None), (2, None), (4, None), (MOST, None), (2, Some(&hub))];
    let differing = |(n_workers, hub): (u32, Option<&Hub>)| {
        let ran = place.explore(program, n_workers, hub)?;
        whole(&ran)?;
        Ok((ran.n_tests - ran.n_paths) as f64)
    };
    let samples = campaigns.into_iter().map(differing).collect::<Result<Vec<f64>, Trouble>>()?;
    // Duplicates may be three in a hundred.
    let bar = Bar::AtMost(0.03 * PATHS as f64);
    // The worst of them is what counts.
    let most = samples.iter().copied().fold(0.0, f64::max);
    let note = format!("{samples:?} of {PATHS}; every campaign found all of them, and said so");
    Ok(Figure { samples: vec![most], unit: Unit::Count, bar, note })
}

fn resume(place: &Place, program: &Path, repeat: usize) -> Result<Figure, Trouble> {
    let mut samples = Vec::new();
    for round in 0..repeat {
        let alone = place.explore(program, 1, None)?;
        whole(&alone)?;
        let resumed = place.killed(program, KILLS, round as u64 + 1, alone.wall)?;
        whole(&resumed)?;
        samples.push(resumed.facts as f64 / alone.facts as f64);
    }
    let note = format!("each killed {KILLS} times at random moments; all found the same paths");
    Ok(Figure { samples, unit: Unit::Times, bar: Bar::AtMost(1.02), note })
}

fn coverage(place: &Place, subject: &Subject, scale: &Scale) -> Result<Figure, Trouble> {
    let program = subject.front.program();
    let mut covered = (Vec::new(), Vec::new());
    for seed in (scale.seed..).take(scale.repeat) {
        covered.0.push(place.covered(program, 1, TIME, seed)?);
        covered.1.push(place.covered(program, 2, TIME / 2, seed)?);
    }
    let note = format!(
        "{} against {} branches, medians; {} s of processor time each, {} cores",
        median(&covered.1),
        median(&covered.0),
        TIME.as_secs(),
        cores()
    );
    let ratio = median(&covered.1) / median(&covered.0).max(1.0);
    Ok(Figure { samples: vec![ratio], unit: Unit::Times, bar: Bar::AtLeast(1.0), note })
}
