//! The cross-check with Z3: every operator at every width on corner values, and random questions.
//! Needs the program `z3`, which set-up installs. Three parties must agree: the reference evaluator, the bit-blaster,
//! and Z3 on the SMT-LIB text, which tests the export and the pipe as well. Any disagreement fails.

mod question;

use std::time::Duration;

use question::{Pool, Random, integer_operators, signature, word};
use symcrete_expr::{Arena, ExprId, InputByte, Op, Shape, eval};
use symcrete_solver::{Answer, Config, Piped, Pipeline, Query, Solving};

const WIDTHS: [u32; 11] = [1, 7, 8, 16, 31, 32, 33, 64, 65, 127, 128];
const FLOATS: [u32; 3] = [32, 64, 80];

fn bare(blast: bool, n_conflicts: u64) -> Config {
    Config { blast, solving: Solving::Full, n_conflicts, ..Config::bare() }
}

fn z3(time: u64) -> Pipeline {
    Pipeline::standard(bare(false, 0)).with_smt(Box::new(Piped::new("z3 -in", Duration::from_secs(time))))
}

/// Several uses of one operator on words of input bytes, with the bytes they are tried on.
struct Cases {
    arena: Arena,
    input: Vec<u8>,
    terms: Vec<ExprId>,
}

impl Cases {
    fn new() -> Cases {
        Cases { arena: Arena::new(), input: Vec::new(), terms: Vec::new() }
    }

    /// Forgets the uses but keeps the arena, to which a pipeline is bound.
    fn clear(&mut self) {
        self.input.clear();
        self.terms.clear();
    }

    fn add(&mut self, op: Op, width: u32, widths: &[u32], values: &[u128]) {
        let mut args = Vec::new();
        for (&width, &value) in widths.iter().zip(values) {
            let start = self.input.len() as u32;
            self.input.extend((0..width.div_ceil(8)).map(|byte| (value >> (8 * byte)) as u8));
            args.push(word(&mut self.arena, start, width));
        }
        self.terms.push(self.arena.intern(op, width, &args));
    }

    /// Is there a term that has not the value the evaluator gives, when all bytes are as given? There must not be.
    fn refute(&mut self, pipeline: &mut Pipeline) -> Answer {
        let input = self.input.clone();
        let byte = |at: InputByte| input[at.offset as usize];
        let mut prefix = Vec::new();
        for offset in 0..input.len() as u32 {
            let leaf = self.arena.input(0, offset);
            let value = self.arena.constant(8, input[offset as usize].into());
            prefix.push(self.arena.intern(Op::Eq, 1, &[leaf, value]));
        }
        let mut goal = Arena::FALSE;
        for &term in &self.terms {
            let value = eval(&self.arena, term, byte);
            let value = self.arena.constant(self.arena.width(term), value);
            let differs = self.arena.intern(Op::Ne, 1, &[term, value]);
            goal = self.arena.intern(Op::Or, 1, &[goal, differs]);
        }
        pipeline.solve(&Query { arena: &self.arena, prefix: &prefix, goal, parent: &byte })
    }
}

/// Which corners the operands take together: the least value with -1, something by zero, and so on.
const PAIRS: [[usize; 3]; 7] = [[2, 1, 5], [3, 0, 4], [0, 2, 3], [1, 1, 1], [3, 5, 2], [4, 4, 4], [5, 3, 0]];

/// Zero, -1, the least value, a mixed one, the width, one.
fn corners(width: u32) -> [u128; 6] {
    let ones = u128::MAX >> (128 - width);
    let top = 1 << (width - 1);
    [0, ones, top, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c834 & ones, u128::from(width) & ones, 1]
}

/// Random operands per operator and width, besides the corners.
const N_RANDOM: usize = 2;

/// Small, large and anything between: the number of its bits is random too.
fn random_value(random: &mut Random, width: u32) -> u128 {
    let bits = u128::from(random.next()) << 64 | u128::from(random.next());
    bits >> (128 - width) >> random.below(width as usize)
}

/// The widths of an operator go together in one question, since each costs some 30 ms before Z3 begins.
#[test]
fn every_integer_operator_at_every_width() {
    let (mut cases, mut theirs, mut random) = (Cases::new(), z3(120), Random(7));
    for op in integer_operators() {
        cases.clear();
        for width in WIDTHS {
            let Some((op, result, widths)) = signature(op, width) else { continue };
            // The largest circuits get two cases; the blaster's own tests have more.
            for turn in if is_square(op) && width > 33 { &PAIRS[..2] } else { &PAIRS } {
                let values: Vec<u128> =
                    widths.iter().zip(turn).map(|(&width, &corner)| corners(width)[corner]).collect();
                cases.add(op, result, &widths, &values);
            }
            for _ in 0..N_RANDOM {
                let values: Vec<u128> = widths.iter().map(|&width| random_value(&mut random, width)).collect();
                cases.add(op, result, &widths, &values);
            }
        }
        let answer = cases.refute(&mut theirs);
        assert!(answer.is_unsat(), "{answer:?}: Z3 disagrees about {op}");
        // The blaster's own tests try the largest circuits on more values, one at a time.
        if is_square(op) {
            continue;
        }
        let mut own = Pipeline::standard(bare(true, 100_000));
        assert!(cases.refute(&mut own).is_unsat(), "the blaster disagrees about {op}");
    }
}

