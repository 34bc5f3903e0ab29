//! Guards: when the program comes to a point, as a chain of conditions.
//!
//! Chains that part share their beginning, so that where two ways meet again only the conditions since they parted are looked
//! at: a join behind `if (c)` has the guard from before it, and its values depend on `c` alone.

use symcrete_expr::{Arena, ExprId, Op};

/// A chain of conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guard(u32);

#[derive(Clone, Copy)]
struct Link {
    condition: ExprId,
    /// The whole chain as one term.
    all: ExprId,
    before: Guard,
    depth: u32,
}

/// All chains.
pub(super) struct Guards {
    links: Vec<Link>,
}

impl Guards {
    pub(super) fn new() -> Guards {
        Guards { links: vec![Link { condition: Arena::TRUE, all: Arena::TRUE, before: Guard(0), depth: 0 }] }
    }

    /// Without any condition.
    pub(super) const ALWAYS: Guard = Guard(0);

    fn link(&self, guard: Guard) -> Link {
        self.links[guard.0 as usize]
    }

    /// The whole chain as one term.
    pub(super) fn term(&self, guard: Guard) -> ExprId {
        self.link(guard).all
    }

    /// Does the program never come there?
    pub(super) fn is_never(&self, arena: &Arena, guard: Guard) -> bool {
        arena.as_const(self.term(guard)) == Some(0)
    }

    /// A chain with one more condition.
    pub(super) fn and(&mut self, arena: &mut Arena, before: Guard, condition: ExprId) -> Guard {
        if condition == Arena::TRUE {
            return before;
        }
        let Link { all, depth, .. } = self.link(before);
        let all = arena.binary(Op::And, all, condition);
        self.links.push(Link { condition, all, before, depth: depth + 1 });
        Guard(self.links.len() as u32 - 1)
    }

    /// Where two chains parted, and what each asks for since then.
    pub(super) fn part(&self, arena: &mut Arena, a: Guard, b: Guard) -> (Guard, ExprId, ExprId) {
        let (mut x, mut y) = (a, b);
        let (mut since_a, mut since_b) = (Vec::new(), Vec::new());
        while x != y {
            let (up, since) = match self.link(x).depth >= self.link(y).depth {
                true => (&mut x, &mut since_a),
                false => (&mut y, &mut since_b),
            };
            let link = self.links[up.0 as usize];
            since.push(link.condition);
            *up = link.before;
        }
        let mut all =
            |since: Vec<ExprId>| since.into_iter().rev().fold(Arena::TRUE, |all, one| arena.binary(Op::And, all, one));
        let (since_a, since_b) = (all(since_a), all(since_b));
        (x, since_a, since_b)
    }

    /// Where either of two chains leads, and the condition for having come by the first.
    pub(super) fn join(&mut self, arena: &mut Arena, a: Guard, b: Guard) -> (Guard, ExprId) {
        let (common, by_a, by_b) = self.part(arena, a, b);
        let either = match arena.not(by_a) == by_b {
            true => Arena::TRUE,
            false => arena.binary(Op::Or, by_a, by_b),
        };
        (self.and(arena, common, either), by_a)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_behind_a_choice_has_the_guard_from_before_it() {
        let (mut arena, mut guards) = (Arena::new(), Guards::new());
        let [c, d] = [0, 1].map(|k| {
            let byte = arena.input(0, k);
            arena.extract(byte, 0, 1)
        });
        let before = guards.and(&mut arena, Guards::ALWAYS, d);
        let not = arena.not(c);
        let (yes, no) = (guards.and(&mut arena, before, c), guards.and(&mut arena, before, not));
        assert_eq!(guards.join(&mut arena, yes, no), (before, c));
        assert_eq!(guards.join(&mut arena, no, yes), (before, not));
        let (joined, _) = guards.join(&mut arena, yes, Guards::ALWAYS);
        assert_eq!(guards.term(joined), Arena::TRUE);
    }
}
