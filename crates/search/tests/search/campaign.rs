//! The loop: budgets, events, answers that are not inputs, predictions that fail, and determinism.

use crate::mock::{Blind, BruteForce, Diary, explore, random_toy, runs, ticking};
use crate::toy::{Statement, Toy};
use std::time::Duration;
use symcrete_expr::Arena;
use symcrete_model::BranchId;
use symcrete_search::{
    Answer, Budget, Campaign, Cut, Divergence, Effect, Ending, Input, Iteration, Mutation, Mutations, News, NodeId,
    Observer, Options, Outcome, PathId, Plan, Query, Run, Solve, State, Statistics, StopReason, Target, Turn, Why,
};

fn test(byte: u32, limit: u8) -> Statement {
    Statement::If(byte, limit, vec![], vec![])
}

/// Three tests, and a bug behind the last where both other bytes are 3.
fn three_tests() -> Toy {
    let last = Statement::If(2, 1, vec![], vec![Statement::IfSum(0, 1, 6, vec![Statement::Bug("abort at toy.c:4")])]);
    Toy::new(3, &[vec![test(0, 1), test(1, 2), last]])
}

#[test]
fn each_limit_has_its_reason() {
    let toy = three_tests();
    let none = Budget::default();
    let cases = [
        (none.clone(), StopReason::Exhausted),
        (runs(3), StopReason::Iterations),
        (Budget { solver_calls: Some(2), ..none.clone() }, StopReason::Iterations),
        (Budget { time: Some(Duration::from_millis(9)), ..none.clone() }, StopReason::Time),
        (Budget { coverage: Some(5), ..none.clone() }, StopReason::Coverage),
        (Budget { target: Some(BranchId(2)), ..none }, StopReason::Target),
    ];
    for (budget, reason) in cases {
        let finished = explore(&toy, Plan::Dfs, &Options::default(), 0, budget.clone());
        assert_eq!(finished.reason, reason);
        let statistics = finished.campaign.statistics();
        assert!(budget.iterations.is_none_or(|limit| statistics.iterations == limit));
        assert!(budget.solver_calls.is_none_or(|limit| statistics.solver.calls == limit));
        assert_eq!(statistics.leaves_nothing(), reason == StopReason::Exhausted);
        assert_eq!(statistics.curve.last().map(|point| point.covered), Some(statistics.covered));
    }
}

/// `if (in[0] < 2) …` and then `if (in[0] < 1) …`: of the first path nothing leads to the second side of the second, but the value does.
#[test]
fn what_stands_against_a_branch_is_let_go_for_a_guess() {
    let toy = Toy::new(1, &[vec![test(0, 2), test(0, 1)]]);
    for (is_on, asked) in [(false, 2), (true, 1)] {
        let mut campaign = Campaign::new(&toy.program, &toy, BruteForce, runs(2)).with_guesses(is_on);
        let mut strategy = Plan::Dfs.build(&toy.program, &Options::default(), 0);
        let reason = campaign.explore(&[Input::stdin([3])], &mut *strategy, &mut ticking(), &mut Blind);
        assert_eq!(reason, Ok(StopReason::Iterations));
        let statistics = campaign.statistics();
        let solver = &statistics.solver;
        assert_eq!((solver.calls, solver.unsat, statistics.covered), (asked, 1, 4), "refuted first, then tried");
    }
}

#[test]
fn the_numbers_add_up() {
    let toy = three_tests();
    let finished = explore(&toy, Plan::Dfs, &Options::default(), 0, Budget::default());
    let statistics = finished.campaign.statistics();
    let solver = statistics.solver;
    assert_eq!(solver.calls, solver.sat + solver.unsat + solver.unknown);
    assert_eq!(statistics.iterations, 1 + solver.sat);
    assert_eq!(statistics.paths as usize, toy.all_paths().len());
    assert_eq!((statistics.covered, statistics.branches), (8, 8));
    assert_eq!((statistics.runs.ok + statistics.runs.findings, statistics.runs.findings), (statistics.iterations, 1));
    assert_eq!(solver.conditions_max, 4);
    assert!(statistics.iterations_to(8).is_some_and(|iteration| iteration <= statistics.iterations));
}

/// Writes down every event.
#[derive(Default)]
struct Log {
    ran: Vec<(u64, u32)>,
    kept: Vec<Input>,
    found: Vec<String>,
    diverged: Vec<Divergence>,
    stop_after: Option<usize>,
}

