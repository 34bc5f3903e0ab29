//! Which candidates are invariants, and which of them a proof needs.
//!
//! All candidates are believed at first. A model in which one does not hold drops it, or gives a list what it lacks, and everything that rested on it is
//! asked again, until no model is left (Flanagan and Leino, Houdini, 2001). A proof takes with it only what it needs, and what that needs in turn: a second
//! solver has to follow it.

use super::cycle::Round;
use super::invariant::Candidate;
use super::{Attempt, Means, Ways};
use std::collections::BTreeSet;
use std::slice::from_ref;
use symcrete_expr::{Arena, ExprId, Op};
use symcrete_solver::{Answer, Model};

/// Questions until all candidates that are left are invariants.
const MOST_QUESTIONS: usize = 600;
/// Conflicts of the solver for one of them; what takes more is dropped.
const FEW_CONFLICTS: u64 = 4000;
/// Questions to find what one refutation needs.
const MOST_MINIMISED: usize = 40;

impl Attempt<'_, '_> {
    /// That something holds, though these do.
    pub(super) fn assuming(&mut self, all: &[Candidate], what: ExprId) -> ExprId {
        let assumed = all.iter().fold(Arena::TRUE, |all, one| self.arena.binary(Op::And, all, one.assumed));
        self.arena.binary(Op::And, assumed, what)
    }

    /// The candidates that hold before the first round and are kept by each, with those that are known to. `None` when it takes too long.
    pub(super) fn kept(&mut self, known: Vec<Candidate>, new: Vec<Candidate>) -> Option<Vec<Candidate>> {
        let mut alive = known;
        alive.extend(new);
        // Loop by loop: the questions are small, and most candidates fall at the first.
        let mut open: BTreeSet<usize> = alive.iter().map(|one| one.round).collect();
        for _ in 0..MOST_QUESTIONS {
            let Some(&at) = open.first() else { return Some(alive) };
            let here: Vec<Candidate> = alive.iter().filter(|one| one.round == at).cloned().collect();
            let each = self.each_broken(&here, &alive);
            let question = each.iter().fold(Arena::FALSE, |all, &one| self.arena.binary(Op::Or, all, one));
            let left = match self.solve_within(question, FEW_CONFLICTS) {
                Answer::Unsat(_) => {
                    open.remove(&at);
                    continue;
                }
                Answer::Unknown(_) if self.stop.is_set() => return None,
                Answer::Unknown(_) => self.easy(here, &each),
                Answer::Sat(model) => self.holding(here, &alive, &model),
            };
            alive.retain(|one| one.round != at);
            alive.extend(left);
            open = alive.iter().map(|one| one.round).collect();
        }
        None
    }

    /// Of questions that are too hard together, which have no answer for sure.
    fn easy(&mut self, some: Vec<Candidate>, each: &[ExprId]) -> Vec<Candidate> {
        let is_easy = |&one: &ExprId| matches!(self.solve_within(one, FEW_CONFLICTS / 4), Answer::Unsat(_));
        some.into_iter().zip(each).filter(|(_, one)| is_easy(one)).map(|(candidate, _)| candidate).collect()
    }

    /// Of some candidates those that hold in a model, and lists with what they lack there.
    fn holding(&mut self, some: Vec<Candidate>, all: &[Candidate], model: &Model) -> Vec<Candidate> {
        let broken: Vec<ExprId> = self.both_broken(&some, all).into_iter().flatten().collect();
        let broken = self.values(model, &broken);
        let mut left = Vec::new();
        for (one, broken) in some.into_iter().zip(broken.chunks(2)) {
            if broken == [0, 0] {
                left.push(one);
            } else if let Some(listed) = one.listed(&self.rounds[one.round]) {
                let missing = listed.iter().zip(broken).filter(|(_, broken)| **broken == 1);
                let missing = missing.map(|(terms, _)| self.values(model, terms)).collect();
                left.extend(one.with(&mut self.arena, &self.rounds[one.round], missing));
            }
        }
        left
    }

