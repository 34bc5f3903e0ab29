//! The pipeline against the truth: random questions over two bytes, where all 65 536 inputs can be tried.
//! Every configuration must agree, models must satisfy the whole prefix by the reference evaluator, and the conditions
//! of a proof must contradict the goal by themselves.

mod question;

use std::collections::HashSet;

use question::{Pool, integer_operators};
use symcrete_expr::{Arena, ExprId, InputByte, Tape, eval};
use symcrete_solver::{Answer, Config, Pipeline, Query, Solving};

const WIDTHS: [u32; 6] = [1, 3, 8, 9, 16, 24];

fn only_blast() -> Config {
    Config { blast: true, ..Config::bare() }
}

/// Each stage alone before the blaster, each way of solving, and everything together.
fn configs() -> Vec<Config> {
    let stages = Config::each_alone().map(|stage| Config { blast: true, local_budget: 200, ..stage });
    let ways = [
        Config::default(),
        Config { solving: Solving::Full, ..only_blast() },
        Config { define: false, ..only_blast() },
        Config { solving: Solving::Ippc, ..only_blast() },
        Config { solving: Solving::Auto, slice: false, ..only_blast() },
    ];
    ways.into_iter().chain(stages).collect()
}

/// Is there an input, of all, that satisfies the conditions?
fn is_satisfiable(arena: &Arena, conditions: &[ExprId]) -> bool {
    let tape = Tape::new(arena, conditions);
    let mut slots = tape.slots();
    (0..=u16::MAX).any(|input| {
        tape.load(&mut slots, |at| (input >> (8 * at.offset)) as u8);
        tape.first_false(&mut slots).is_none()
    })
}

/// Cores that were found to be right, since configurations find the same ones.
type Cores = HashSet<Vec<ExprId>>;

fn check(cores: &mut Cores, query: &Query<'_>, truth: bool, answer: &Answer) {
    let Query { arena, prefix, goal, parent } = *query;
    match answer {
        Answer::Sat(model) => {
            for &condition in prefix.iter().chain([&goal]) {
                assert_eq!(eval(arena, condition, |at| model.over(parent, at)), 1, "a model satisfies everything");
            }
        }
        Answer::Unsat(core) => {
            assert!(!truth, "a satisfiable question was refuted");
            let core: Vec<ExprId> = core.iter().map(|&place| prefix[place]).chain([goal]).collect();
            let is_new = cores.insert(core.clone());
            assert!(!is_new || !is_satisfiable(arena, &core), "the core alone contradicts the goal");
        }
        Answer::Unknown(why) => panic!("{why:?}: small questions are decided"),
    }
}

#[test]
fn every_configuration_tells_the_truth() {
    let mut n_sat = 0;
    for seed in 0..24 {
        let mut pool = Pool::new(seed, 2, &WIDTHS, &integer_operators());
        let questions: Vec<_> = (0..6).map(|n_conditions| pool.question(n_conditions)).collect();
        let truths: Vec<bool> = questions
            .iter()
            .map(|(_, prefix, goal)| is_satisfiable(&pool.arena, &[&prefix[..], &[*goal]].concat()))
            .collect();
        n_sat += truths.iter().filter(|&&truth| truth).count();
        let mut cores = Cores::new();
        for config in configs() {
            // One pipeline for all questions, so that what is kept between them is tested, too.
            let mut pipeline = Pipeline::standard(config);
            for ((parent, prefix, goal), &truth) in questions.iter().zip(&truths) {
                let byte = |at: InputByte| parent[at.offset as usize];
                let query = Query { arena: &pool.arena, prefix, goal: *goal, parent: &byte };
                let answer = pipeline.solve(&query);
                check(&mut cores, &query, truth, &answer);
            }
            assert_eq!(pipeline.stats().n_bad_models, 0);
        }
    }
    assert!((30..120).contains(&n_sat), "{n_sat} of 144 are satisfiable: both kinds are tested");
}

/// A path flipped forwards and backwards: what is kept along it must not change answers.
#[test]
fn kept_state_does_not_change_answers() {
    for seed in 100..108 {
        let mut pool = Pool::new(seed, 2, &[8, 16], &integer_operators());
        let (parent, path, _) = pool.question(12);
        let goals: Vec<ExprId> = path.iter().map(|&holds| pool.arena.not(holds)).collect();
        let byte = |at: InputByte| parent[at.offset as usize];
        let truths: Vec<bool> = (0..path.len())
            .map(|place| is_satisfiable(&pool.arena, &[&path[..place], &[goals[place]]].concat()))
            .collect();
        let mut cores = Cores::new();
        for config in configs() {
            let mut pipeline = Pipeline::standard(config);
            for place in (0..path.len()).chain((0..path.len()).rev()) {
                let query = Query { arena: &pool.arena, prefix: &path[..place], goal: goals[place], parent: &byte };
                let answer = pipeline.solve(&query);
                check(&mut cores, &query, truths[place], &answer);
            }
        }
    }
}
