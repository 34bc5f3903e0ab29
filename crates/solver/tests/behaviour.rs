//! What the pipeline promises beyond right answers: slices, statistics, limits, determinism, labelled guesses.

mod question;

use std::time::Duration;

use question::{Pool, integer_operators, word};
use symcrete_expr::{Arena, ExprId, InputByte, Op, Stop, eval, parse};
use symcrete_solver::{
    Answer, Config, NoClock, Pipeline, Query, SmtAnswer, SmtSolver, Solving, StepClock, Why, smtlib,
};

fn zero(_: InputByte) -> u8 {
    0
}

fn term(arena: &mut Arena, text: &str) -> ExprId {
    parse(arena, text).expect("the test's term is well formed")
}

fn only_blast() -> Config {
    Config { blast: true, ..Config::bare() }
}

#[test]
fn conditions_on_other_bytes_are_left_out() {
    let mut arena = Arena::new();
    let prefix = ["(ult in[0:0] 9:8)", "(ult in[0:1] in[0:2])", "(ult in[0:2] in[0:3])", "(ne in[0:9] 7:8)"]
        .map(|text| term(&mut arena, text));
    let goal = term(&mut arena, "(eq in[0:3] 200:8)");
    let parent = |at: InputByte| at.offset as u8;
    let mut pipeline = Pipeline::standard(Config { solving: Solving::Full, ..only_blast() });
    let answer = pipeline.solve(&Query { arena: &arena, prefix: &prefix, goal, parent: &parent });
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    assert!(model.bytes().iter().all(|(at, _)| (1..=3).contains(&at.offset)), "other bytes keep their values");
    assert_eq!((pipeline.stats().n_conditions, pipeline.stats().n_active), (4, 2));
    assert_eq!(pipeline.stats().calls.sizes, [3]);
}

/// A product that is stored beside its factors, and one of that which is stored, too: nobody has to run them backwards.
#[test]
fn what_only_follows_from_the_rest_is_computed() {
    let mut arena = Arena::new();
    let first = "(concat:16 in[0:4] in[0:3])";
    let factor = |k: u32| format!("(concat:16 in[0:{k}] in[0:{}])", k + 1);
    let product = format!("(mul:16 (mul:16 {} {}) {})", factor(0), factor(1), factor(1));
    let above = format!("(mul:16 (add:16 {first} 77:16) {first})");
    let prefix = [
        format!("(eq {first} {product})"),
        format!("(eq (xor:16 (concat:16 in[0:6] in[0:5]) {first}) {above})"),
        "(ult in[0:1] in[0:2])".to_string(),
    ]
    .map(|text| term(&mut arena, &text));
    let goal = term(&mut arena, "(eq (add:8 in[0:0] in[0:2]) 200:8)");
    let taken = term(&mut arena, "(eq in[0:3] 9:8)");
    let mut input = [0, 1, 2, 0, 0, 0, 0];
    for (low, id) in [(3, &product), (5, &format!("(xor:16 {above} {first})"))] {
        let id = term(&mut arena, id);
        let value = eval(&arena, id, |at| input[at.offset as usize]);
        (input[low], input[low + 1]) = (value as u8, (value >> 8) as u8);
    }
    let parent = |at: InputByte| input[at.offset as usize];
    let mut pipeline = Pipeline::standard(Config { solving: Solving::Full, ..only_blast() });
    let answer = pipeline.solve(&Query { arena: &arena, prefix: &prefix, goal, parent: &parent });
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    for &condition in prefix.iter().chain([&goal]) {
        assert_eq!(eval(&arena, condition, |at| model.over(&parent, at)), 1);
    }
    assert_eq!(pipeline.stats().calls.sizes, [2], "one condition and the goal");
    // Asked about itself, it is no definition.
    let answer = pipeline.solve(&Query { arena: &arena, prefix: &prefix, goal: taken, parent: &parent });
    assert!(!answer.is_unknown(), "{answer:?}");
    assert_eq!(pipeline.stats().calls.sizes, [2, 3], "the product is among them");
}

