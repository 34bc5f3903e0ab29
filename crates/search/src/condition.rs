//! What had to hold for a path, and what would have to hold for another outcome, as terms.
//!
//! A turn of a `switch` holds the value switched on, and the condition is made of it when a query needs it. Each query needs
//! those of its whole prefix, and the default of a large `switch` is a condition of many parts, so they are remembered.

use crate::fold::{Decision, Decisions};
use crate::input::Input;
use crate::merge::Merge;
use crate::relax::{Condition, Posed};
use crate::tree::{NodeId, Outcome, Tree};
use crate::turn::{Turn, Way};
use rustc_hash::{FxHashMap, FxHashSet};
use symcrete_expr::{Arena, Cone, ExprId, InputByte, Op, eval_all};
use symcrete_model::{Program, SiteKind};

/// Conditions remembered before all are forgotten: some 30 MB.
const MAX_REMEMBERED: usize = 1 << 20;

/// The conditions of switches made so far, by value and branch. One arena's only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    known: FxHashMap<(u32, u32), ExprId>,
}

impl Conditions {
    /// What a query for a candidate asks: the conditions of the prefix, and the flipped one. Where ways were merged, what the
    /// parent did there is decided, but need not stay so.
    pub(crate) fn query(
        &mut self,
        arena: &mut Arena,
        program: &Program,
        (tree, merge): (&Tree, Merge),
        (node, outcome): (NodeId, Outcome),
        parent: &Input,
    ) -> Option<Posed> {
        let needed = needed(arena, program, tree, node, outcome)?;
        let turn = tree.turn(node);
        let flipped = if turn.is_soft() { and_comes(arena, turn, needed) } else { needed };
        let (soft, split): (Vec<Turn>, Vec<Turn>) =
            tree.symbolic_prefix(node.path, node.position as usize).into_iter().partition(|turn| turn.is_soft());
        let mut conditions: Vec<Condition> = Vec::new();
        for turn in split {
            conditions.extend(self.held(arena, program, turn).map(|term| Condition { term, turn }));
        }
        let ways = if merge == Merge::Auto { Taken::of(arena, &soft, parent) } else { Vec::new() };
        let guard = if turn.is_soft() { guard_of(arena, turn, &ways) } else { Vec::new() };
        let decided: Vec<Decision> = ways.iter().flat_map(Taken::decided).collect();
        let decisions = Decisions::new(arena, decided);
        Some(Posed { conditions, flipped, needed, guard, decisions })
    }

    /// The condition that a turn held; `None` when concrete.
    pub(crate) fn held(&mut self, arena: &mut Arena, program: &Program, turn: Turn) -> Option<ExprId> {
        let term = turn.term()?;
        let (Way::Branch(branch), Some(cases)) = (turn.way(), cases(program, turn)) else {
            return Some(term);
        };
        if self.known.len() >= MAX_REMEMBERED {
            self.known.clear();
        }
        let make = || in_case(arena, term, cases, program.condition_of(branch).1);
        Some(*self.known.entry((term.index() as u32, branch.0)).or_insert_with(make))
    }
}

/// What a parent did at a soft site.
struct Taken {
    turn: Turn,
    /// Whether the program comes there, and whether its condition holds, as terms.
    comes: ExprId,
    holds: ExprId,
    way: u8,
}

impl Taken {
    /// What the parent did at each soft turn, in order.
    fn of(arena: &mut Arena, soft: &[Turn], parent: &Input) -> Vec<Taken> {
        let terms: Vec<ExprId> = soft.iter().filter_map(|turn| turn.term()).collect();
        let values = eval_all(arena, &terms, |byte| parent.get(byte).unwrap_or(0));
        let taken = soft.iter().zip(terms).zip(values).map(|((turn, term), value)| {
            let [holds, comes] = parts(arena, term);
            let way = if value < 2 { 0 } else { value as u8 };
            Taken { turn: turn.with_way(way), comes, holds, way }
        });
        taken.collect()
    }