impl Observer for Log {
    fn ran(&mut self, iteration: &Iteration) {
        self.ran.push((iteration.number, iteration.gain));
    }

    fn kept(&mut self, iteration: &Iteration) {
        self.kept.push(iteration.input.clone());
    }

    fn found(&mut self, iteration: &Iteration, finding: &str) {
        self.found.push(format!("{finding} by {:?}", iteration.input.streams[0]));
    }

    fn diverged(&mut self, _: &Iteration, divergence: &Divergence) {
        self.diverged.push(*divergence);
    }

    fn is_interrupted(&mut self, statistics: &Statistics) -> bool {
        assert_eq!(statistics.iterations as usize, self.ran.len());
        self.stop_after.is_some_and(|n| self.ran.len() >= n)
    }
}

fn observe(
    toy: &Toy,
    seeds: &[Input],
    target: impl Target<Error = std::convert::Infallible, Record = ()>,
    log: &mut Log,
) -> StopReason {
    let mut campaign = Campaign::new(&toy.program, target, BruteForce, Budget::default());
    let mut diary = Diary::new(Plan::Dfs.build(&toy.program, &Options::default(), 0));
    campaign.explore(seeds, &mut diary, &mut ticking(), log).expect("toys always run")
}

#[test]
fn observers_see_runs_tests_and_findings() {
    let toy = three_tests();
    let mut log = Log::default();
    let seed = Input::stdin([0, 0, 0]);
    assert_eq!(observe(&toy, &[seed.clone(), seed], &toy, &mut log), StopReason::Exhausted);
    let n_paths = toy.all_paths().len();
    assert_eq!(log.kept.len(), n_paths, "the second seed takes the path of the first");
    assert_eq!(log.ran.len(), n_paths + 1);
    assert_eq!(
        log.ran.iter().map(|(number, _)| *number).collect::<Vec<_>>(),
        (1..=n_paths as u64 + 1).collect::<Vec<_>>()
    );
    assert_eq!(log.ran.iter().map(|(_, gain)| gain).sum::<u32>(), 8);
    assert_eq!(log.found.len(), 1);
    assert!(log.found[0].starts_with("abort at toy.c:4 by ["), "{:?}", log.found);
    assert!(log.diverged.is_empty());
}

#[test]
fn an_observer_can_interrupt() {
    let toy = three_tests();
    let mut log = Log { stop_after: Some(2), ..Log::default() };
    assert_eq!(observe(&toy, &[Input::stdin([0, 0, 0])], &toy, &mut log), StopReason::Interrupted);
    assert_eq!(log.ran.len(), 2);
}

#[test]
fn without_seeds_or_branches_there_is_nothing_to_do() {
    let empty = Toy::new(1, &[vec![]]);
    for seeds in [vec![], vec![Input::stdin([0])]] {
        for &plan in Plan::ALL {
            let mut campaign = Campaign::new(&empty.program, &empty, BruteForce, Budget::default());
            let mut strategy = plan.build(&empty.program, &Options::default(), 0);
            let reason = campaign.explore(&seeds, &mut *strategy, &mut ticking(), &mut Blind);
            assert_eq!(reason, Ok(StopReason::Exhausted), "{}", plan.name());
            assert_eq!(campaign.statistics().iterations as usize, seeds.len());
        }
    }
}

/// Runs a toy, but the last test always goes the first way: its condition was lost on the way back.
struct Stuck<'t>(&'t Toy);

impl Target for Stuck<'_> {
    type Error = std::convert::Infallible;
    type Record = ();

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Self::Error> {
        let mut run = self.0.run(arena, input);
        let first = self.0.run(arena, &Input::stdin([0, 0])).turns;
        run.turns[1] = first[1];
        Ok(Run { covered: vec![], ..run })
    }
}

#[test]
fn a_divergence_names_the_first_differing_branch_and_is_not_retried() {
    let toy = Toy::new(2, &[vec![test(0, 1), test(1, 1)]]);
    let mut log = Log::default();
    assert_eq!(observe(&toy, &[Input::stdin([0, 0])], Stuck(&toy), &mut log), StopReason::Exhausted);
    // Both occurrences of the second test were tried once each, and diverged there.
    assert_eq!(log.diverged.len(), 2);
    for divergence in &log.diverged {
        assert_eq!((divergence.position, divergence.node.position, divergence.outcome), (1, 1, Outcome(0)));
        assert_eq!(divergence.expected.as_branch(), Some(BranchId(3)));
        assert_eq!(divergence.actual.and_then(Turn::as_branch), Some(BranchId(3)));
    }
}

