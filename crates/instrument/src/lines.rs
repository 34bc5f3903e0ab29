//! Which lines have code, and which outcomes of conditionals lead straight to it; on raw, marked code.
//!
//! From the block of a line backwards over jumps until a marked one: its outcome is an anchor. A jump without a marker
//! (nothing the source asked for) is passed over, which only makes the answer weaker.

use crate::llvm::{Block, Opcode, Session, SourceLoc, Value};
use crate::sites::{CASE, MARK};
use std::collections::{BTreeSet, HashMap, HashSet};

/// Code of a line in one place of a function.
pub(crate) struct RawLine {
    pub(crate) name: String,
    pub(crate) location: SourceLoc,
    pub(crate) at_entry: bool,
    pub(crate) outcomes: Vec<u32>,
}

/// The lines of every defined function whose sites are marked.
pub(crate) fn lines(session: &Session) -> Vec<RawLine> {
    let functions = session.functions().into_iter().filter(|function| !function.is_declaration());
    functions.flat_map(of_function).collect()
}

/// What leads to a block.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
struct Anchors {
    at_entry: bool,
    outcomes: BTreeSet<u32>,
}

fn of_function(function: Value) -> Vec<RawLine> {
    let (mut lines, name) = (Vec::new(), function.name());
    let mut seen: HashSet<(u32, Anchors)> = HashSet::new();
    let mut add = |location: SourceLoc, anchors: &Anchors| {
        if location.line != 0 && seen.insert((location.line, anchors.clone())) {
            let outcomes = anchors.outcomes.iter().copied().collect();
            lines.push(RawLine { name: name.clone(), location, at_entry: anchors.at_entry, outcomes });
        }
    };
    let entry = Anchors { at_entry: true, ..Anchors::default() };
    function.subprogram_location().into_iter().for_each(|location| add(location, &entry));
    let blocks = function.blocks();
    let marks: HashMap<Block, Marks> = blocks.iter().map(|&block| (block, Marks::of(block))).collect();
    for &block in blocks.iter().filter(|block| marks[block].case.is_none()) {
        let anchors = anchors(block, blocks[0], &marks);
        for instruction in block.instructions().into_iter().filter(|&instruction| is_code(instruction)) {
            instruction.location().into_iter().for_each(|location| add(location, &anchors));
        }
    }
    lines
}

/// The markers of a block.
struct Marks {
    /// The outcome of the case that the block stands for.
    case: Option<u32>,
    /// The first outcome of the site that the block's jump decides.
    jump: Option<u32>,
}

impl Marks {
    fn of(block: Block) -> Marks {
        let mut marks = Marks { case: None, jump: None };
        let jump = block.terminator().filter(|jump| jump.is_conditional_branch());
        for mark in block.instructions().into_iter().filter(|&instruction| is_marker(instruction)) {
            let outcome = mark.operand(0).const_int().map(|outcome| outcome as u32);
            if mark.callee().name() != MARK {
                marks.case = outcome;
            } else if jump.is_some_and(|jump| jump.condition() == mark.operand(1)) {
                marks.jump = outcome;
            }
        }
        marks
    }
}

fn anchors(block: Block, entry: Block, marks: &HashMap<Block, Marks>) -> Anchors {
    let mut anchors = Anchors::default();
    let mut seen = HashSet::from([block]);
    let mut pending = vec![block];
    while let Some(block) = pending.pop() {
        anchors.at_entry |= block == entry;
        for before in block.predecessors() {
            let of_block = &marks[&before];
            if let Some(case) = of_block.case {
                anchors.outcomes.insert(case);
            } else if let Some(first) = of_block.jump {
                let ways = before.successors();
                let taken = ways.iter().enumerate().filter(|(_, way)| **way == block);
                anchors.outcomes.extend(taken.map(|(k, _)| first + u32::from(k == 0)));
            } else if seen.insert(before) {
                pending.push(before);
            }
        }
    }
    anchors
}

/// Does an instruction of the source run here?
fn is_code(instruction: Value) -> bool {
    let is_hint = |name: String| name.starts_with("llvm.dbg.") || name.starts_with("llvm.lifetime.");
    match instruction.opcode() {
        Some(Opcode::LLVMPHI | Opcode::LLVMUnreachable | Opcode::LLVMAlloca) => false,
        Some(Opcode::LLVMCall) => !is_marker(instruction) && !is_hint(instruction.callee().name()),
        _ => true,
    }
}

fn is_marker(instruction: Value) -> bool {
    let is_call = instruction.opcode() == Some(Opcode::LLVMCall);
    is_call && {
        let name = instruction.callee().name();
        name == MARK || name.starts_with(CASE)
    }
}