    /// What this decides.
    fn decided(&self) -> impl Iterator<Item = Decision> + use<> {
        let decision = |term, holds| Decision { turn: self.turn, term, holds };
        let comes = decision(self.comes, self.way != 0);
        let holds = (self.way != 0).then(|| decision(self.holds, self.way == 3));
        std::iter::once(comes).chain(holds)
    }
}

/// The condition of a soft site, and whether the program comes there.
fn parts(arena: &mut Arena, term: ExprId) -> [ExprId; 2] {
    [0, 1].map(|bit| arena.build(Op::Extract(bit), 1, &[term]))
}

/// The program comes to a soft site, and this holds there.
fn and_comes(arena: &mut Arena, turn: Turn, needed: ExprId) -> ExprId {
    let comes = turn.term().map_or(Arena::TRUE, |term| parts(arena, term)[1]);
    arena.binary(Op::And, comes, needed)
}

/// What must hold for the program to come to a soft site, as far as it is about the same input as the condition there, each part with
/// the soft turn that it is of: what a refutation is explained by.
fn guard_of(arena: &mut Arena, turn: Turn, ways: &[Taken]) -> Vec<Condition> {
    let Some(term) = turn.term() else { return Vec::new() };
    let [holds, comes] = parts(arena, term);
    let related = inputs(arena, holds);
    let (mut open, mut conditions) = (vec![comes], Vec::new());
    while let Some(part) = open.pop() {
        if arena.op(part) == Op::And {
            open.extend(arena.args(part).iter().rev());
        } else if arena.as_const(part).is_none()
            && (related.is_empty() || inputs(arena, part).iter().any(|byte| related.contains(byte)))
        {
            let opposite = arena.not(part);
            let of = |term: ExprId, way: u8| {
                ways.iter().rev().find(|taken| taken.holds == term).map(|taken| taken.turn.with_way(way))
            };
            let turn = of(part, 3).or_else(|| of(opposite, 2)).unwrap_or(turn);
            conditions.push(Condition { term: part, turn });
        }
    }
    conditions
}

fn inputs(arena: &Arena, term: ExprId) -> FxHashSet<InputByte> {
    Cone::new(arena, &[term]).ids().iter().filter_map(|&id| arena.as_input(id)).collect()
}

/// The condition for another outcome of a node; `None` when it can't be flipped. Where a value was fixed: it is none of those seen.
fn needed(arena: &mut Arena, program: &Program, tree: &Tree, node: NodeId, outcome: Outcome) -> Option<ExprId> {
    let turn = tree.turn(node);
    if turn.is_fixed() {
        return Some(tree.values(node).into_iter().fold(Arena::TRUE, |all, held| {
            let other = arena.not(held);
            arena.binary(Op::And, all, other)
        }));
    }
    let term = turn.term().filter(|_| turn.is_flippable())?;
    if turn.is_soft() {
        let [holds, _] = parts(arena, term);
        return Some(if outcome.0 == 1 { holds } else { arena.not(holds) });
    }
    Some(match cases(program, turn) {
        Some(cases) => in_case(arena, term, cases, outcome.0),
        None => arena.not(term),
    })
}

fn cases(program: &Program, turn: Turn) -> Option<&[u128]> {
    match &program.site(program.condition_of(turn.as_branch()?).0).1.kind {
        SiteKind::Switch { cases } => Some(cases),
        SiteKind::Branch | SiteKind::Select => None,
    }
}

/// `value` is this case; the outcome after the last is the default, which is none of them.
fn in_case(arena: &mut Arena, value: ExprId, cases: &[u128], outcome: u32) -> ExprId {
    let width = arena.width(value);
    if let Some(&case) = cases.get(outcome as usize) {
        let case = arena.constant(width, case);
        return arena.binary(Op::Eq, value, case);
    }
    cases.iter().fold(Arena::TRUE, |all, &case| {
        let case = arena.constant(width, case);
        let other = arena.binary(Op::Ne, value, case);
        arena.binary(Op::And, all, other)
    })
}