#[test]
fn a_diverged_outcome_is_marked_and_keeps_the_campaign_from_claiming_all() {
    let toy = Toy::new(2, &[vec![test(0, 1), test(1, 1)]]);
    let mut campaign = Campaign::new(&toy.program, Stuck(&toy), BruteForce, Budget::default());
    let mut strategy = Plan::Dfs.build(&toy.program, &Options::default(), 0);
    let reason = campaign.explore(&[Input::stdin([0, 0])], &mut *strategy, &mut ticking(), &mut Blind);
    assert_eq!(reason, Ok(StopReason::Exhausted));
    let node = NodeId { path: PathId(0), position: 1 };
    assert_eq!(campaign.tree().state(node, Outcome(0)), State::Diverged);
    assert_eq!(campaign.statistics().divergences, 2);
    assert!(!campaign.statistics().leaves_nothing());
}

/// Runs a toy, but runs end like this before the last test unless its byte is zero.
struct Limited<'t>(&'t Toy, Ending);

impl Target for Limited<'_> {
    type Error = std::convert::Infallible;
    type Record = ();

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Self::Error> {
        let mut run = self.0.run(arena, input);
        if input.streams[0][1] != 0 {
            run.turns.truncate(1);
            let cut = (self.1 != Ending::Limit).then_some(Cut::Stack);
            return Ok(Run { covered: vec![], ending: self.1.clone(), cut, ..run });
        }
        Ok(run)
    }
}

#[test]
fn a_run_that_a_limit_or_the_stack_ends_on_the_way_is_no_divergence_and_not_tried_again() {
    let overflow = Ending::Finding("stack overflow".into());
    assert_eq!(cut_by(Ending::Limit), (0, 2, 0));
    assert_eq!(cut_by(overflow), (0, 0, 2));
}

/// Divergences, runs that a limit ended and runs with bugs.
fn cut_by(ending: Ending) -> (u64, u64, u64) {
    let toy = Toy::new(2, &[vec![test(0, 1), test(1, 1)]]);
    let mut campaign = Campaign::new(&toy.program, Limited(&toy, ending), BruteForce, Budget::default());
    let mut strategy = Plan::Dfs.build(&toy.program, &Options::default(), 0);
    let reason = campaign.explore(&[Input::stdin([0, 0])], &mut *strategy, &mut ticking(), &mut Blind);
    assert_eq!(reason, Ok(StopReason::Exhausted));
    let node = NodeId { path: PathId(0), position: 1 };
    assert_eq!(campaign.tree().state(node, Outcome(0)), State::Diverged);
    let statistics = campaign.statistics();
    (statistics.divergences, statistics.runs.limited, statistics.runs.findings)
}

/// Runs a toy and creates the bytes that an input lacks.
struct OnDemand<'t>(&'t Toy);

impl Target for OnDemand<'_> {
    type Error = std::convert::Infallible;
    type Record = ();

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Self::Error> {
        let mut bytes = input.streams.first().cloned().unwrap_or_default();
        bytes.resize(self.0.n_bytes, 0);
        let completed = Input::stdin(bytes);
        Ok(Run { completed: Some(completed.clone()), ..self.0.run(arena, &completed) })
    }
}

#[test]
fn bytes_that_runs_ask_for_become_part_of_the_input() {
    let toy = three_tests();
    let mut log = Log::default();
    assert_eq!(observe(&toy, &[Input::default()], OnDemand(&toy), &mut log), StopReason::Exhausted);
    assert_eq!(log.kept.len(), toy.all_paths().len());
    assert!(log.kept.iter().all(|input| input.n_bytes() == 3));
}

/// Never knows.
struct Helpless;

impl Solve for Helpless {
    fn solve(&mut self, _: &mut Arena, _: &Query) -> Answer {
        Answer::Unknown(Why::TimeOut)
    }
}

