//! Campaigns on two trees: what is too dear when ways are merged is found where they split, and no input is kept twice.

use crate::mock::{BruteForce, ticking};
use symcrete_expr::{Arena, Cone, ExprId, Op};
use symcrete_model::{BranchId, Function, FunctionId, Module, Program, Site, SiteKind};
use symcrete_search::{
    Answer, Budget, Campaign, Ending, Input, Iteration, Merge, Observer, Options, Plan, Query, Run, Solve, StopReason,
    Strategies, Target, Turn, Why,
};

const N_BYTES: u32 = 3;

/// Counts the bytes above 1 with one merged `if` each, and asks several times whether these are all.
struct Counting {
    splits: bool,
    n_asked: u32,
}

fn program(n_asked: u32) -> Program {
    let site = |k: u32| Site {
        kind: SiteKind::Branch,
        function: FunctionId(0),
        block: None,
        loc: None,
        in_macro: None,
        first_outcome: 2 * k,
        edges: vec![None; 2],
    };
    let sites = (0..N_BYTES + n_asked).map(site).collect();
    Program::link(vec![Module { hash: 1, functions: vec![Function::new("f")], sites, ..Module::default() }])
}

impl Target for Counting {
    type Error = std::convert::Infallible;
    type Record = ();

    fn merge(&mut self, merge: Merge) {
        self.splits = merge.splits();
    }

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Self::Error> {
        // Weights that no extension of a bit makes.
        let [zero, one, low, high, all] = [0, 1, 3, 7, 7 * N_BYTES].map(|value| arena.constant(8, value.into()));
        let (mut turns, mut n, mut count) = (Vec::new(), zero, 0);
        for k in 0..N_BYTES {
            let byte = arena.input(0, k);
            let is_above = arena.binary(Op::Ugt, byte, one);
            let held = input.streams[0][k as usize] > 1;
            count += u32::from(held);
            turns.push(if self.splits {
                let held_term = if held { is_above } else { arena.not(is_above) };
                Turn::branch(BranchId(2 * k + u32::from(held)), Some(held_term))
            } else {
                let term = arena.build(Op::Concat, 2, &[Arena::TRUE, is_above]);
                let step = arena.build(Op::Ite, 8, &[is_above, high, low]);
                n = arena.binary(Op::Add, n, step);
                Turn::soft(BranchId(2 * k), 2 | u8::from(held), term)
            });
        }
        for k in N_BYTES..N_BYTES + self.n_asked {
            let (is_all, held) = (arena.binary(Op::Eq, n, all), count == N_BYTES);
            let term: Option<ExprId> = (!self.splits).then(|| if held { is_all } else { arena.not(is_all) });
            turns.push(Turn::branch(BranchId(2 * k + u32::from(held)), term));
        }
        let covered = turns.iter().filter_map(|turn| turn.as_branch()).collect();
        Ok(Run { turns, covered, ending: Ending::Normal, cut: None, completed: None, record: (), times: Vec::new() })
    }
}

/// Gives up where a choice is left, after a second each.
#[derive(Default)]
struct NoChoices {
    n_steps: u64,
}

impl Solve for NoChoices {
    fn n_steps(&self) -> u64 {
        self.n_steps
    }

    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        let roots: Vec<ExprId> = query.prefix.iter().copied().chain([query.flipped]).collect();
        let is_choice = |&id: &ExprId| arena.op(id) == Op::Ite;
        match Cone::new(arena, &roots).ids().iter().any(is_choice) {
            true => {
                self.n_steps += 1_000_000;
                Answer::Unknown(Why::TimeOut)
            }
            false => BruteForce.solve(arena, query),
        }
    }
}

#[derive(Default)]
struct Keeper {
    kept: Vec<Input>,
}

impl Observer for Keeper {
    fn kept(&mut self, step: &Iteration) {
        self.kept.push(step.input.clone());
    }
}

struct Explored<'p, S> {
    campaign: Campaign<'p, Counting, S>,
    reason: StopReason,
    kept: Vec<Input>,
}

fn explore<S: Solve>(program: &Program, n_asked: u32, solver: S, then_splits: bool) -> Explored<'_, S> {
    let target = Counting { splits: false, n_asked };
    let mut campaign = Campaign::new(program, target, solver, Budget::default()).with_merge(Merge::Auto);
    let [mut merged, mut split] = [0, 1].map(|_| Plan::Dfs.build(program, &Options::default(), 1));
    let mut strategies = Strategies { merged: merged.as_mut(), split: split.as_mut() };
    let (seeds, mut keeper) = ([Input::stdin(vec![0; N_BYTES as usize])], Keeper::default());
    let mut go = |campaign: &mut Campaign<Counting, S>| {
        campaign.explore_both(&seeds, &mut strategies, &mut ticking(), &mut keeper).expect("it always runs")
    };
    let mut reason = go(&mut campaign);
    if then_splits {
        assert_eq!((reason, campaign.may_split()), (StopReason::Exhausted, true));
        assert!(!campaign.statistics().leaves_nothing(), "a question was given up");
        campaign.split();
        reason = go(&mut campaign);
    }
    Explored { campaign, reason, kept: keeper.kept }
}

/// Everything is covered without merging, and nothing was kept twice.
fn assert_split<S: Solve>(explored: &Explored<S>) {
    let (campaign, statistics) = (&explored.campaign, explored.campaign.statistics());
    assert_eq!((explored.reason, statistics.covered), (StopReason::Exhausted, statistics.branches));
    assert!(statistics.leaves_nothing() && !campaign.tree().has_soft() && !campaign.may_split());
    assert_eq!(campaign.tree().n_paths(), 8);
    let mut kept = explored.kept.clone();
    kept.sort_by(|a, b| a.streams.cmp(&b.streams));
    kept.dedup();
    assert_eq!(kept.len(), explored.kept.len());
}

#[test]
fn merged_ways_that_can_be_solved_need_no_other_tree() {
    let program = program(1);
    let Explored { campaign, reason, kept } = explore(&program, 1, BruteForce, false);
    let statistics = campaign.statistics();
    assert_eq!((reason, statistics.covered), (StopReason::Exhausted, statistics.branches));
    assert!(statistics.leaves_nothing() && campaign.may_split());
    assert!(kept.len() <= 5, "{} runs for eight ways", kept.len());
}

#[test]
fn what_was_given_up_is_found_where_ways_split() {
    let program = program(1);
    assert_split(&explore(&program, 1, NoChoices::default(), true));
}

#[test]
fn a_tree_that_costs_much_and_covers_nothing_is_left() {
    let program = program(8);
    assert_split(&explore(&program, 8, NoChoices::default(), false));
}