/// As with the simplex method of the publication's solver: the boundary next to the parent satisfies the rest of the prefix.
#[test]
fn a_partial_answer_is_next_to_the_parent() {
    let mut arena = Arena::new();
    let number = "(concat:32 in[0:3] (concat:24 in[0:2] (concat:16 in[0:1] in[0:0])))";
    let mut condition = |text: String| term(&mut arena, &text);
    // 256 is far from 255 in bits.
    let prefix = [250_u32, 200, 100, 3, 2, 1].map(|least| condition(format!("(sge {number} {least}:32)")));
    let goal = condition(format!("(slt {number} 256:32)"));
    let parent = |at: InputByte| u8::from(at.offset == 1);
    let mut pipeline = Pipeline::standard(Config { solving: Solving::Ippc, ..only_blast() });
    let answer = pipeline.solve(&Query { arena: &arena, prefix: &prefix, goal, parent: &parent });
    let Answer::Sat(model) = answer else { panic!("{answer:?}") };
    let values: Vec<u8> = model.bytes().iter().map(|&(_, value)| value).collect();
    assert_eq!(values, [255, 0]);
    assert_eq!(pipeline.stats().calls.sizes, [1]);
}

#[test]
fn a_core_seen_once_is_not_solved_again() {
    let mut arena = Arena::new();
    let order = term(&mut arena, "(ult in[0:0] in[0:1])");
    let other = term(&mut arena, "(ne in[0:0] 9:8)");
    let goal = term(&mut arena, "(ult in[0:1] in[0:0])");
    let parent = |at: InputByte| at.offset as u8;
    let mut pipeline = Pipeline::standard(Config { local: false, ..Config::default() });
    let mut n_calls = Vec::new();
    for prefix in [&[order][..], &[other, order]] {
        let answer = pipeline.solve(&Query { arena: &arena, prefix, goal, parent: &parent });
        assert_eq!(answer, Answer::Unsat(vec![prefix.len() - 1]));
        n_calls.push(pipeline.stats().calls.n_calls);
    }
    let reuse = pipeline.stats().stage("reuse").expect("the stage is on");
    assert_eq!((reuse.n_asked, reuse.n_unsat), (2, 1));
    // The goal alone, and with what its model violates.
    assert_eq!(n_calls, [2, 2]);
}

#[test]
fn a_byte_without_values_is_a_proof_with_its_conditions() {
    let mut arena = Arena::new();
    let prefix = ["(ugt in[0:0] 64:8)", "(ne in[0:0] 90:8)", "(ult in[0:0] 91:8)"].map(|text| term(&mut arena, text));
    let goal = term(&mut arena, "(ugt (mul:8 in[0:0] 1:8) 89:8)");
    let mut pipeline = Pipeline::standard(Config { blast: false, local: false, ..Config::default() });
    let answer = pipeline.solve(&Query { arena: &arena, prefix: &prefix, goal, parent: &|_| 65 });
    assert_eq!(answer, Answer::Unsat(vec![1, 2]));
    assert_eq!(pipeline.stats().stage("domain").map(|stage| stage.n_unsat), Some(1));
}

/// Conditions on doubles, which the blaster does not understand.
#[test]
fn local_search_finds_doubles() {
    let mut arena = Arena::new();
    let x = word(&mut arena, 0, 64);
    let y = word(&mut arena, 8, 64);
    let real = |arena: &mut Arena, value: f64| arena.constant(64, value.to_bits().into());
    let sum = arena.binary(Op::FAdd, x, y);
    let limit = real(&mut arena, 1234.5);
    let above = arena.binary(Op::FOgt, sum, limit);
    let square = arena.binary(Op::FMul, x, x);
    let nine = real(&mut arena, 9.0);
    let is_nine = arena.binary(Op::FOeq, square, nine);
    let least = real(&mut arena, 0.25);
    let prefix = [arena.binary(Op::FOge, y, least)];
    let one = 1.0_f64.to_le_bytes();
    let parent = |at: InputByte| one[at.offset as usize % 8];
    for goal in [above, is_nine] {
        let mut pipeline = Pipeline::standard(Config::default());
        let answer = pipeline.solve(&Query { arena: &arena, prefix: &prefix, goal, parent: &parent });
        let Answer::Sat(model) = answer else { panic!("{answer:?}") };
        assert_eq!(eval(&arena, goal, |at| model.over(&parent, at)), 1);
        assert_eq!(pipeline.stats().stage("local").map(|stage| stage.n_sat), Some(1));
    }
}