#[test]
fn unknown_answers_end_every_strategy_and_are_counted() {
    let toy = three_tests();
    for &plan in Plan::ALL {
        let mut campaign = Campaign::new(&toy.program, &toy, Helpless, runs(500));
        let mut diary = Diary::new(plan.build(&toy.program, &Options::default(), 0));
        let reason = campaign.explore(&[Input::stdin([0, 0, 0])], &mut diary, &mut ticking(), &mut Blind);
        let statistics = campaign.statistics();
        assert_eq!(reason, Ok(StopReason::Exhausted), "{}", plan.name());
        assert_eq!(statistics.solver.unknown, statistics.solver.calls);
        assert!(!statistics.leaves_nothing() && campaign.tree().n_open() == 0, "{}", plan.name());
    }
}

/// Knows nothing in a hurry.
struct Slow;

impl Solve for Slow {
    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        if query.is_quick { Answer::Unknown(Why::PutOff) } else { BruteForce.solve(arena, query) }
    }
}

#[test]
fn questions_put_off_are_asked_again_when_nothing_else_is_left() {
    let toy = three_tests();
    for &plan in Plan::ALL {
        let mut campaign = Campaign::new(&toy.program, &toy, Slow, runs(500));
        let mut diary = Diary::new(plan.build(&toy.program, &Options::default(), 0));
        let reason = campaign.explore(&[Input::stdin([0, 0, 0])], &mut diary, &mut ticking(), &mut Blind);
        let (statistics, solver) = (campaign.statistics(), campaign.statistics().solver);
        assert_eq!(reason, Ok(StopReason::Exhausted), "{}", plan.name());
        assert_eq!(campaign.tree().n_paths(), toy.all_paths().len(), "{}", plan.name());
        // What another run has answered meanwhile is not asked again.
        assert!(solver.unknown == 0 && solver.sat + solver.unsat <= solver.calls, "{}", plan.name());
        assert!(statistics.leaves_nothing(), "{}", plan.name());
    }
}

/// Fails on the third run.
struct Breaks<'t>(&'t Toy, u32);

impl Target for Breaks<'_> {
    type Error = &'static str;
    type Record = ();

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Self::Error> {
        self.1 += 1;
        if self.1 < 3 { Ok(self.0.run(arena, input)) } else { Err("no more processes") }
    }
}

#[test]
fn an_error_of_the_target_keeps_what_was_found() {
    let toy = three_tests();
    let mut campaign = Campaign::new(&toy.program, Breaks(&toy, 0), BruteForce, Budget::default());
    let mut strategy = Plan::Bfs.build(&toy.program, &Options::default(), 0);
    let result = campaign.explore(&[Input::stdin([0, 0, 0])], &mut *strategy, &mut ticking(), &mut Blind);
    assert_eq!(result, Err("no more processes"));
    assert_eq!((campaign.statistics().iterations, campaign.tree().n_paths()), (2, 2));
    // The outcome in flight is open again.
    let in_flight = |node: NodeId| (0..2).any(|k| campaign.tree().state(node, Outcome(k)) == State::InFlight);
    assert!(
        campaign
            .tree()
            .paths_from(0)
            .flat_map(|path| campaign.tree().own_nodes(path))
            .all(|flip| !in_flight(flip.node))
    );
}

#[test]
fn the_same_seed_gives_the_same_campaign() {
    for &plan in Plan::ALL {
        let mut differs = false;
        for program in 0..6 {
            let toy = random_toy(program);
            let [first, second, other] =
                [7, 7, 8].map(|seed| explore(&toy, plan, &Options::default(), seed, runs(200)));
            assert_eq!(first.candidates, second.candidates, "{} on program {program}", plan.name());
            assert_eq!(first.campaign.statistics(), second.campaign.statistics());
            differs |= first.candidates != other.candidates;
        }
        let is_random = !matches!(plan, Plan::Dfs | Plan::Bfs | Plan::Generational);
        assert!(
            differs || !is_random || plan == Plan::Subpath || plan == Plan::Carfast,
            "{} ignores its seed",
            plan.name()
        );
    }
}

