//! The decisions of a program, and which condition of which decision a branch is a side of.
//!
//! Decisions of definitions that lost at link time never run and are left out, as are those of sources that do not count. Of more than
//! [`MOST_LEAVES`] conditions none is followed; there a vector would not fit into a word, and nobody writes such by hand.

use crate::vector::Vector;
use std::collections::HashMap;
use symcrete_model::{BranchId, ConditionId, ModuleId, Next, Program};

/// Most conditions of a decision that is followed.
const MOST_LEAVES: usize = 64;
/// Vectors of a decision that are listed when all are asked for; twelve conditions have at most 4096.
const MOST_VECTORS: usize = 4096;

/// A decision, by its place among those of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DecisionId(pub u32);

/// All decisions of a program.
#[derive(Clone, Debug)]
pub struct Decisions {
    all: Vec<Decision>,
    /// By branch its decision, the place of its condition there, and whether it is the true side.
    of_branch: HashMap<BranchId, (DecisionId, usize, bool)>,
    n_large: usize,
}

/// Conditions that decide together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The conditions in the order in which they are evaluated.
    pub conditions: Vec<ConditionId>,
    /// Where the sides of each lead, false first.
    next: Vec<[Next; 2]>,
}

impl Decisions {
    /// Those of a program that count.
    pub fn new(program: &Program) -> Decisions {
        let mut found = Decisions { all: Vec::new(), of_branch: HashMap::new(), n_large: 0 };
        for (index, module) in program.modules().iter().enumerate() {
            for decision in &module.decisions {
                let condition = |site| program.condition(ModuleId::new(index), site);
                let conditions: Vec<ConditionId> = decision.leaves.iter().map(|leaf| condition(leaf.site)).collect();
                let counts = |id: &ConditionId| program.branches_of(*id).any(|branch| program.counts(branch));
                if !conditions.iter().any(counts) {
                    continue;
                }
                if conditions.len() > MOST_LEAVES {
                    found.n_large += 1;
                    continue;
                }
                let next = decision.leaves.iter().map(|leaf| leaf.next).collect();
                found.add(program, Decision { conditions, next });
            }
        }
        found
    }

    fn add(&mut self, program: &Program, decision: Decision) {
        let id = DecisionId(self.all.len() as u32);
        for (leaf, &condition) in decision.conditions.iter().enumerate() {
            let sides = program.branches_of(condition).zip([false, true]);
            self.of_branch.extend(sides.map(|(branch, value)| (branch, (id, leaf, value))));
        }
        self.all.push(decision);
    }

    /// One of them.
    pub fn get(&self, id: DecisionId) -> &Decision {
        &self.all[id.0 as usize]
    }

    /// All of them, in the order of the model.
    pub fn iter(&self) -> impl Iterator<Item = (DecisionId, &Decision)> {
        self.all.iter().enumerate().map(|(place, decision)| (DecisionId(place as u32), decision))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Are there none?
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Decisions of more conditions than can be followed.
    pub fn n_large(&self) -> usize {
        self.n_large
    }

    /// The decision of a branch, the place of its condition there, and whether it is the true side.
    pub fn of_branch(&self, branch: BranchId) -> Option<(DecisionId, usize, bool)> {
        self.of_branch.get(&branch).copied()
    }
}

impl Decision {
    /// A decision of conditions that lead so, false first.
    pub fn new(conditions: Vec<ConditionId>, next: Vec<[Next; 2]>) -> Decision {
        Decision { conditions, next }
    }

    /// How many conditions it has.
    pub fn n_leaves(&self) -> usize {
        self.next.len()
    }

    /// Where a side of a condition leads.
    pub fn next(&self, leaf: usize, value: bool) -> Next {
        self.next[leaf][usize::from(value)]
    }

    /// The outcome for these values of its conditions, and the vector of those that are evaluated.
    pub fn evaluate(&self, mut value: impl FnMut(usize) -> bool) -> (Vector, bool) {
        let (mut vector, mut leaf) = (Vector::default(), 0);
        loop {
            let holds = value(leaf);
            vector = vector.with(leaf, holds);
            match self.next(leaf, holds) {
                Next::Leaf(next) => leaf = next as usize,
                end => return (vector, end == Next::True),
            }
        }
    }

    /// The outcome of a whole vector; `None` when it ends before.
    pub fn outcome(&self, vector: Vector) -> Option<bool> {
        let mut leaf = 0;
        loop {
            match self.next(leaf, vector.get(leaf)?) {
                Next::Leaf(next) => leaf = next as usize,
                end => return Some(end == Next::True),
            }
        }
    }