/// Functions of libm have no meaning but what running them gives.
#[test]
fn local_search_runs_libm() {
    let mut arena = Arena::new();
    let x = word(&mut arena, 0, 64);
    let real = |arena: &mut Arena, value: f64| arena.constant(64, value.to_bits().into());
    let [top, three, cube, low, high] = [0.999, 3.0, 27.0, 7.0, 7.001].map(|value| real(&mut arena, value));
    let sine = arena.unary(Op::FSin, x);
    let power = arena.binary(Op::FPow, x, three);
    let logarithm = arena.unary(Op::FLog, x);
    let [above, below] = [(Op::FOgt, low), (Op::FOlt, high)].map(|(op, limit)| arena.binary(op, logarithm, limit));
    let single = arena.cast(Op::FpTrunc, x, 32);
    let tenth = arena.constant(32, 0.1_f32.to_bits().into());
    let goals = [
        arena.binary(Op::FOgt, sine, top),
        arena.binary(Op::FOeq, power, cube),
        arena.binary(Op::And, above, below),
        arena.binary(Op::FOeq, single, tenth),
        arena.binary(Op::FUno, x, x),
    ];
    for goal in goals {
        let query = Query { arena: &arena, prefix: &[], goal, parent: &|_| 0 };
        let answer = Pipeline::standard(Config::default()).solve(&query);
        let Answer::Sat(model) = answer else { panic!("{answer:?}") };
        assert_eq!(eval(&arena, goal, |at| model.over(&|_| 0, at)), 1);
    }
    // No stage claims that there is none where only running could tell.
    let two = real(&mut arena, 2.0);
    let goal = arena.binary(Op::FOgt, sine, two);
    let query = Query { arena: &arena, prefix: &[], goal, parent: &|_| 0 };
    assert!(Pipeline::standard(Config::default()).solve(&query).is_unknown());
}

#[test]
fn the_base_31_hash_of_twenty_bytes_is_solved_in_process() {
    let mut arena = Arena::new();
    let mut hash = arena.constant(32, 0);
    let mut prefix = Vec::new();
    for offset in 0..20 {
        let byte = arena.input(0, offset);
        let letter = arena.constant(8, 96);
        prefix.push(arena.binary(Op::Ugt, byte, letter));
        let last = arena.constant(8, 123);
        prefix.push(arena.binary(Op::Ult, byte, last));
        let wide = arena.cast(Op::ZExt, byte, 32);
        let base = arena.constant(32, 31);
        let scaled = arena.binary(Op::Mul, hash, base);
        hash = arena.binary(Op::Add, scaled, wide);
    }
    for wanted in [0x1234_5678, 0, 1, 0xffff_ffff, 0xdead_beef] {
        let wanted = arena.constant(32, wanted);
        let goal = arena.binary(Op::Eq, hash, wanted);
        let mut pipeline = Pipeline::standard(Config::default());
        let answer = pipeline.solve(&Query { arena: &arena, prefix: &prefix, goal, parent: &|_| b'm' });
        assert!(answer.is_sat(), "{answer:?}");
    }
}

#[test]
fn the_same_questions_get_the_same_answers() {
    let run = || {
        let mut pool = Pool::new(7, 6, &[8, 16, 32], &integer_operators());
        let mut pipeline = Pipeline::standard(Config { n_conflicts: 2000, ..Config::default() });
        let mut answers = Vec::new();
        for _ in 0..30 {
            let (parent, prefix, goal) = pool.question(5);
            let byte = |at: InputByte| parent[at.offset as usize];
            answers.push(pipeline.solve(&Query { arena: &pool.arena, prefix: &prefix, goal, parent: &byte }));
        }
        (answers, pipeline.stats().clone())
    };
    assert_eq!(run(), run());
}

/// Is there a factor of a product of two primes? Far too hard for these limits.
fn hard(arena: &mut Arena) -> (Vec<ExprId>, ExprId) {
    let [p, q] = [0, 8].map(|start| word(arena, start, 64));
    let wide = [p, q].map(|factor| arena.cast(Op::ZExt, factor, 128));
    let product = arena.binary(Op::Mul, wide[0], wide[1]);
    let wanted = arena.constant(128, 11_400_714_785_074_694_791_u128 * 14_029_467_366_897_019_727);
    let one = arena.constant(64, 1);
    let prefix = [p, q].map(|factor| arena.binary(Op::Ugt, factor, one)).to_vec();
    (prefix, arena.binary(Op::Eq, product, wanted))
}

