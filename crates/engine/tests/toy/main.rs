//! A second front end: scripts of a made-up language, interpreted here. No compiler, no process: what the trait asks for, and
//! nothing else, is enough for campaigns, findings, targets and claims.

mod followed;
mod language;
mod lowered;
mod plain;

use followed::Interpreter;
use language::Script;
use plain::Plain;
use std::path::Path;
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_corpus::{BranchState, Report as Facts};
use symcrete_engine::confirm;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::{Caveat, Followed, FrontEnd, Twin};
use symcrete_engine::options::Options;
use symcrete_engine::pursuit::{Allowance, Decision, Engine, Pursuit, Wanted};
use symcrete_engine::recorder::Recorder;
use symcrete_engine::report::Report;
use symcrete_engine::session::Session;
use symcrete_engine::setting::Setting;
use symcrete_engine::vector::Vector;
use symcrete_exec::Config;
use symcrete_expr::Stop;
use symcrete_model::Program;
use symcrete_reach::Target;
use symcrete_search::{Budget, StopReason};

/// A script as it is explored, and as its plain twin.
struct Toy {
    followed: Script,
    plain: Script,
}

/// The file that every script is said to be kept in.
const FILE: &str = "/toy/script.toy";

impl Toy {
    fn of(text: &str) -> Arc<dyn FrontEnd> {
        Toy::apart(text, text)
    }

    /// One whose plain twin is another script, as a broken build's is.
    fn apart(followed: &str, plain: &str) -> Arc<dyn FrontEnd> {
        let parse = |text| Script::parse(text).expect("a script");
        Arc::new(Toy { followed: parse(followed), plain: parse(plain) })
    }
}

impl FrontEnd for Toy {
    fn name(&self) -> &str {
        "script"
    }

    fn program(&self) -> &Path {
        Path::new(FILE)
    }

    fn model(&self) -> Result<Program, Failure> {
        Ok(lowered::model(&self.followed, FILE))
    }

    fn start(&self, _: &Setting, _: Config) -> Result<Box<dyn Followed>, Failure> {
        Ok(Box::new(Interpreter::new(self.followed.clone(), FILE.into())))
    }

    fn plain(&self, _: &Setting, _: Config) -> Result<Box<dyn Twin>, Failure> {
        Ok(Box::new(Plain { script: self.plain.clone(), file: FILE.into() }))
    }

    fn caveats(&self, _: &Program) -> Vec<Caveat> {
        Vec::new()
    }

    fn by_hand(&self, test: &Path, _: &Vector) -> String {
        format!("By hand:\n    toy {FILE} {}.values\n", test.display())
    }
}

/// Fails in line 12 when the values asked for are 7 and 70. No values lead to line 13.
const SCRIPT: &str = "\
ask a
ask b
s = a + b
if s == 77 goto 6
end
t = a & 1
if t == 2 goto 13
if a < b goto 10
end
if b == 70 goto 12
end
fail
end";

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
