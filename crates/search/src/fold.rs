//! Takes choices between merged ways as a parent took them: what is left is as small as if nothing had been merged.
//!
//! A *decision* is a condition of a soft turn with what the parent made of it. Under the decisions that were put into a term, its image means the same
//! as the term; alone it does not. So whoever uses an image must also ask for the decisions that it [uses](Fold::used).
//! Only what is left of the terms is ever looked at: the arms of choices that were not taken are not.

use crate::turn::Turn;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use symcrete_expr::{Arena, ExprId, Op};

/// A condition of a soft turn, and whether it held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    pub(crate) turn: Turn,
    pub(crate) term: ExprId,
    pub(crate) holds: bool,
}

impl Decision {
    /// The same of the opposite, if the term is nothing but "not that": put in for itself it would be gone.
    fn made_of_no_opposite(self, arena: &mut Arena) -> Decision {
        let opposite = arena.not(self.term);
        match arena.args(self.term).contains(&opposite) {
            true => Decision { term: opposite, holds: !self.holds, ..self },
            false => self,
        }
    }
}

/// The decisions of a parent, of which some are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Decisions {
    all: Vec<Decision>,
    /// Those that are kept by their terms and the opposites of these, with what they are worth.
    kept: FxHashMap<ExprId, (usize, bool)>,
}

impl Decisions {
    /// All kept. Of several about one term or its opposite the first counts.
    pub(crate) fn new(arena: &mut Arena, decisions: impl IntoIterator<Item = Decision>) -> Decisions {
        let (mut all, mut kept): (Vec<Decision>, FxHashMap<ExprId, (usize, bool)>) = Default::default();
        for decision in decisions {
            if arena.as_const(decision.term).is_none() && !kept.contains_key(&decision.term) {
                let decision = decision.made_of_no_opposite(arena);
                kept.insert(arena.not(decision.term), (all.len(), !decision.holds));
                kept.insert(decision.term, (all.len(), decision.holds));
                all.push(decision);
            }
        }
        Decisions { all, kept }
    }

    /// Keeps only those that this says.
    pub(crate) fn retain(&mut self, keeps: impl Fn(usize) -> bool) {
        self.kept.retain(|_, (number, _)| keeps(*number));
    }

    /// A decision by its number.
    pub(crate) fn get(&self, number: usize) -> Decision {
        self.all[number]
    }

    fn of(&self, term: ExprId) -> Option<(usize, bool)> {
        self.kept.get(&term).copied()
    }

    /// The decisions that these terms need when the decisions are put in; not those that the decisions need in turn.
    pub(crate) fn needed_by(&self, arena: &Arena, terms: impl IntoIterator<Item = ExprId>) -> BTreeSet<usize> {
        let mut walk = Walk::new(self, arena);
        walk.open.extend(terms);
        walk.go();
        walk.used
    }
}

/// Visits what is left of terms.
struct Walk<'a> {
    decisions: &'a Decisions,
    arena: &'a Arena,
    open: Vec<ExprId>,
    seen: FxHashSet<ExprId>,
    used: BTreeSet<usize>,
    /// Used, and their own terms not visited.
    fresh: Vec<usize>,
}

impl<'a> Walk<'a> {
    fn new(decisions: &'a Decisions, arena: &'a Arena) -> Walk<'a> {
        let (open, seen, used, fresh) = Default::default();
        Walk { decisions, arena, open, seen, used, fresh }
    }

    fn go(&mut self) {
        while let Some(id) = self.open.pop() {
            match self.decisions.of(id) {
                Some((number, _)) => self.note(number),
                None => self.enter(id),
            }
        }
    }

    /// Visits a term, even if it is decided.
    fn enter(&mut self, id: ExprId) {
        if !self.seen.insert(id) {
            return;
        }
        match choice(self.arena, self.decisions, id) {
            Some((number, arm)) => {
                self.note(number);
                self.open.push(arm);
            }
            None => self.open.extend(self.arena.args(id)),
        }
    }

    fn note(&mut self, number: usize) {
        if self.used.insert(number) {
            self.fresh.push(number);
        }
    }

    /// Goes on until the decisions of all decisions are known, too.
    fn close(&mut self) {
        self.go();
        while let Some(number) = self.fresh.pop() {
            self.enter(self.decisions.get(number).term);
            self.go();
        }
    }
}

/// The arm that is left of a choice that was decided.
fn choice(arena: &Arena, decisions: &Decisions, id: ExprId) -> Option<(usize, ExprId)> {
    let args = (arena.op(id) == Op::Ite).then(|| arena.args(id))?;
    let (number, holds) = decisions.of(args[0])?;
    Some((number, args[if holds { 1 } else { 2 }]))
}

/// Terms with decisions put in.
pub(crate) struct Fold<'d> {
    decisions: &'d Decisions,
    /// Terms visited, of which those that have changed have images; of decided ones of their own operands.
    images: FxHashMap<ExprId, ExprId>,
    /// The decisions that were put in, with those that these need.
    pub(crate) used: BTreeSet<usize>,
    /// Terms that were looked at.
    pub(crate) n_terms: usize,
}

