//! Takes choices between merged ways as a parent took them: what is left is as small as if nothing had been merged.
//!
//! Under the conditions that decided the choices, a folded condition means the same as the one it was made of; alone it does not. One
//! forward walk over the terms: operands come before their users.

use rustc_hash::FxHashMap;
use symcrete_expr::{Arena, Cone, ExprId};

/// Terms as they are when some of their parts are decided.
pub(crate) struct Fold {
    /// With everything decided put in.
    images: FxHashMap<ExprId, ExprId>,
    /// A decided term itself, of folded operands.
    plain: FxHashMap<ExprId, ExprId>,
}

impl Fold {
    /// Folds all terms under these.
    pub(crate) fn new(arena: &mut Arena, roots: &[ExprId], decided: &FxHashMap<ExprId, bool>) -> Fold {
        let mut fold = Fold { images: FxHashMap::default(), plain: FxHashMap::default() };
        let ids: Vec<ExprId> = Cone::new(arena, roots).ids().to_vec();
        for id in ids {
            let own = fold.rebuilt(arena, id);
            let image = match decided.get(&id) {
                Some(&holds) => {
                    fold.plain.insert(id, own);
                    if holds { Arena::TRUE } else { Arena::FALSE }
                }
                None => own,
            };
            if image != id {
                fold.images.insert(id, image);
            }
        }
        fold
    }

    /// A term of folded operands.
    fn rebuilt(&self, arena: &mut Arena, id: ExprId) -> ExprId {
        if !arena.args(id).iter().any(|arg| self.images.contains_key(arg)) {
            return id;
        }
        let args: Vec<ExprId> = arena.args(id).iter().map(|&arg| self.of(arg)).collect();
        arena.build(arena.op(id), arena.width(id), &args)
    }

    /// A term under what is decided.
    pub(crate) fn of(&self, id: ExprId) -> ExprId {
        self.images.get(&id).copied().unwrap_or(id)
    }

    /// What decides, under what decides it.
    pub(crate) fn of_decided(&self, id: ExprId) -> ExprId {
        self.plain.get(&id).copied().unwrap_or(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::{Op, eval};

    #[test]
    fn choices_are_gone_and_nothing_else_has_changed() {
        let mut arena = Arena::new();
        let (a, b, five) = (arena.input(0, 0), arena.input(0, 1), arena.constant(8, 5));
        let first = arena.binary(Op::Ult, a, five);
        let x = arena.build(Op::Ite, 8, &[first, b, a]);
        let second = arena.binary(Op::Ult, x, b);
        let y = arena.build(Op::Ite, 8, &[second, x, five]);
        let last = arena.binary(Op::Eq, y, five);
        let decided = FxHashMap::from_iter([(first, false), (second, true)]);
        let fold = Fold::new(&mut arena, &[last, first, second], &decided);
        // With a in place of x, and x in place of y.
        let folded = [fold.of(last), fold.of_decided(second), fold.of_decided(first)];
        assert!(!Cone::new(&arena, &folded).ids().iter().any(|&id| arena.op(id) == Op::Ite));
        assert_eq!(folded[1], arena.binary(Op::Ult, a, b));
        for (p, q) in [(9, 200), (5, 6), (250, 255)] {
            let byte = |at: symcrete_expr::InputByte| if at.offset == 0 { p } else { q };
            let values = |terms: [ExprId; 3]| terms.map(|term| eval(&arena, term, byte));
            assert_eq!(values(folded), values([last, second, first]), "{p} and {q} decide as that");
        }
    }
}
