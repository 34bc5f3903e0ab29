//! Finds which conditions of a function decide together, and where each side of them leads.
//!
//! clang writes `&&` and `||` in two ways, and each is drawn as the graph that [`symcrete_model::Decision`] keeps:
//!
//! ```text
//! if (a && b)                  br %a, land.lhs.true, if.end;  land.lhs.true: br %b, if.then, if.end
//! x = a && b;  while (a && b)  br %a, land.rhs, land.end;     land.rhs: br land.end;  land.end: phi [false, …], [%b, land.rhs]
//! ```
//!
//! The first are the conditions that `negation` parses. In the second the left operand is such a condition that leads to `land.rhs` and
//! `land.end`, and the right one is the last value of the phi: a condition, or another phi of the kind, which is part of the same decision unless its value is kept.
//!
//! Sketches are made before marking, which turns jumps round and rebuilds phis; they name a condition by its value and block, which is
//! what the marker remembers. A sketch of which some condition is no site and no constant is dropped: nobody could tell its value. So is
//! `a && (c ? x : y)` as a jump, where one operand is decided at two sites.

use super::negation::Parsed;
use super::role::{Role, role, stem};
use crate::llvm::{Block, Opcode, Value};
use std::collections::{HashMap, HashSet};
use symcrete_model::{Decision, Leaf, Next, SiteId};

/// A decision whose sites are not known yet.
pub(super) struct Sketch<'s> {
    leaves: Vec<Drawn<'s>>,
}

/// A condition of a sketch.
#[derive(Clone, Copy)]
struct Drawn<'s> {
    condition: Value<'s>,
    block: Block<'s>,
    /// False first.
    next: [Next; 2],
}

/// Draws the decisions of a function. `joined` are the phis of `&&` and `||`; `is_part` says of a value that it is such a phi and nothing else.
pub(super) fn sketches<'s>(
    blocks: &[Block<'s>],
    parsed: &[Parsed<'s>],
    joined: &[Value<'s>],
    is_part: &dyn Fn(Value<'s>) -> bool,
) -> Vec<Sketch<'s>> {
    let places = blocks.iter().enumerate().map(|(place, &block)| (block, place)).collect();
    let mut artist = Artist { places, parsed, is_part, used: HashSet::new(), drawn: HashSet::new() };
    let mut found: Vec<Sketch> = Vec::new();
    // The phi of an operand stands before that of the whole.
    for &phi in joined.iter().rev() {
        if !artist.drawn.contains(&phi) {
            found.extend(artist.value(phi).map(|leaves| Sketch { leaves }));
        }
    }
    for (at, condition) in parsed.iter().enumerate() {
        let is_left = condition.exits.iter().any(|&exit| is_join(exit));
        if condition.leaves.len() > 1 && !is_left && !artist.used.contains(&at) {
            found.extend(artist.jumps(condition, [Next::False, Next::True]).map(|leaves| Sketch { leaves }));
        }
    }
    found.sort_by_key(|sketch| sketch.leaves.first().map(|leaf| artist.places.get(&leaf.block).copied()));
    found
}

struct Artist<'a, 's> {
    places: HashMap<Block<'s>, usize>,
    parsed: &'a [Parsed<'s>],
    is_part: &'a dyn Fn(Value<'s>) -> bool,
    /// Conditions that are left operands of values.
    used: HashSet<usize>,
    /// Phis that are part of something.
    drawn: HashSet<Value<'s>>,
}

