//! The suite "overhead": what instrumentation costs. Only the order of the measurements is here.

use super::workshop::Workshop;
use super::{Results, Scale};
use super::{build_cost, records, runs, slowdown};
use symcrete_report::bench::figure::{Section, Trouble, Verdict};

/// One measurement: a section of the result.
type Measurement = fn(&Workshop, usize) -> Section;

/// Everything, by name.
const FULL: &[(&str, Measurement)] =
    &[("slowdown", slowdown::all), ("records", records::all), ("build", build_cost::all), ("runs", runs::all)];
/// What needs no network and little time.
const QUICK: &[(&str, Measurement)] = &[("slowdown", slowdown::kernels), ("runs", runs::small)];

/// Measures; `done` sees each section as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&Section)) -> Results {
    let mut results = Results::default();
    let measurements = if scale.is_quick { QUICK } else { FULL };
    for (name, measurement) in measurements.iter().filter(|(name, _)| scale.wants(name)) {
        let section = section(scale, name, || measurement(workshop, scale.repeat));
        done(&section);
        results.sections.push(section);
    }
    results
}

/// A section that was measured before, or now; it is kept only if all of it could be measured.
fn section(scale: &Scale, name: &str, measure: impl FnOnce() -> Section) -> Section {
    let mut incomplete = None;
    let kept = scale.store.keep(&format!("{name}, {} times", scale.repeat), || {
        let section = measure();
        let is_measured = |verdict| !matches!(verdict, Verdict::Skipped | Verdict::Wrong);
        if section.lines.iter().all(|line| is_measured(line.verdict())) {
            return Ok(section);
        }
        incomplete = Some(section);
        Err(Trouble::Missing(String::new()))
    });
    kept.ok().or(incomplete).unwrap_or(Section { title: name.into(), lines: Vec::new() })
}
