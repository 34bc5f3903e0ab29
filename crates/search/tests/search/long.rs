//! A target with long paths: a loop over its input with sixteen concrete branches per byte and four symbolic ones, one of
//! them nested, so that flips also shift what follows. Its conditions are on one byte each, and so is its solver.

use crate::toy::{Statement, Toy};
use std::convert::Infallible;
use symcrete_expr::{Arena, ExprId, InputByte, Op, eval};
use symcrete_model::BranchId;
use symcrete_search::{Answer, Ending, Input, Query, Run, Solve, Target, Turn};

/// Concrete sites per byte of input.
const CONCRETE: u32 = 16;
/// The symbolic tests of a byte, `byte < limit`; the last stands inside the first.
const LIMITS: [u8; 4] = [64, 128, 192, 10];

/// The static model: sites in the order of a path.
pub(crate) fn model() -> Toy {
    let mut body: Vec<Statement> = (0..CONCRETE).map(|_| Statement::Concrete(true)).collect();
    body.extend(LIMITS.map(|_| Statement::If(0, 1, vec![], vec![])));
    Toy::new(1, &[body])
}

/// Runs inputs of any length.
pub(crate) struct Long;

impl Target for Long {
    type Error = Infallible;
    type Record = ();

    fn run(&mut self, arena: &mut Arena, input: &Input) -> Result<Run, Infallible> {
        let mut turns = Vec::new();
        for (offset, &byte) in input.streams[0].iter().enumerate() {
            turns.extend((0..CONCRETE).map(|site| Turn::branch(BranchId(2 * site + 1), None)));
            let mut test = |place: usize| {
                let (at, limit) = (arena.input(0, offset as u32), arena.constant(8, LIMITS[place].into()));
                let holds = byte < LIMITS[place];
                let op = if holds { Op::Ult } else { Op::Uge };
                let held = arena.intern(op, 1, &[at, limit]);
                let branch = BranchId(2 * (CONCRETE + place as u32) + u32::from(holds));
                turns.push(Turn::branch(branch, Some(held)));
                holds
            };
            if test(0) {
                test(3);
            }
            test(1);
            test(2);
        }
        let covered = turns.iter().take(64).filter_map(|turn| turn.as_branch()).collect();
        Ok(Run { turns, covered, times: Vec::new(), ending: Ending::Normal, cut: None, completed: None, record: () })
    }
}

/// Tries every value of the one byte that the flipped condition is about.
pub(crate) struct OneByte;

impl Solve for OneByte {
    fn solve(&mut self, arena: &mut Arena, query: &Query) -> Answer {
        let about = |arena: &Arena, id: ExprId| -> Option<InputByte> {
            arena
                .args(id)
                .iter()
                .find_map(|&arg| arena.as_input(arg).or_else(|| arena.as_input(*arena.args(arg).first()?)))
        };
        let Some(byte) = about(arena, query.flipped) else { return Answer::Unsat(Vec::new()) };
        let with: Vec<ExprId> =
            query.prefix.iter().copied().filter(|&id| about(arena, id) == Some(byte)).chain([query.flipped]).collect();
        let fits = |value: &u8| with.iter().all(|&id| eval(arena, id, |_| *value) == 1);
        match (0..=255).find(fits) {
            Some(value) => {
                let mut input = query.parent.clone();
                input.set(byte, value);
                Answer::Sat(input)
            }
            None => Answer::Unsat(Vec::new()),
        }
    }
}