    /// All whole vectors that begin so, with their outcomes; at most `MOST_VECTORS`.
    pub fn completions(&self, prefix: Vector) -> Vec<(Vector, bool)> {
        let (mut found, mut open) = (Vec::new(), vec![(Vector::default(), Next::Leaf(0))]);
        while let Some((vector, next)) = open.pop().filter(|_| found.len() < MOST_VECTORS) {
            match next {
                Next::Leaf(leaf) => {
                    let leaf = leaf as usize;
                    let values =
                        [true, false].into_iter().filter(|&value| prefix.get(leaf).is_none_or(|is| is == value));
                    open.extend(values.map(|value| (vector.with(leaf, value), self.next(leaf, value))));
                }
                end => found.push((vector, end == Next::True)),
            }
        }
        found
    }

    /// All vectors.
    pub fn vectors(&self) -> Vec<(Vector, bool)> {
        self.completions(Vector::default())
    }

    /// Could all vectors be listed?
    pub fn is_small(&self) -> bool {
        self.vectors().len() < MOST_VECTORS
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A boolean expression, for tests.
    #[derive(Clone, Debug)]
    pub(crate) enum Tree {
        Leaf,
        And(Box<Tree>, Box<Tree>),
        Or(Box<Tree>, Box<Tree>),
        Not(Box<Tree>),
    }

    impl Tree {
        fn draw(&self, exits: [Next; 2], first: u32, next: &mut Vec<[Next; 2]>) -> u32 {
            match self {
                Tree::Leaf => {
                    next.push(exits);
                    first + 1
                }
                Tree::Not(of) => of.draw([exits[1], exits[0]], first, next),
                Tree::And(a, b) | Tree::Or(a, b) => {
                    let middle = first + a.n_leaves();
                    let behind = Next::Leaf(middle);
                    let is_and = matches!(self, Tree::And(..));
                    a.draw(if is_and { [exits[0], behind] } else { [behind, exits[1]] }, first, next);
                    b.draw(exits, middle, next)
                }
            }
        }

        pub(crate) fn n_leaves(&self) -> u32 {
            match self {
                Tree::Leaf => 1,
                Tree::Not(of) => of.n_leaves(),
                Tree::And(a, b) | Tree::Or(a, b) => a.n_leaves() + b.n_leaves(),
            }
        }

        pub(crate) fn value(&self, leaves: &mut impl Iterator<Item = bool>) -> bool {
            match self {
                Tree::Leaf => leaves.next().expect("as many as there are leaves"),
                Tree::Not(of) => !of.value(leaves),
                Tree::And(a, b) => a.value(leaves) & b.value(leaves),
                Tree::Or(a, b) => a.value(leaves) | b.value(leaves),
            }
        }

        pub(crate) fn decision(&self) -> Decision {
            let mut next = Vec::new();
            self.draw([Next::False, Next::True], 0, &mut next);
            Decision::new((0..next.len()).map(ConditionId::new).collect(), next)
        }

        /// A random one with so many leaves.
        pub(crate) fn random(n_leaves: u32, seed: &mut u64) -> Tree {
            let mut roll = |sides: u64| {
                *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (*seed >> 33) % sides
            };
            let is_negated = roll(4) == 0;
            let left = if n_leaves > 1 { 1 + roll(u64::from(n_leaves) - 1) as u32 } else { 0 };
            let is_and = roll(2) == 0;
            let tree = match n_leaves {
                1 => Tree::Leaf,
                _ => {
                    let (a, b) = (Tree::random(left, seed), Tree::random(n_leaves - left, seed));
                    if is_and { Tree::And(a.into(), b.into()) } else { Tree::Or(a.into(), b.into()) }
                }
            };
            if is_negated { Tree::Not(tree.into()) } else { tree }
        }
    }

    #[test]
    fn a_drawn_decision_is_worth_what_its_expression_is() {
        let mut seed = 7;
        for n in (2..9).cycle().take(200) {
            let tree = Tree::random(n, &mut seed);
            let decision = tree.decision();
            for bits in 0..1_u64 << n {
                let (vector, outcome) = decision.evaluate(|leaf| bits >> leaf & 1 == 1);
                assert_eq!(outcome, tree.value(&mut (0..n).map(|leaf| bits >> leaf & 1 == 1)), "{tree:?}");
                assert_eq!(decision.outcome(vector), Some(outcome));
                assert!(decision.vectors().contains(&(vector, outcome)));
            }
        }
    }
}
