//! Asks the small question first: what the parent decided softly is kept, until it turns out to be in the way.
//!
//! Fixed as the parent took them, soft turns make a question as small as if nothing had been merged. If it is refuted, those that the
//! refutation used are let go, and it is asked again. A refutation that uses none of them holds for all their combinations.

use crate::input::Input;
use crate::question::{Answer, Query, Solve};
use crate::tree::Why;
use crate::turn::Turn;
use rustc_hash::FxHashSet;
use symcrete_expr::{Arena, Cone, ExprId};

/// A condition of the prefix; a soft one need not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) term: ExprId,
    pub(crate) is_soft: bool,
    /// The turn that it is of.
    pub(crate) turn: Turn,
}

/// Times that only what is in the way is let go; after that all is. Each time costs a refutation.
const ROUNDS: u32 = 1;
/// Terms of a merged question that may still be asked while cheap ones are left: a few hundred merged branches. Forty numbers sorted by exchanges
/// are many more, and a single question about them takes longer than a hundred runs.
const CHEAP: usize = 2000;

/// A question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Posed {
    pub(crate) conditions: Vec<Condition>,
    pub(crate) flipped: ExprId,
    /// The flipped condition as the source has it: without that a soft site is reached.
    pub(crate) needed: ExprId,
    /// Parts of the flipped condition that a soft site needs to be reached: what a refutation is explained by.
    pub(crate) guard: Vec<Condition>,
    /// The same under all soft conditions, made smaller by them.
    pub(crate) folded: Option<Folded>,
}

/// A question that was made smaller by soft conditions. First come the conditions that are not soft, in order; those that were changed
/// are soft here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Folded {
    pub(crate) conditions: Vec<Condition>,
    pub(crate) flipped: ExprId,
    /// Was the flipped condition changed?
    pub(crate) is_flipped: bool,
}

/// A question with its parent.
pub(crate) struct Asked<'a> {
    pub(crate) posed: Posed,
    pub(crate) parent: &'a Input,
    pub(crate) is_quick: bool,
}

/// What came of it: the answer, with the places of a refutation among the conditions that are not soft, and how often something was let go.
pub(crate) struct Told {
    pub(crate) answer: Answer,
    pub(crate) n_rounds: u32,
}

impl Asked<'_> {
    /// Asks until the answer does not depend on a soft condition.
    pub(crate) fn ask(mut self, arena: &mut Arena, solver: &mut impl Solve) -> Told {
        let mut n_rounds = 0;
        if let Some(Folded { conditions, flipped, is_flipped }) = self.posed.folded.take() {
            match self.solve(arena, solver, &conditions, flipped) {
                Answer::Unsat(core) if is_flipped || is_soft(&conditions, &core) => n_rounds = 1,
                answer => return Told { answer, n_rounds },
            }
        }
        loop {
            if n_rounds > 0 && self.is_dear(arena) {
                return Told { answer: Answer::Unknown(Why::PutOff), n_rounds };
            }
            let answer = self.solve(arena, solver, &self.posed.conditions, self.posed.flipped);
            let Answer::Unsat(core) = answer else { return Told { answer, n_rounds } };
            if !is_soft(&self.posed.conditions, &core) {
                return Told { answer: Answer::Unsat(hard(&self.posed.conditions, &core)), n_rounds };
            }
            n_rounds += 1;
            self.let_go(&core, n_rounds);
        }
    }

    /// Is the merged question one for later?
    fn is_dear(&self, arena: &Arena) -> bool {
        let roots = self.posed.conditions.iter().map(|one| one.term).chain([self.posed.flipped]);
        self.is_quick && Cone::new(arena, &roots.collect::<Vec<ExprId>>()).ids().len() > CHEAP
    }

    fn solve(&self, arena: &mut Arena, solver: &mut impl Solve, conditions: &[Condition], flipped: ExprId) -> Answer {
        let prefix: Vec<ExprId> = conditions.iter().map(|condition| condition.term).collect();
        let Asked { parent, is_quick, .. } = *self;
        solver.solve(arena, &Query { prefix: &prefix, flipped, parent, is_quick })
    }

    /// Lets go of the soft conditions of a refutation, or of all.
    fn let_go(&mut self, core: &[usize], n_rounds: u32) {
        let used: FxHashSet<usize> = core.iter().copied().collect();
        let mut at = 0;
        self.posed.conditions.retain(|condition| {
            let is_used = n_rounds > ROUNDS || used.contains(&at);
            at += 1;
            !(condition.is_soft && is_used)
        });
    }
}

/// Does a refutation use a soft condition?
fn is_soft(conditions: &[Condition], core: &[usize]) -> bool {
    core.iter().any(|&at| conditions[at].is_soft)
}

