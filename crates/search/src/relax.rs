//! Asks the small question first: what the parent decided softly is kept, until it turns out to be in the way.
//!
//! With the parent's decisions put in, a question is as small as if nothing had been merged. If it is refuted, the decisions that the
//! refutation rests on are let go, and it is asked again, each time a little larger. A refutation that rests on none of them holds for all their combinations.

use crate::fold::{Decisions, Fold};
use crate::input::Input;
use crate::question::{Answer, Query, Solve};
use crate::tree::Why;
use crate::turn::Turn;
use std::collections::BTreeSet;
use symcrete_expr::{Arena, ExprId};

/// A condition, and the turn that it is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) term: ExprId,
    pub(crate) turn: Turn,
}

/// Times that only what is in the way is let go; after that all is. Each time costs a refutation.
const ROUNDS: u32 = 4;
/// Terms of a question that let something go and may still be asked while cheap ones are left: a few hundred merged branches. Forty numbers sorted by exchanges
/// are many more, and a single question about them takes longer than a hundred runs.
const CHEAP: usize = 2000;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Posed {
    /// What held along the prefix where paths split, in order.
    pub(crate) conditions: Vec<Condition>,
    pub(crate) flipped: ExprId,
    /// The flipped condition as the source has it: without that a soft site is reached.
    pub(crate) needed: ExprId,
    /// Parts of the flipped condition that a soft site needs to be reached: what a refutation is explained by.
    pub(crate) guard: Vec<Condition>,
    /// What the parent decided softly, as far as it need not be asked at once without it.
    pub(crate) decisions: Decisions,
}

/// A question with its parent.
pub(crate) struct Asked<'a> {
    pub(crate) posed: Posed,
    pub(crate) parent: &'a Input,
    pub(crate) is_quick: bool,
    pub(crate) splits: bool,
}

/// What came of it, and how often something was let go.
pub(crate) struct Told {
    pub(crate) answer: Answer,
    pub(crate) n_rounds: u32,
}

/// A question with decisions put in: first the conditions of the prefix, then the decisions themselves.
struct Small {
    terms: Vec<ExprId>,
    flipped: ExprId,
    /// The numbers of the decisions.
    soft: Vec<usize>,
    n_terms: usize,
}

impl Small {
    fn new(arena: &mut Arena, posed: &Posed) -> Small {
        let roots: Vec<ExprId> = posed.conditions.iter().map(|one| one.term).chain([posed.flipped]).collect();
        let fold = Fold::new(arena, &roots, &posed.decisions);
        let mut terms: Vec<ExprId> = posed.conditions.iter().map(|one| fold.of(one.term)).collect();
        let soft: Vec<usize> = fold.used.iter().copied().collect();
        terms.extend(soft.iter().map(|&number| fold.held(arena, number)));
        Small { terms, flipped: fold.of(posed.flipped), soft, n_terms: fold.n_terms }
    }

    /// The decisions that a refutation rests on: conditions of its core, and what was put into others of them.
    fn used(&self, arena: &Arena, posed: &Posed, core: &[usize]) -> BTreeSet<usize> {
        let hard = core.iter().filter_map(|&at| posed.conditions.get(at)).map(|one| one.term);
        let mut used = posed.decisions.needed_by(arena, hard.chain([posed.flipped]));
        let n_hard = posed.conditions.len();
        used.extend(core.iter().filter_map(|&at| self.soft.get(at.checked_sub(n_hard)?)));
        used
    }
}

