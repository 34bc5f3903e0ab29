//! The rule of each strategy, on programs small enough to know the answer.

use crate::mock::{Blind, BruteForce, Diary, explore, random_toy, runs, ticking, view};
use crate::toy::{Statement, Toy};
use symcrete_expr::{Arena, Stop};
use symcrete_model::BranchId;
use symcrete_search::strategy::{Portfolio, UniformRandom};
use symcrete_search::{
    Answer, Budget, Campaign, Candidate, Effect, Input, News, NodeId, Options, Outcome, PathId, Plan, Query, Solve,
    State, Strategy, Tree, View, Why,
};

fn test(byte: u32) -> Statement {
    Statement::If(byte, 1, vec![], vec![])
}

/// `if (in[byte] >= 1) { … }`: nothing on the way that zeros take.
fn unless_zero(byte: u32, body: Vec<Statement>) -> Statement {
    Statement::If(byte, 1, vec![], body)
}

fn flips(candidates: &[Candidate]) -> Vec<NodeId> {
    let node = |candidate: &Candidate| match candidate {
        Candidate::Flip { node, .. } => Some(*node),
        Candidate::Fresh(_) | Candidate::Scouts(_) => None,
    };
    candidates.iter().filter_map(node).collect()
}

fn positions(toy: &Toy, plan: Plan, options: &Options) -> Vec<u32> {
    let finished = explore(toy, plan, options, 0, Budget::default());
    flips(&finished.candidates).iter().map(|node| node.position).collect()
}

/// The first nodes that a strategy flips after these inputs were run, and their sites by number.
fn first_flips(toy: &Toy, plan: Plan, seed: u64, inputs: &[&[u8]], n: usize) -> Vec<(NodeId, u32)> {
    let mut diary = Diary::new(plan.build(&toy.program, &Options::default(), seed));
    let inputs: Vec<Input> = inputs.iter().map(|bytes| Input::stdin(*bytes)).collect();
    let mut campaign = Campaign::new(&toy.program, toy, BruteForce, runs(20));
    let result = campaign.explore(&inputs, &mut diary, &mut ticking(), &mut Blind);
    result.expect("toys always run");
    flips(&diary.candidates).into_iter().take(n).map(|node| (node, site(campaign.tree(), node))).collect()
}

/// The sites that a strategy flips first, the same for every seed.
fn sites(toy: &Toy, plan: Plan, inputs: &[&[u8]], n: usize) -> Vec<u32> {
    let of_seed = |seed| first_flips(toy, plan, seed, inputs, n).into_iter().map(|(_, site)| site).collect();
    let all: std::collections::BTreeSet<Vec<u32>> = (0..12).map(of_seed).collect();
    assert_eq!(all.len(), 1, "{all:?}");
    all.into_iter().next().unwrap_or_default()
}

fn site(tree: &Tree, node: NodeId) -> u32 {
    tree.turn(node).as_branch().expect("a source conditional").0 / 2
}

#[test]
fn orders_of_three_independent_tests() {
    let toy = Toy::new(3, &[vec![test(0), test(1), test(2)]]);
    let bounded = Options { max_depth: 2, ..Options::default() };
    assert_eq!(positions(&toy, Plan::Dfs, &Options::default()), [2, 1, 2, 0, 2, 1, 2]);
    assert_eq!(positions(&toy, Plan::Dfs, &bounded), [1, 0, 1]);
    assert_eq!(positions(&toy, Plan::Bfs, &Options::default()), [0, 1, 1, 2, 2, 2, 2]);
    assert_eq!(positions(&toy, Plan::Generational, &Options::default())[..3], [0, 1, 2]);
}

#[test]
fn a_bound_on_depth_counts_symbolic_branches_only() {
    let concrete = Statement::Concrete(true);
    let toy = Toy::new(3, &[vec![test(0), concrete.clone(), concrete, test(1), test(2)]]);
    let bounded = Options { max_depth: 2, ..Options::default() };
    assert_eq!(positions(&toy, Plan::Dfs, &bounded), [3, 0, 3]);
}

