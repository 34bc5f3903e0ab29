//! The in-process solver: the bit-blaster on a SAT solver, with one instance kept along a path.
//! Conditions of the prefix are asserted, the goal is assumed, so the questions of a path that are asked in order find
//! their conditions already there and what was learnt stays. An instance whose conditions are not all in the prefix
//! at hand is given up and a fresh one begun: assuming a prefix instead of asserting it was measured 2 to 17 times
//! slower. One for parts is kept only after a refutation: what is asserted then often refutes the next question, too;
//! after a model it would only make the next question larger. Input bits are tried with the parent's values first; for
//! partial questions nothing but input bits is decided, so that models stay near the parent and violate few conditions
//! that were not asked about. For whole ones gates are decided, too, which made proofs on the sorting series three times
//! faster.
//! Invariant: everything asserted is a condition of the prefix.

use symcrete_expr::ExprId;

use super::{Context, Stage};
use crate::answer::{Answer, Why};
use crate::backend::bat::Bat;
use crate::backend::sat::{Limit, Sat, Verdict};
use crate::blast::Blaster;
use crate::effort::Effort;
use crate::model::Model;
use crate::query::Task;

/// An instance of more variables than this is not kept: every call assigns them all, and the goals of earlier
/// questions are among them. A bound on memory and on the cost of a call, not tuned: from 20 000 to 400 000 the four
/// series differ by no more than the noise.
const MAX_KEPT_VARS: usize = 100_000;

/// Conflicts of a call about a part. A part that needs more is hard, and deciding only inputs is the wrong way to go
/// on: the whole slice is asked for instead. Not tuned.
const PARTIAL_CONFLICTS: u64 = 1000;

/// An instance of more variables than this is not solved: it would take gigabytes. A bound on memory, not tuned.
const MAX_VARS: usize = 4_000_000;

/// What one conflict of the limit may cost in propagations, taken over a call.
const PROPAGATIONS: u64 = 2000;

/// What a question may take before it is put off: one of an hour's worth must not keep thousands of small ones waiting.
const QUICK: Budget = Budget { n_conflicts: 2000, n_vars: 500_000 };

/// A conflict takes about as long as so many new variables: 20 000 of them took 1.8 s on a hash, a variable with its clauses a microsecond.
const CONFLICT: u64 = 50;

/// The bit-blasting stage.
pub(crate) struct Blast {
    n_conflicts: u64,
    instance: Option<Instance>,
}

/// How much one call may take.
#[derive(Clone, Copy)]
struct Budget {
    n_conflicts: u64,
    n_vars: usize,
}

struct Instance {
    blaster: Blaster<Bat>,
    is_partial: bool,
    /// Had the last question no answer? Then what is asserted is a reason, and often one for the next question, too.
    refutes: bool,
    /// What is asserted, by place in the prefix, ascending by time.
    asserted: Vec<(usize, ExprId)>,
}

impl Blast {
    /// Gives up after so many conflicts per call.
    pub(crate) fn new(n_conflicts: u64) -> Blast {
        Blast { n_conflicts, instance: None }
    }

    /// What a call about this may take.
    fn budget(&self, effort: Effort, task: Task<'_>) -> Budget {
        let whole = Budget { n_conflicts: self.n_conflicts, n_vars: MAX_VARS };
        let budget = if effort == Effort::Quick { QUICK.least(whole) } else { whole };
        if task.is_partial { Budget { n_conflicts: PARTIAL_CONFLICTS, n_vars: MAX_VARS }.least(budget) } else { budget }
    }

    /// The kept instance if it fits the prefix, else a fresh one.
    fn instance(&mut self, task: Task<'_>) -> &mut Instance {
        let is_next_part = task.is_partial && task.active.is_empty();
        let fits = |instance: &mut Instance| {
            let prefix = task.query.prefix;
            instance.is_partial == task.is_partial
                && (!is_next_part || instance.refutes)
                && instance.asserted.iter().all(|&(place, id)| prefix.get(place) == Some(&id))
                && instance.blaster.sat().n_vars() <= MAX_KEPT_VARS
        };
        let kept = self.instance.take().and_then(|mut instance| fits(&mut instance).then_some(instance));
        self.instance.insert(kept.unwrap_or_else(|| Instance::new(task.is_partial)))
    }
}

