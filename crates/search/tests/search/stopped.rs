//! A campaign that is stopped in the middle of a question, of a run or of choosing a candidate: nothing follows from that, and it goes
//! on where it was.

use crate::mock::{Blind, BruteForce, explore_with, paths, random_toy, runs, ticking};
use crate::toy::{Statement, Toy};
use std::cell::Cell;
use std::rc::Rc;
use symcrete_expr::{Arena, Stop};
use symcrete_search::{
    Answer, Budget, Campaign, Candidate, Ending, Input, News, Options, Plan, Query, Run, Solve, StopReason, Strategy,
    Target, View, Why,
};

fn toy() -> Toy {
    let test = |byte, limit| Statement::If(byte, limit, vec![], vec![]);
    Toy::new(3, &[vec![test(0, 1), test(1, 2), test(2, 3)]])
}

/// A strategy that knows nothing yet; one that was stopped may have passed over the candidate that was not tried.
fn fresh(toy: &Toy) -> Box<dyn Strategy + '_> {
    Plan::Bfs.build(&toy.program, &Options::default(), 0)
}

/// Is stopped in every second question; those put off are asked again.
struct Stopping(Stop, u32);

impl Solve for Stopping {
    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        self.1 += 1;
        if self.1.is_multiple_of(2) {
            self.0.set(true);
            return Answer::Stopped;
        }
        if query.is_quick { Answer::Unknown(Why::PutOff) } else { BruteForce.solve(arena, query) }
    }
}

/// Is stopped in every second run.
struct Cut<'t>(&'t Toy, Stop, u32);

impl Target for Cut<'_> {
    type Error = std::convert::Infallible;
    type Record = ();

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Self::Error> {
        self.2 += 1;
        if self.2.is_multiple_of(2) {
            self.1.set(true);
            return Ok(Run {
                turns: Vec::new(),
                covered: Vec::new(),
                ending: Ending::Stopped,
                cut: None,
                completed: None,
                times: Vec::new(),
                record: (),
            });
        }
        Ok(self.0.run(arena, input))
    }
}

/// Explores again and again, each time until it is stopped, and gives the number of times.
fn explore_in_parts<'t, T: Target, S: Solve>(
    campaign: &mut Campaign<T, S>,
    strategy: impl Fn() -> Box<dyn Strategy + 't>,
    stop: &Stop,
) -> u32
where
    T::Error: std::fmt::Debug,
{
    for part in 1.. {
        stop.set(false);
        let reason = campaign.explore(&[Input::stdin([0, 0, 0])], &mut *strategy(), &mut ticking(), &mut Blind);
        match reason.expect("the toy runs") {
            StopReason::Interrupted => assert!(stop.is_set() && part < 1000),
            reason => {
                assert_eq!(reason, StopReason::Exhausted);
                return part;
            }
        }
    }
    0
}

#[test]
fn a_question_that_was_stopped_is_as_if_not_asked() {
    let (toy, stop) = (toy(), Stop::new());
    let solver = Stopping(stop.clone(), 0);
    let mut campaign = Campaign::new(&toy.program, &toy, solver, runs(500)).with_stop(stop.clone());
    assert!(explore_in_parts(&mut campaign, || fresh(&toy), &stop) > 3);
    assert_eq!(campaign.tree().n_paths(), toy.all_paths().len());
    let (untried, solver) = (campaign.statistics().untried, campaign.statistics().solver);
    assert!(untried == 0 && solver.unknown == 0, "{solver:?}");
}

#[test]
fn a_run_that_was_stopped_is_none() {
    let (toy, stop) = (toy(), Stop::new());
    let target = Cut(&toy, stop.clone(), 0);
    let mut campaign = Campaign::new(&toy.program, target, BruteForce, Budget::default()).with_stop(stop.clone());
    assert!(explore_in_parts(&mut campaign, || fresh(&toy), &stop) > 3);
    assert_eq!(campaign.tree().n_paths(), toy.all_paths().len());
    assert_eq!(campaign.statistics().iterations, toy.all_paths().len() as u64);
}

/// Is stopped when it looks for its second candidate.
struct Looking<'s>(Box<dyn Strategy + 's>, Stop, u32);

impl Strategy for Looking<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        self.2 += 1;
        if self.2 == 2 {
            self.1.set(true);
        }
        if view.stop.is_set() { None } else { self.0.next(view) }
    }
}

#[test]
fn a_strategy_that_was_stopped_has_not_tried_everything() {
    let (toy, stop) = (toy(), Stop::new());
    let mut campaign = Campaign::new(&toy.program, &toy, BruteForce, Budget::default()).with_stop(stop.clone());
    let looking = || -> Box<dyn Strategy + '_> { Box::new(Looking(fresh(&toy), stop.clone(), 0)) };
    assert!(explore_in_parts(&mut campaign, looking, &stop) > 3);
    assert_eq!(campaign.tree().n_paths(), toy.all_paths().len());
}

/// Is stopped once before each candidate that it gives; how often it gave none then.
struct Hurried<'s>(Box<dyn Strategy + 's>, Rc<Cell<u32>>);

impl Strategy for Hurried<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        let stop = Stop::new();
        stop.set(true);
        let hurried = self.0.next(&View { stop: &stop, ..*view });
        self.1.set(self.1.get() + u32::from(hurried.is_none()));
        hurried.or_else(|| self.0.next(view))
    }

    fn told(&mut self, news: &News) {
        self.0.told(news);
    }
}

#[test]
fn strategies_look_at_the_request_and_lose_nothing_by_it() {
    let looking = [Plan::Dfs, Plan::Bfs, Plan::Generational, Plan::Cgs, Plan::Portfolio, Plan::Carfast, Plan::Cfg];
    for seed in 0..20 {
        let toy = random_toy(seed);
        for plan in looking.into_iter().chain([Plan::Subpath]) {
            let n_stopped = Rc::new(Cell::new(0));
            let strategy = Hurried(plan.build(&toy.program, &Options::default(), seed), n_stopped.clone());
            let finished = explore_with(&toy, Box::new(strategy), runs(20_000));
            assert_eq!(finished.reason, StopReason::Exhausted, "{} on program {seed}", plan.name());
            assert_eq!(paths(finished.campaign.tree()), toy.all_paths(), "{} on program {seed}", plan.name());
            // The last call of all has nothing to give in any case.
            let is_looking = n_stopped.get() > 1 || toy.all_paths().len() < 3;
            assert!(is_looking || !looking.contains(&plan), "{} on program {seed} was never stopped", plan.name());
        }
    }
}