#[test]
fn generational_expands_the_child_that_covered_most() {
    // Flipping the second test covers three branches first, flipping the others one each.
    let toy = Toy::new(4, &[vec![test(0), unless_zero(1, vec![test(3), test(3)]), test(2)]]);
    let finished = explore(&toy, Plan::Generational, &Options::default(), 0, Budget::default());
    let nodes = flips(&finished.candidates);
    assert_eq!(
        nodes[..3].iter().map(|node| (node.path, node.position)).collect::<Vec<_>>(),
        [0, 1, 2].map(|at| (PathId(0), at))
    );
    assert_eq!(nodes[3].path, PathId(2), "the path of the second child");
    assert_eq!(finished.campaign.tree().gain(PathId(2)), 3);
}

#[test]
fn cfg_takes_the_nearest_uncovered_and_goes_on_below() {
    // Site 0: in[3]; site 1: in[0], with site 2: in[1] inside; site 3: in[2]. Only "site 2 false" is uncovered.
    let toy = Toy::new(4, &[vec![test(3), unless_zero(0, vec![test(1)]), test(2)]]);
    let first = sites(&toy, Plan::Cfg, &[&[1, 0, 1, 0], &[0, 0, 0, 1]], 2);
    assert_eq!(first, [1, 2], "one branch away, then there; site 3 leads nowhere new");
}

#[test]
fn cfg_prefers_the_smaller_distance() {
    // Site 0; sites 1 to 3 nested; site 4 with site 5 inside. After the seeds "site 3 false" and "site 5 false" are
    // uncovered: two branches behind the flip of site 1, one behind the flip of site 4.
    let far = unless_zero(2, vec![unless_zero(3, vec![test(4)])]);
    let near = unless_zero(0, vec![test(1)]);
    let toy = Toy::new(6, &[vec![test(5), far, near]]);
    let seeds: [&[u8]; 3] = [&[1, 0, 1, 1, 0, 0], &[0, 0, 1, 0, 0, 0], &[0, 0, 0, 0, 0, 1]];
    assert_eq!(sites(&toy, Plan::Cfg, &seeds, 2), [4, 5]);
}

#[test]
fn cfg_goes_below_a_flip_only_for_something_nearer() {
    // Sites 1 and 3 each lead to a concrete test whose other side stays uncovered, one branch away.
    let towards = |byte| unless_zero(byte, vec![Statement::Concrete(true)]);
    let toy = Toy::new(3, &[vec![test(2), towards(0), towards(1)]]);
    for seed in 0..12 {
        let first = first_flips(&toy, Plan::Cfg, seed, &[&[1, 1, 0], &[0, 0, 0], &[0, 0, 1]], 2);
        // Both of the last seed's path: the run in between had nothing nearer than one branch.
        let paths: Vec<PathId> = first.iter().map(|(node, _)| node.path).collect();
        assert_eq!(paths, [PathId(2); 2], "seed {seed}");
        let mut flipped: Vec<u32> = first.iter().map(|&(_, site)| site).collect();
        flipped.sort_unstable();
        assert_eq!(flipped, [1, 3], "seed {seed}");
    }
}

#[test]
fn carfast_takes_the_branch_with_most_code_behind_it() {
    let small = unless_zero(0, vec![test(1)]);
    let large = unless_zero(2, vec![test(1), test(3), unless_zero(1, vec![test(3)])]);
    let calls = unless_zero(3, vec![Statement::Call(1)]);
    let callee = vec![test(0), test(1), test(2), test(3), test(0), test(1), test(2), test(3)];
    let toy = Toy::new(4, &[vec![small, large, calls], callee]);
    // Sites: 0 small, 1 in it; 2 large, 3 to 6 in it; 7 calls.
    assert_eq!(sites(&toy, Plan::Carfast, &[&[0, 0, 0, 0]], 1), [7], "a call adds its callee's statements");
    let finished = explore(&toy, Plan::Carfast, &Options::default(), 0, Budget::default());
    assert!(finished.campaign.statistics().fallbacks > 0, "exhausting the tree needs the fallback");
}

#[test]
fn subpath_prefers_what_was_seen_least() {
    // Three rounds of a loop with a test inside, then another test: the false sides of both tests were never seen.
    let toy = Toy::new(3, &[vec![Statement::Loop(0, vec![test(1)]), test(2)]]);
    let options = Options { subpath_lengths: vec![1], ..Options::default() };
    let mut diary = Diary::new(Plan::Subpath.build(&toy.program, &options, 0));
    let mut campaign = Campaign::new(&toy.program, &toy, BruteForce, Budget::default());
    let result = campaign.explore(&[Input::stdin([3, 0, 0])], &mut diary, &mut ticking(), &mut Blind);
    result.expect("toys always run");
    let first = flips(&diary.candidates);
    assert_eq!([first[0], first[1]].map(|node| site(campaign.tree(), node)), [1, 2]);
}

