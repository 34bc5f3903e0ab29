//! A request to stop ends a question in the middle, whichever stage has it; nothing is concluded from that, and nothing remembered.

use std::time::{Duration, Instant};

use symcrete_expr::{Arena, ExprId, InputByte, Op, Stop, parse};
use symcrete_solver::{Answer, Config, Pipeline, Query, Solving, Why};

fn zero(_: InputByte) -> u8 {
    0
}

/// The 32-bit number at a place of the input.
fn number(arena: &mut Arena, at: u32) -> ExprId {
    let bytes = [0, 1, 2, 3].map(|k| arena.input(0, 4 * at + k));
    bytes[1..].iter().fold(bytes[0], |low, &high| arena.concat(high, low))
}

/// Every stage alone, and all of them.
fn configs() -> Vec<Config> {
    let solving = [Solving::Full, Solving::Ippc].map(|solving| Config { blast: true, solving, ..Config::bare() });
    Config::each_alone().into_iter().chain(solving).chain([Config::default()]).collect()
}

#[test]
fn a_question_that_is_stopped_has_no_answer_and_can_be_asked_again() {
    let mut arena = Arena::new();
    let texts = ["(ult in[0:0] 9:8)", "(ult in[0:0] in[0:1])", "(ne in[0:1] 7:8)"];
    let prefix = texts.map(|text| parse(&mut arena, text).expect("the test's term is well formed"));
    let possible = parse(&mut arena, "(eq in[0:1] 200:8)").expect("well formed");
    let impossible = parse(&mut arena, "(eq in[0:1] 0:8)").expect("well formed");
    let parent = |at: InputByte| at.offset as u8;
    for config in configs() {
        for goal in [possible, impossible] {
            let stop = Stop::new();
            let query = Query { arena: &arena, prefix: &prefix, goal, parent: &parent };
            let plain = Pipeline::standard(config.clone()).solve(&query);
            let mut pipeline = Pipeline::standard(config.clone()).with_stop(stop.clone());
            stop.set(true);
            assert_eq!(pipeline.solve(&query), Answer::Unknown(Why::Stopped));
            stop.set(false);
            assert_eq!(pipeline.solve(&query), plain, "as if it had not been asked before");
        }
    }
}

/// Asks while another thread sets the request after a moment; how long it took from there.
fn late(config: &Config, query: &Query<'_>) -> (Answer, Duration) {
    let stop = Stop::new();
    let mut pipeline = Pipeline::standard(config.clone()).with_stop(stop.clone());
    let timer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(30));
        stop.set(true);
        Instant::now()
    });
    let answer = pipeline.solve(query);
    let ended = Instant::now();
    let asked = timer.join().expect("it only sleeps");
    (answer, ended.saturating_duration_since(asked))
}

/// Half a million conditions on one number, as deep recursion makes them: every stage that looks at all of them is
/// interrupted in the middle. Once it took minutes; what is allowed here is for slow machines.
#[test]
fn long_paths_are_left_in_the_middle() {
    let mut arena = Arena::new();
    let (x, y) = (number(&mut arena, 0), number(&mut arena, 1));
    let mut prefix = Vec::new();
    for k in 1..500_000_u128 {
        let step = arena.constant(32, k);
        let less = arena.binary(Op::Sub, x, step);
        let sum = arena.binary(Op::Add, less, y);
        prefix.push(arena.binary(Op::Ne, sum, step));
    }
    let wanted = arena.constant(32, 77);
    let product = arena.binary(Op::Mul, x, y);
    let goal = arena.binary(Op::Eq, product, wanted);
    let query = Query { arena: &arena, prefix: &prefix, goal, parent: &zero };
    for config in configs() {
        let (answer, after) = late(&config, &query);
        assert!(after < Duration::from_secs(20), "{config:?}: {answer:?} after {after:?}");
    }
}

/// Sums that grow along the path, each compared: their bytes together are the square of the path's length.
#[test]
fn growing_sums_fit_into_memory() {
    let mut arena = Arena::new();
    let (mut sum, mut prefix) = (arena.constant(32, 0), Vec::new());
    let wanted = arena.constant(32, 1000);
    for k in 0..20_000 {
        let next = number(&mut arena, k);
        sum = arena.binary(Op::Add, sum, next);
        prefix.push(arena.binary(Op::Ne, sum, wanted));
    }
    let last = number(&mut arena, 19_999);
    let five = arena.constant(32, 5);
    let goal = arena.binary(Op::Eq, last, five);
    let query = Query { arena: &arena, prefix: &prefix, goal, parent: &zero };
    let answer = Pipeline::standard(Config { blast: false, ..Config::default() }).solve(&query);
    assert!(answer.is_sat(), "{answer:?}");
    // What is said of the slice: all sums hang together with the last number.
    let mut pipeline = Pipeline::standard(Config { blast: false, local: false, ..Config::default() });
    pipeline.solve(&query);
    assert_eq!(pipeline.stats().n_active, 20_000);
}
