//! Terminators and phis.
//!
//! The shadow of a phi is moved into its slot at the end of each predecessor, for the edge that
//! is taken. Where a predecessor cannot know the edge (a switch, an indirect branch, an invoke)
//! it leaves its number and the phi's block picks the row of that number.

use super::call::own_address;
use super::{count_loss, lose_locals};
use crate::llvm::{Block, Opcode, Value};
use crate::shadow::describe::{Local, NONE};
use crate::shadow::parts::Scalar;
use crate::shadow::piece::Piece;
use crate::shadow::slots::Slots;
use crate::shadow::taintable::{Taintable, is_only_started};
use crate::sites::CASE;
use std::collections::{HashMap, HashSet};
use symcrete_abi::segment::{Code, MAX_MOVES};
use symcrete_trace::What;

/// What the edges of a function do to phis.
pub(crate) struct Edges<'s> {
    numbers: HashMap<Block<'s>, u32>,
    /// Blocks whose phis are resolved on entry.
    on_entry: HashSet<Block<'s>>,
    predecessors: HashMap<Block<'s>, Vec<Block<'s>>>,
}

impl<'s> Edges<'s> {
    pub(crate) fn of(function: Value) -> Edges {
        let blocks = function.blocks();
        let numbers = blocks.iter().enumerate().map(|(k, &block)| (block, k as u32)).collect();
        let mut predecessors: HashMap<Block, Vec<Block>> = HashMap::new();
        let mut on_entry = HashSet::new();
        for &block in &blocks {
            let plain = block.terminator().is_some_and(|t| t.opcode() == Some(Opcode::LLVMBr));
            for successor in block.successors() {
                predecessors.entry(successor).or_default().push(block);
                if !plain && !successor.phis().is_empty() {
                    on_entry.insert(successor);
                }
            }
        }
        Edges { numbers, on_entry, predecessors }
    }

    /// Do the phis of a block read their operands when it is entered?
    pub(crate) fn are_resolved_on_entry(&self, block: Block) -> bool {
        self.on_entry.contains(&block)
    }

    /// The only predecessor of a block, if it has just one.
    pub(crate) fn only_predecessor(&self, block: Block) -> Option<Block<'s>> {
        match self.predecessors.get(&block).map(Vec::as_slice) {
            Some([one]) => Some(*one),
            _ => None,
        }
    }
}

/// The moves that an edge makes: slots of the target's phis and where their shadows come from.
fn edge_moves<'s>(
    from: Block<'s>,
    to: Block<'s>,
    slots: &Slots<'s>,
    taintable: &Taintable<'s>,
    piece: &Piece<'s>,
) -> Vec<(u32, Scalar<'s>)> {
    let mut moves = Vec::new();
    for phi in to.phis().into_iter().filter(|&phi| taintable.contains(phi)) {
        let Some((value, _)) = phi.incoming().into_iter().find(|(_, block)| *block == from) else { continue };
        for k in 0..piece.description.parts.of(phi.ty()).len() as u32 {
            if let Some(slot) = slots.get((phi, k)) {
                moves.push((slot, (value, k)));
            }
        }
    }
    moves
}

/// Describes a terminator: what it does with its operand, and the moves of the edge taken.
pub(crate) fn terminator<'s>(
    piece: &mut Piece<'s>,
    terminator: Value<'s>,
    edges: &Edges<'s>,
    slots: &Slots<'s>,
    taintable: &Taintable<'s>,
) {
    match terminator.opcode() {
        Some(Opcode::LLVMRet) => leave(piece, terminator),
        Some(Opcode::LLVMBr) if terminator.is_conditional_branch() => implicit(piece, terminator),
        Some(Opcode::LLVMSwitch) if !is_marked(terminator) => fix(piece, terminator),
        Some(Opcode::LLVMIndirectBr) => fix(piece, terminator),
        _ => {}
    }
    piece.description.keep_defined();
    let from = terminator.block();
    let successors = terminator.successors();
    if successors.iter().any(|successor| edges.on_entry.contains(successor)) {
        piece.description.touch_all();
        piece.description.at(Code::From, NONE, NONE, NONE, edges.numbers[&from]);
    }
    let conditional = terminator.is_conditional_branch() && successors[0] != successors[1];
    for (k, &to) in successors.iter().enumerate() {
        if edges.on_entry.contains(&to) || (!conditional && k > 0) {
            continue;
        }
        let moves = edge_moves(from, to, slots, taintable, piece);
        let condition = if conditional && !moves.is_empty() {
            Some((piece.description.operand((terminator.condition(), 0)), 1 - k as u8))
        } else {
            None
        };
        match in_parts(&moves, slots) {
            Some(parts) => parts.iter().for_each(|part| piece.description.moves(part, condition)),
            None => lose_moves(piece, terminator, &moves),
        }
    }
}

