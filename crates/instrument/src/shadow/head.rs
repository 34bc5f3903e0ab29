//! Recognises how a segment's code begins, for the runtime to execute it as one (`symcrete_abi::segment::Head`).
//!
//! Only a matter of speed: `Head::Any` is right for every segment.

use super::describe::{Leaf, Local, Word};
use symcrete_abi::segment::{Code, Head};

/// The head of a segment with this code and these leaves.
pub(super) fn of(code: &[Word], leaves: &[Leaf]) -> Head {
    if leaves.iter().any(|leaf| leaf.part.is_wide()) {
        return Head::Any;
    }
    match code {
        [Word::Code(Code::Store, Local::Leaf(k), Local::Leaf(_), Local::Number(bytes)), Word::Raw(_), tail @ ..]
            if is_whole(*bytes) =>
        {
            if names_only(tail, &[Local::Leaf(*k)], None) {
                Head::Store(*bytes)
            } else {
                Head::Any
            }
        }
        [Word::Code(Code::Load, Local::Leaf(k), Local::Leaf(_), Local::Number(bytes)), Word::Raw(_), rest @ ..]
            if is_whole(*bytes) && leaves[*k].part.width == 8 * u32::from(*bytes) =>
        {
            match decided(rest, Some(*k)) {
                Some(constant) => Head::Decide(*bytes, constant),
                None if names_only(rest, &[Local::Leaf(*k)], None) => Head::Load(*bytes),
                None => Head::Any,
            }
        }
        _ => decided(code, None).map_or(Head::Any, |constant| Head::Decide(0, constant)),
    }
}

/// Two bytes are rare, and each size costs the runtime code.
fn is_whole(bytes: u8) -> bool {
    matches!(bytes, 1 | 4 | 8)
}

/// Does the code decide a branch by comparing leaves, `loaded` among them? Tells whether one is compared with a constant.
fn decided(code: &[Word], loaded: Option<usize>) -> Option<bool> {
    let (constant, rest) = match code {
        [Word::Code(Code::Const32, ..), Word::Raw(_), rest @ ..] => (true, rest),
        _ => (false, code),
    };
    let condition = Local::Made(constant as usize);
    let [Word::Narrow(op, 1, Local::Leaf(a), b), Word::Code(Code::Mark, marked, ..), Word::Raw(_), tail @ ..] = rest
    else {
        return None;
    };
    let is_loaded = |leaf: usize| loaded.is_none_or(|loaded| loaded == leaf);
    let compares = match *b {
        Local::Leaf(b) => !constant && *a != b && (is_loaded(*a) || is_loaded(b)),
        b => constant && b == Local::Made(0) && is_loaded(*a),
    };
    let is_right = compares && op.arity() == 2 && *marked == condition;
    let other = if constant { Local::Leaf(*a) } else { *b };
    (is_right && names_only(tail, &[Local::Leaf(*a), other, condition], Some(condition))).then_some(constant)
}

/// Does the rest of the code only move shadows between slots and these locals, perhaps on this condition?
fn names_only(tail: &[Word], locals: &[Local], condition: Option<Local>) -> bool {
    let is_named = |local: &Local| locals.iter().any(|named| named == local);
    tail.iter().all(|word| match word {
        Word::Code(Code::Keep, local, ..) | Word::MoveLocal(_, local) => is_named(local),
        Word::Code(Code::MovesIf, _, local, _) => condition == Some(*local),
        Word::Code(Code::Drop | Code::Moves, ..) | Word::Raw(_) => true,
        _ => false,
    })
}
