//! The one thing that would help most: what is in the way of most branches that are not covered. And what never varied.

use super::account::Hindrance;
use super::state::Outcome;
use std::collections::{BTreeMap, BTreeSet};
use symcrete_trace::What;

/// What to do, in words; `None` when nothing is known to be in the way.
pub(super) fn advice(outcomes: &[Outcome]) -> Option<String> {
    let mut counts: BTreeMap<&Hindrance, u64> = BTreeMap::new();
    let is_named = |hindrance: &&Hindrance| !matches!(hindrance, Hindrance::Beside(_));
    for hindrance in outcomes.iter().filter_map(|outcome| outcome.hindrance.as_ref()).filter(is_named) {
        *counts.entry(hindrance).or_default() += 1;
    }
    // Of equals the first, which is what is easiest to change.
    let most = counts.into_iter().rev().max_by_key(|(_, n)| *n);
    most.map(|(hindrance, n)| sentence(hindrance, n))
}

/// What is no input, and decides branches that are not covered.
pub(super) fn unvaried(outcomes: &[Outcome]) -> Vec<String> {
    let hindrances = outcomes.iter().filter_map(|outcome| outcome.hindrance.as_ref());
    let outside = hindrances.filter_map(|hindrance| match hindrance {
        Hindrance::Outside(what, _) => Some(what.clone()),
        Hindrance::Beside(why) => Some(format!("what comes in otherwise ({why})")),
        _ => None,
    });
    outside.collect::<BTreeSet<String>>().into_iter().collect()
}

fn sentence(hindrance: &Hindrance, n: u64) -> String {
    let branches = if n == 1 { "1 uncovered branch".into() } else { format!("{n} uncovered branches") };
    let next = hindrance.next();
    match hindrance {
        Hindrance::Limit(limit) => format!("{next}: the limit of {} may be in the way of {branches}", limit.what),
        Hindrance::Budget(_) => format!("{next}: {branches} may have paths that were not tried"),
        Hindrance::Solver(_) => format!("{next}: the solver could not decide paths to {branches}"),
        Hindrance::Lost(_, what) if what.starts_with(What::External.text()) => {
            format!("{next}: it may be in the way of {branches}")
        }
        Hindrance::Lost(..) => format!("{next}: symbolic data dropped there may be in the way of {branches}"),
        Hindrance::Outside(what, Some(_)) => format!("{next}: {branches} may depend on {what}"),
        Hindrance::Outside(_, None) | Hindrance::Beside(_) => format!("{next}: {branches} may depend on it"),
    }
}
