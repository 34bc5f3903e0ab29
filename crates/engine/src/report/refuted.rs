//! Conditions that contradict, in words: what a way to a branch would need, and what held on the path before.

use crate::branch;
use crate::session::Session;
use symcrete_corpus::{Held, Refuted};
use symcrete_expr::ExprId;
use symcrete_model::BranchId;
use symcrete_search::{NodeId, Refutation, Turn, Way};

/// Conditions shown of a path on which a branch was decided already.
const SHOWN: usize = 5;

/// What is needed where a condition does not depend on the input any more.
const DECIDED: &str = "decided before it is reached";

/// A way that the solver refuted.
pub(super) fn by_solver(session: &Session, branch: BranchId, way: &Refutation) -> Refuted {
    let held = way.against.iter().map(|&(turn, condition)| of_turn(session, turn, condition)).collect();
    let needed = match session.campaign().arena().as_const(way.needed) {
        Some(_) => DECIDED.into(),
        None => text(session, way.needed),
    };
    Refuted { needed: of_branch(session, branch, needed), held, more: way.n_more as u64 }
}

/// A place where a branch's condition was met and was decided already, with the conditions that led there and that
/// are `related` to it; `None` when there are none.
pub(super) fn by_path(
    session: &Session,
    branch: BranchId,
    met: NodeId,
    related: impl Fn(BranchId) -> bool,
) -> Option<Refuted> {
    let turns = session.campaign().tree().back(met.path, met.position);
    let symbolic = turns.filter_map(|turn| Some((turn, turn.term()?)));
    let mut before: Vec<(Turn, ExprId)> = symbolic.filter(|(turn, _)| turn.as_branch().is_some_and(&related)).collect();
    let more = before.len().saturating_sub(SHOWN);
    before.truncate(SHOWN);
    let held: Vec<Held> = before.into_iter().rev().map(|(turn, term)| of_turn(session, turn, term)).collect();
    let needed = of_branch(session, branch, DECIDED.into());
    (!held.is_empty()).then_some(Refuted { needed, held, more: more as u64 })
}

fn of_branch(session: &Session, branch: BranchId, condition: String) -> Held {
    let (file, line, column) = branch::place(session.program(), branch);
    Held { file: file.into(), line, column, outcome: branch::side(session.program(), branch), condition }
}

fn of_turn(session: &Session, turn: Turn, held: ExprId) -> Held {
    let condition = text(session, held);
    let (place, outcome) = match turn.way() {
        Way::Branch(branch) | Way::Soft(branch) => {
            return of_branch(session, turn.as_branch().unwrap_or(branch), condition);
        }
        Way::Implicit(place, taken) => (place, taken.to_string()),
        Way::Fixed(place) => (place, "fixed".to_string()),
    };
    let (file, line, column) = session.campaign().target().place(place).unwrap_or(("", 0, 0));
    Held { file: file.into(), line, column, outcome, condition }
}

/// A condition as `symcrete run --trace` shows it.
fn text(session: &Session, condition: ExprId) -> String {
    session.options().setting.shown(session.campaign().arena(), condition)
}
