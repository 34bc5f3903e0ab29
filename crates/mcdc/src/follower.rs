//! From the branches of a run, in their order, to the vectors of its decisions.
//!
//! The first condition of a decision begins an evaluation, and each further one belongs to the innermost evaluation that waits for it: an
//! operand may call a function that comes to the same decision again. An evaluation that was left (by `longjmp`, an exception, the end of the run) is no vector.
//! Where the first condition was not told, nothing is known of the evaluation, and nothing is said.

use crate::decision::{DecisionId, Decisions};
use crate::vector::Vector;
use symcrete_model::{BranchId, Next};

/// Evaluations that may be open at once; of more, the oldest are forgotten, whose vectors are then not seen.
const MOST_OPEN: usize = 4096;

/// Follows one run.
#[derive(Debug)]
pub struct Follower<'a> {
    decisions: &'a Decisions,
    open: Vec<Open>,
}

/// An evaluation that is not over.
#[derive(Clone, Copy, Debug)]
struct Open {
    decision: DecisionId,
    vector: Vector,
    waits_for: usize,
}

/// What a branch said about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The decision.
    pub decision: DecisionId,
    /// What was evaluated before.
    pub before: Vector,
    /// The condition.
    pub leaf: usize,
    /// What it was.
    pub value: bool,
    /// Whether the decision was made with it.
    pub is_last: bool,
}

impl Told {
    /// What was evaluated by now.
    pub fn vector(&self) -> Vector {
        self.before.with(self.leaf, self.value)
    }
}

impl<'a> Follower<'a> {
    /// Of a run that begins.
    pub fn new(decisions: &'a Decisions) -> Follower<'a> {
        Follower { decisions, open: Vec::new() }
    }

    /// The run takes a branch.
    pub fn take(&mut self, branch: BranchId) -> Option<Told> {
        let (decision, leaf, value) = self.decisions.of_branch(branch)?;
        if leaf == 0 {
            if self.open.len() >= MOST_OPEN {
                self.open.drain(..MOST_OPEN / 2);
            }
            self.open.push(Open { decision, vector: Vector::default(), waits_for: 0 });
        }
        let is_it = |open: &Open| open.decision == decision && open.waits_for == leaf;
        let at = self.open.iter().rposition(is_it)?;
        // What is open inside of it was left.
        self.open.truncate(at + 1);
        let open = &mut self.open[at];
        let before = open.vector;
        open.vector = before.with(leaf, value);
        let is_last = match self.decisions.get(decision).next(leaf, value) {
            Next::Leaf(next) => {
                open.waits_for = next as usize;
                false
            }
            Next::False | Next::True => {
                self.open.pop();
                true
            }
        };
        Some(Told { decision, before, leaf, value, is_last })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_model::{Decision, Function, FunctionId, Leaf, Module, Program, Site, SiteId, SiteKind};

    /// `a && b` and, beside it, `c || d`.
    fn program() -> Program {
        let site = |k: u32| Site {
            kind: SiteKind::Branch,
            function: FunctionId(0),
            block: None,
            loc: None,
            in_macro: None,
            first_outcome: 2 * k,
            edges: vec![None; 2],
        };
        let leaf = |site, next| Leaf { site: SiteId(site), next };
        let both = |first, next| vec![leaf(first, next), leaf(first + 1, [Next::False, Next::True])];
        let decisions = vec![
            Decision { leaves: both(0, [Next::False, Next::Leaf(1)]) },
            Decision { leaves: both(2, [Next::Leaf(1), Next::True]) },
        ];
        let sites = (0..4).map(site).collect();
        let function = Function::new("f");
        Program::link(vec![Module { hash: 1, functions: vec![function], sites, decisions, ..Module::default() }])
    }

    fn vectors(branches: &[u32]) -> Vec<(u32, String)> {
        let program = program();
        let decisions = Decisions::new(&program);
        let mut follower = Follower::new(&decisions);
        let told = branches.iter().filter_map(|&branch| follower.take(BranchId(branch)));
        told.filter(|told| told.is_last).map(|told| (told.decision.0, told.vector().text(2))).collect()
    }

    #[test]
    fn evaluations_are_followed_to_their_ends() {
        let of = |decision, text: &str| (decision, text.to_string());
        assert_eq!(vectors(&[1, 3, 0, 5, 4, 7]), [of(0, "TT"), of(0, "F-"), of(1, "T-"), of(1, "FT")]);
    }

    #[test]
    fn an_operand_may_come_to_the_same_decision() {
        let of = |text: &str| (0, text.to_string());
        // a; b calls the function again: a, b; then b itself is false.
        assert_eq!(vectors(&[1, 1, 3, 2]), [of("TT"), of("TF")]);
    }

    #[test]
    fn what_was_left_is_no_vector() {
        assert_eq!(vectors(&[1]), []);
        assert_eq!(vectors(&[3]), [], "its beginning was not told");
        // Inside of a && b, c || d was left.
        assert_eq!(vectors(&[1, 4, 3, 7]), [(0, "TT".to_string())]);
    }
}
