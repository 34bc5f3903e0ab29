//! Properties over random terms: rules keep values, the tape agrees with `eval`, text comes back as the same term.
//! Each property looks at every operator and at the widths of `terms::WIDTHS`. Invariant checked: bit for bit equality,
//! NaNs included. Does not test that rules simplify anything; `rules.rs` does.

mod random;
mod terms;

use std::collections::BTreeMap;

use random::Random;
use symcrete_expr::{Arena, ExprId, InputByte, Inputs, Op, Shape, Tape, eval, eval_all, parse, pretty, print};
use terms::{N_BYTES, Pool};

/// Inputs that make corner cases likely: random, all equal, and few distinct values.
fn inputs(random: &mut Random) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = [0, 0xff, 0x80, 1].iter().map(|&byte| vec![byte; N_BYTES as usize]).collect();
    for _ in 0..4 {
        all.push((0..N_BYTES).map(|_| random.next() as u8).collect());
        all.push((0..N_BYTES).map(|_| random.pick(&[0, 1, 0x7f, 0x80, 0xff])).collect());
    }
    all
}

fn at(bytes: &[u8]) -> impl Fn(InputByte) -> u8 {
    |byte| bytes[byte.offset as usize]
}

#[test]
fn rules_keep_values() {
    for seed in 0..8 {
        check_rules(&Pool::new(seed, 4000), seed);
    }
}

#[test]
fn rules_keep_values_in_swarms_where_every_rule_applies() {
    let mut applied = BTreeMap::new();
    for seed in 0..4000 {
        let pool = Pool::swarm(seed, 40);
        check_rules(&pool, seed);
        for (name, count) in pool.arena.rule_counts() {
            *applied.entry(name).or_insert(0) += count;
        }
    }
    let never: Vec<&str> = applied.iter().filter(|&(_, &count)| count == 0).map(|(&name, _)| name).collect();
    assert!(never.is_empty(), "never applied: {never:?}");
}

/// Compares every term as drawn with its simplified form.
fn check_rules(pool: &Pool, seed: u64) {
    let raw: Vec<ExprId> = pool.pairs.iter().map(|pair| pair.raw).collect();
    let simple: Vec<ExprId> = pool.pairs.iter().map(|pair| pair.simple).collect();
    for bytes in inputs(&mut Random(seed)) {
        let expected = eval_all(&pool.arena, &raw, at(&bytes));
        let found = eval_all(&pool.arena, &simple, at(&bytes));
        // The first that differs has operands that agree, so its own rules are to blame.
        if let Some(index) = (0..raw.len()).find(|&index| expected[index] != found[index]) {
            blame(&pool.arena, raw[index], simple[index], &bytes);
        }
    }
}

fn blame(arena: &Arena, raw: ExprId, simple: ExprId, bytes: &[u8]) {
    let value = |id| eval(arena, id, at(bytes));
    let operands: Vec<u128> = arena.args(raw).iter().map(|&arg| value(arg)).collect();
    panic!(
        "{}:{} of {operands:x?} is {:x}, simplified {:x}: {} with bytes {bytes:?}",
        arena.op(raw),
        arena.width(raw),
        value(raw),
        value(simple),
        print(arena, simple).chars().take(500).collect::<String>(),
    );
}

#[test]
fn constructors_reach_a_fixed_point() {
    let mut pool = Pool::new(99, 3000);
    let changed = pool.pairs.clone().iter().filter(|pair| pool.arena.simplify(pair.simple) != pair.simple).count();
    // Simplifying again may still find something where a rule could not look deeper; it must be rare.
    assert!(changed * 20 < pool.pairs.len(), "{changed} of {} terms change again", pool.pairs.len());
}

#[test]
fn tape_agrees_with_eval() {
    for seed in 100..106 {
        let pool = Pool::new(seed, 3000);
        let raw: Vec<ExprId> = pool.pairs.iter().map(|pair| pair.raw).collect();
        let tape = Tape::new(&pool.arena, &raw);
        let mut slots = tape.slots();
        for bytes in inputs(&mut Random(seed)) {
            let expected = eval_all(&pool.arena, &raw, at(&bytes));
            tape.load(&mut slots, at(&bytes));
            tape.run(&mut slots);
            for (index, &id) in raw.iter().enumerate() {
                assert_eq!(tape.value(&slots, index), expected[index], "{}", pool.arena.op(id));
            }
        }
    }
}

#[test]
fn text_comes_back_as_the_same_term() {
    let mut pool = Pool::new(7, 2000);
    for pair in pool.pairs.clone().iter().step_by(7) {
        for id in [pair.raw, pair.simple] {
            let text = print(&pool.arena, id);
            assert_eq!(parse(&mut pool.arena, &text), Ok(id), "{text}");
            let mut other = Arena::new();
            let copy = parse(&mut other, &text).expect("it was just read");
            assert_eq!(print(&other, copy).len(), text.len());
        }
    }
}

#[test]
fn every_term_has_a_readable_line() {
    let pool = Pool::new(11, 3000);
    for pair in &pool.pairs {
        for id in [pair.raw, pair.simple] {
            let line = pretty(&pool.arena, id);
            assert!(!line.is_empty() && line.chars().count() < 400, "{line}");
        }
    }
}

#[test]
fn every_operator_takes_part() {
    let pool = Pool::new(0, 4000);
    for op in Op::ALL.iter().filter(|op| op.shape() != Shape::Leaf) {
        let uses = pool.pairs.iter().filter(|pair| pool.arena.op(pair.raw).code() == op.code()).count();
        assert!(uses > 20, "{op} is used {uses} times");
    }
}

#[test]
fn inputs_are_what_the_value_depends_on() {
    let pool = Pool::new(3, 1000);
    let mut random = Random(3);
    let mut inputs = Inputs::new();
    for pair in &pool.pairs {
        let known = pool.arena.inputs(pair.raw);
        let remembered = inputs.of(&pool.arena, pair.raw);
        assert_eq!(inputs.bytes(remembered), known);
        let bytes: Vec<u8> = (0..N_BYTES).map(|_| random.next() as u8).collect();
        let other = |byte: InputByte| if known.contains(&byte) { bytes[byte.offset as usize] } else { 0 };
        assert_eq!(eval(&pool.arena, pair.raw, at(&bytes)), eval(&pool.arena, pair.raw, other));
        assert!(pool.arena.inputs(pair.simple).iter().all(|byte| known.contains(byte)));
    }
}