impl Asked<'_> {
    /// Asks until the answer does not rest on a soft decision.
    pub(crate) fn ask(mut self, arena: &mut Arena, solver: &mut impl Solve) -> Told {
        let mut n_rounds = 0;
        loop {
            let small = Small::new(arena, &self.posed);
            if n_rounds > 0 && self.is_quick && small.n_terms > CHEAP {
                return Told { answer: Answer::Unknown(Why::PutOff), n_rounds };
            }
            let Asked { parent, is_quick, splits, .. } = self;
            let query = Query { prefix: &small.terms, flipped: small.flipped, parent, is_quick, splits };
            let answer = solver.solve(arena, &query);
            let Answer::Unsat(core) = &answer else { return Told { answer, n_rounds } };
            let used = small.used(arena, &self.posed, core);
            if used.is_empty() {
                return Told { answer, n_rounds };
            }
            n_rounds += 1;
            self.posed.decisions.retain(|number| n_rounds <= ROUNDS && !used.contains(&number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::Decision;
    use symcrete_expr::{Op, eval};
    use symcrete_model::BranchId;

    /// Tries all values of the first two bytes; a refutation uses everything that is about them.
    #[derive(Default)]
    struct BruteForce {
        asked: Vec<usize>,
    }

    impl Solve for BruteForce {
        fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
            self.asked.push(query.prefix.len());
            let holds = |term: ExprId, p: u8, q: u8| eval(arena, term, |at| if at.offset == 0 { p } else { q }) == 1;
            let all = || (0..=255).flat_map(|p| (0..=255).map(move |q| (p, q)));
            let terms = || query.prefix.iter().copied().chain([query.flipped]);
            match all().find(|&(p, q)| terms().all(|term| holds(term, p, q))) {
                Some((p, q)) => Answer::Sat(Input::stdin([p, q])),
                None => Answer::Unsat((0..query.prefix.len()).filter(|&at| query.prefix[at] != Arena::TRUE).collect()),
            }
        }
    }

    /// `n = (p > 9) + (q > 9)` as two choices; the parent has 0 and 0. Then `n == wanted`.
    fn ask(wanted: u128, hard: impl Fn(&mut Arena, ExprId) -> ExprId, is_quick: bool) -> (Answer, u32, Vec<usize>) {
        let mut arena = Arena::new();
        let (zero, one, nine) = (arena.constant(8, 0), arena.constant(8, 1), arena.constant(8, 9));
        let (p, q) = (arena.input(0, 0), arena.input(0, 1));
        let [first, second] = [p, q].map(|byte| arena.binary(Op::Ugt, byte, nine));
        let [a, b] = [first, second].map(|term| arena.build(Op::Ite, 8, &[term, one, zero]));
        let (n, wanted) = (arena.binary(Op::Add, a, b), arena.constant(8, wanted));
        let flipped = arena.binary(Op::Eq, n, wanted);
        let turn = Turn::branch(BranchId(0), None);
        let decisions = [first, second].map(|term| Decision { turn, term, holds: false });
        let decisions = Decisions::new(&mut arena, decisions);
        let conditions = vec![Condition { term: hard(&mut arena, p), turn }];
        let posed = Posed { conditions, flipped, needed: flipped, guard: Vec::new(), decisions };
        let (parent, mut solver) = (Input::default(), BruteForce::default());
        let told = Asked { posed, parent: &parent, is_quick, splits: false }.ask(&mut arena, &mut solver);
        (told.answer, told.n_rounds, solver.asked)
    }

    fn below(limit: u128) -> impl Fn(&mut Arena, ExprId) -> ExprId {
        move |arena, byte| {
            let limit = arena.constant(8, limit);
            arena.binary(Op::Ult, byte, limit)
        }
    }

    #[test]
    fn the_small_question_is_enough_if_it_has_an_answer() {
        assert_eq!(ask(0, below(200), true), (Answer::Sat(Input::stdin([0, 0])), 0, vec![3]));
    }

    #[test]
    fn what_is_in_the_way_is_let_go() {
        assert_eq!(ask(2, below(200), true), (Answer::Sat(Input::stdin([10, 10])), 1, vec![3, 1]));
    }

    #[test]
    fn a_refutation_counts_when_it_rests_on_no_decision() {
        assert_eq!(ask(2, below(5), true), (Answer::Unsat(vec![0]), 1, vec![3, 1]), "the first is never above nine");
        assert_eq!(ask(3, below(200), true), (Answer::Unsat(vec![0]), 1, vec![3, 1]));
    }

    #[test]
    fn decisions_that_nothing_depends_on_are_not_asked_for() {
        let mut arena = Arena::new();
        let (p, q) = (arena.input(0, 0), arena.input(0, 1));
        let (a, b) = (below(9)(&mut arena, p), below(9)(&mut arena, q));
        let turn = Turn::branch(BranchId(0), None);
        let decisions = Decisions::new(&mut arena, [Decision { turn, term: b, holds: true }]);
        let posed = Posed { conditions: Vec::new(), flipped: a, needed: a, guard: Vec::new(), decisions };
        let mut solver = BruteForce::default();
        Asked { posed, parent: &Input::default(), is_quick: true, splits: false }.ask(&mut arena, &mut solver);
        assert_eq!(solver.asked, [0]);
    }

    /// A merged `!overflows(p, q)`, and the branch on `overflows(p, q)` where paths split.
    #[test]
    fn a_decision_and_the_opposite_that_it_is_made_of_are_one() {
        let mut arena = Arena::new();
        let (p, q, turn) = (arena.input(0, 0), arena.input(0, 1), Turn::branch(BranchId(0), None));
        let overflows = arena.binary(Op::USubO, p, q);
        let term = arena.not(overflows);
        for (decided, holds) in [(term, true), (overflows, false)] {
            let decisions = Decisions::new(&mut arena, [Decision { turn, term: decided, holds }]);
            let conditions = vec![Condition { term, turn }];
            let flipped = below(5)(&mut arena, p);
            let posed = Posed { conditions, flipped, needed: flipped, guard: Vec::new(), decisions };
            let asked = Asked { posed, parent: &Input::default(), is_quick: true, splits: false };
            let Answer::Sat(input) = asked.ask(&mut arena, &mut Last).answer else { panic!("it has an answer") };
            assert_eq!(input, Input::stdin([4, 4]), "the last that does not overflow");
        }
    }

    /// The last answer of the first two bytes.
    struct Last;

    impl Solve for Last {
        fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
            let holds = |term: ExprId, p: u8, q: u8| eval(arena, term, |at| if at.offset == 0 { p } else { q }) == 1;
            let mut all = (0..=255).rev().flat_map(|p| (0..=255).rev().map(move |q| (p, q)));
            let terms = || query.prefix.iter().copied().chain([query.flipped]);
            match all.find(|&(p, q)| terms().all(|term| holds(term, p, q))) {
                Some((p, q)) => Answer::Sat(Input::stdin([p, q])),
                None => Answer::Unknown(Why::TimeOut),
            }
        }
    }

    #[test]
    fn what_a_solver_cannot_tell_is_not_asked_again() {
        struct Lost;
        impl Solve for Lost {
            fn solve(&mut self, _: &mut Arena, _: &Query) -> Answer {
                Answer::Unknown(Why::TimeOut)
            }
        }
        let (flipped, needed) = (Arena::TRUE, Arena::TRUE);
        let (conditions, guard, decisions) = Default::default();
        let posed = Posed { conditions, flipped, needed, guard, decisions };
        let asked = Asked { posed, parent: &Input::default(), is_quick: true, splits: false };
        assert_eq!(asked.ask(&mut Arena::new(), &mut Lost).answer, Answer::Unknown(Why::TimeOut));
    }
}
