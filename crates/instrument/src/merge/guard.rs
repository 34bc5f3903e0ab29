//! Conditions under which blocks of a region run, as values of one bit.
//!
//! A guard is built from the way of one branch and the guard of the block that branches; `None` is true. What it was built from is
//! remembered: of two edges that the same branch parts, the branch alone tells which was taken, and together they are its block.

use crate::llvm::{Builder, Session, Value};
use std::collections::HashMap;

/// A condition; `None` always holds.
pub(super) type Guard<'s> = Option<Value<'s>>;

/// A way of a branch: the guard of its block, its condition, and whether that holds.
type Parts<'s> = (Guard<'s>, Value<'s>, bool);

/// The guards of one region.
pub(super) struct Guards<'b, 's> {
    builder: &'b Builder<'s>,
    session: &'s Session,
    parts: HashMap<Value<'s>, Parts<'s>>,
    opposites: HashMap<Value<'s>, Value<'s>>,
}

impl<'b, 's> Guards<'b, 's> {
    pub(super) fn new(session: &'s Session, builder: &'b Builder<'s>) -> Guards<'b, 's> {
        Guards { builder, session, parts: HashMap::new(), opposites: HashMap::new() }
    }

    /// One way of a branch in a block with this guard.
    pub(super) fn way(&mut self, guard: Guard<'s>, condition: Value<'s>, holds: bool) -> Guard<'s> {
        let own = if holds { condition } else { self.opposite(condition) };
        let both = guard.map_or(own, |guard| self.builder.and(guard, own));
        self.parts.insert(both, (guard, condition, holds));
        Some(both)
    }

    fn opposite(&mut self, condition: Value<'s>) -> Value<'s> {
        if let Some(&known) = self.opposites.get(&condition) {
            return known;
        }
        let one = crate::llvm::Type::int(self.session, 1).constant(1);
        let opposite = self.builder.xor(condition, one);
        self.opposites.insert(condition, opposite);
        opposite
    }

    /// One of these holds.
    pub(super) fn any(&mut self, mut guards: Vec<Guard<'s>>) -> Guard<'s> {
        while let Some((a, b, both)) = self.complements(&guards) {
            guards.remove(b);
            guards[a] = both;
        }
        let all: Option<Vec<Value>> = guards.into_iter().collect();
        all?.into_iter().reduce(|a, b| self.builder.or(a, b))
    }

    /// Two of them, by their places, that are the ways of one branch, and the guard of its block.
    fn complements(&self, guards: &[Guard]) -> Option<(usize, usize, Guard<'s>)> {
        let parts: Vec<Option<&Parts>> = guards.iter().map(|guard| self.parts.get(guard.as_ref()?)).collect();
        for (b, second) in parts.iter().enumerate() {
            for (a, first) in parts[..b].iter().enumerate() {
                if let (Some((g, c, x)), Some((h, d, y))) = (first, second)
                    && (g, c) == (h, d)
                    && x != y
                {
                    return Some((a, b, *g));
                }
            }
        }
        None
    }

    /// The value that came along the one of these edges that was taken, and the selects that choose it.
    pub(super) fn choose(&self, edges: &[(Guard<'s>, Value<'s>)]) -> (Value<'s>, Vec<Value<'s>>) {
        let mut selects = Vec::new();
        let mut edges = edges.to_vec();
        let (mut last_guard, mut chosen) = edges.pop().expect("a block with phis is entered");
        while let Some((guard, value)) = edges.pop() {
            if value == chosen {
                // Whichever of both was taken.
                last_guard = None;
                continue;
            }
            let select = self.one_of((guard, value), (last_guard, chosen));
            last_guard = None;
            selects.push(select);
            chosen = select;
        }
        (chosen, selects)
    }

    fn one_of(
        &self,
        (guard, value): (Guard<'s>, Value<'s>),
        (other_guard, other): (Guard<'s>, Value<'s>),
    ) -> Value<'s> {
        let parts = |guard: Guard<'s>| guard.and_then(|guard| self.parts.get(&guard));
        match (parts(guard), parts(other_guard)) {
            (Some((g, c, holds)), Some((h, d, holds_there))) if (g, c) == (h, d) && holds != holds_there => {
                let (yes, no) = if *holds { (value, other) } else { (other, value) };
                self.builder.select(*c, yes, no)
            }
            _ => match guard {
                Some(guard) => self.builder.select(guard, value, other),
                None => value,
            },
        }
    }
}
