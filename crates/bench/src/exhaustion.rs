//! The suite "exhaustion": what exploring costs over running.
//!
//! A program of 2047 feasible paths is explored to its end, and run as often through a bare fork server with the same
//! flags, in turns. Processor time of everybody who takes part, starting included, both times; the campaign stores nothing.

use super::contest::{self, Round};
use super::subject::Subject;
use super::workshop::Workshop;
use super::{Results, Scale};
use symcrete_engine::options::Options;
use symcrete_engine::session::Session;
use symcrete_engine::setting::{ASKED, stream};
use symcrete_engine::traced::Ran;
use symcrete_exec::{Config, Executor, Mode, Request, Target};
use symcrete_report::bench::figure::{Bar, Line, Section, Trouble};
use symcrete_search::{Merge, Observer, Plan};
use symcrete_trace::Flags;

/// Paths of the program; see subjects/paths2047.c.
const PATHS: u64 = 2047;
const BAR: Bar = Bar::AtMost(3.0);
const PLANS: [Plan; 3] = [Plan::Portfolio, Plan::Dfs, Plan::Cgs];

/// Looks on and keeps nothing.
struct Nobody;

impl Observer<Ran> for Nobody {}

/// Measures; `done` sees each strategy as soon as it is there.
pub(super) fn measure(workshop: &Workshop, scale: &Scale, done: impl Fn(&str)) -> Results {
    let mut lines = Vec::new();
    let subject = Subject::own(workshop, "paths2047");
    for plan in PLANS.into_iter().filter(|plan| scale.picks(plan.name(), &["portfolio"])) {
        let name = format!("{}: 2047 paths against 2047 runs", plan.name());
        let result = scale.store.keep(&format!("{name}, {} times", scale.repeat), || {
            let rounds = race(subject.as_ref().map_err(Trouble::clone)?, plan, scale.repeat)?;
            Ok(Line::new(name.clone(), contest::ratio(&rounds, BAR)))
        });
        lines.push(result.unwrap_or_else(|trouble| Line::without(name, trouble)));
        done(plan.name());
    }
    let sections =
        vec![Section { title: "Exploring every path against bare runs through the fork server".into(), lines }];
    Results { sections, ..Results::default() }
}

fn race(subject: &Subject, plan: Plan, repeat: usize) -> Result<Vec<Round>, Trouble> {
    contest::rounds(repeat, || timed(|| run(subject)), || timed(|| explore(subject, plan)))
}

/// Processor time, in seconds, of this process and all that it started meanwhile.
fn timed(job: impl FnOnce() -> Result<(), Trouble>) -> Result<f64, Trouble> {
    let before = symcrete_exec::cpu_of_family();
    job()?;
    Ok(symcrete_exec::cpu_of_family().saturating_sub(before).as_secs_f64())
}

fn run(subject: &Subject) -> Result<(), Trouble> {
    let flags = Flags { symbolic_stdin: true, symbolic_length: true, whole_path: true, ..Flags::default() };
    let config = Config { mode: Mode::ForkServer, flags, locate: true, ..Config::default() };
    let missing = |why: symcrete_exec::Error| Trouble::Missing(why.to_string());
    let mut executor = Executor::start(&Target::new(subject.front.program()), config).map_err(missing)?;
    let input = subject.first_input(1);
    let request = Request { asked: stream(&input, ASKED), ..Request::default() };
    (0..PATHS).try_for_each(|_| executor.run(&request).map(|_| ()).map_err(missing))
}

fn explore(subject: &Subject, plan: Plan) -> Result<(), Trouble> {
    let missing = |why: symcrete_build::failure::Failure| Trouble::Missing(why.to_string());
    // Paths are what is counted, so none stands for another.
    let seeds = vec![subject.first_input(1)];
    let options = Options { plan, seeds, mutations: false, merge: Merge::Never, ..Options::default() };
    let mut session = Session::new(subject.front.clone(), &subject.program, options).map_err(missing)?;
    session.explore(&mut Nobody).map_err(missing)?;
    match session.campaign().statistics().paths {
        PATHS if session.claim().is_complete() => Ok(()),
        paths => Err(Trouble::Wrong(format!("{paths} paths were found, not {PATHS}"))),
    }
}
