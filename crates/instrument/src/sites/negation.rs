//! Finds the conditions under a `!` whose jump clang turned round.
//!
//! `if (!x)` becomes `br %x, if.end, if.then`, while the source says that the way to `if.then` is the true one. Which way is
//! true for an operand of `&&` and `||` depends on the whole condition, and the blocks alone cannot tell: a jump of
//! `%b` to `if.end, if.then` is `!b` in `if (a || !b)` and `b` in `if (!(a || b))`. So conditions are parsed:
//!
//! ```text
//! E to (T, F)        jumps to T when E is true and to F when it is false
//! !A to (T, F)       A to (F, T)
//! A && B to (T, F)   A to (L, F);  L = land.lhs.true: B to (T, F)
//! A || B to (T, F)   A to (T, L);  L = lor.lhs.false: B to (T, F)
//! c ? A : B          A to (T, F);  cond.false: B to (T, F)          (c is a condition of its own)
//! leaf to (T, F)     br %leaf, T, F
//! ```
//!
//! The leaves of one condition are those that share targets; they lie in the order of the source, and what separates two
//! of them is the name of the block after the first. T and F of the whole are known by name. When several parses
//! fit, the one with the fewest `!` before parentheses is taken: `!(a && !b) || c` and `!(a && !(b || c))` are the same
//! code, and people write the first. When none fits, which no known clang makes happen, nothing counts as turned round.

use super::role::{Role, role};
use crate::llvm::{Block, Value};
use std::collections::HashMap;

/// More leaves than this in one condition are not parsed: generated code, and parsing may take the cube of it.
const MOST_LEAVES: usize = 400;

/// The conditions of a function, each with its leaves the way that the source says, as far as they can be parsed.
pub(super) fn parsed<'s>(blocks: &[Block<'s>]) -> Vec<Parsed<'s>> {
    let parsed = |condition: Condition<'s>| {
        let turned = condition.parse()?.turned;
        let leaves = condition.leaves.iter().zip(turned);
        let leaves = leaves.map(|(leaf, is_turned)| {
            let [first, second] = leaf.targets;
            let targets = if is_turned { [first, second] } else { [second, first] };
            ParsedLeaf { branch: leaf.branch, at: leaf.at, targets, is_turned }
        });
        Some(Parsed { leaves: leaves.collect(), exits: [condition.exits[1], condition.exits[0]] })
    };
    conditions(blocks).into_iter().filter_map(parsed).collect()
}

/// A condition as the source has it.
pub(super) struct Parsed<'s> {
    /// In the order of the source.
    pub(super) leaves: Vec<ParsedLeaf<'s>>,
    /// Where the whole leads, false first.
    pub(super) exits: [Block<'s>; 2],
}

/// One operand as the source has it.
#[derive(Clone, Copy)]
pub(super) struct ParsedLeaf<'s> {
    pub(super) branch: Value<'s>,
    /// Position of its block in the function.
    pub(super) at: usize,
    /// Where it leads, false first.
    pub(super) targets: [Block<'s>; 2],
    /// Do the jump's targets stand in the opposite order?
    pub(super) is_turned: bool,
}

/// One operand that is no `!`, `&&` or `||` itself.
#[derive(Clone, Copy)]
struct Leaf<'s> {
    branch: Value<'s>,
    /// Position of its block in the function.
    at: usize,
    targets: [Block<'s>; 2],
    next: Next<'s>,
}

/// What follows a leaf.
#[derive(Clone, Copy)]
enum Next<'s> {
    /// `&&`, whose right operand begins here.
    And(Block<'s>),
    /// `||`, whose right operand begins here.
    Or(Block<'s>),
    /// The `:` of a `?:`, or the end of the condition.
    Other,
}

/// The leaves of one condition in the order of the source, and where the whole leads.
struct Condition<'s> {
    leaves: Vec<Leaf<'s>>,
    exits: [Block<'s>; 2],
}

/// The conditions of a function.
fn conditions<'s>(blocks: &[Block<'s>]) -> Vec<Condition<'s>> {
    let mut groups: Vec<Vec<Leaf>> = Vec::new();
    let mut group_of: HashMap<Block, usize> = HashMap::new();
    for (k, block) in blocks.iter().enumerate() {
        let Some(branch) = block.terminator().filter(|jump| jump.is_conditional_branch()) else { continue };
        let targets = branch.successors();
        if !targets.iter().all(|&target| role(target).is_of_condition()) {
            continue;
        }
        let leaf = Leaf { branch, at: k, targets: [targets[0], targets[1]], next: next(&targets, blocks.get(k + 1)) };
        let found: Vec<usize> = leaf.targets.iter().filter_map(|target| group_of.get(target).copied()).collect();
        let group = found.first().copied().unwrap_or(groups.len());
        if group == groups.len() {
            groups.push(Vec::new());
        }
        for &other in found.iter().filter(|&&other| other != group) {
            let moved = std::mem::take(&mut groups[other]);
            groups[group].extend(moved);
            group_of.values_mut().filter(|at| **at == other).for_each(|at| *at = group);
        }
        groups[group].push(leaf);
        group_of.extend(leaf.targets.map(|target| (target, group)));
    }
    groups.into_iter().filter_map(Condition::of).collect()
}

