//! Which of the stored tests are written: none twice, and of those that take no branch first only some.
//!
//! Two inputs may be the same as a person writes them: bytes of a union that nothing sets, or numbers that are none. A campaign keeps a test for every path, and a person would
//! not read hundreds; those that end otherwise than the others come first.

use super::super::flavour::Flavour;
use super::{Case, End, Returned};
use std::collections::{BTreeMap, BTreeSet};

/// Most tests that are kept for another reason than a branch or a bug.
const MOST_OTHERS: usize = 12;

/// The cases that are written, in their order, and how many others were passed over.
pub(super) fn chosen(cases: Vec<Case>) -> (Vec<Case>, usize) {
    let cases = distinct(cases);
    let is_other = |case: &Case| case.covers.is_empty() && !case.is_finding();
    let mut seen: BTreeSet<String> = cases.iter().filter(|case| !is_other(case)).map(ending).collect();
    let others = || cases.iter().enumerate().filter(|(_, case)| is_other(case));
    let new: Vec<usize> = others().filter(|(_, case)| seen.insert(ending(case))).map(|(at, _)| at).collect();
    let more = others().map(|(at, _)| at).filter(|at| !new.contains(at));
    let kept: BTreeSet<usize> = new.iter().copied().chain(more).take(MOST_OTHERS).collect();
    let n_all = cases.len();
    let numbered = cases.into_iter().enumerate().filter(|(at, case)| !is_other(case) || kept.contains(at));
    let written: Vec<Case> = numbered.map(|(_, case)| case).collect();
    let n_left = n_all - written.len();
    (written, n_left)
}

/// The cases without those that are written as an earlier one is, which then is for their branches too.
fn distinct(cases: Vec<Case>) -> Vec<Case> {
    let mut places: BTreeMap<(Vec<String>, String), usize> = BTreeMap::new();
    let mut all: Vec<Case> = Vec::new();
    for case in cases {
        let key = (case.statements.clone(), case.call.clone());
        match places.get(&key).filter(|&&at| all[at].end == case.end) {
            Some(&at) => {
                if all[at].covers.is_empty() {
                    (all[at].name, all[at].covers) = (case.name, case.covers);
                } else if !case.is_beside && !case.covers.is_empty() {
                    all[at].covers = format!("{}, {}", all[at].covers, case.covers);
                }
            }
            None => {
                places.insert(key, all.len());
                all.push(case);
            }
        }
    }
    all
}

/// What came of a call, whatever the call was.
fn ending(case: &Case) -> String {
    let of = |left: &super::Left| Flavour::Assert.says(&left.claim);
    let returned = match &case.shown.returned {
        Some(Returned::One(claim)) => Flavour::Assert.says(claim).replace(&case.call, ""),
        Some(Returned::Record(members)) => members.iter().map(of).collect(),
        None => String::new(),
    };
    let end = match &case.end {
        End::Returns => String::new(),
        other => format!("{other:?}"),
    };
    format!("{end} {returned} {}", case.shown.left.iter().map(of).collect::<String>())
}
