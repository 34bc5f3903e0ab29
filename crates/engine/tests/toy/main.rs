//! A second front end: scripts of a made-up language, interpreted here. No compiler, no process: what the trait asks for, and
//! nothing else, is enough for campaigns, findings and claims; for targets, too (the tests of crate `pursuit`).

mod followed;
mod front;
mod language;
mod lowered;
mod plain;

use front::{SCRIPT, Toy};
use std::path::Path;
use std::sync::Arc;
use symcrete_corpus::{BranchState, Report as Facts};
use symcrete_engine::confirm;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::Report;
use symcrete_engine::session::Session;
use symcrete_engine::setting::Setting;
use symcrete_engine::vector::Vector;
use symcrete_expr::Stop;
use symcrete_search::{Budget, StopReason};

/// Explores a script to its end: the facts, and the recorder with its findings.
fn explore(toy: &Arc<dyn FrontEnd>, folder: &Path) -> (Facts, Recorder) {
    let model = toy.model().expect("a model");
    let folder = Folder::create(folder, true).expect("a folder");
    let budget = Budget { iterations: Some(200), ..Budget::default() };
    let mut session = Session::new(toy.clone(), &model, Options { budget, ..Options::default() }).expect("a session");
    let mut recorder = Recorder::new(folder, toy.clone(), Setting::default());
    assert_eq!(session.explore(&mut recorder).expect("an exploration"), StopReason::Exhausted);
    recorder.settle_all();
    assert!(recorder.take_trouble().is_none());
    (Report::new(&session, &recorder).facts, recorder)
}

#[test]
fn a_campaign_covers_what_can_be_covered_and_claims_the_rest() {
    let results = tempfile::tempdir().expect("a folder");
    let (facts, recorder) = explore(&Toy::of(SCRIPT), results.path());
    assert!(facts.complete, "{:?}", facts.doubts);
    let state = |line: u32, side: &str| {
        let is_it = |one: &&symcrete_corpus::Branch| one.line == line && one.outcome == side;
        facts.outcomes.iter().find(is_it).expect("a branch").state
    };
    assert_eq!(facts.branches.total, 8);
    assert_eq!(facts.branches.covered, 7);
    assert_eq!(state(7, "true"), BranchState::Infeasible);
    assert_eq!((facts.divergences, facts.lost.len()), (0, 0));
    assert_eq!(recorder.n_tests(), 4, "one for each path");
}

#[test]
fn a_finding_is_what_the_twin_does_too() {
    let results = tempfile::tempdir().expect("a folder");
    let toy = Toy::of(SCRIPT);
    let (facts, recorder) = explore(&toy, results.path());
    let [finding] = recorder.findings() else { panic!("{:?}", facts.findings) };
    assert_eq!((finding.kind.as_str(), finding.place().map(|place| place.line)), ("failed", Some(12)));
    confirm::findings(&toy, recorder.findings(), &Stop::new()).expect("a confirmation");
    let stored = Vector::read(&finding.folder.join("input")).expect("a test");
    assert_eq!(stored.input().streams[1], [7, 70]);
    let text = std::fs::read_to_string(finding.folder.join("finding.txt")).expect("its text");
    assert!(text.contains("The plain program ends with: failed") && text.contains("By hand:\n    toy "), "{text}");
}

#[test]
fn a_twin_that_does_otherwise_has_the_last_word() {
    let results = tempfile::tempdir().expect("a folder");
    let (facts, recorder) = explore(&Toy::apart(SCRIPT, &SCRIPT.replace("fail", "end")), results.path());
    assert!(recorder.findings().is_empty());
    assert_eq!(recorder.doubtful().count(), 1);
    assert!(!facts.complete && facts.doubts.iter().any(|doubt| doubt.kind == "builds"), "{:?}", facts.doubts);
}