/// Places among the conditions that are not soft.
fn hard(conditions: &[Condition], core: &[usize]) -> Vec<usize> {
    let n_before: Vec<usize> = conditions
        .iter()
        .scan(0, |n, condition| Some(std::mem::replace(n, *n + usize::from(!condition.is_soft))))
        .collect();
    core.iter().map(|&at| n_before[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Refutes what holds all conditions of one of these sets.
    struct Fake {
        cores: Vec<Vec<ExprId>>,
        asked: Vec<usize>,
    }

    impl Solve for Fake {
        fn solve(&mut self, _: &mut Arena, query: &Query) -> Answer {
            self.asked.push(query.prefix.len());
            let place = |term: &ExprId| query.prefix.iter().position(|held| held == term);
            let core = self.cores.iter().find_map(|core| core.iter().map(place).collect::<Option<Vec<usize>>>());
            core.map_or(Answer::Sat(Input::default()), Answer::Unsat)
        }
    }

    /// Six conditions, those at odd places soft.
    fn conditions(arena: &mut Arena) -> Vec<Condition> {
        let turn = Turn::branch(symcrete_model::BranchId(0), None);
        (0..6).map(|k| Condition { term: arena.input(0, k), is_soft: k % 2 == 1, turn }).collect()
    }

    fn ask(cores: &[&[usize]]) -> (Told, Vec<usize>) {
        let mut arena = Arena::new();
        let conditions = conditions(&mut arena);
        let cores = cores.iter().map(|core| core.iter().map(|&at| conditions[at].term).collect()).collect();
        let mut solver = Fake { cores, asked: Vec::new() };
        let (flipped, parent) = (arena.input(0, 9), Input::default());
        let posed = Posed { conditions, flipped, needed: flipped, guard: Vec::new(), folded: None };
        let asked = Asked { posed, parent: &parent, is_quick: true };
        (asked.ask(&mut arena, &mut solver), solver.asked)
    }

    #[test]
    fn only_what_is_in_the_way_is_let_go() {
        let (told, asked) = ask(&[&[0, 1], &[3, 5]]);
        assert_eq!((told.answer, told.n_rounds, asked), (Answer::Sat(Input::default()), 2, vec![6, 5, 3]));
    }

    #[test]
    fn a_refutation_counts_when_it_needs_no_soft_turn() {
        // By their places among the conditions that must hold: the first and the third.
        let (told, asked) = ask(&[&[1, 2], &[0, 4]]);
        assert_eq!((told.answer, asked), (Answer::Unsat(vec![0, 2]), vec![6, 5]));
    }

    #[test]
    fn a_smaller_question_is_enough_if_it_has_an_answer_or_its_refutation_needs_nothing_that_was_changed() {
        let mut arena = Arena::new();
        let conditions = conditions(&mut arena);
        let changed = Condition { term: arena.input(0, 20), ..conditions[1] };
        let small = vec![conditions[0], changed, conditions[4]];
        let mut ask = |core: &[ExprId], is_flipped| {
            let mut solver = Fake { cores: vec![core.to_vec()], asked: Vec::new() };
            let folded = Some(Folded { conditions: small.clone(), flipped: Arena::TRUE, is_flipped });
            let posed = Posed {
                conditions: conditions.clone(),
                flipped: Arena::TRUE,
                needed: Arena::TRUE,
                guard: Vec::new(),
                folded,
            };
            let asked = Asked { posed, parent: &Input::default(), is_quick: true };
            (asked.ask(&mut arena, &mut solver).answer, solver.asked)
        };
        let found = Answer::Sat(Input::default());
        assert_eq!(ask(&[conditions[1].term], false), (found.clone(), vec![3]));
        assert_eq!(ask(&[conditions[4].term], false), (Answer::Unsat(vec![2]), vec![3]));
        assert_eq!(ask(&[changed.term], false), (found.clone(), vec![3, 6]));
        assert_eq!(ask(&[conditions[4].term], true), (Answer::Unsat(vec![2]), vec![3, 6]));
    }

    #[test]
    fn what_a_solver_cannot_tell_is_not_asked_again() {
        struct Lost;
        impl Solve for Lost {
            fn solve(&mut self, _: &mut Arena, _: &Query) -> Answer {
                Answer::Unknown(Why::TimeOut)
            }
        }
        let mut arena = Arena::new();
        let (conditions, parent) = (conditions(&mut arena), Input::default());
        let posed = Posed { conditions, flipped: Arena::TRUE, needed: Arena::TRUE, guard: Vec::new(), folded: None };
        let asked = Asked { posed, parent: &parent, is_quick: true };
        assert_eq!(asked.ask(&mut arena, &mut Lost).answer, Answer::Unknown(Why::TimeOut));
    }
}
