//! Strategies that are meant to exhaust the tree find exactly the paths that brute force finds.

use crate::mock::{explore, paths, random_toy, runs};
use crate::toy::{DOMAIN, Statement, Toy, codes};
use std::collections::BTreeSet;
use symcrete_expr::eval_all;
use symcrete_search::strategy::CgsOptions;
use symcrete_search::{Budget, Options, Plan, StopReason};

fn unbounded() -> Options {
    Options { cgs: CgsOptions { fixed_k: Some(u32::MAX), no_dominators: false }, ..Options::default() }
}

#[test]
fn exhaustive_strategies_find_every_path_of_random_programs() {
    let plans = [Plan::Dfs, Plan::Bfs, Plan::Generational, Plan::Cgs, Plan::Portfolio, Plan::Subpath, Plan::Carfast];
    for seed in 0..50 {
        let toy = random_toy(seed);
        let expected = toy.all_paths();
        let of_plans = plans.iter().map(|&plan| (plan, Options::default()));
        for (plan, options) in of_plans.chain([(Plan::Cgs, unbounded())]) {
            let finished = explore(&toy, plan, &options, seed, Budget::default());
            let statistics = finished.campaign.statistics();
            assert_eq!(finished.reason, StopReason::Exhausted);
            assert_eq!(paths(finished.campaign.tree()), expected, "{} on program {seed}", plan.name());
            assert!(statistics.leaves_nothing() && statistics.surprises == 0, "{} on program {seed}", plan.name());
            assert_eq!(statistics.paths as usize, expected.len());
            // Each solved flip is a new path, except where a random input was there before.
            if plan != Plan::Portfolio && (plan != Plan::Cgs || options == unbounded()) {
                assert_eq!(statistics.iterations, statistics.paths, "{} on program {seed}", plan.name());
            }
        }
    }
}

#[test]
fn every_value_of_a_fixed_byte_is_tried() {
    let test = |byte| Statement::If(byte, 2, vec![], vec![]);
    let toy = Toy::new(3, &[vec![test(0), Statement::Fix(1), test(2), test(1)]]);
    let plans = [Plan::Dfs, Plan::Bfs, Plan::Generational, Plan::Cgs, Plan::Portfolio, Plan::Subpath, Plan::Cfg];
    for plan in plans.into_iter().chain([Plan::RandomBranch, Plan::UniformRandom]) {
        let finished = explore(&toy, plan, &Options::default(), 7, runs(5000));
        let statistics = finished.campaign.statistics();
        assert_eq!(statistics.divergences, 0, "{}", plan.name());
        assert_eq!(statistics.leaves_nothing(), finished.reason == StopReason::Exhausted, "{}", plan.name());
        assert_eq!(statistics.paths, 2 * 2 * u64::from(DOMAIN), "{}", plan.name());
    }
}

#[test]
fn random_strategies_find_only_real_paths() {
    for seed in 0..30 {
        let toy = random_toy(seed);
        let expected = toy.all_paths();
        for plan in [Plan::RandomBranch, Plan::UniformRandom, Plan::Hybrid, Plan::Cfg] {
            let finished = explore(&toy, plan, &Options::default(), seed, runs(5000));
            let found = paths(finished.campaign.tree());
            assert!(found.is_subset(&expected), "{} on program {seed}", plan.name());
            if finished.reason == StopReason::Exhausted {
                assert_eq!(found, expected, "{} on program {seed}", plan.name());
            }
        }
    }
}

/// The paths of a campaign leave out exactly the inputs that take none of them, whenever it stops.
#[test]
fn gaps_are_the_inputs_that_take_no_path_of_the_tree() {
    for seed in 0..30 {
        let toy = random_toy(seed);
        for budget in [Budget::default(), runs(4)] {
            let mut finished = explore(&toy, Plan::Bfs, &Options::default(), seed, budget);
            let (found, is_over) = (paths(finished.campaign.tree()), finished.reason == StopReason::Exhausted);
            let gaps = finished.campaign.gaps().expect("they are few");
            let mut arena = finished.campaign.arena().clone();
            for input in toy.inputs() {
                let values = eval_all(&arena, &gaps, |at| input.get(at).unwrap_or(0));
                let takes_one = found.contains(&codes(&toy.run(&mut arena, &input).turns));
                assert_eq!(values.contains(&1), !takes_one, "program {seed}, {input:?}");
                assert!(takes_one || !is_over);
            }
        }
    }
}

#[test]
fn the_programs_are_worth_it() {
    let sizes: BTreeSet<usize> = (0..50).map(|seed| random_toy(seed).all_paths().len()).collect();
    assert!(sizes.len() > 20 && *sizes.last().expect("not empty") > 100, "{sizes:?}");
}