/// Never knows.
struct Helpless;

impl Solve for Helpless {
    fn solve(&mut self, _: &mut Arena, _: &Query) -> Answer {
        Answer::Unknown(Why::Unsupported)
    }
}

#[test]
fn random_branch_restarts_after_failures() {
    let toy = Toy::new(4, &[vec![test(0), test(1), test(2), test(3)]]);
    let options = Options { max_failures: 2, ..Options::default() };
    let mut diary = Diary::new(Plan::RandomBranch.build(&toy.program, &options, 3));
    let mut campaign = Campaign::new(&toy.program, &toy, Helpless, runs(2));
    let result = campaign.explore(&[Input::stdin([0; 4])], &mut diary, &mut ticking(), &mut Blind);
    result.expect("toys always run");
    let is_fresh: Vec<bool> =
        diary.candidates.iter().map(|candidate| matches!(candidate, Candidate::Fresh(_))).collect();
    assert_eq!(is_fresh, [false, false, true]);
}

#[test]
fn random_branch_goes_on_from_the_last_path() {
    for seed in 0..20 {
        let toy = Toy::new(4, &[vec![test(0), test(1), test(2), test(3)]]);
        let mut diary = Diary::new(Plan::RandomBranch.build(&toy.program, &Options::default(), seed));
        let mut campaign = Campaign::new(&toy.program, &toy, BruteForce, runs(12));
        campaign.explore(&[Input::stdin([0; 4])], &mut diary, &mut ticking(), &mut Blind).expect("toys always run");
        let ran = diary.news.iter().map(|news| match news.result {
            Effect::Ran { path, .. } => Some(path),
            _ => None,
        });
        let mut last = PathId(0);
        // The first news is the seed's; each candidate's follows it.
        for (candidate, path) in diary.candidates.iter().zip(ran.skip(1)) {
            if let Candidate::Flip { via, .. } = candidate {
                assert_eq!(*via, last, "seed {seed}");
            }
            last = path.unwrap_or(last);
        }
    }
}

#[test]
fn uniform_random_tosses_a_fair_coin_at_each_branch() {
    let toy = Toy::new(4, &[vec![test(0), test(1), test(2), test(3)]]);
    let mut first = [0; 4];
    for seed in 0..800 {
        let finished = explore(&toy, Plan::UniformRandom, &Options::default(), seed, runs(2));
        first[flips(&finished.candidates)[0].position as usize] += 1;
    }
    // A walk flips at depth d with 2^-d and begins again with 1/16: 8/15, 4/15, 2/15, 1/15 of 800.
    for (count, expected) in first.into_iter().zip([427_i32, 213, 107, 53]) {
        assert!((count - expected).abs() < expected / 3, "{first:?}");
    }
}

#[test]
fn uniform_random_follows_what_was_explored_without_solving() {
    let toy = Toy::new(2, &[vec![test(0), test(1)]]);
    let (mut arena, mut tree) = (Arena::new(), Tree::new(&toy.program));
    let coverage = symcrete_search::Coverage::new(&toy.program);
    let [first, last] = [[0, 0], [1, 0]].map(|bytes| {
        let run = toy.run(&mut arena, &Input::stdin(bytes));
        tree.add(&run.turns, &Input::stdin(bytes), 0, false).path
    });
    // Only the first path has anything open, and the walk begins on the last.
    tree.set_state(NodeId { path: last, position: 1 }, Outcome(0), State::Infeasible);
    for seed in 0..20 {
        let mut strategy = UniformRandom::new(seed);
        let candidate = strategy.next(&view(&tree, &coverage, &Stop::new()));
        let node = NodeId { path: first, position: 1 };
        assert_eq!(candidate, Some(Candidate::flip(node, Outcome(0))), "seed {seed}");
        assert_eq!(strategy.n_fallbacks(), 0, "seed {seed}");
    }
}

#[test]
fn hybrid_is_random_until_coverage_stays_away_and_then_concolic() {
    let deep = unless_zero(0, vec![Statement::IfSum(1, 2, 6, vec![Statement::IfSum(3, 4, 6, vec![test(5)])])]);
    let toy = Toy::new(6, &[vec![deep, test(5)]]);
    let finished = explore(&toy, Plan::Hybrid, &Options::default(), 5, runs(600));
    let is_fresh: Vec<bool> =
        finished.candidates.iter().map(|candidate| matches!(candidate, Candidate::Fresh(_))).collect();
    let first_flip = is_fresh.iter().position(|fresh| !fresh).expect("solving has its turn");
    assert!(first_flip >= 100, "only after a hundred quiet runs, not {first_flip}");
    assert_eq!(finished.campaign.statistics().covered, finished.campaign.statistics().branches);
}

