//! What had to hold for a path, and what would have to hold for another outcome, as terms.
//!
//! A turn of a `switch` holds the value switched on, and the condition is made of it when a query needs it. Each query needs
//! those of its whole prefix, and the default of a large `switch` is a condition of many parts, so they are remembered.

use crate::fold::Fold;
use crate::input::Input;
use crate::merge::Merge;
use crate::relax::{Condition, Folded, Posed};
use crate::tree::{NodeId, Outcome, Tree};
use crate::turn::{Turn, Way};
use rustc_hash::{FxHashMap, FxHashSet};
use symcrete_expr::{Arena, ExprId, Op, eval_all};
use symcrete_model::{Program, SiteKind};

/// Conditions remembered before all are forgotten: some 30 MB.
const MAX_REMEMBERED: usize = 1 << 20;

/// The conditions of switches made so far, by value and branch. One arena's only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Conditions {
    known: FxHashMap<(u32, u32), ExprId>,
}

impl Conditions {
    /// What a query for a candidate asks: the conditions of the prefix, and the flipped one. Where ways were merged, those that the parent
    /// took are soft conditions.
    pub(crate) fn query(
        &mut self,
        arena: &mut Arena,
        program: &Program,
        (tree, merge): (&Tree, Merge),
        (node, outcome): (NodeId, Outcome),
        parent: &Input,
    ) -> Option<Posed> {
        let flipped = flipped(arena, program, tree, node, outcome)?;
        let turns = tree.back(node.path, node.position);
        let turns = turns.filter(|turn| !turn.is_soft() || merge == Merge::Auto);
        let mut prefix: Vec<Condition> = turns
            .filter_map(|turn| Some(Condition { term: self.held(arena, program, turn)?, is_soft: turn.is_soft() }))
            .collect();
        prefix.reverse();
        let decided = as_taken(arena, &mut prefix, parent);
        let folded = folded(arena, (&prefix, flipped), &decided);
        Some(Posed { conditions: prefix, flipped, folded })
    }

    /// The condition that a turn held; `None` when concrete.
    fn held(&mut self, arena: &mut Arena, program: &Program, turn: Turn) -> Option<ExprId> {
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

/// Makes conditions of soft turns: that they are what the parent made them. Returns what that decides, and how.
fn as_taken(arena: &mut Arena, prefix: &mut [Condition], parent: &Input) -> FxHashMap<ExprId, bool> {
    let soft: Vec<ExprId> = prefix.iter().filter(|one| one.is_soft).map(|one| one.term).collect();
    let values = eval_all(arena, &soft, |byte| parent.get(byte).unwrap_or(0));
    let mut decided = FxHashMap::default();
    for (condition, value) in prefix.iter_mut().filter(|one| one.is_soft).zip(values) {
        let [holds, comes] = [0, 1].map(|bit| arena.build(Op::Extract(bit), 1, &[condition.term]));
        decided.insert(comes, value >= 2);
        decided.insert(arena.not(comes), value < 2);
        condition.term = match value {
            0 | 1 => arena.not(comes),
            _ => {
                decided.insert(holds, value == 3);
                decided.insert(arena.not(holds), value == 2);
                is_way(arena, condition.term, value)
            }
        };
    }
    decided.retain(|&term, _| arena.as_const(term).is_none());
    decided
}

/// The conditions and the flipped one with choices as the parent took them; nothing where that changes none of them.
fn folded(
    arena: &mut Arena,
    (prefix, flipped): (&[Condition], ExprId),
    decided: &FxHashMap<ExprId, bool>,
) -> Option<Folded> {
    if decided.is_empty() {
        return None;
    }
    let hard: Vec<ExprId> = prefix.iter().filter(|one| !one.is_soft).map(|one| one.term).collect();
    let roots: Vec<ExprId> = hard.iter().copied().chain([flipped]).chain(decided.keys().copied()).collect();
    let fold = Fold::new(arena, &roots, decided);
    let mut soft: Vec<(ExprId, bool)> = decided.iter().map(|(&term, &holds)| (term, holds)).collect();
    soft.sort_unstable();
    let mut conditions: Vec<Condition> = prefix.iter().filter(|one| !one.is_soft).copied().collect();
    let mut is_same = fold.of(flipped) == flipped;
    for condition in &mut conditions {
        let image = fold.of(condition.term);
        // What was folded holds under the soft conditions only.
        (condition.is_soft, condition.term) = (image != condition.term, image);
        is_same &= !condition.is_soft;
    }
    let mut known = FxHashSet::default();
    for (term, holds) in soft {
        let own = fold.of_decided(term);
        let term = if holds { own } else { arena.not(own) };
        // A condition and its opposite decide the same.
        if known.insert(term) {
            conditions.push(Condition { term, is_soft: true });
        }
    }
    (!is_same).then(|| Folded { conditions, flipped: fold.of(flipped), is_flipped: fold.of(flipped) != flipped })
}

/// The program comes to a soft site, and its condition is this way's.
fn is_way(arena: &mut Arena, term: ExprId, way: u128) -> ExprId {
    let way = arena.constant(2, way);
    arena.binary(Op::Eq, term, way)
}

/// The condition for another outcome of a node; `None` when it can't be flipped. Where a value was fixed: it is none of those seen.
fn flipped(arena: &mut Arena, program: &Program, tree: &Tree, node: NodeId, outcome: Outcome) -> Option<ExprId> {
    let turn = tree.turn(node);
    if turn.is_fixed() {
        return Some(tree.values(node).into_iter().fold(Arena::TRUE, |all, held| {
            let other = arena.not(held);
            arena.binary(Op::And, all, other)
        }));
    }
    let term = turn.term().filter(|_| turn.is_flippable())?;
    if turn.is_soft() {
        return Some(is_way(arena, term, 2 + u128::from(outcome.0)));
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
