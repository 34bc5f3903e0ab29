//! The SAT solver `batsat`, a MiniSat in Rust, behind our interface.
//! Time is looked at between slices of conflicts, so that the solver itself needs no clock and a run that does not
//! expire is the same every time. Invariant: the stop callback stays true once it fired, which batsat relies on.
//! Does not simplify or tune; the options are batsat's own.

use batsat::{Callbacks, ClauseKind, SolverInterface, lbool};
use symcrete_expr::Stop;

use super::sat::{Limit, Lit, Sat, Verdict};

/// How many conflicts pass between two looks at the time. On a hash of 20 letters 20 000 conflicts took 1.8 s, so a
/// limit is overrun by some tens of milliseconds; restarts (every 100 conflicts and more) hardly notice.
const SLICE: u64 = 500;
/// Each slice begins with the assumptions anew, which must not be all that it does.
const MIN_SLICE: u64 = 10;

/// A batsat instance.
pub(crate) struct Bat {
    solver: batsat::Solver<End>,
    decides_gates: bool,
    n_conflicts: u64,
    clause: Vec<batsat::Lit>,
}

/// Ends a call after a number of learnt clauses, which is the number of conflicts, or on request.
#[derive(Default)]
struct End {
    n_conflicts: u64,
    limit: u64,
    stop: Stop,
}

impl Callbacks for End {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        self.n_conflicts += u64::from(matches!(kind, ClauseKind::Learnt));
    }

    fn stop(&self) -> bool {
        self.n_conflicts >= self.limit || self.stop.is_set()
    }
}

impl Bat {
    /// An instance without variables. With `decides_gates`, gates are decided like inputs, which proofs profit from;
    /// without, models stay near the phases of the inputs.
    pub(crate) fn new(decides_gates: bool) -> Bat {
        let solver = batsat::Solver::new(batsat::SolverOpts::default(), End::default());
        Bat { solver, decides_gates, n_conflicts: 0, clause: Vec::new() }
    }

    /// The conflicts of a slice that ends before so many propagations in all, if each conflict took every variable.
    fn within(&self, end: u64) -> u64 {
        let left = end.saturating_sub(self.solver.num_propagations());
        (left / u64::from(self.solver.num_vars().max(1))).clamp(MIN_SLICE, SLICE)
    }

    /// One call of at most `n_conflicts`.
    fn slice(&mut self, assumptions: &[batsat::Lit], n_conflicts: u64, stop: &Stop) -> Verdict {
        *self.solver.cb_mut() = End { n_conflicts: 0, limit: n_conflicts.max(1), stop: stop.clone() };
        let result = self.solver.solve_limited(assumptions);
        self.n_conflicts += self.solver.cb().n_conflicts;
        if result == lbool::TRUE {
            Verdict::Sat
        } else if result == lbool::FALSE {
            Verdict::Unsat
        } else {
            Verdict::Unknown
        }
    }
}

impl Sat for Bat {
    fn input(&mut self, phase: bool) -> Lit {
        Lit::positive(self.solver.new_var(lbool::new(phase), true).idx())
    }

    fn gate(&mut self) -> Lit {
        Lit::positive(self.solver.new_var(lbool::UNDEF, self.decides_gates).idx())
    }

    fn n_conflicts(&self) -> u64 {
        self.n_conflicts
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clause.clear();
        self.clause.extend(lits.iter().map(|&lit| theirs(lit)));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Lit], limit: &Limit<'_>) -> Verdict {
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&lit| theirs(lit)).collect();
        let mut left = limit.n_conflicts;
        let end = self.solver.num_propagations().saturating_add(limit.n_propagations);
        loop {
            let slice = left.min(self.within(end));
            let verdict = self.slice(&assumptions, slice, limit.stop);
            left -= slice;
            let is_over = left == 0 || self.solver.num_propagations() >= end;
            if verdict != Verdict::Unknown || is_over || (limit.expired)() {
                return verdict;
            }
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.solver.value_lit(theirs(lit)) == lbool::TRUE
    }

    fn n_vars(&self) -> usize {
        self.solver.num_vars() as usize
    }
}

fn theirs(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(batsat::Var::unsafe_from_idx(lit.var()), !lit.is_negative())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_and_assumptions() {
        let mut bat = Bat::new(true);
        let [a, b, c] = [(); 3].map(|()| bat.input(false));
        let limit = Limit { n_conflicts: 100, n_propagations: u64::MAX, expired: &|| false, stop: &Stop::new() };
        bat.clause(&[a, b]);
        assert_eq!(bat.solve(&[!a, c], &limit), Verdict::Sat);
        assert!(bat.value(b) && bat.value(!a) && bat.value(c));
        assert_eq!(bat.solve(&[c, !a, !b], &limit), Verdict::Unsat);
        assert_eq!(bat.solve(&[], &limit), Verdict::Sat);
        assert_eq!(bat.n_vars(), 3);
    }

    /// Pigeons and holes: exponentially hard for resolution.
    #[test]
    fn a_hard_instance_ends_at_the_limit() {
        let mut bat = Bat::new(true);
        let pigeons: Vec<Vec<Lit>> = (0..12).map(|_| (0..11).map(|_| bat.input(false)).collect()).collect();
        for pigeon in &pigeons {
            bat.clause(pigeon);
        }
        for (index, first) in pigeons.iter().enumerate() {
            for second in &pigeons[..index] {
                for (&one, &other) in first.iter().zip(second) {
                    bat.clause(&[!one, !other]);
                }
            }
        }
        let (never, now) = (Stop::new(), Stop::new());
        let limit = |n_conflicts, expired, stop| Limit { n_conflicts, n_propagations: u64::MAX, expired, stop };
        assert_eq!(bat.solve(&[], &limit(1000, &|| false, &never)), Verdict::Unknown);
        assert_eq!(bat.solve(&[], &limit(u64::MAX, &|| true, &never)), Verdict::Unknown);
        now.set(true);
        assert_eq!(bat.solve(&[], &limit(u64::MAX, &|| now.is_set(), &now)), Verdict::Unknown);
    }
}