/// Always has the same input to run, and remembers whether news were its own.
struct Same(u8, std::rc::Rc<std::cell::Cell<u32>>);

impl Strategy for Same {
    fn next(&mut self, _: &View) -> Option<Candidate> {
        Some(Candidate::Fresh(Input::stdin([self.0])))
    }

    fn told(&mut self, news: &News) {
        self.1.set(self.1.get() + u32::from(news.is_own));
    }
}

#[test]
fn a_portfolio_gives_turns_to_who_earns_and_starves_none() {
    let toy = Toy::new(1, &[vec![]]);
    let (tree, coverage) = (Tree::new(&toy.program), symcrete_search::Coverage::new(&toy.program));
    let stop = Stop::new();
    let view = view(&tree, &coverage, &stop);
    let counts: [std::rc::Rc<std::cell::Cell<u32>>; 4] = Default::default();
    let arm = |k: usize| -> (&'static str, Box<dyn Strategy>) {
        (["a", "b", "c", "d"][k], Box::new(Same(k as u8, std::rc::Rc::clone(&counts[k]))))
    };
    let mut portfolio = Portfolio::new((0..4).map(arm).collect());
    // First c earns, then a does. The last thousand turns of each phase are looked at.
    let mut shares = vec![0; 4];
    for turn in 1..=10_000 {
        let Some(Candidate::Fresh(input)) = portfolio.next(&view) else { continue };
        let earner = if turn <= 5000 { 2 } else { 0 };
        let gain = u32::from(input.streams[0][0] == earner);
        let result = Effect::Ran { path: PathId(0), is_new: true, gain, is_rare: false, followed: true, ended: true };
        portfolio.told(&News { result, is_own: true, n_conditions: 0 });
        let now: Vec<u64> = portfolio.shares().map(|(_, turns, _)| turns).collect();
        if turn % 5000 == 0 {
            let recent: Vec<u64> = now.iter().zip(&shares).map(|(now, before)| now - before).collect();
            assert!(recent[usize::from(earner)] > 900 && recent.iter().all(|&turns| turns > 10), "{recent:?}");
        } else if turn % 5000 == 4000 {
            shares = now;
        }
    }
    let shares: Vec<u64> = portfolio.shares().map(|(_, turns, _)| turns).collect();
    assert_eq!(counts.iter().map(|count| u64::from(count.get())).collect::<Vec<_>>(), shares, "news go to who asked");
}

#[test]
fn levels_of_cgs_show_in_the_notes() {
    let toy = random_toy(3);
    let finished = explore(&toy, Plan::Cgs, &Options::default(), 0, Budget::default());
    assert_eq!(finished.campaign.statistics().notes[0].0, "cgs level");
    assert!(
        finished.campaign.coverage().is_covered(BranchId(0)) || finished.campaign.coverage().is_covered(BranchId(1))
    );
}

/// Eight tests on bytes of their own are covered by nine runs; the others then bring nothing, until all paths are explored.
#[test]
fn cgs_begins_again_after_many_runs_that_covered_nothing() {
    let toy = Toy::new(8, &[(0..8).map(test).collect()]);
    let finished = explore(&toy, Plan::Cgs, &Options::default(), 1, Budget::default());
    let fresh: Vec<usize> =
        (0..finished.candidates.len()).filter(|&at| matches!(finished.candidates[at], Candidate::Fresh(_))).collect();
    assert!(fresh.first().is_some_and(|&first| first > 100) && (1..4).contains(&fresh.len()), "{fresh:?}");
    assert_eq!((finished.campaign.tree().n_paths(), finished.campaign.tree().n_open()), (256, 0));
    let fixed = Options {
        cgs: symcrete_search::strategy::CgsOptions { fixed_k: Some(2), ..Default::default() },
        ..Options::default()
    };
    let finished = explore(&toy, Plan::Cgs, &fixed, 1, Budget::default());
    assert!(finished.candidates.iter().all(|candidate| matches!(candidate, Candidate::Flip { .. })), "as published");
}
