//! The end of a path: what runs from a frontier to the goal. Walking backwards puts pieces in front.

use std::collections::HashMap;
use std::rc::Rc;
use symcrete_model::{BlockId, Edge, InstId, ProcId};

/// A call of a function on the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct FrameId(pub(super) u32);

/// A call of a function on the path.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) proc: ProcId,
    /// The call it was entered from, when the path goes on behind its return.
    pub(super) back: Option<(FrameId, InstId)>,
    /// Calls between it and the frame that the walk began in.
    pub(super) depth: u32,
}

/// A piece of a path.
#[derive(Clone, Debug)]
pub(super) enum Item {
    /// Instructions of a block, by their places in it; phis and jumps do nothing here.
    Code { frame: FrameId, block: BlockId, from: u32, to: u32 },
    /// A jump is taken.
    Edge { frame: FrameId, edge: Edge },
    /// A call begins.
    Enter { caller: FrameId, call: InstId, callee: FrameId },
    /// A call returns.
    Leave { callee: FrameId, ret: InstId, caller: FrameId, call: InstId },
    /// A loop of these blocks ran any number of rounds.
    Rounds { frame: FrameId, blocks: Rc<Vec<BlockId>> },
}

/// Where the walk is: the instructions of the block from `inst` on are part of the path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) frame: FrameId,
    pub(super) block: BlockId,
    pub(super) inst: u32,
}

/// The end of a path.
#[derive(Clone, Debug)]
pub(super) struct Suffix {
    pub(super) frames: Vec<Frame>,
    /// In reverse: the last one runs first.
    pub(super) items: Vec<Item>,
    pub(super) at: Position,
    /// How often blocks were walked over.
    pub(super) visits: HashMap<(FrameId, BlockId), u32>,
    /// Jumps of the first frame that must come before, the last one right before the frontier's block.
    pub(super) required: Vec<Edge>,
}

impl Suffix {
    /// Nothing but a place in a function.
    pub(super) fn new(proc: ProcId, block: BlockId, inst: u32) -> Suffix {
        let frame = FrameId(0);
        Suffix {
            frames: vec![Frame { proc, back: None, depth: 0 }],
            items: Vec::new(),
            at: Position { frame, block, inst },
            visits: HashMap::new(),
            required: Vec::new(),
        }
    }

    pub(super) fn proc(&self, frame: FrameId) -> ProcId {
        self.frames[frame.0 as usize].proc
    }

    /// The frame at the frontier.
    pub(super) fn frame(&self) -> &Frame {
        &self.frames[self.at.frame.0 as usize]
    }

    /// A new call of a function.
    pub(super) fn push_frame(&mut self, proc: ProcId, back: Option<(FrameId, InstId)>, depth: u32) -> FrameId {
        self.frames.push(Frame { proc, back, depth });
        FrameId(self.frames.len() as u32 - 1)
    }

    /// Puts the instructions of the frontier's block from `from` on in front.
    pub(super) fn take_code(&mut self, from: u32) {
        let Position { frame, block, inst } = self.at;
        if from < inst {
            self.items.push(Item::Code { frame, block, from, to: inst });
        }
        self.at.inst = from;
    }

    /// Puts a jump in front; the walk goes on in front of the jump in its block, whose last instruction is at `jump`.
    pub(super) fn take_edge(&mut self, edge: Edge, jump: u32) {
        let frame = self.at.frame;
        self.items.push(Item::Edge { frame, edge });
        self.go_to(edge.block, jump);
    }

    /// Goes on in front of an instruction of a block of the same call.
    pub(super) fn go_to(&mut self, block: BlockId, inst: u32) {
        self.at = Position { frame: self.at.frame, block, inst };
        *self.visits.entry((self.at.frame, block)).or_default() += 1;
    }

    pub(super) fn n_visits(&self, block: BlockId) -> u32 {
        self.visits.get(&(self.at.frame, block)).copied().unwrap_or(0)
    }

    /// How often a call was entered or left on the path.
    pub(super) fn n_uses(&self, proc: ProcId, inst: InstId) -> usize {
        let is_it = |item: &&Item| match item {
            Item::Enter { caller, call, .. } => *call == inst && self.proc(*caller) == proc,
            _ => false,
        };
        self.items.iter().filter(is_it).count()
    }
}