#[test]
fn limits_are_answers() {
    let mut arena = Arena::new();
    let (prefix, goal) = hard(&mut arena);
    let query = Query { arena: &arena, prefix: &prefix, goal, parent: &|_| 3 };
    let config = Config { local_hard_budget: 500, n_conflicts: 50, ..Config::default() };
    assert_eq!(Pipeline::standard(config.clone()).solve(&query), Answer::Unknown(Why::StepLimit));
    let config = Config { n_conflicts: u64::MAX, time: Some(Duration::from_secs(1)), ..config };
    let clock = StepClock::new(Duration::from_millis(100));
    let mut pipeline = Pipeline::standard(config).with_clock(Box::new(clock));
    assert_eq!(pipeline.solve(&query), Answer::Unknown(Why::TimeLimit));
    assert_eq!(pipeline.stats().n_unknown, 1);
    assert!(pipeline.stats().time() > Duration::ZERO);
}

struct Liar;

impl SmtSolver for Liar {
    fn check(&mut self, script: &str, bytes: &[InputByte], _: &Stop) -> SmtAnswer {
        assert!(script.contains("(declare-const in_0_0 (_ BitVec 8))"));
        SmtAnswer::Sat(vec![0; bytes.len()])
    }
}

#[test]
fn a_wrong_model_is_counted_and_not_returned() {
    let mut arena = Arena::new();
    let goal = term(&mut arena, "(eq in[0:0] 5:8)");
    let config = Config { blast: false, ..only_blast() };
    let mut pipeline = Pipeline::standard(config).with_smt(Box::new(Liar)).with_clock(Box::new(NoClock));
    let answer = pipeline.solve(&Query { arena: &arena, prefix: &[], goal, parent: &zero });
    assert_eq!(answer, Answer::Unknown(Why::BadModel));
    assert_eq!(pipeline.stats().n_bad_models, 1);
}

/// Only a goal that never holds is refuted: a parent that does not follow its prefix proves nothing.
#[test]
fn a_parent_beside_its_path_refutes_no_goal() {
    let mut arena = Arena::new();
    let prefix = [term(&mut arena, "(ugt in[0:0] 64:8)")];
    for (text, expected) in [("1:1", Answer::Unknown(Why::BadModel)), ("0:1", Answer::Unsat(Vec::new()))] {
        let goal = term(&mut arena, text);
        let mut pipeline = Pipeline::standard(Config::default());
        assert_eq!(pipeline.solve(&Query { arena: &arena, prefix: &prefix, goal, parent: &zero }), expected, "{text}");
    }
}

#[test]
fn a_goal_without_input_is_decided() {
    let mut arena = Arena::new();
    let goal = term(&mut arena, "(eq 5:8 6:8)");
    let mut pipeline = Pipeline::standard(Config::default());
    let answer = pipeline.solve(&Query { arena: &arena, prefix: &[], goal, parent: &zero });
    assert_eq!(answer, Answer::Unsat(Vec::new()));
}

/// Deep terms: nothing may recurse over them.
#[test]
fn a_hundred_thousand_deep() {
    let mut arena = Arena::new();
    let byte = arena.input(0, 0);
    let mut sum = byte;
    for _ in 0..100_000 {
        let turned = arena.intern(Op::BitReverse, 8, &[sum]);
        sum = arena.intern(Op::Xor, 8, &[turned, byte]);
    }
    let value = arena.constant(8, 0x5a);
    let goal = arena.intern(Op::Ne, 1, &[sum, value]);
    let holds = eval(&arena, goal, zero) == 1;
    let goal = if holds { arena.not(goal) } else { goal };
    let query = Query { arena: &arena, prefix: &[], goal, parent: &zero };
    let answer = Pipeline::standard(only_blast()).solve(&query);
    assert!(!answer.is_unknown(), "{answer:?}");
    assert!(smtlib(&query).lines().count() > 200_000);
}
