//! Simplification rules: named, counted, in one table per topic.
//! A rule looks at a term about to be built and may give a better one of the same value. "Better" is smaller, or closer to
//! the normal forms: constants on the right, slices as extract/concat/zext, conditions as plain comparisons.
//! Invariant: a rule never changes a value (bit for bit, NaNs included) and never makes a term larger without bound.
//! Does not search: the first rule that applies wins.

mod fold;

use std::sync::OnceLock;

use crate::arena::{Arena, ExprId, Node};
use crate::op::Op;

/// A named rewrite of some operators.
pub(crate) struct Rule {
    /// The name in statistics and tests.
    pub(crate) name: &'static str,
    /// The operators it may apply to.
    ops: &'static [Op],
    /// The better term, if the rule applies.
    rewrite: fn(&mut Arena, &Node) -> Option<ExprId>,
}

/// The topics, in the order in which their rules are tried.
static TOPICS: [&[Rule]; 1] = [fold::RULES];

/// How often each rule applied.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts(Vec<u64>);

/// Every rule in order, and for each operator the places of its rules.
struct Index {
    rules: Vec<&'static Rule>,
    of_op: Vec<Vec<usize>>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let rules: Vec<&Rule> = TOPICS.iter().flat_map(|topic| topic.iter()).collect();
        let concerns = |rule: &Rule, op: &Op| rule.ops.iter().any(|of| of.code() == op.code());
        let places = |op| (0..rules.len()).filter(|&place| concerns(rules[place], op)).collect();
        Index { of_op: Op::ALL.iter().map(places).collect(), rules }
    })
}

/// The term by the first rule that applies.
pub(crate) fn rewrite(arena: &mut Arena, node: &Node) -> Option<ExprId> {
    let index = index();
    index.of_op[node.op.code()].iter().find_map(|&place| {
        let better = (index.rules[place].rewrite)(arena, node)?;
        let counts = &mut arena.counts.0;
        if counts.is_empty() {
            counts.resize(index.rules.len(), 0);
        }
        counts[place] += 1;
        Some(better)
    })
}

impl Arena {
    /// How often each rule applied, by name, in table order; rules that never applied have 0.
    pub fn rule_counts(&self) -> Vec<(&'static str, u64)> {
        let count = |place: usize| self.counts.0.get(place).copied().unwrap_or(0);
        index().rules.iter().enumerate().map(|(place, rule)| (rule.name, count(place))).collect()
    }
}

impl Node {
    fn a(&self) -> ExprId {
        self.args[0]
    }

    fn b(&self) -> ExprId {
        self.args[1]
    }

    fn c(&self) -> ExprId {
        self.args[2]
    }

    fn bits(&self) -> u32 {
        u32::from(self.width)
    }
}
