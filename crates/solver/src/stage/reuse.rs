//! Reuses earlier answers: a question seen before, an unsatisfiable set contained in this one, an earlier model.
//! A core found once refutes every question that contains it; models of earlier questions are tried by evaluation,
//! which the authors of IPPC name as future work. Invariant: never changes an answer, since a set that contains a
//! core has no model and every model is evaluated. Forgets everything beyond fixed sizes, oldest first.

use std::collections::VecDeque;

use symcrete_expr::ExprId;

use super::{Context, Stage};
use crate::answer::{Answer, Why};
use crate::model::Model;
use crate::query::Task;
use rustc_hash::{FxHashMap, FxHashSet};

/// Earlier models that are tried. Each costs one evaluation of the goal. On the unsatisfiable series 4 models answer
/// 25 questions, 8 and 16 answer 34.
const MAX_MODELS: usize = 8;
/// Remembered questions and cores. With [`MAX_MEMBERS`] of at most 8 bytes each, about 10 MB of either.
const MAX_REMEMBERED: usize = 1 << 14;
/// A core of more conditions, or a model of more bytes, is not remembered: hardly any later question contains it, and
/// memory must stay bounded.
const MAX_MEMBERS: usize = 64;

/// The memory of answers.
#[derive(Default)]
pub(crate) struct Reuse {
    /// The models of questions, by goal and slice.
    exact: FxHashMap<(ExprId, u64), Model>,
    cores: Vec<Box<[ExprId]>>,
    /// The cores that contain a condition. A core refutes a question only through its goal, since the rest holds on
    /// the parent, so the goal is all that is looked up.
    cores_of: FxHashMap<ExprId, Vec<usize>>,
    models: VecDeque<Model>,
}

impl Stage for Reuse {
    fn name(&self) -> &'static str {
        "reuse"
    }

    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        if let Some(core) = self.contained_core(task) {
            return Answer::Unsat(core);
        }
        let same = self.exact.get(&key(task));
        match same.into_iter().chain(&self.models).find(|model| fits(context, task, model)) {
            Some(model) => Answer::Sat(related(context, task, model)),
            None => Answer::Unknown(Why::NotTried),
        }
    }

    fn learn(&mut self, _: &mut Context<'_>, task: Task<'_>, answer: &Answer) {
        match answer {
            Answer::Unsat(core) => self.learn_core(task, core),
            Answer::Sat(model) => {
                self.models.push_front(model.clone());
                self.models.truncate(MAX_MODELS);
                self.learn_exact(task, model);
            }
            Answer::Unknown(_) => {}
        }
    }
}

impl Reuse {
    fn contained_core(&self, task: Task<'_>) -> Option<Vec<usize>> {
        let cores = self.cores_of.get(&task.query.goal)?;
        let present: FxHashSet<ExprId> = task.conditions().chain([task.query.goal]).collect();
        let core =
            cores.iter().map(|&core| &self.cores[core]).find(|core| core.iter().all(|id| present.contains(id)))?;
        Some(task.slice.iter().copied().filter(|&place| core.contains(&task.condition(place))).collect())
    }

    fn learn_core(&mut self, task: Task<'_>, core: &[usize]) {
        if core.len() > MAX_MEMBERS {
            return;
        }
        if self.cores.len() == MAX_REMEMBERED {
            self.cores.clear();
            self.cores_of.clear();
        }
        let members = core.iter().map(|&place| task.condition(place)).chain([task.query.goal]);
        let members: Box<[ExprId]> = members.collect();
        for &member in &members {
            self.cores_of.entry(member).or_default().push(self.cores.len());
        }
        self.cores.push(members);
    }

    fn learn_exact(&mut self, task: Task<'_>, model: &Model) {
        if model.bytes().len() > MAX_MEMBERS {
            return;
        }
        if self.exact.len() == MAX_REMEMBERED {
            self.exact.clear();
        }
        self.exact.insert(key(task), model.clone());
    }
}

/// The goal and a hash of the slice. Two questions of one hash do no harm, since models are evaluated.
fn key(task: Task<'_>) -> (ExprId, u64) {
    let mix = |hash: u64, id: ExprId| (hash ^ id.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    (task.query.goal, task.conditions().fold(0, mix))
}

/// Does the model, laid over the parent, satisfy the goal and the prefix?
fn fits(context: &mut Context<'_>, task: Task<'_>, model: &Model) -> bool {
    let model = related(context, task, model);
    let changes = context.path.changes(&model);
    let mut values = context.path.parent().to_vec();
    for &(byte, value) in &changes {
        values[byte.index()] = value;
    }
    let goal = context.probes.get(task.arena(), context.path, task.query.goal);
    goal.holds(&values) && context.path.first_violated(task.arena(), &changes, context.stop).is_none()
}

/// The bytes of a model that have to do with the goal.
fn related(context: &Context<'_>, task: Task<'_>, model: &Model) -> Model {
    let is_related = context.path.related(task.goal_bytes);
    model.bytes().iter().copied().filter(|&(at, _)| is_related(at)).collect()
}
