//! Which decisions of a run depend on memory that was never set.
//!
//! In a run that watches such memory (`Flags::unset`) its bytes are inputs of a stream of their own. A step is a use when its term can have
//! two values that differ only by such bytes, for some input that takes the path up to there; whether it can is asked of the caller, who
//! has a solver. So copies are no uses, nor are bit-fields beside others that were never set, nor elements of a table that no index of the path reaches.

use crate::path::{Lift, Path, Step};
use std::collections::{BTreeSet, HashMap};
use symcrete_expr::{Arena, Cone, ExprId, InputByte, Op, Stop};
use symcrete_trace::{EventKind, Trace, UNSET};

/// Questions of one run; a term that comes later and has such bytes in it is a use without a question.
const QUESTIONS: u32 = 256;
/// Set in the number of a byte that stands for the same byte with another value.
const OTHER: u32 = 1 << 31;

/// A decision that depends on memory that was never set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnsetUse {
    /// Where the object was born: the trace's number of its module, and the location there.
    pub birth: (u32, u32),
    /// The decision.
    pub step: Step,
}

/// Can the goal hold for an input that satisfies the prefix?
pub struct UnsetQuestion<'a> {
    /// The terms.
    pub arena: &'a Arena,
    /// What held before.
    pub prefix: &'a [ExprId],
    /// That two values of a term differ.
    pub goal: ExprId,
    /// The bytes of the run, which satisfy the prefix.
    pub parent: &'a dyn Fn(InputByte) -> u8,
}

/// The decisions of a run that depend on memory that was never set, each place and birth once, in the order they were met.
/// `can_hold` may say yes when it does not know.
pub fn unset_uses(trace: &Trace, splits: bool, can_hold: &mut dyn FnMut(&UnsetQuestion) -> bool) -> Vec<UnsetUse> {
    let read = Read::of(trace);
    if read.births.is_empty() {
        return Vec::new();
    }
    let mut arena = Arena::new();
    let lift = Lift { splits, ..Lift::default() };
    let path = Path::unless(&Stop::new(), trace, lift, &mut arena).unwrap_or_default();
    let mut unset = Unset { first: first_bytes(&arena), others: HashMap::new() };
    let (mut uses, mut seen, mut prefix, mut n_asked) = (Vec::new(), BTreeSet::new(), Vec::new(), 0);
    for step in path.steps {
        let Some(term) = step.term else { continue };
        let term = if step.kind == EventKind::Soft { where_it_comes(&mut arena, term) } else { term };
        let birth = unset.under(term).and_then(|byte| read.births.get(&byte).copied());
        let key = (birth, step.event.kind, step.event.outcome, step.event.aux);
        if let Some(birth) = birth.filter(|_| !seen.contains(&key)) {
            let other = unset.other(&mut arena, term);
            let goal = arena.binary(Op::Ne, term, other);
            let parent = |byte| read.byte(byte);
            n_asked += 1;
            let question = UnsetQuestion { arena: &arena, prefix: &prefix, goal, parent: &parent };
            if goal != Arena::FALSE && (n_asked > QUESTIONS || can_hold(&question)) {
                seen.insert(key);
                uses.push(UnsetUse { birth, step });
            }
        }
        prefix.extend(held(&mut arena, &step, term));
    }
    uses
}

/// A soft step without the condition where the program does not come: what it would be there decides nothing.
fn where_it_comes(arena: &mut Arena, term: ExprId) -> ExprId {
    let [holds, comes] = [0, 1].map(|bit| arena.build(Op::Extract(bit), 1, &[term]));
    let both = arena.binary(Op::And, comes, holds);
    arena.build(Op::Concat, 2, &[comes, both])
}

/// What a step says about the input, where that is one condition.
fn held(arena: &mut Arena, step: &Step, term: ExprId) -> Option<ExprId> {
    if arena.width(term) != 1 || arena.as_const(term).is_some() {
        return None;
    }
    match step.kind {
        EventKind::Branch | EventKind::Implicit | EventKind::Assumed => {
            Some(if step.event.taken == 1 { term } else { arena.not(term) })
        }
        EventKind::Within => Some(term),
        EventKind::Switch | EventKind::Fixed | EventKind::Target | EventKind::Soft => None,
        EventKind::Compared | EventKind::Tried => None,
    }
}

/// The input bytes that a run read.
struct Read {
    /// The births of the bytes that were never set, by their numbers in the stream.
    births: HashMap<u32, (u32, u32)>,
    values: HashMap<InputByte, u8>,
}

impl Read {
    fn of(trace: &Trace) -> Read {
        let mut read = Read { births: HashMap::new(), values: HashMap::new() };
        let records = (1..=trace.n_records() as u32).filter_map(|id| trace.record(id));
        for record in records.filter(|record| record.operator() == Some(symcrete_trace::Op::Input)) {
            read.values.insert(InputByte { stream: record.a as u16, offset: record.b }, record.value as u8);
            if record.a == UNSET {
                let birth = trace.record(record.c).map_or(0, |birth| birth.value);
                read.births.insert(record.b, ((birth >> 32) as u32, birth as u32));
            }
        }
        read
    }

    fn byte(&self, byte: InputByte) -> u8 {
        let offset = if u32::from(byte.stream) == UNSET { byte.offset & !OTHER } else { byte.offset };
        self.values.get(&InputByte { offset, ..byte }).copied().unwrap_or(0)
    }
}

/// The number of one byte that was never set under each term. Operands come before their users, so one sweep is enough.
fn first_bytes(arena: &Arena) -> Vec<Option<u32>> {
    let mut first: Vec<Option<u32>> = Vec::with_capacity(arena.len());
    for id in arena.ids() {
        let own = arena.as_input(id).filter(|byte| u32::from(byte.stream) == UNSET).map(|byte| byte.offset);
        first.push(own.or_else(|| arena.args(id).iter().find_map(|arg| first[arg.index()])));
    }
    first
}

/// What the terms of a path know of memory that was never set.
struct Unset {
    /// One such byte under each term.
    first: Vec<Option<u32>>,
    /// The same terms over other values of such bytes.
    others: HashMap<ExprId, ExprId>,
}

impl Unset {
    fn under(&self, term: ExprId) -> Option<u32> {
        self.first.get(term.index()).copied().flatten()
    }

    /// The term with other values of the bytes that were never set.
    fn other(&mut self, arena: &mut Arena, term: ExprId) -> ExprId {
        for &id in Cone::new(arena, &[term]).ids() {
            if self.others.contains_key(&id) || self.under(id).is_none() {
                continue;
            }
            let made = match arena.as_input(id) {
                Some(byte) => arena.input(byte.stream, byte.offset | OTHER),
                None => {
                    let args: Vec<ExprId> =
                        arena.args(id).iter().map(|arg| self.others.get(arg).copied().unwrap_or(*arg)).collect();
                    arena.build(arena.op(id), arena.width(id), &args)
                }
            };
            self.others.insert(id, made);
        }
        self.others.get(&term).copied().unwrap_or(term)
    }
}
