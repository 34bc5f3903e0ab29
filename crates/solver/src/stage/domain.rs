//! Byte domains: a set of possible values per input byte, the intersection of all conditions on that byte alone.
//! Parsers ask about one byte at a time, so most of their questions are decided by looking at 256 values; a series of
//! 1000 parser branches had 859 decided this way. Invariant: an empty domain is a proof, with the conditions that
//! emptied it; a value from a domain is tried on the other conditions with all other bytes left alone.
//! Does not combine bytes; a goal on several bytes is passed on.

use super::{Context, Stage};
use crate::answer::{Answer, Why};
use crate::byte::ByteId;
use crate::model::Model;
use crate::probe::ByteSet;
use crate::query::Task;

/// Decides goals on a single byte.
pub(crate) struct Domain;

impl Stage for Domain {
    fn name(&self) -> &'static str {
        "domain"
    }

    fn solve(&mut self, context: &mut Context<'_>, task: Task<'_>) -> Answer {
        let &[byte] = task.goal_bytes else {
            return Answer::Unknown(Why::NotTried);
        };
        let goal = context.probes.get(task.arena(), context.path, task.query.goal).byte_set();
        let Some(goal) = goal else {
            return Answer::Unknown(Why::NotTried);
        };
        let (allowed, core) = narrowed(context, task, byte, goal);
        if allowed == [0; 4] {
            return Answer::Unsat(core);
        }
        match fitting(context, task, byte, allowed) {
            Some(value) => Answer::Sat(Model::from_iter([(context.path.byte(byte), value)])),
            None => Answer::Unknown(Why::NotTried),
        }
    }
}

/// The values of a byte that its own conditions allow.
pub(crate) fn domain(context: &mut Context<'_>, task: Task<'_>, byte: ByteId) -> ByteSet {
    narrowed(context, task, byte, [u64::MAX; 4]).0
}

/// The part of a set that the conditions on the byte alone allow, and the conditions that made it smaller.
fn narrowed(context: &mut Context<'_>, task: Task<'_>, byte: ByteId, set: ByteSet) -> (ByteSet, Vec<usize>) {
    let mut set = set;
    let mut core = Vec::new();
    for index in 0..context.path.on_byte(byte).len() {
        // Fewer conditions leave more values, which proves less and nothing wrong.
        if context.is_late() {
            break;
        }
        let place = context.path.on_byte(byte)[index] as usize;
        if context.path.bytes_at(place).len() != 1 {
            continue;
        }
        let condition = task.condition(place);
        let Some(allowed) = context.probes.get(task.arena(), context.path, condition).byte_set() else { continue };
        let smaller = [0, 1, 2, 3].map(|word| set[word] & allowed[word]);
        if smaller != set {
            set = smaller;
            core.push(place);
        }
    }
    (set, core)
}

/// The first value of the set that satisfies the other conditions on the byte.
fn fitting(context: &mut Context<'_>, task: Task<'_>, byte: ByteId, set: ByteSet) -> Option<u8> {
    let others: Vec<usize> = context
        .path
        .on_byte(byte)
        .iter()
        .map(|&place| place as usize)
        .filter(|&place| context.path.bytes_at(place).len() > 1)
        .collect();
    let mut places = Vec::with_capacity(others.len());
    for at in others {
        if context.is_late() {
            return None;
        }
        places.push(context.probes.place(task.arena(), context.path, task.condition(at)));
    }
    let mut values = context.path.parent().to_vec();
    members(&set).find(|&value| {
        values[byte.index()] = value;
        !context.is_late() && places.iter().all(|&other| context.probes.at(other).holds(&values))
    })
}

/// The values of a set, ascending.
pub(crate) fn members(set: &ByteSet) -> impl Iterator<Item = u8> + '_ {
    (0..=u8::MAX).filter(|&value| set[usize::from(value) / 64] >> (value % 64) & 1 == 1)
}
