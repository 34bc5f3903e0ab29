//! Answers questions about lengths of inputs: the smallest length that fits.
//!
//! Conditions on a length compare it with numbers and involve nothing else (the runtime's `length`), so the ones of
//! one stream need no solver, and other conditions need not be looked at. The smallest length is asked for because a
//! longer one would decide more than the question does. What fits only beyond the allowed length is [`Why::TooLong`],
//! never infeasible.

use symcrete_expr::{Arena, ExprId, eval};
use symcrete_search::{Answer, Query, Why};
use symcrete_trace::{LENGTHS, MAX_LENGTH};

/// A condition on a length is a comparison of a number with four bytes put together, perhaps negated.
const MAX_DEPTH: usize = 6;

/// The stream whose length a condition is about, if it is about one.
pub(super) fn stream(arena: &Arena, condition: ExprId) -> Option<usize> {
    let mut id = condition;
    for _ in 0..MAX_DEPTH {
        if let Some(byte) = arena.as_input(id) {
            return (u32::from(byte.stream) == LENGTHS).then_some(byte.offset as usize / 4);
        }
        id = arena.args(id).iter().copied().find(|&arg| arena.as_const(arg).is_none())?;
    }
    None
}

/// An input of another length, at most `most` bytes long.
pub(super) fn solve(arena: &Arena, query: &Query, stream: usize, most: u64) -> Answer {
    let about = |&at: &usize| self::stream(arena, query.prefix[at]) == Some(stream);
    let places: Vec<usize> = (0..query.prefix.len()).filter(about).collect();
    let mut conditions: Vec<ExprId> = places.iter().map(|&at| query.prefix[at]).collect();
    conditions.push(query.flipped);
    let Some(length) = smallest(arena, &conditions) else { return Answer::Unsat(core(arena, query, places)) };
    if length > most {
        return Answer::Unknown(Why::TooLong(stream as u16));
    }
    let mut input = query.parent.clone();
    input.resize(stream, length as usize);
    Answer::Sat(input)
}

/// Which of the conditions at these places contradict the flipped one. Each bounds one number, so mostly one is enough.
fn core(arena: &Arena, query: &Query, places: Vec<usize>) -> Vec<usize> {
    let is_enough = |&at: &usize| smallest(arena, &[query.prefix[at], query.flipped]).is_none();
    match places.iter().rev().copied().find(is_enough) {
        Some(one) => vec![one],
        None => places,
    }
}

/// The smallest length for which all conditions hold. Each holds from a number that it names (or the one behind it) on,
/// or up to it, so no other number can be the smallest.
fn smallest(arena: &Arena, conditions: &[ExprId]) -> Option<u64> {
    let mut candidates = vec![0];
    for number in conditions.iter().flat_map(|&condition| numbers(arena, condition)) {
        candidates.extend([number, number + 1]);
    }
    candidates.sort_unstable();
    candidates.dedup();
    let fits = |&length: &u64| {
        let byte = |at: symcrete_expr::InputByte| (length >> (8 * (at.offset % 4))) as u8;
        length <= MAX_LENGTH && conditions.iter().all(|&condition| eval(arena, condition, byte) == 1)
    };
    candidates.into_iter().find(fits)
}

/// The numbers in a condition.
fn numbers(arena: &Arena, condition: ExprId) -> Vec<u64> {
    let mut found = Vec::new();
    let mut stack = vec![condition];
    while let Some(id) = stack.pop() {
        found.extend(arena.as_const(id).map(|value| value as u64 & 0xffff_ffff));
        stack.extend(arena.args(id));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::Op;
    use symcrete_search::Input;

    /// The length of standard input, and the condition that it is at least `bytes`.
    fn at_least(arena: &mut Arena, bytes: u32) -> ExprId {
        let parts = [0, 1, 2, 3].map(|offset| arena.input(LENGTHS as u16, offset));
        let length = parts[1..].iter().fold(parts[0], |low, &high| arena.concat(high, low));
        let limit = arena.constant(32, u128::from(bytes) - 1);
        arena.binary(Op::Ult, limit, length)
    }

    fn check(held: &[(u32, bool)], flipped: (u32, bool), want: &Answer) {
        let mut arena = Arena::new();
        let mut condition = |(bytes, holds): (u32, bool)| {
            let condition = at_least(&mut arena, bytes);
            if holds { condition } else { arena.not(condition) }
        };
        let prefix: Vec<ExprId> = held.iter().map(|&held| condition(held)).collect();
        let flipped = condition(flipped);
        let byte = arena.input(0, 3);
        assert_eq!((stream(&arena, flipped), stream(&arena, byte)), (Some(0), None));
        let parent = Input::stdin(*b"abc");
        let query = Query { prefix: &prefix, flipped, parent: &parent, is_quick: false, splits: false };
        assert_eq!(&solve(&arena, &query, 0, 100), want, "{held:?} {flipped:?}");
    }

    #[test]
    fn the_smallest_length_that_fits_is_taken() {
        let sat = |text: &[u8]| Answer::Sat(Input::stdin(text));
        check(&[(1, true), (2, true)], (3, false), &sat(b"ab"));
        check(&[(3, true)], (4, true), &sat(b"abc\0"));
        check(&[], (1, false), &sat(b""));
        check(&[(20, false), (1, true)], (11, true), &sat(b"abc\0\0\0\0\0\0\0\0"));
        check(&[(256, false), (1, true)], (2, false), &sat(b"a"));
    }

    #[test]
    fn too_long_is_not_infeasible() {
        check(&[], (101, true), &Answer::Unknown(Why::TooLong(0)));
        check(&[(9, false), (5, false)], (6, true), &Answer::Unsat(vec![1]));
        check(&[(100, true)], (7, false), &Answer::Unsat(vec![0]));
    }
}
