//! The symbolic pass: gives every function its segments, checks and cold blocks.
//!
//! Per function: which values may be symbolic (`taintable`), where segments end (`cut`), which
//! shadows live across them (`slots`); then each segment is described (`ops`, `describe`, `head`) and only
//! when all are, the code is changed (`emit`).

mod callees;
mod constant;
mod cut;
mod describe;
mod emit;
mod hazard;
mod head;
pub(crate) mod ops;
mod parts;
mod piece;
mod prepare;
mod slots;
mod taintable;

use crate::Options;
use crate::llvm::{Block, Opcode, Session, Value};
use crate::locations::Locations;
use crate::merge::Merged;
use callees::Callees;
use cut::{Cut, Segment};
use describe::Description;
use emit::{Emitter, Shape};
use ops::{Edges, Family, family};
use parts::Parts;
use piece::Piece;
use slots::Slots;
use std::collections::HashSet;
use symcrete_abi::segment::{MAX_LOCALS, MAX_SLOTS};
use taintable::Taintable;

/// The values of a function that can never be symbolic; nothing for one to which control may come back where slots are dead (`setjmp`).
pub(crate) fn concrete<'s>(session: &'s Session, function: Value<'s>) -> Option<HashSet<Value<'s>>> {
    if prepare::returns_twice(session, function) {
        return None;
    }
    let taintable = Taintable::of(function, &Parts::new(session), &Merged::default());
    let instructions = function.blocks().into_iter().flat_map(|block| block.instructions());
    Some(instructions.filter(|&i| !taintable.contains(i)).collect())
}

/// Rewrites every function of the module.
pub(crate) fn rewrite(
    session: &Session,
    locations: &Locations,
    merged: &Merged,
    (n_outcomes, hash): (u32, u64),
    options: &Options,
) {
    prepare::module(session);
    let callees = Callees::of(session, options);
    let emitter = Emitter::new(session, n_outcomes, hash);
    let naked = session.attribute("naked");
    for function in session.functions() {
        // Where there is no frame, there is only assembly.
        if !function.is_declaration() && !function.is_attributed(naked) {
            rewrite_function(session, (locations, merged), &callees, &emitter, function);
            // What a model calls belongs to the call of the model itself.
            if !options.is_model {
                emitter.place_models(function, locations);
            }
        }
    }
    emitter.finish();
}

fn rewrite_function(
    session: &Session,
    (locations, merged): (&Locations, &Merged),
    callees: &Callees,
    emitter: &Emitter,
    function: Value,
) {
    prepare::function(session, function);
    let parts = Parts::new(session);
    let taintable = Taintable::of(function, &parts, merged);
    let edges = Edges::of(function);
    let cut = Cut::of(function, &edges, &parts, &taintable);
    let slots = Slots::of(function, &cut, &edges, &taintable, &parts);
    if slots.len() < MAX_SLOTS {
        let again = prepare::returns_twice(session, function);
        let (parts, taintable, slots, edges) = (&parts, &taintable, &slots, &edges);
        let plan = Plan { parts, taintable, slots, edges, locations, merged, callees, function, again };
        let pieces = plan.describe(&cut);
        let shape = Shape { n_slots: slots.len(), number: callees.number(function), again };
        emitter.function(function, &pieces, shape, parts);
    } else {
        emitter.too_large(function, locations);
    }
    emit::erase_marks(function);
    merged.settle(session, function);
}

/// Everything that describing a function needs.
struct Plan<'s> {
    parts: &'s Parts<'s>,
    taintable: &'s Taintable<'s>,
    slots: &'s Slots<'s>,
    edges: &'s Edges<'s>,
    locations: &'s Locations,
    merged: &'s Merged<'s>,
    callees: &'s Callees<'s>,
    function: Value<'s>,
    /// The function calls `setjmp`: control may come back to where slots would be dead.
    again: bool,
}

impl<'s> Plan<'s> {
    /// The pieces of all segments that have something to say, with where their checks go.
    fn describe(&self, cut: &Cut<'s>) -> Vec<(Value<'s>, Piece<'s>)> {
        let mut pieces = Vec::new();
        for (number, (block, segments)) in cut.blocks.iter().enumerate() {
            let last = segments.len().saturating_sub(1);
            for (k, segment) in segments.iter().enumerate() {
                let piece = self.segment(*block, segment, (number == 0 && k == 0, k == 0, k == last));
                debug_assert!(piece.description.n_locals() <= MAX_LOCALS);
                // What follows a call that does not return is never executed; a branch that leads nowhere else is.
                let is_dead = segment.after_call && segment.end.opcode() == Some(Opcode::LLVMUnreachable);
                if !piece.description.is_empty() && !is_dead {
                    pieces.push((segment.end, piece));
                }
            }
        }
        pieces
    }

    fn segment(&self, block: Block<'s>, segment: &Segment<'s>, (enters, first, last): (bool, bool, bool)) -> Piece<'s> {
        let description = Description::new(self.parts, self.taintable, self.slots);
        let (locations, merged, callees, function) = (self.locations, self.merged, self.callees, self.function);
        let checks = Vec::new();
        let mut piece = Piece { description, checks, locations, merged, function, callees, has_object: false };
        if let Some(mark) = segment.instructions.iter().find(|&&i| family(i) == Family::Mark) {
            piece.description.mark_leaf(ops::mark_condition(*mark));
        }
        if enters {
            // When the first instruction alone is as much as a segment holds, such as a large switch, the first segment has none.
            ops::enter(&mut piece, segment.instructions.first().copied().unwrap_or(segment.end));
        }
        if first {
            ops::phis_on_entry(&mut piece, block, self.edges, self.slots, self.taintable);
            if self.edges.are_resolved_on_entry(block) && !self.again {
                piece.description.drop_slots(&self.slots.dying_in_phis(block, self.parts));
            }
            if let Some(from) = self.edges.only_predecessor(block).filter(|_| !self.again) {
                piece.description.drop_slots(&self.slots.dying_on_entry(block, from));
            }
        }
        self.instructions(&mut piece, segment);
        if let Some(hazard) = segment.hazard {
            hazard.describe(&mut piece, segment.end);
        }
        piece.description.keep_defined();
        if last {
            if let Some(terminator) = block.terminator() {
                ops::terminator(&mut piece, terminator, self.edges, self.slots, self.taintable);
            }
            if !self.again {
                let touched = block.instructions();
                piece.description.drop_slots(&self.slots.dying(block, &touched, self.parts));
            }
        }
        piece
    }

    fn instructions(&self, piece: &mut Piece<'s>, segment: &Segment<'s>) {
        let n = segment.instructions.len();
        for (k, &instruction) in segment.instructions.iter().enumerate() {
            if k == 0 && segment.after_call {
                ops::after_call(piece, instruction);
            } else if k + 1 == n && segment.before_call {
                ops::before_call(piece, instruction);
            } else if !is_terminator(instruction) && !hazard::is_told_before(instruction, self.taintable) {
                ops::describe(piece, instruction);
            }
        }
    }
}

fn is_terminator(instruction: Value) -> bool {
    instruction.next().is_none()
}