    /// For each of some candidates that it does not hold, though all do that speak of what came before.
    fn each_broken(&mut self, some: &[Candidate], all: &[Candidate]) -> Vec<ExprId> {
        let both = self.both_broken(some, all);
        both.into_iter().map(|[first, next]| self.arena.binary(Op::Or, first, next)).collect()
    }

    /// The same, before the first round and after one more.
    fn both_broken(&mut self, some: &[Candidate], all: &[Candidate]) -> Vec<[ExprId; 2]> {
        let mut before = vec![Arena::TRUE];
        for at in 0..self.rounds.len() {
            let here = all.iter().filter(|one| one.round == at);
            let known = here.fold(before[at], |all, one| self.arena.binary(Op::And, all, one.assumed));
            before.push(known);
        }
        let mut broken = Vec::new();
        for one in some {
            let Round { first, next, .. } = &self.rounds[one.round];
            let not_first = self.arena.binary(Op::And, before[first.1], one.not_first);
            let not_next = self.arena.binary(Op::And, before[next.1], one.not_next);
            broken.push([not_first, not_next]);
        }
        broken
    }

    /// The proof that the goal is not met, with the invariants that it needs.
    pub(super) fn refuted(&mut self, met: ExprId, invariants: &[Candidate]) -> Ways {
        let needed = self.least(&[], invariants, &mut |attempt, some| attempt.assuming(some, met));
        let mut used = needed.clone();
        let mut open = needed.clone();
        while let Some(one) = open.pop() {
            let more = self.least(&used, invariants, &mut |attempt, some| attempt.each_broken(from_ref(&one), some)[0]);
            open.extend(more.iter().cloned());
            used.extend(more);
        }
        let mut questions = vec![self.assuming(&used, met)];
        questions.extend(self.both_broken(&used, &used).into_iter().flatten());
        let means = match needed.is_empty() && !self.runs_on() {
            true => Means::Unrolling(self.most_rounds),
            false => Means::Induction(self.n_rounds, needed.iter().map(|one| self.invariant(one)).collect()),
        };
        let contradictions = questions.into_iter().map(|question| self.contradiction(question));
        Ways::Refuted(means, contradictions.collect())
    }

    /// Can a loop run more often than was written out?
    fn runs_on(&mut self) -> bool {
        let guards: Vec<ExprId> = self.rounds.iter().map(|round| round.guard).collect();
        let any = guards.into_iter().fold(Arena::FALSE, |all, one| self.arena.binary(Op::Or, all, one));
        !matches!(self.solve(any), Answer::Unsat(_))
    }

    /// The invariants that a question needs besides these to have no answer, as few as are found soon.
    fn least(
        &mut self,
        used: &[Candidate],
        invariants: &[Candidate],
        question: &mut dyn FnMut(&mut Self, &[Candidate]) -> ExprId,
    ) -> Vec<Candidate> {
        let mut n_left = MOST_MINIMISED;
        let mut is_enough = |attempt: &mut Self, some: &[Candidate]| {
            n_left = n_left.saturating_sub(1);
            let question = question(attempt, &[used, some].concat());
            n_left > 0 && matches!(attempt.solve(question), Answer::Unsat(_))
        };
        if is_enough(self, &[]) {
            return Vec::new();
        }
        // What is plainest comes last, so that it is kept.
        let is_new = |one: &&Candidate| !used.iter().any(|used| used.is_same(one));
        let mut needed: Vec<Candidate> = invariants.iter().filter(is_new).rev().cloned().collect();
        let mut size = needed.len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            while at < needed.len() {
                let end = (at + size).min(needed.len());
                let less = [&needed[..at], &needed[end..]].concat();
                match is_enough(self, &less) {
                    true => needed = less,
                    false => at = end,
                }
            }
            size = if size == 1 { 0 } else { size.div_ceil(2) };
        }
        needed
    }
}