/// A byte is below 1 and below 2: what refutes that it is not below 2 is that it is below 1.
#[test]
fn refuted_ways_keep_the_conditions_that_contradict() {
    let inner = Statement::If(0, 2, vec![], vec![]);
    let toy = Toy::new(1, &[vec![Statement::If(0, 1, vec![inner], vec![])]]);
    let finished = explore(&toy, Plan::Dfs, &Options::default(), 0, Budget::default());
    let campaign = &finished.campaign;
    let uncovered: Vec<BranchId> = campaign.coverage().uncovered().collect();
    let [branch] = uncovered[..] else { panic!("{uncovered:?}") };
    let [way] = campaign.refuted(branch) else { panic!("{:?}", campaign.refuted(branch)) };
    let turn = campaign.tree().turn(way.node);
    assert_eq!(campaign.tree().branch_of(turn, Outcome(branch.0 % 2)), Some(branch));
    let held: Vec<_> = way.against.iter().map(|(turn, condition)| (turn.term(), *condition)).collect();
    assert_eq!((held.len(), way.n_more), (1, 0));
    assert_eq!(held[0].0, Some(held[0].1));
}

/// Nothing is solved; only what scouts find is run.
#[test]
fn scouts_that_show_something_new_are_run_in_full() {
    let toy = three_tests();
    let mut campaign = Campaign::new(&toy.program, &toy, BruteForce, Budget { coverage: Some(7), ..Budget::default() });
    let mutations = Mutations::new(3, Mutation::default());
    let mut diary = Diary::new(Box::new(mutations));
    let reason = campaign.explore(&[Input::stdin([0, 0, 0])], &mut diary, &mut ticking(), &mut Blind).unwrap();
    let statistics = campaign.statistics();
    assert_eq!((reason, statistics.solver.calls), (StopReason::Coverage, 0));
    assert!(statistics.scouted + 1 >= statistics.iterations, "{statistics:?}");
    // Every run but the first came from a scout with news: new coverage, or the bug.
    let gains = diary.news.iter().filter(|news| matches!(news.result, Effect::Ran { gain: 1.., .. })).count() as u64;
    assert!(statistics.iterations <= gains + statistics.runs.findings);
    let gained = |news: &News| if let Effect::Ran { gain, .. } = news.result { gain } else { 0 };
    assert_eq!(diary.news.iter().map(gained).sum::<u32>() as usize, statistics.covered);
}

/// Interrupts before every candidate.
struct Hasty(bool);

impl Observer for Hasty {
    fn is_interrupted(&mut self, _: &Statistics) -> bool {
        self.0 = !self.0;
        self.0
    }
}

#[test]
fn interruptions_between_scouts_change_nothing() {
    let toy = three_tests();
    let explore = |observer: &mut dyn Observer| {
        let budget = Budget { coverage: Some(7), ..Budget::default() };
        let mut campaign = Campaign::new(&toy.program, &toy, BruteForce, budget);
        let mut diary = Diary::new(Box::new(Mutations::new(3, Mutation::default())));
        while campaign.explore(&[Input::stdin([0, 0, 0])], &mut diary, &mut ticking(), observer)
            == Ok(StopReason::Interrupted)
        {}
        (campaign.statistics().scouted, campaign.statistics().iterations, diary.candidates)
    };
    assert_eq!(explore(&mut Hasty(false)), explore(&mut Blind));
}

/// How many inputs are scouted if there are only blind changes of one byte, which go on.
fn n_scouted_blindly(toy: &Toy) -> u64 {
    let budget = Budget { time: Some(Duration::from_secs(2)), ..Budget::default() };
    let mut campaign = Campaign::new(&toy.program, toy, BruteForce, budget);
    let mut mutations = Mutations::new(3, Mutation::default());
    mutations.going_on().store(true, std::sync::atomic::Ordering::Relaxed);
    let reason = campaign.explore(&[Input::stdin([0])], &mut mutations, &mut ticking(), &mut Blind);
    assert_eq!(reason, Ok(StopReason::Time));
    campaign.statistics().scouted
}

/// One byte has 256 values: each is tried once at most, whatever the mutations come upon again and again.
#[test]
fn what_was_tried_is_not_tried_again() {
    let toy = Toy::new(1, &[vec![Statement::If(0, 1, vec![], vec![Statement::If(0, 2, vec![], vec![])])]]);
    let n_scouted = n_scouted_blindly(&toy);
    assert!((4..256).contains(&n_scouted), "{n_scouted}");
}

/// The first run covers nothing, for example because it throws at once: there is no other input to change.
#[test]
fn an_input_that_covers_nothing_is_changed_if_there_is_no_other() {
    let toy = Toy::new(1, &[vec![]]);
    assert!(n_scouted_blindly(&toy) > 0);
}
