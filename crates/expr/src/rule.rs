//! Simplification rules: named, counted, in one table per topic. A rule looks at a term about to be built and may
//! give a better one of the same value. "Better" is smaller, or closer to the normal forms: constants on the right,
//! slices as extract/concat/zext, conditions as plain comparisons. Invariant: a rule never changes a value (bit for
//! bit, NaNs included) and never makes a term larger without bound. Does not search: the first rule that applies
//! wins.

mod arith;
mod bits;
mod cast;
mod compare;
mod float;
mod fold;
mod invert;
mod ite;
mod order;
mod shift;
mod slice;

use std::sync::OnceLock;

use crate::apply::mask;
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
static TOPICS: [&[Rule]; 11] = [
    fold::RULES,
    order::RULES,
    arith::RULES,
    bits::RULES,
    shift::RULES,
    cast::RULES,
    slice::RULES,
    compare::RULES,
    invert::RULES,
    ite::RULES,
    float::RULES,
];

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
        let counts = &mut arena.counts;
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
        let count = |place: usize| self.counts.get(place).copied().unwrap_or(0);
        index().rules.iter().enumerate().map(|(place, rule)| (rule.name, count(place))).collect()
    }
}

/// Patterns: what the rules ask about operands.
impl Arena {
    /// The operand, if the term is this operator of one operand.
    fn under(&self, op: Op, id: ExprId) -> Option<ExprId> {
        let node = self.node(id);
        (node.op == op).then_some(node.args[0])
    }

    /// Both operands, if the term is this operator of two operands.
    fn pair(&self, op: Op, id: ExprId) -> Option<(ExprId, ExprId)> {
        let node = self.node(id);
        (node.op == op).then_some((node.args[0], node.args[1]))
    }

    /// The left operand and the value of the right one, if the term is this operator with a constant on the right.
    fn with_const(&self, op: Op, id: ExprId) -> Option<(ExprId, u128)> {
        let (a, b) = self.pair(op, id)?;
        Some((a, self.as_const(b)?))
    }

    /// Is the term the constant with only zero bits?
    fn is_zero(&self, id: ExprId) -> bool {
        self.as_const(id) == Some(0)
    }

    /// Is the term the constant with only one bits?
    fn is_ones(&self, id: ExprId) -> bool {
        self.as_const(id) == Some(mask(self.width(id)))
    }

    /// The complemented term, if the term is a complement.
    fn complement(&self, id: ExprId) -> Option<ExprId> {
        let (a, b) = self.pair(Op::Xor, id)?;
        self.is_ones(b).then_some(a)
    }

    fn zero(&mut self, width: u32) -> ExprId {
        self.constant(width, 0)
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
