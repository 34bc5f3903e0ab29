//! A second opinion on having explored everything: another solver is asked for an input that takes none of the paths.
//!
//! What the search refuted on its way is not believed here. The paths themselves say what they leave out (`symcrete_search::Campaign::gaps`), and the SMT
//! solver must refute each of these gaps, with every length of input that is allowed. Many are asked for at once, since most are easy, and
//! fewer when it cannot answer.
//!
//! Invariant: an answer counts only if every gap was refuted, and an input against it only if it lies in a gap by our own evaluation.

use crate::solve::Solver;
use crate::traced::Traced;
use std::collections::BTreeSet;
use symcrete_expr::{Arena, ExprId, Op, Stop, eval_all};
use symcrete_search::Campaign;
use symcrete_solver::{Piped, Query, SmtAnswer, Why, second_answer};
use symcrete_trace::LENGTHS;

/// Gaps that are asked for at once.
const AT_ONCE: usize = 32;

/// Does the solver agree that each input takes one of the campaign's paths? Else why not. Stream `k` may have up to `most[k]` bytes.
pub(crate) fn certified(
    campaign: &mut Campaign<Traced, Solver>,
    most: &[u64],
    solver: Option<Piped>,
    stop: &Stop,
) -> Result<(), &'static str> {
    let mut solver = solver.ok_or("there is no SMT solver to confirm that no input takes another path: install z3")?;
    let gaps = campaign.gaps().ok_or("the paths have too many conditions for the SMT solver to confirm them")?;
    let arena = campaign.arena_mut();
    let mut open: Vec<&[ExprId]> = gaps.chunks(AT_ONCE).collect();
    while let Some(asked) = open.pop() {
        match ask(arena, asked, most, &mut solver, stop) {
            SmtAnswer::Unsat => {}
            SmtAnswer::Sat(_) => {
                return Err(
                    "the SMT solver knows an input that takes none of the explored paths: this is a bug in symcrete",
                );
            }
            SmtAnswer::Unknown(_) if asked.len() > 1 && !stop.is_set() => {
                let (one, other) = asked.split_at(asked.len() / 2);
                open.extend([one, other]);
            }
            SmtAnswer::Unknown(_) => {
                return Err("the SMT solver could not confirm that no input takes another path");
            }
        }
    }
    Ok(())
}

/// Is there an input in one of these gaps? The solver leaves open what its language lacks, such as `fmod`; an input that needs this is none.
fn ask(arena: &mut Arena, gaps: &[ExprId], most: &[u64], solver: &mut Piped, stop: &Stop) -> SmtAnswer {
    let goal = gaps.iter().fold(Arena::FALSE, |any, &gap| arena.binary(Op::Or, any, gap));
    let allowed = lengths(arena, goal, most);
    let bytes = arena.inputs_of(&[&allowed[..], &[goal]].concat());
    let said = second_answer(&Query { arena, prefix: &allowed, goal, parent: &|_| 0 }, &bytes, solver, stop);
    let is_in_gap = |values: &[u8]| {
        let value = |at| bytes.iter().position(|&byte| byte == at).map_or(0, |place| values[place]);
        eval_all(arena, gaps, value).contains(&1)
    };
    match said {
        SmtAnswer::Sat(values) if !is_in_gap(&values) => SmtAnswer::Unknown(Why::Solver),
        said => said,
    }
}

/// That the lengths which a term speaks of are allowed.
fn lengths(arena: &mut Arena, term: ExprId, most: &[u64]) -> Vec<ExprId> {
    let of_length = |at: &symcrete_expr::InputByte| u32::from(at.stream) == LENGTHS;
    let streams: BTreeSet<u32> =
        arena.inputs_of(&[term]).into_iter().filter(of_length).map(|at| at.offset / 4).collect();
    let mut is_allowed = |stream: u32| {
        let most = most.get(stream as usize).copied().unwrap_or(0).min(u64::from(u32::MAX));
        let byte = |arena: &mut Arena, at: u32| arena.input(LENGTHS as u16, 4 * stream + at);
        let mut length = byte(arena, 0);
        for at in 1..4 {
            let high = byte(arena, at);
            length = arena.concat(high, length);
        }
        let limit = arena.constant(32, u128::from(most));
        let is_longer = arena.binary(Op::Ult, limit, length);
        arena.not(is_longer)
    };
    streams.into_iter().map(&mut is_allowed).collect()
}