impl<'d> Fold<'d> {
    /// Folds what is under these.
    pub(crate) fn new(arena: &mut Arena, roots: &[ExprId], decisions: &'d Decisions) -> Fold<'d> {
        let mut walk = Walk::new(decisions, arena);
        walk.open.extend(roots);
        walk.close();
        let (mut ids, used): (Vec<ExprId>, _) = (walk.seen.into_iter().collect(), walk.used);
        // Operands come before their users.
        ids.sort_unstable();
        let mut fold = Fold { decisions, images: FxHashMap::default(), used, n_terms: ids.len() };
        for id in ids {
            let image = fold.rebuilt(arena, id);
            if image != id {
                fold.images.insert(id, image);
            }
        }
        fold
    }

    /// A term of folded operands.
    fn rebuilt(&self, arena: &mut Arena, id: ExprId) -> ExprId {
        if let Some((_, arm)) = choice(arena, self.decisions, id) {
            return self.of(arm);
        }
        if arena.args(id).iter().all(|&arg| self.of(arg) == arg) {
            return id;
        }
        let args: Vec<ExprId> = arena.args(id).iter().map(|&arg| self.of(arg)).collect();
        arena.build(arena.op(id), arena.width(id), &args)
    }

    /// A term with decisions put in.
    pub(crate) fn of(&self, id: ExprId) -> ExprId {
        match self.decisions.of(id) {
            Some((_, true)) => Arena::TRUE,
            Some((_, false)) => Arena::FALSE,
            None => self.images.get(&id).copied().unwrap_or(id),
        }
    }

    /// That a decision is as it was, with the others put in.
    pub(crate) fn held(&self, arena: &mut Arena, number: usize) -> ExprId {
        let Decision { term, holds, .. } = self.decisions.get(number);
        let own = self.images.get(&term).copied().unwrap_or(term);
        if holds { own } else { arena.not(own) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::{Cone, eval};
    use symcrete_model::BranchId;

    /// `x = a < 5 ? b : a; y = x < b ? x : 5; y == 5`, where neither `a < 5` nor its opposite holds without `x < b`.
    struct Case {
        arena: Arena,
        decisions: Decisions,
        a: ExprId,
        b: ExprId,
        last: ExprId,
        other: ExprId,
    }

    fn case() -> Case {
        let mut arena = Arena::new();
        let (a, b, five) = (arena.input(0, 0), arena.input(0, 1), arena.constant(8, 5));
        let first = arena.binary(Op::Ult, a, five);
        let x = arena.build(Op::Ite, 8, &[first, b, a]);
        let second = arena.binary(Op::Ult, x, b);
        let y = arena.build(Op::Ite, 8, &[second, x, five]);
        let last = arena.binary(Op::Eq, y, five);
        let third = arena.binary(Op::Ugt, b, five);
        let other = arena.build(Op::Ite, 8, &[third, a, b]);
        let turn = Turn::branch(BranchId(0), None);
        let decided = [(first, false), (second, true), (third, true)];
        let decided = decided.map(|(term, holds)| Decision { turn, term, holds });
        let decisions = Decisions::new(&mut arena, decided);
        Case { arena, decisions, a, b, last, other }
    }

    #[test]
    fn choices_are_gone_and_nothing_else_has_changed() {
        let Case { mut arena, decisions, a, b, last, .. } = case();
        let fold = Fold::new(&mut arena, &[last], &decisions);
        // With a in place of x, and x in place of y.
        let folded = [fold.of(last), fold.held(&mut arena, 1), fold.held(&mut arena, 0)];
        assert!(!Cone::new(&arena, &folded).ids().iter().any(|&id| arena.op(id) == Op::Ite));
        assert_eq!(folded[1], arena.binary(Op::Ult, a, b));
        let (first, second) = (decisions.get(0).term, decisions.get(1).term);
        let not_first = arena.not(first);
        for (p, q) in [(9, 200), (5, 6), (250, 255)] {
            let byte = |at: symcrete_expr::InputByte| if at.offset == 0 { p } else { q };
            let values = |terms: [ExprId; 3]| terms.map(|term| eval(&arena, term, byte));
            assert_eq!(values(folded), values([last, second, not_first]), "{p} and {q} decide as that");
        }
    }

    #[test]
    fn what_is_put_in_is_told_and_what_it_needs_as_well() {
        let Case { mut arena, decisions, last, .. } = case();
        assert_eq!(Vec::from_iter(decisions.needed_by(&arena, [last])), [0, 1], "x by the first, y by the second");
        let second = decisions.get(1).term;
        assert_eq!(Vec::from_iter(decisions.needed_by(&arena, [second])), [1]);
        let fold = Fold::new(&mut arena, &[second], &decisions);
        assert_eq!(Vec::from_iter(fold.used), [0, 1], "the second itself is about x");
    }

    #[test]
    fn what_is_let_go_stays_a_choice() {
        let Case { mut arena, mut decisions, b, last, other, .. } = case();
        decisions.retain(|number| number == 1);
        let fold = Fold::new(&mut arena, &[last, other], &decisions);
        assert_eq!((fold.of(other), Vec::from_iter(fold.used.clone())), (other, vec![1]));
        let x_is_five = fold.of(last);
        assert_ne!(x_is_five, last);
        for (p, q) in [(9, 200), (4, 6), (5, 6)] {
            let byte = |at: symcrete_expr::InputByte| if at.offset == 0 { p } else { q };
            let x = if p < 5 { q } else { p };
            assert_eq!(eval(&arena, x_is_five, byte), u128::from(x == 5));
        }
        assert_ne!(fold.held(&mut arena, 1), arena.binary(Op::Ult, b, b));
    }
}
