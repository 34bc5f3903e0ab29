//! Decisions made at random over two inputs of three bits each, all of which are tried here: what can be shown is known.
//!
//! Whatever a report calls shown must be possible, and what it calls impossible must not be. Where it explored everything, each condition is the one or the other. Each
//! program is explored to its end, and with three runs only, where *impossible* must have been proved from the program's text. Evaluation and pairs are
//! written anew here, from the definitions: nothing is shared with what is tested.

use crate::folder::Folder;
use crate::judge::Subject;
use crate::{explore, states};
use std::fmt::Write;
use symcrete_corpus::decision::ConditionState;

/// Decisions of a program.
const IN_A_PROGRAM: u32 = 20;

/// A boolean expression.
enum Tree {
    Test(Test),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    Not(Box<Tree>),
}

/// `x + y > 5`
#[derive(Clone, Copy)]
struct Test {
    operand: usize,
    operator: usize,
    constant: i32,
}

const OPERANDS: [&str; 5] = ["x", "y", "x + y", "(x ^ y)", "x * 2 - y"];
const OPERATORS: [&str; 6] = ["<", "<=", "==", "!=", ">", ">="];

impl Test {
    fn holds(self, x: i32, y: i32) -> bool {
        let value = [x, y, x + y, x ^ y, x * 2 - y][self.operand];
        let c = self.constant;
        [value < c, value <= c, value == c, value != c, value > c, value >= c][self.operator]
    }
}

/// A generator of random numbers: a linear congruence.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn tree(&mut self, n_tests: u64) -> Tree {
        if n_tests == 1 {
            let (operand, operator) = (self.roll(5) as usize, self.roll(6) as usize);
            let constant = self.roll(9) as i32 - 1;
            return Tree::Test(Test { operand, operator, constant });
        }
        let left = 1 + self.roll(n_tests - 1);
        let (a, b) = (Box::new(self.tree(left)), Box::new(self.tree(n_tests - left)));
        let whole = if self.roll(2) == 0 { Tree::And(a, b) } else { Tree::Or(a, b) };
        if self.roll(6) == 0 { Tree::Not(Box::new(whole)) } else { whole }
    }
}

impl Tree {
    fn text(&self) -> String {
        match self {
            Tree::Test(test) => format!("{} {} {}", OPERANDS[test.operand], OPERATORS[test.operator], test.constant),
            Tree::And(a, b) => format!("({} && {})", a.text(), b.text()),
            Tree::Or(a, b) => format!("({} || {})", a.text(), b.text()),
            Tree::Not(of) => format!("!{}", of.text()),
        }
    }

    fn n_tests(&self) -> usize {
        match self {
            Tree::Test(_) => 1,
            Tree::And(a, b) | Tree::Or(a, b) => a.n_tests() + b.n_tests(),
            Tree::Not(of) => of.n_tests(),
        }
    }

    /// Evaluates as C does; what was evaluated is written into the vector, from a place on.
    fn value(&self, x: i32, y: i32, at: usize, vector: &mut Vec<Option<bool>>) -> bool {
        match self {
            Tree::Test(test) => {
                let holds = test.holds(x, y);
                vector[at] = Some(holds);
                holds
            }
            Tree::And(a, b) => a.value(x, y, at, vector) && b.value(x, y, at + a.n_tests(), vector),
            Tree::Or(a, b) => a.value(x, y, at, vector) || b.value(x, y, at + a.n_tests(), vector),
            Tree::Not(of) => !of.value(x, y, at, vector),
        }
    }

    /// By condition, whether some two inputs show it: it differs, no other one that both evaluate does, and the outcomes differ.
    fn can_be_shown(&self) -> Vec<bool> {
        let mut all = Vec::new();
        for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
            let mut vector = vec![None; self.n_tests()];
            let outcome = self.value(x, y, 0, &mut vector);
            all.push((vector, outcome));
        }
        let differ =
            |a: &[Option<bool>], b: &[Option<bool>], k: usize| a[k].is_some() && b[k].is_some() && a[k] != b[k];
        let shows = |k: usize| {
            all.iter().any(|(a, yes)| {
                all.iter().any(|(b, no)| yes != no && (0..a.len()).all(|at| differ(a, b, at) == (at == k)))
            })
        };
        (0..self.n_tests()).map(shows).collect()
    }
}

fn program(trees: &[Tree]) -> String {
    let mut text = String::from("#include <stdio.h>\n\nstatic volatile int n;\n");
    for (k, tree) in trees.iter().enumerate() {
        let _ = write!(text, "\nstatic void f{k}(int x, int y)\n{{\n    if ({})\n        n++;\n}}\n", tree.text());
    }
    text.push_str("\nint main(void)\n{\n    int x = getchar() & 7, y = getchar() & 7;\n");
    for k in 0..trees.len() {
        let _ = writeln!(text, "    f{k}(x, y);");
    }
    text + "    return 0;\n}\n"
}

fn check(seed: u64, limits: &[&str], is_whole: bool) -> usize {
    let mut dice = Dice(seed);
    let sizes: Vec<u64> = (0..IN_A_PROGRAM).map(|_| 2 + dice.roll(4)).collect();
    let trees: Vec<Tree> = sizes.into_iter().map(|size| dice.tree(size)).collect();
    let folder = Folder::new("mcdc-random");
    folder.write("random.c", program(&trees));
    let subject = Subject { files: vec!["random.c".into()], flags: Vec::new() };
    let mcdc = explore(&folder, &subject, "mcdc", limits);
    assert_eq!(mcdc.decisions.len(), trees.len(), "every decision is known");
    let mut n_impossible = 0;
    for ((tree, states), decision) in trees.iter().zip(states(&mcdc)).zip(&mcdc.decisions) {
        for (k, (state, can)) in states.into_iter().zip(tree.can_be_shown()).enumerate() {
            let where_ = || format!("seed {seed}, C{} of {}: {:#?}", k + 1, tree.text(), decision.lines());
            match state {
                ConditionState::Shown => assert!(can, "{}", where_()),
                ConditionState::Impossible => {
                    assert!(!can, "{}", where_());
                    n_impossible += 1;
                }
                ConditionState::NotShown => assert!(!is_whole, "{}", where_()),
            }
        }
    }
    n_impossible
}

#[test]
fn what_is_impossible_is_so_by_brute_force() {
    let n_programs = if std::env::var_os("SLOW").is_some() { 10 } else { 2 };
    let (mut explored, mut proved) = (0, 0);
    for seed in 1..=n_programs {
        explored += check(seed, &[], true);
        proved += check(seed, &["--iterations", "3"], false);
    }
    assert!(explored > 10 && proved > 5, "{explored} by exploration, {proved} by proof");
}
