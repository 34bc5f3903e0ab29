//! Which bytes of an object are certainly set, along every way: a forward analysis over its uses.
//!
//! At a join only what all ways have set is set; where the object is born nothing is. A read of anything else is in doubt. It errs to one
//! side only: an element of an array that a loop sets is in doubt, and the run that watches it tells.

use super::object::{Object, Use};
use crate::llvm::Type;
use std::collections::BTreeMap;
use std::ops::Range;

/// Largest object that is looked at byte by byte; a read of a larger one is in doubt.
const LARGEST: u64 = 4096;

/// Where an object may be read before it is set.
pub(super) enum Doubt<'s> {
    /// At these offsets only, and its address goes nowhere before.
    At(Vec<(u64, Piece<'s>)>),
    /// Anywhere.
    Somewhere,
}

/// What may be read at an offset.
#[derive(Clone, Copy)]
pub(super) enum Piece<'s> {
    /// A value of this type.
    Value(Type<'s>),
    /// So many bytes that are copied: 1, 2, 4 or 8.
    Copied(u64),
}

/// Most pieces that are copied before they are set, as padding is; an object with more is told as a whole.
const PIECES: usize = 4;

/// A set of bytes of an object.
#[derive(Clone, PartialEq, Eq)]
struct Bytes(Vec<u64>);

impl Bytes {
    fn new(bytes: u64, all: bool) -> Bytes {
        Bytes(vec![if all { u64::MAX } else { 0 }; bytes.div_ceil(64) as usize])
    }

    fn add(&mut self, range: &Range<u64>) {
        range.clone().for_each(|byte| self.0[byte as usize / 64] |= 1 << (byte % 64));
    }

    fn has(&self, range: &Range<u64>) -> bool {
        range.clone().all(|byte| self.0[byte as usize / 64] >> (byte % 64) & 1 == 1)
    }

    /// What a range lacks, in pieces of 1, 2, 4 or 8 bytes; more than [`PIECES`] are not listed to their end.
    fn missing(&self, range: &Range<u64>) -> Vec<(u64, u64)> {
        let (mut pieces, mut at) = (Vec::new(), range.start);
        while at < range.end && pieces.len() <= PIECES {
            let lacks = |n: &u64| at + n <= range.end && (at..at + n).all(|byte| !self.has(&(byte..byte + 1)));
            let found = [8, 4, 2, 1].into_iter().find(lacks);
            pieces.extend(found.map(|n| (at, n)));
            at += found.unwrap_or(1);
        }
        pieces
    }

    /// Keeps what both have; did that change it?
    fn meet(&mut self, other: &Bytes) -> bool {
        let before = self.clone();
        self.0.iter_mut().zip(&other.0).for_each(|(mine, other)| *mine &= other);
        *self != before
    }
}

/// Where an object may be read before it is set; `None` when it cannot.
pub(super) fn doubt<'s>(object: &Object<'s>) -> Option<Doubt<'s>> {
    let mut uses = object.blocks.iter().flat_map(|(_, uses)| uses);
    if !uses.any(|one| matches!(one, Use::Read(..) | Use::Out)) {
        return None;
    }
    if object.bytes > LARGEST || object.count.is_some() {
        return Some(Doubt::Somewhere);
    }
    let whole = 0..object.bytes;
    let (mut slots, mut is_out) = (BTreeMap::new(), false);
    for ((_, uses), mut set) in object.blocks.iter().zip(at_entries(object)) {
        for one in uses {
            match one {
                Use::Read(range, Some(ty)) if !set.has(range) => {
                    slots.insert((range.start, range.end), Piece::Value(*ty));
                }
                Use::Read(range, None) => {
                    let pieces = set.missing(range);
                    is_out |= pieces.len() > PIECES;
                    slots.extend(pieces.into_iter().map(|(at, n)| ((at, at + n), Piece::Copied(n))));
                }
                Use::Out if !set.has(&whole) => is_out = true,
                _ => {}
            }
            step(&mut set, one);
        }
    }
    // What lets the address go elsewhere keeps the object in memory in any case.
    match (is_out, slots.is_empty()) {
        (true, _) => Some(Doubt::Somewhere),
        (false, true) => None,
        (false, false) => Some(Doubt::At(slots.into_iter().map(|((from, _), piece)| (from, piece)).collect())),
    }
}

/// What is certainly set where each block begins.
fn at_entries(object: &Object) -> Vec<Bytes> {
    let n = object.blocks.len();
    let mut entries = vec![Bytes::new(object.bytes, true); n];
    entries[0] = Bytes::new(object.bytes, false);
    let mut pending: Vec<usize> = (0..n).rev().collect();
    while let Some(block) = pending.pop() {
        let (successors, uses) = &object.blocks[block];
        let mut set = entries[block].clone();
        uses.iter().for_each(|one| step(&mut set, one));
        for &next in successors {
            if entries[next].meet(&set) {
                pending.push(next);
            }
        }
    }
    entries
}

fn step(set: &mut Bytes, one: &Use) {
    match one {
        Use::Set(range) => set.add(range),
        Use::Born => set.0.fill(0),
        Use::Read(..) | Use::Out => {}
    }
}