impl<'s> Artist<'_, 's> {
    /// A condition of jumps that leads to `next`.
    fn jumps(&self, condition: &Parsed<'s>, next: [Next; 2]) -> Option<Vec<Drawn<'s>>> {
        let to = |target: Block| match target {
            target if target == condition.exits[0] => Some(next[0]),
            target if target == condition.exits[1] => Some(next[1]),
            target if matches!(role(target), Role::And | Role::Or) => {
                let place = *self.places.get(&target)?;
                let first = condition.leaves.iter().position(|leaf| leaf.at >= place)?;
                Some(Next::Leaf(first as u32))
            }
            _ => None,
        };
        let drawn = condition.leaves.iter().map(|leaf| {
            let next = [to(leaf.targets[0])?, to(leaf.targets[1])?];
            Some(Drawn { condition: leaf.branch.condition(), block: leaf.branch.block(), next })
        });
        drawn.collect()
    }

    /// `a && b` or `a || b` as a value.
    fn value(&mut self, phi: Value<'s>) -> Option<Vec<Drawn<'s>>> {
        self.drawn.insert(phi);
        let join = phi.block();
        let is_and = stem(join.as_value()) == "land.end";
        let (right, from) = phi.incoming().pop()?;
        let left = self.parsed.iter().position(|one| one.exits[usize::from(!is_and)] == join)?;
        self.used.insert(left);
        let condition = &self.parsed[left];
        let behind = Next::Leaf(condition.leaves.len() as u32);
        let mut leaves = self.jumps(condition, if is_and { [Next::False, behind] } else { [behind, Next::True] })?;
        let right = self.operand(right, from)?;
        let n_left = leaves.len() as u32;
        let shifted = |next: Next| if let Next::Leaf(place) = next { Next::Leaf(place + n_left) } else { next };
        leaves.extend(right.into_iter().map(|leaf| Drawn { next: leaf.next.map(shifted), ..leaf }));
        Some(leaves)
    }

    /// The right operand of a value.
    fn operand(&mut self, value: Value<'s>, from: Block<'s>) -> Option<Vec<Drawn<'s>>> {
        let (mut inner, mut is_negated) = (value, false);
        while inner.opcode() == Some(Opcode::LLVMXor) && inner.operand(1).const_int() == Some(1) {
            (inner, is_negated) = (inner.operand(0), !is_negated);
        }
        if !(self.is_part)(inner) {
            return Some(vec![Drawn { condition: value, block: from, next: [Next::False, Next::True] }]);
        }
        let turned = |next: Next| match next {
            Next::False if is_negated => Next::True,
            Next::True if is_negated => Next::False,
            other => other,
        };
        let leaves = self.value(inner)?;
        Some(leaves.into_iter().map(|leaf| Drawn { next: leaf.next.map(turned), ..leaf }).collect())
    }
}

/// Do the ways of a value meet here?
fn is_join(block: Block) -> bool {
    matches!(stem(block.as_value()).as_str(), "land.end" | "lor.end")
}

impl<'s> Sketch<'s> {
    /// The decision, with the sites that its conditions got; constants are left out.
    pub(super) fn decision(&self, sites: &HashMap<(Value, Block), SiteId>) -> Option<Decision> {
        let site = |drawn: &Drawn| sites.get(&(drawn.condition, drawn.block)).copied();
        let constant = |drawn: &Drawn| drawn.condition.is_constant().then(|| drawn.condition.const_int()).flatten();
        if self.leaves.iter().any(|drawn| site(drawn).is_none() && constant(drawn).is_none()) {
            return None;
        }
        // Later ones first: where a constant leads is known when it is asked for.
        let mut leads: Vec<Next> = Vec::new();
        let n_kept = self.leaves.iter().filter(|drawn| site(drawn).is_some()).count() as u32;
        let (mut place, mut leaves) = (n_kept, Vec::new());
        for (k, drawn) in self.leaves.iter().enumerate().rev() {
            let later = |next: Next| match next {
                Next::Leaf(to) => leads.get(self.leaves.len() - 1 - to as usize).copied().filter(|_| to as usize > k),
                other => Some(other),
            };
            let next = [later(drawn.next[0])?, later(drawn.next[1])?];
            leads.push(match (site(drawn), constant(drawn)) {
                (Some(site), _) => {
                    place -= 1;
                    leaves.push(Leaf { site, next });
                    Next::Leaf(place)
                }
                (None, value) => next[usize::from(value? != 0)],
            });
        }
        leaves.reverse();
        let decision = Decision { leaves };
        is_whole(&decision).then_some(decision)
    }
}

/// Has it two conditions, no site twice, and does something lead to each but the first?
fn is_whole(decision: &Decision) -> bool {
    let leads_to = |place: usize| decision.leaves.iter().any(|leaf| leaf.next.contains(&Next::Leaf(place as u32)));
    let sites: HashSet<SiteId> = decision.leaves.iter().map(|leaf| leaf.site).collect();
    sites.len() == decision.leaves.len() && sites.len() >= 2 && (1..sites.len()).all(leads_to)
}
