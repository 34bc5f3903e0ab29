//! Moves a model of a part towards the parent, as far as the part allows.
//! A SAT solver's model of `n >= x` is any such number; the simplex method, which the publication's solver uses, gives the
//! boundary. Next to the boundary fewer of the conditions that were not asked about are violated, since the parent, on
//! its other side, satisfies all of them. Each word of the goal is moved by bisection, which finds the boundary where
//! there is one, and something nearer than before elsewhere. Invariant: what comes out satisfies the part by evaluation
//! if what went in did.

use crate::byte::ByteId;
use crate::query::Task;
use crate::stage::Context;

/// A goal on more words than this is left as it is: moving one after the other no longer finds what is near.
const MAX_WORDS: usize = 4;

/// New values for some bytes, nearer to the parent's.
pub(super) fn nearer(context: &mut Context<'_>, task: Task<'_>, changes: &[(ByteId, u8)]) -> Vec<(ByteId, u8)> {
    let words = context.probes.get(task.arena(), context.path, task.query.goal).words.clone();
    if words.len() > MAX_WORDS || words.iter().any(|word| word.len() > size_of::<u64>()) {
        return changes.to_vec();
    }
    let parent = context.path.parent().to_vec();
    let mut values = parent.clone();
    values.resize(changes.iter().map(|(byte, _)| byte.index() + 1).max().unwrap_or(0).max(parent.len()), 0);
    changes.iter().for_each(|&(byte, value)| values[byte.index()] = value);
    for word in &words {
        approach(context, task, word, &parent, &mut values);
    }
    let moved = changes.iter().map(|&(byte, _)| (byte, values[byte.index()]));
    moved.filter(|&(byte, value)| parent.get(byte.index()) != Some(&value)).collect()
}

/// Moves one word.
fn approach(context: &mut Context<'_>, task: Task<'_>, word: &[ByteId], parent: &[u8], values: &mut [u8]) {
    let unused = u64::BITS - 8 * word.len() as u32;
    let (from, to) = (read(word, parent), read(word, values));
    // The shorter way round, so that -1 is next to 0.
    let way = (to.wrapping_sub(from) << unused) as i64 >> unused;
    // Steps away from the parent: at `bad` the part is violated, or may be, and at `good` it holds.
    let (mut bad, mut good) = (0, way.unsigned_abs());
    let at = |steps: u64| from.wrapping_add(if way < 0 { steps.wrapping_neg() } else { steps });
    while good - bad > 1 && !context.is_late() {
        let middle = bad + (good - bad) / 2;
        write(word, values, at(middle));
        if holds(context, task, values) { good = middle } else { bad = middle }
    }
    write(word, values, at(good));
}

/// Do the goal and the part hold?
fn holds(context: &mut Context<'_>, task: Task<'_>, values: &[u8]) -> bool {
    let mut asked = std::iter::once(task.query.goal).chain(task.active.iter().map(|&place| task.condition(place)));
    asked.all(|id| context.probes.get(task.arena(), context.path, id).holds(values))
}

fn read(word: &[ByteId], values: &[u8]) -> u64 {
    word.iter().rev().fold(0, |value, byte| value << 8 | u64::from(values[byte.index()]))
}

fn write(word: &[ByteId], values: &mut [u8], value: u64) {
    word.iter().enumerate().for_each(|(index, byte)| values[byte.index()] = (value >> (8 * index)) as u8);
}