/// Phis of a block whose predecessors only left their number.
pub(crate) fn phis_on_entry<'s>(
    piece: &mut Piece<'s>,
    block: Block<'s>,
    edges: &Edges<'s>,
    slots: &Slots<'s>,
    taintable: &Taintable<'s>,
) {
    if !edges.on_entry.contains(&block) {
        return;
    }
    let mut from: Vec<Block> = edges.predecessors.get(&block).cloned().unwrap_or_default();
    from.sort_unstable_by_key(|block| edges.numbers[block]);
    from.dedup();
    let rows: Vec<(u32, Vec<(u32, Scalar)>)> =
        from.iter().map(|&f| (edges.numbers[&f], edge_moves(f, block, slots, taintable, piece))).collect();
    let n = rows.first().map_or(0, |(_, moves)| moves.len());
    if n == 0 {
        return;
    }
    let parted: Option<Vec<Row>> = rows.iter().map(|(from, moves)| Some((*from, in_parts(moves, slots)?))).collect();
    match parted.filter(|rows| rows.len() < 65536) {
        Some(rows) => {
            for k in 0..rows[0].1.len() {
                let part: Vec<(u32, Moves)> = rows.iter().map(|(from, parts)| (*from, parts[k].clone())).collect();
                piece.description.phis(part[0].1.len(), &part);
            }
        }
        None => lose_moves(piece, block.instructions()[0], &rows[0].1),
    }
}

/// Moves into slots and where their shadows come from.
type Moves<'s> = Vec<(u32, Scalar<'s>)>;
/// A predecessor's number and the moves of its edge in parts.
type Row<'s> = (u32, Vec<Moves<'s>>);

/// The moves in parts of at most [`MAX_MOVES`], none of which reads what a part before it wrote; those that go round in circles
/// are in the last part. Equal numbers of moves make equal parts. `None` when more go round than a part holds.
fn in_parts<'s>(moves: &[(u32, Scalar<'s>)], slots: &Slots<'s>) -> Option<Vec<Moves<'s>>> {
    if moves.len() <= MAX_MOVES {
        return Some(vec![moves.to_vec()]);
    }
    let source = |k: usize| slots.get(moves[k].1).filter(|&slot| slot != moves[k].0);
    let by_target: HashMap<u32, usize> = moves.iter().enumerate().map(|(k, &(slot, _))| (slot, k)).collect();
    let mut n_readers = vec![0_usize; moves.len()];
    (0..moves.len()).filter_map(|k| by_target.get(&source(k)?)).for_each(|&written| n_readers[written] += 1);
    let mut order: Vec<usize> = (0..moves.len()).filter(|&k| n_readers[k] == 0).collect();
    let mut next = 0;
    while let Some(&done) = order.get(next) {
        next += 1;
        if let Some(&written) = source(done).and_then(|slot| by_target.get(&slot)) {
            n_readers[written] -= 1;
            if n_readers[written] == 0 {
                order.push(written);
            }
        }
    }
    if moves.len() - order.len() > MAX_MOVES {
        return None;
    }
    order.extend((0..moves.len()).filter(|&k| n_readers[k] > 0));
    let (before, last) = order.split_at(moves.len() - MAX_MOVES);
    Some(before.chunks(MAX_MOVES).chain([last]).map(|part| part.iter().map(|&k| moves[k]).collect()).collect())
}

/// Moves that cannot be described: their targets are concrete, which is counted if one of the first sources is symbolic.
fn lose_moves<'s>(piece: &mut Piece<'s>, at: Value<'s>, moves: &[(u32, Scalar<'s>)]) {
    let sources: Vec<Local> = moves.iter().take(32).map(|&(_, source)| piece.description.operand(source)).collect();
    lose_locals(piece, at, &sources, What::TooWide);
    let written: Vec<u32> = moves.iter().map(|(slot, _)| *slot).collect();
    piece.description.drop_slots(&written);
}

fn leave<'s>(piece: &mut Piece<'s>, ret: Value<'s>) {
    if ret.n_operands() == 0 || is_only_started(piece.function) || !piece.description.follows(ret.operand(0)) {
        return;
    }
    let value = ret.operand(0);
    if value.is_must_tail() {
        return count_loss(piece, value, &value.arguments(), What::Variadic);
    }
    let n = piece.description.parts.of(value.ty()).len() as u32;
    let me = own_address(piece);
    let locals: Vec<Local> = (0..n).map(|k| piece.description.operand((value, k))).collect();
    piece.description.plain(Code::Leave, me, Local::Number(n as u8), NONE);
    piece.description.list(&locals);
}

/// A branch that an optimisation made: its condition belongs to the path all the same.
fn implicit<'s>(piece: &mut Piece<'s>, branch: Value<'s>) {
    let condition = branch.condition();
    if piece.description.follows(condition) {
        let location = piece.location(branch);
        let local = piece.description.operand((condition, 0));
        piece.description.branch(local, location);
    }
}

/// The path relies on the exact value jumped on.
fn fix<'s>(piece: &mut Piece<'s>, jump: Value<'s>) {
    let value = jump.operand(0);
    if piece.description.follows(value) {
        let word = piece.location(jump) | (What::Target as u32) << 24;
        let local = piece.description.operand((value, 0));
        piece.description.at(Code::Fix, local, NONE, NONE, word);
    }
}

/// A source switch: each of its edges tells its case. What lies behind one that the compiler says is never taken (`match` of an enum has one) is
/// dropped, its case too.
fn is_marked<'s>(switch: Value<'s>) -> bool {
    let first = |block: Block<'s>| block.instructions().into_iter().find(|i| !i.is_phi());
    let told = |i: Value| {
        i.opcode() == Some(Opcode::LLVMCall) && i.callee().is_function() && i.callee().name().starts_with(CASE)
    };
    let is_never = |i: Value| i.opcode() == Some(Opcode::LLVMUnreachable);
    let firsts: Vec<Option<Value>> = switch.successors().into_iter().map(first).collect();
    firsts.iter().all(|i| i.is_some_and(|i| told(i) || is_never(i))) && firsts.iter().any(|i| i.is_some_and(told))
}