impl Stage for Blast {
    fn name(&self) -> &'static str {
        "blast"
    }

    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        let budget = self.budget(context.effort, task);
        let instance = self.instance(task);
        let before = instance.n_steps();
        let answer = instance.solve(context, task, budget);
        context.calls.n_steps += instance.n_steps() - before;
        match answer {
            Answer::Unknown(Why::StepLimit) if !task.is_partial && context.effort == Effort::Quick => {
                Answer::Unknown(Why::PutOff)
            }
            answer => answer,
        }
    }
}

impl Budget {
    /// The smaller of each.
    fn least(self, other: Budget) -> Budget {
        let (n_conflicts, n_vars) = (self.n_conflicts.min(other.n_conflicts), self.n_vars.min(other.n_vars));
        Budget { n_conflicts, n_vars }
    }

    /// Propagations of a call.
    fn n_propagations(self) -> u64 {
        self.n_conflicts.saturating_mul(PROPAGATIONS)
    }
}

impl Instance {
    fn new(is_partial: bool) -> Instance {
        Instance { blaster: Blaster::new(Bat::new(!is_partial)), is_partial, refutes: false, asserted: Vec::new() }
    }

    /// What was done so far.
    fn n_steps(&mut self) -> u64 {
        let sat = self.blaster.sat();
        sat.n_vars() as u64 + CONFLICT * sat.n_conflicts()
    }

    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>, budget: Budget) -> Answer {
        let late = &*context;
        let goes_on = |n_vars: usize| n_vars <= budget.n_vars && !late.is_late();
        let goal = match self.assert(task, &goes_on) {
            true => self.blaster.condition(task.arena(), task.query.goal, task.query.parent, &goes_on),
            false => None,
        };
        let Some(goal) = goal else {
            return if context.is_late() { context.late() } else { Answer::Unknown(Why::StepLimit) };
        };
        let core = self.core(task);
        context.calls.count(core.len() + 1);
        let late = &*context;
        let (n_conflicts, n_propagations) = (budget.n_conflicts, budget.n_propagations());
        let limit = Limit { n_conflicts, n_propagations, expired: &|| late.is_late(), stop: late.stop };
        let verdict = self.blaster.sat().solve(&[goal], &limit);
        self.refutes = verdict == Verdict::Unsat;
        match verdict {
            Verdict::Sat => self.answer(context, task),
            Verdict::Unsat => Answer::Unsat(core),
            Verdict::Unknown if context.is_late() => context.late(),
            Verdict::Unknown => Answer::Unknown(Why::StepLimit),
        }
    }

    /// Asserts what is active; false when that takes too long or gets too large.
    fn assert(&mut self, task: Task<'_>, goes_on: &dyn Fn(usize) -> bool) -> bool {
        let mut is_known = vec![false; task.query.prefix.len()];
        for &(place, _) in &self.asserted {
            is_known[place] = true;
        }
        for &place in task.active.iter().filter(|&&place| !is_known[place]) {
            let id = task.condition(place);
            let condition = self.blaster.condition(task.arena(), id, task.query.parent, goes_on);
            let Some(condition) = condition.filter(|_| goes_on(self.blaster.sat().n_vars())) else { return false };
            self.blaster.sat().clause(&[condition]);
            self.asserted.push((place, id));
        }
        true
    }

    /// The conditions of the slice that are asserted: the others have nothing to do with the goal.
    fn core(&self, task: Task<'_>) -> Vec<usize> {
        let asserted = self.asserted.iter().map(|&(place, _)| place);
        let mut core: Vec<usize> = asserted.filter(|place| task.slice.binary_search(place).is_ok()).collect();
        core.sort_unstable();
        core
    }

    /// The model, unless operators without a circuit made it wrong.
    fn answer(&self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        let model = self.model(context, task);
        if self.blaster.is_abstract() {
            let changes = context.path.changes(&model);
            let mut values = context.path.parent().to_vec();
            changes.iter().for_each(|&(byte, value)| values[byte.index()] = value);
            let mut asked = self.core(task).into_iter().map(|place| task.condition(place)).chain([task.query.goal]);
            if !asked.all(|id| context.probes.get(task.arena(), context.path, id).holds(&values)) {
                return Answer::Unknown(Why::Float);
            }
        }
        Answer::Sat(model)
    }

    /// The bytes of the slice; the others keep the parent's values.
    fn model(&self, context: &Context<'_>, task: Task<'_>) -> Model {
        let bytes = self.blaster.model();
        let is_related = context.path.related(task.goal_bytes);
        bytes.into_iter().filter(|&(at, _)| is_related(at)).collect()
    }
}
