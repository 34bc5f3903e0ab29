//! Asks the small question first: what the parent decided softly is kept, until it turns out to be in the way.
//!
//! Fixed as the parent took them, soft turns make a question as small as if nothing had been merged. If it is refuted, those that the
//! refutation used are let go, and it is asked again. A refutation that uses none of them holds for all their combinations.

use crate::campaign::{Answer, Query, Solve};
use crate::input::Input;
use symcrete_expr::{Arena, ExprId};

/// A condition of the prefix; a soft one need not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) term: ExprId,
    pub(crate) is_soft: bool,
}

/// Times that only what is in the way is let go; after that all is. Each time costs a refutation.
const ROUNDS: u32 = 3;

/// A question with its parent.
pub(crate) struct Asked<'a> {
    pub(crate) conditions: Vec<Condition>,
    pub(crate) flipped: ExprId,
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
        loop {
            let prefix: Vec<ExprId> = self.conditions.iter().map(|condition| condition.term).collect();
            let Asked { flipped, parent, is_quick, .. } = self;
            let answer = solver.solve(arena, &Query { prefix: &prefix, flipped, parent, is_quick });
            let Answer::Unsat(core) = answer else { return Told { answer, n_rounds } };
            if !core.iter().any(|&at| self.conditions[at].is_soft) {
                return Told { answer: Answer::Unsat(self.hard(&core)), n_rounds };
            }
            n_rounds += 1;
            self.let_go(&core, n_rounds);
        }
    }

    /// Lets go of the soft conditions of a refutation, or of all.
    fn let_go(&mut self, core: &[usize], n_rounds: u32) {
        let mut at = 0;
        self.conditions.retain(|condition| {
            let is_used = n_rounds > ROUNDS || core.contains(&at);
            at += 1;
            !(condition.is_soft && is_used)
        });
    }

    /// Places among the conditions that are not soft.
    fn hard(&self, core: &[usize]) -> Vec<usize> {
        core.iter().map(|&at| self.conditions[..at].iter().filter(|condition| !condition.is_soft).count()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Why;

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
        (0..6).map(|k| Condition { term: arena.input(0, k), is_soft: k % 2 == 1 }).collect()
    }

    fn ask(cores: &[&[usize]]) -> (Told, Vec<usize>) {
        let mut arena = Arena::new();
        let conditions = conditions(&mut arena);
        let cores = cores.iter().map(|core| core.iter().map(|&at| conditions[at].term).collect()).collect();
        let mut solver = Fake { cores, asked: Vec::new() };
        let (flipped, parent) = (arena.input(0, 9), Input::default());
        let asked = Asked { conditions, flipped, parent: &parent, is_quick: true };
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
    fn what_a_solver_cannot_tell_is_not_asked_again() {
        struct Lost;
        impl Solve for Lost {
            fn solve(&mut self, _: &mut Arena, _: &Query) -> Answer {
                Answer::Unknown(Why::TimeOut)
            }
        }
        let mut arena = Arena::new();
        let (conditions, parent) = (conditions(&mut arena), Input::default());
        let asked = Asked { conditions, flipped: Arena::TRUE, parent: &parent, is_quick: true };
        assert_eq!(asked.ask(&mut arena, &mut Lost).answer, Answer::Unknown(Why::TimeOut));
    }
}