fn is_square(op: Op) -> bool {
    matches!(op, Op::UDiv | Op::URem | Op::SDiv | Op::SRem | Op::Mul | Op::UMulO | Op::SMulO | Op::Fshl | Op::Fshr)
}

/// Numbers where rounding, signs and conversions go wrong, in the format of a width.
fn numbers(width: u32) -> Vec<u128> {
    let values: [f64; 8] = [0.0, -0.0, 1.5, -2.5, 3e9, -1e300, f64::INFINITY, f64::NAN];
    let double = |value: f64| u128::from(value.to_bits());
    match width {
        32 => values.iter().map(|&value| u128::from((value as f32).to_bits())).chain([1]).collect(),
        64 => values.iter().map(|&value| double(value)).chain([1]).collect(),
        _ => {
            let widen = |value: f64| {
                let bits = symcrete_expr::Bits::new(64, double(value));
                symcrete_expr::apply(Op::FpExt, 80, &[bits])
            };
            // With an unnormal and a pseudo-denormal, which only this format has.
            values.iter().map(|&value| widen(value)).chain([1, 0x3fff << 64 | 1, 1 << 63]).collect()
        }
    }
}

#[test]
fn every_float_operator_in_every_format() {
    let operators = Op::ALL.iter().copied().filter(|op| op.shape() != Shape::Leaf && op.reads_float());
    let (mut cases, mut theirs) = (Cases::new(), z3(120));
    for op in operators.filter(|&op| op != Op::FRem && !op.is_libm()) {
        for from in FLOATS {
            let results = if matches!(op, Op::FpToSi | Op::FpToUi) { &[8, 32, 64, 128][..] } else { &[0] };
            for &result in results {
                let Some((op, width, widths)) = signature(op, from) else { continue };
                let width = if result == 0 { width } else { result };
                cases.clear();
                let numbers = numbers(from);
                for (index, &number) in numbers.iter().enumerate() {
                    let values: Vec<u128> =
                        (0..widths.len()).map(|arg| numbers[(index + arg * 3) % numbers.len()]).collect();
                    cases.add(op, width, &widths, &[&[number], &values[1..]].concat());
                }
                let answer = cases.refute(&mut theirs);
                assert!(answer.is_unsat(), "{answer:?}: Z3 disagrees about {op}:{width} of {from} bits");
            }
        }
    }
}

#[test]
fn integers_to_floats() {
    for op in [Op::UiToFp, Op::SiToFp] {
        for (from, to) in [(8, 32), (32, 64), (64, 32), (64, 64), (128, 64), (64, 80), (33, 32)] {
            let mut cases = Cases::new();
            for value in corners(from) {
                cases.add(op, to, &[from], &[value]);
            }
            assert!(cases.refute(&mut z3(120)).is_unsat(), "Z3 disagrees about {op}:{to} of {from} bits");
        }
    }
}

/// Random questions with free bytes: whoever answers must answer the same.
#[test]
fn random_questions_get_the_same_answers() {
    let (mut n_sat, mut n_unsat) = (0, 0);
    for seed in 0..80 {
        let widths = if seed % 4 == 0 { &WIDTHS[..] } else { &WIDTHS[..8] };
        let mut pool = Pool::new(seed, 4, widths, &integer_operators());
        let (parent, prefix, goal) = pool.question(3);
        let byte = |at: InputByte| parent[at.offset as usize];
        let query = Query { arena: &pool.arena, prefix: &prefix, goal, parent: &byte };
        let own = Pipeline::standard(bare(true, 2000)).solve(&query);
        let theirs = Pipeline::standard(bare(false, 0)).with_smt(Box::new(Piped::z3(Duration::from_secs(60))));
        let theirs = { theirs }.solve(&query);
        if !own.is_unknown() && !theirs.is_unknown() {
            assert_eq!(own.is_sat(), theirs.is_sat(), "seed {seed}");
            n_sat += usize::from(own.is_sat());
            n_unsat += usize::from(own.is_unsat());
        }
    }
    assert!(n_sat >= 15 && n_unsat >= 15, "{n_sat} and {n_unsat}: both kinds are tested");
}

/// Floats that the blaster cannot decide are decided by Z3 behind it.
#[test]
fn floats_are_proved_by_z3() {
    let mut arena = Arena::new();
    let x = word(&mut arena, 0, 64);
    let zero = arena.constant(64, 0);
    let below = arena.binary(Op::FOlt, x, zero);
    let square = arena.binary(Op::FMul, x, x);
    let negative = arena.binary(Op::FOlt, square, zero);
    let parent = (-1.0_f64).to_le_bytes();
    let byte = |at: InputByte| parent[at.offset as usize];
    let query = Query { arena: &arena, prefix: &[below], goal: negative, parent: &byte };
    let without = Pipeline::standard(Config { local_hard_budget: 500, ..Config::default() }).solve(&query);
    assert!(without.is_unknown(), "{without:?}");
    let z3 = Box::new(Piped::z3(Duration::from_secs(60)));
    let with = Pipeline::standard(Config::default()).with_smt(z3).solve(&query);
    assert!(with.is_unsat(), "{with:?}");
}
