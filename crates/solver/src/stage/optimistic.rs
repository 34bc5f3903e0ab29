//! The optimistic answer: a model of the goal alone, when the whole prefix gave none.
//! Hybrid fuzzing lives on such inputs (QSYM, Yun et al., USENIX Security 2018): the prefix is often stricter than the
//! program. Invariant: only asked after every other stage failed, and its answer is kept apart from sound ones, so
//! that it is never counted as predicted. Does not look at the prefix at all.

use crate::answer::Answer;
use crate::model::Model;
use crate::query::{Query, Task};
use crate::stage::blast::Blast;
use crate::stage::{Context, Stage};

/// A model of the goal alone, if there is one. `blast` must not be the pipeline's own: its instance is on the path.
pub(crate) fn optimistic(context: &mut Context<'_>, blast: &mut Blast, task: Task<'_>) -> Option<Model> {
    let query = Query { prefix: &[], ..*task.query };
    let alone = Task { query: &query, goal_bytes: task.goal_bytes, slice: &[], active: &[], is_partial: true };
    let Answer::Sat(model) = blast.solve(context, alone) else {
        return None;
    };
    let model: Model = model.bytes().iter().copied().filter(|&(at, _)| is_of_goal(context, task, at)).collect();
    let changes = context.path.changes(&model);
    let mut values = context.path.parent().to_vec();
    changes.iter().for_each(|&(byte, value)| values[byte.index()] = value);
    let holds = context.probes.get(task.arena(), context.path, task.query.goal).holds(&values);
    holds.then_some(model)
}

fn is_of_goal(context: &mut Context<'_>, task: Task<'_>, at: symcrete_expr::InputByte) -> bool {
    let id = context.path.id(at);
    task.goal_bytes.contains(&id)
}
