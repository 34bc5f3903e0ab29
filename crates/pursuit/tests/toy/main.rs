//! Targets in scripts of the made-up language that the engine's tests have a front end for.

#[path = "../../../engine/tests/toy/followed.rs"]
mod followed;
#[path = "../../../engine/tests/toy/front.rs"]
mod front;
#[path = "../../../engine/tests/toy/language.rs"]
mod language;
#[path = "../../../engine/tests/toy/lowered.rs"]
mod lowered;
#[path = "../../../engine/tests/toy/plain.rs"]
mod plain;

use front::{FILE, SCRIPT, Toy};
use std::sync::Arc;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_pursuit::{Allowance, Decision, Engine, Squad, Verdict, Wanted};
use symcrete_reach::Target;

/// The verdicts about lines of a script.
fn pursued(toy: Arc<dyn FrontEnd>, lines: &[u32], n_workers: u32) -> Vec<Verdict> {
    let results = tempfile::tempdir().expect("a folder");
    let model = toy.model().expect("a model");
    let wanted = lines.iter().map(|line| {
        let target = Target::parse(&format!("{FILE}:{line}")).expect("a target");
        let goal = target.resolve(&model);
        Wanted::new(target, goal.expect("a goal"))
    });
    let allowance =
        Allowance { engine: Engine::Forward, time: None, iterations: Some(500), loop_bound: None, premise: None };
    let folder = Folder::create(results.path(), true).expect("a folder");
    let (options, wanted, deadline) = (Options::default(), wanted.collect(), Deadline::new());
    let squad = Squad { front: toy, program: &model, options, allowance, folder, wanted, deadline, elsewhere: None };
    let pursued = squad.prepare().expect("a pursuit").run(n_workers).expect("verdicts");
    pursued.verdicts.into_iter().map(|(_, verdict)| verdict).collect()
}

#[test]
fn lines_are_reached_or_proved_unreachable() {
    for n_workers in [1, 2, 9] {
        let verdicts = pursued(Toy::of(SCRIPT), &[12, 13], n_workers);
        let names: Vec<&str> = verdicts.iter().map(|verdict| verdict.decision.name()).collect();
        assert_eq!(names, ["reached", "unreachable"], "{n_workers} workers: {verdicts:?}");
        let Decision::Reached { vector, .. } = &verdicts[0].decision else { panic!("not reached") };
        assert_eq!(vector.input().streams[1], [7, 70]);
    }
}

#[test]
fn a_target_that_the_twin_does_not_meet_is_not_reached() {
    let toy = Toy::apart(SCRIPT, &SCRIPT.replace("if b == 70", "if b == 99"));
    assert_eq!(pursued(toy, &[12], 1)[0].decision.name(), "not-found");
}