/// What the block behind a leaf's says.
fn next<'s>(targets: &[Block<'s>], block: Option<&Block<'s>>) -> Next<'s> {
    match block.filter(|&block| targets.contains(block)).map(|&block| (block, role(block))) {
        Some((block, Role::And)) => Next::And(block),
        Some((block, Role::Or)) => Next::Or(block),
        _ => Next::Other,
    }
}

/// A way to read the leaves `first..=last` of a condition.
#[derive(Clone)]
struct Parse {
    /// Of each leaf, whether its targets stand the other way round.
    turned: Vec<bool>,
    /// Number of `!` before parentheses.
    n_groups: u32,
}

type Memory<'s> = HashMap<(usize, usize, Block<'s>, Block<'s>), Option<Parse>>;

impl<'s> Condition<'s> {
    fn of(mut leaves: Vec<Leaf>) -> Option<Condition> {
        leaves.sort_unstable_by_key(|leaf| leaf.at);
        let exit = |wanted| {
            let mut found = leaves.iter().flat_map(|leaf| leaf.targets).filter(|&target| role(target) == wanted);
            let first = found.next()?;
            found.all(|other| other == first).then_some(first)
        };
        let exits = [exit(Role::True)?, exit(Role::False)?];
        Some(Condition { leaves, exits })
    }

    fn parse(&self) -> Option<Parse> {
        let n = self.leaves.len();
        let [yes, no] = self.exits;
        (n <= MOST_LEAVES).then(|| self.between(0, n - 1, yes, no, &mut Memory::new())).flatten()
    }

    /// The best parse of some leaves that lead to `yes` and `no`.
    fn between(
        &self,
        first: usize,
        last: usize,
        yes: Block<'s>,
        no: Block<'s>,
        memory: &mut Memory<'s>,
    ) -> Option<Parse> {
        if first == last {
            let targets = self.leaves[first].targets;
            let turned = targets == [no, yes];
            return (turned || targets == [yes, no]).then(|| Parse { turned: vec![turned], n_groups: 0 });
        }
        let key = (first, last, yes, no);
        if let Some(known) = memory.get(&key) {
            return known.clone();
        }
        let plain = self.operator(first, last, yes, no, memory);
        let good = plain.as_ref().is_some_and(|parse| parse.n_groups <= 1);
        let negated = if good { None } else { self.operator(first, last, no, yes, memory) };
        let negated = negated.map(|parse| Parse { n_groups: parse.n_groups + 1, ..parse });
        let best = [plain, negated].into_iter().flatten().min_by_key(|parse| parse.n_groups);
        memory.insert(key, best.clone());
        best
    }

    /// The same with an operator on top, the last one first since `a && b && c` is `(a && b) && c`.
    fn operator(
        &self,
        first: usize,
        last: usize,
        yes: Block<'s>,
        no: Block<'s>,
        memory: &mut Memory<'s>,
    ) -> Option<Parse> {
        let mut best: Option<Parse> = None;
        for right in (first + 1..=last).rev() {
            let (left_yes, left_no) = self.left_exits(right, yes, no);
            let end = self.leaves[right - 1].targets;
            if end != [left_yes, left_no] && end != [left_no, left_yes] {
                continue;
            }
            let Some(mut parse) = self.between(first, right - 1, left_yes, left_no, memory) else { continue };
            let Some(rest) = self.between(right, last, yes, no, memory) else { continue };
            parse.turned.extend(rest.turned);
            parse.n_groups += rest.n_groups;
            if best.as_ref().is_none_or(|best| parse.n_groups < best.n_groups) {
                best = Some(parse);
            }
            if best.as_ref().is_some_and(|best| best.n_groups == 0) {
                break;
            }
        }
        best
    }

    /// Where the left operand of the operator before leaf `right` leads.
    fn left_exits(&self, right: usize, yes: Block<'s>, no: Block<'s>) -> (Block<'s>, Block<'s>) {
        match self.leaves[right - 1].next {
            Next::And(block) => (block, no),
            Next::Or(block) => (yes, block),
            Next::Other => (yes, no),
        }
    }
}
