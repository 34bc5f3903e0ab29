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
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::options::Options;
use symcrete_pursuit::{Allowance, Decision, Engine, Pursuit, Wanted};
use symcrete_reach::Target;

#[test]
fn lines_are_reached_or_proved_unreachable() {
    let results = tempfile::tempdir().expect("a folder");
    let toy = Toy::of(SCRIPT);
    let model = toy.model().expect("a model");
    let wanted = [12, 13].map(|line| {
        let target = Target::parse(&format!("{FILE}:{line}")).expect("a target");
        let goal = target.resolve(&model);
        (target, goal)
    });
    let wanted: Vec<Wanted> =
        wanted.into_iter().map(|(target, goal)| Wanted::new(target, goal.expect("a goal"))).collect();
    let allowance =
        Allowance { engine: Engine::Gct, time: None, iterations: Some(500), loop_bound: None, premise: None };
    let folder = Folder::create(results.path(), true).expect("a folder");
    let mut pursuit =
        Pursuit::new(toy, &model, Options::default(), allowance, folder, wanted, Deadline::new()).expect("a pursuit");
    let verdicts = pursuit.run().expect("verdicts");
    let names: Vec<&str> = verdicts.iter().map(|(_, verdict)| verdict.decision.name()).collect();
    assert_eq!(names, ["reached", "unreachable"]);
    let Decision::Reached { vector, .. } = &verdicts[0].1.decision else { panic!("not reached") };
    assert_eq!(vector.input().streams[1], [7, 70]);
}

#[test]
fn a_target_that_the_twin_does_not_meet_is_not_reached() {
    let results = tempfile::tempdir().expect("a folder");
    let toy = Toy::apart(SCRIPT, &SCRIPT.replace("if b == 70", "if b == 99"));
    let model = toy.model().expect("a model");
    let target = Target::parse(&format!("{FILE}:12")).expect("a target");
    let goal = target.resolve(&model).expect("a goal");
    let allowance =
        Allowance { engine: Engine::Gct, time: None, iterations: Some(500), loop_bound: None, premise: None };
    let folder = Folder::create(results.path(), true).expect("a folder");
    let wanted = vec![Wanted::new(target, goal)];
    let pursuit = Pursuit::new(toy, &model, Options::default(), allowance, folder, wanted, Deadline::new());
    let verdicts = pursuit.expect("a pursuit").run().expect("verdicts");
    assert_eq!(verdicts[0].1.decision.name(), "not-found");
}
