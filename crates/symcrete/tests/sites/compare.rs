//! Matches llvm-cov's regions with our sites and compares the counts exactly.
//!
//! - A two-way site belongs to the innermost region around its place. Sites at one and the same place (`while (a ? b : c)`
//!   stands where `a` does) belong to the innermost region, the next one, and so on, in the order of evaluation.
//! - A site at the start of a macro expansion comes second: it counts only where no other site is in the region.
//! - A region must have exactly one site, with the same true and the same false count. The exception is a condition
//!   `c ? x : y`: clang jumps on `x` and on `y`, which are two sites of ours, and their sum must be the region's.
//! - llvm-cov's false counts are differences. Where a run left a condition before it was decided they are too large: such a region is
//!   marked, and only a program that does so may have one (`leaves.c`).
//! - A label's true count is that of its case; its false count is that of all other ways out. A `case 1 ... 9` is the sum
//!   of its values. A `switch` without `default` has a region around its head, true for our default.

use crate::coverage::{Coverage, Extent};
use crate::source::{Source, Switch};
use crate::subject::{Counts, Site};
use std::collections::{HashMap, HashSet};

/// How a file compares.
pub(crate) struct Comparison {
    pub(crate) n_regions: usize,
    pub(crate) n_exact: usize,
    /// The regions that differ.
    pub(crate) rest: Vec<Difference>,
}

/// A region whose counts are not ours.
pub(crate) struct Difference {
    pub(crate) extent: Extent,
    /// The source text.
    pub(crate) text: String,
    /// Both counts, for people.
    pub(crate) what: String,
    /// llvm-cov has more on the false side alone: it does not count that side but subtracts, from the runs that came before the
    /// condition those that took its true side. Runs that ended inside of the condition (`exit`, `longjmp`) are in the difference.
    pub(crate) is_subtracted: bool,
}

/// Above this many values clang tests a range apart; it is a case of ours under its first value.
const LARGE: u64 = 64;

/// Compares counts exactly.
pub(crate) fn compare(coverage: &Coverage, sites: &[Site], source: &Source) -> Comparison {
    compare_by(coverage, sites, source, |count| count)
}

/// Compares what `seen` makes of counts.
pub(crate) fn compare_by(
    coverage: &Coverage,
    sites: &[Site],
    source: &Source,
    seen: fn((u64, u64)) -> (u64, u64),
) -> Comparison {
    let mut found: HashMap<Extent, Vec<(u64, u64)>> = HashMap::new();
    let mut of_switches = HashSet::new();
    for switch in &source.switches {
        of_switches.extend(labels(coverage, switch, sites, &mut found));
    }
    let two_way = by_region(coverage, sites, &of_switches);
    for (extent, counts) in two_way {
        let text = source.text(&extent);
        let is_choice = counts.len() > 1 && text.contains('?');
        let sum = counts.iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
        found.insert(extent, if is_choice { vec![sum] } else { counts });
    }
    let mut comparison = Comparison { n_regions: coverage.regions.len(), n_exact: 0, rest: Vec::new() };
    for (extent, count) in &coverage.regions {
        let ours: Vec<_> = found.get(extent).into_iter().flatten().copied().map(seen).collect();
        if ours == [seen(*count)] {
            comparison.n_exact += 1;
        } else {
            let what = format!("llvm-cov {count:?}, ours {ours:?}");
            let theirs = seen(*count);
            let is_subtracted = matches!(ours[..], [(yes, no)] if yes == theirs.0 && no < theirs.1);
            comparison.rest.push(Difference { extent: *extent, text: source.text(extent), what, is_subtracted });
        }
    }
    comparison
}

/// The counts of two-way sites by the region they belong to.
fn by_region(coverage: &Coverage, sites: &[Site], taken: &HashSet<Extent>) -> HashMap<Extent, Vec<(u64, u64)>> {
    let mut own: HashMap<Extent, Vec<(u64, u64)>> = HashMap::new();
    let mut expanded: HashMap<Extent, Vec<(u64, u64)>> = HashMap::new();
    let mut n_here: HashMap<_, usize> = HashMap::new();
    for site in sites {
        let Counts::TwoWay { yes, no } = site.counts else { continue };
        let around = coverage.regions.keys().filter(|extent| !taken.contains(extent) && extent.contains(site.place));
        let mut around: Vec<Extent> = around.copied().collect();
        around.sort_by_key(|extent| (std::cmp::Reverse(extent.start), extent.end));
        let is_expanded = coverage.expansions.contains(&site.place);
        let nth = n_here.entry(site.place).or_default();
        let k = if is_expanded { 0 } else { (*nth).min(around.len().saturating_sub(1)) };
        *nth += 1;
        if let Some(extent) = around.get(k) {
            let map = if is_expanded { &mut expanded } else { &mut own };
            map.entry(*extent).or_default().push((yes, no));
        }
    }
    for (extent, counts) in expanded {
        own.entry(extent).or_insert(counts);
    }
    own
}

/// Adds the counts of the labels of one `switch`; the regions that are its own.
fn labels(
    coverage: &Coverage,
    switch: &Switch,
    sites: &[Site],
    found: &mut HashMap<Extent, Vec<(u64, u64)>>,
) -> Vec<Extent> {
    let regions = coverage.regions.keys().copied();
    let mut own: Vec<Extent> =
        regions.clone().filter(|extent| switch.labels.iter().any(|(place, _)| *place == extent.start)).collect();
    let has_default = switch.labels.iter().any(|(_, text)| text.starts_with("default"));
    let in_head = |extent: &Extent| switch.head.0 <= extent.start && extent.end <= switch.head.1;
    let head = regions.filter(in_head).min_by_key(|extent| (extent.start, std::cmp::Reverse(extent.end)));
    let head = head.filter(|_| !has_default);
    own.extend(head);
    let is_inside = |site: &&Site| switch.head.0 <= site.place && site.place < switch.head.1;
    let mut switches = sites.iter().filter(is_inside).filter_map(|site| match &site.counts {
        Counts::Switch { cases, default } => Some((cases, *default)),
        Counts::TwoWay { .. } => None,
    });
    let Some((cases, default)) = switches.next_back() else { return own };
    let total = default + cases.iter().map(|(_, count)| count).sum::<u64>();
    let mut left: Vec<(u64, u64)> = cases.clone();
    for (place, text) in &switch.labels {
        let count = if text.starts_with("default") { default } else { take(&mut left, text) };
        if let Some(extent) = own.iter().find(|extent| extent.start == *place) {
            found.entry(*extent).or_default().push((count, total - count));
        }
    }
    if let Some(extent) = head {
        found.entry(extent).or_default().push((default, total - default));
    }
    own
}

/// Takes the cases of a label out of those that are left, which are in the order of the labels; large ranges come last.
fn take(left: &mut Vec<(u64, u64)>, label: &str) -> u64 {
    let range = label.trim_start_matches("case").split_once("...");
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let bounds = range.and_then(|(low, high)| Some((number(low)?, number(high)?)));
    let (at, n) = match bounds {
        Some((low, high)) if high - low >= LARGE => (left.iter().rposition(|case| case.0 == low).unwrap_or(0), 1),
        Some((low, high)) => (0, (high - low + 1) as usize),
        None => (0, 1),
    };
    let end = (at + n).min(left.len());
    left.drain(at.min(end)..end).map(|(_, count)| count).sum()
}
