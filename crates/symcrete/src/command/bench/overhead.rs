//! The suite "overhead": what instrumentation costs. Only the order of the measurements is here.

use super::figure::Section;
use super::workshop::Workshop;
use super::{build_cost, records, runs, slowdown};

/// One measurement: a section of the result.
type Measurement = fn(&Workshop, usize) -> Section;

/// Everything.
const FULL: &[Measurement] = &[slowdown::all, records::all, build_cost::all, runs::all];
/// What needs no network and little time.
const QUICK: &[Measurement] = &[slowdown::kernels, runs::small];

/// Measures; `done` sees each section as soon as it is there.
pub(super) fn measure(workshop: &Workshop, quick: bool, repeat: usize, done: impl Fn(&Section)) -> Vec<Section> {
    let measurements = if quick { QUICK } else { FULL };
    let measured = measurements.iter().map(|measurement| {
        let section = measurement(workshop, repeat);
        done(&section);
        section
    });
    measured.collect()
}
