//! Moving in the tree: turns by position, backwards along a path, and from one node to the next.

use super::{NodeId, Outcome, PathId, Piece, State, Tree};
use crate::rng::Rng;
use crate::stretch::StretchId;
use crate::turn::{Turn, Way};

/// A node that can be flipped, with its depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Flip {
    /// The node.
    pub node: NodeId,
    /// How many turns up to and with it can be flipped.
    pub depth: u32,
}

/// The turns before a position, last first.
#[derive(Clone, Debug)]
pub struct Back<'t> {
    tree: &'t Tree,
    path: PathId,
    /// Turns still ahead.
    position: u32,
    /// The last of them that lie together.
    turns: &'t [Turn],
}

impl Tree {
    /// The turn that the node's path took there.
    pub fn turn(&self, node: NodeId) -> Turn {
        let record = self.record(self.owner(node.path, node.position));
        let piece = piece_at(&record.pieces, node.position);
        self.stretches.turns(piece.stretch)[(node.position - piece.start) as usize]
    }

    /// The turns of a path before a position, from the last to the first.
    pub fn back(&self, path: PathId, position: u32) -> Back<'_> {
        Back { tree: self, path, position, turns: &[] }
    }

    /// The first turns of a path, in order.
    pub fn prefix(&self, path: PathId, len: usize) -> Vec<Turn> {
        let mut turns = Vec::with_capacity(len);
        self.each_stretch(path, len, |_, part| turns.extend_from_slice(part));
        turns
    }

    /// The symbolic ones of the first turns of a path, in order. A long path has few: stretches without any are passed over.
    pub fn symbolic_prefix(&self, path: PathId, len: usize) -> Vec<Turn> {
        let mut turns = Vec::new();
        self.each_stretch(path, len, |stretch, part| {
            if self.stretches.n_flips(stretch) > 0 {
                turns.extend(part.iter().filter(|turn| turn.is_flippable()));
            }
        });
        turns
    }

    /// Visits the stretches of the first turns of a path, in order, each with what of it belongs to them.
    fn each_stretch(&self, path: PathId, len: usize, mut visit: impl FnMut(StretchId, &[Turn])) {
        for (path, end) in self.owners(path, len as u32).into_iter().rev() {
            for piece in self.record(path).pieces.iter().take_while(|piece| piece.start < end) {
                let own = self.stretches.turns(piece.stretch);
                visit(piece.stretch, &own[..own.len().min((end - piece.start) as usize)]);
            }
        }
    }

    /// The paths whose tails together hold a path up to a position, the last first; each with where its part ends.
    fn owners(&self, mut path: PathId, mut end: u32) -> Vec<(PathId, u32)> {
        let mut owners = Vec::new();
        while let Some(last) = end.checked_sub(1) {
            path = self.owner(path, last);
            owners.push((path, end));
            end = self.record(path).fork;
        }
        owners
    }

    /// The path's own first node that can be flipped.
    pub fn first_own(&self, path: PathId) -> Option<Flip> {
        let record = self.record(path);
        let is_shared = !record.owns_fork && record.len > record.fork;
        let from = record.fork + u32::from(is_shared);
        let shared = is_shared && self.turn(NodeId { path, position: record.fork }).is_flippable();
        self.own_from(path, from, record.flips_before + u32::from(shared))
    }

    /// The path's own node after this one.
    pub fn own_after(&self, flip: Flip) -> Option<Flip> {
        self.own_from(flip.node.path, flip.node.position + 1, flip.depth)
    }

    /// The path's own node at this depth, or its first if that is deeper.
    pub fn own_at_depth(&self, path: PathId, depth: u32) -> Option<Flip> {
        let first = self.first_own(path)?;
        if depth <= first.depth {
            return Some(first);
        }
        (depth <= self.record(path).n_flips).then(|| self.find_flip(path, depth - 1))
    }

    /// The path's own deepest node that can be flipped.
    pub fn last_own(&self, path: PathId) -> Option<Flip> {
        self.own_at_depth(path, self.record(path).n_flips)
    }

    /// The path's own node before this one.
    pub fn own_before(&self, flip: Flip) -> Option<Flip> {
        let first = self.first_own(flip.node.path)?;
        (first.depth < flip.depth).then(|| self.find_flip(flip.node.path, flip.depth - 2))
    }

    /// The node at a depth of a path, whoever owns it.
    pub fn at_depth(&self, mut path: PathId, depth: u32) -> Option<Flip> {
        if depth == 0 || depth > self.record(path).n_flips {
            return None;
        }
        loop {
            let record = self.record(path);
            if depth > record.flips_before {
                let found = self.find_flip(path, depth - 1);
                if record.owns_fork || found.node.position > record.fork {
                    return Some(found);
                }
            }
            if path == record.parent {
                return None;
            }
            path = record.parent;
        }
    }

    /// The node of the tree where a path is at this position: the first path's that came there.
    pub fn node_at(&self, mut path: PathId, position: u32) -> NodeId {
        loop {
            let record = self.record(path);
            let is_own = position > record.fork || (position == record.fork && record.owns_fork);
            if is_own || path == record.parent {
                return NodeId { path, position };
            }
            path = record.parent;
        }
    }

    /// The path that took this outcome at a node first.
    pub fn child(&self, node: NodeId, outcome: Outcome) -> Option<PathId> {
        let turn = self.turn(node);
        if self.outcome(turn) == outcome {
            return Some(node.path);
        }
        let other = match turn.way() {
            Way::Soft(_) => return (self.state(node, outcome) == State::Explored).then_some(node.path),
            Way::Branch(_) => Turn::branch(self.branch_of(turn, outcome)?, None),
            Way::Implicit(place, taken) => Turn::implicit(place, !taken, turn.term()?),
            Way::Fixed(_) => {
                return self.others(node).iter().find(|value| value.outcome == outcome).map(|value| value.path);
            }
        };
        self.children.get(&(node.path.0, node.position, other.key())).copied()
    }

    /// Every node along a path that can be flipped, whoever owns it, in order.
    pub fn nodes_of(&self, mut path: PathId) -> Vec<Flip> {
        let mut nodes = Vec::new();
        let mut end = u32::MAX;
        loop {
            let from = nodes.len();
            nodes.extend(self.own_nodes(path).take_while(|flip| flip.node.position < end));
            nodes[from..].reverse();
            let record = self.record(path);
            if path == record.parent {
                break;
            }
            // At a fork inside a site the node is the parent's.
            end = record.fork + u32::from(!record.owns_fork);
            path = record.parent;
        }
        nodes.reverse();
        nodes
    }

    /// The turns of a path from where it leaves its parent, in order.
    pub fn tail(&self, path: PathId) -> impl Iterator<Item = Turn> {
        self.record(path).pieces.iter().flat_map(|piece| self.stretches.turns(piece.stretch)).copied()
    }

    /// The stretches of a path's tail.
    pub(crate) fn pieces(&self, path: PathId) -> &[Piece] {
        &self.record(path).pieces
    }

    /// The turns of a stretch.
    pub(crate) fn stretch(&self, id: StretchId) -> &[Turn] {
        self.stretches.turns(id)
    }

    /// Nodes that can be flipped, of all paths.
    pub fn n_nodes(&self) -> u64 {
        self.nodes_until.last().copied().unwrap_or(0)
    }

    /// Where the path leaves its parent.
    pub fn fork(&self, path: PathId) -> u32 {
        self.record(path).fork
    }

    /// A node drawn evenly from all nodes that can be flipped.
    pub fn random_node(&self, rng: &mut Rng) -> Option<Flip> {
        if self.n_nodes() == 0 {
            return None;
        }
        let number = rng.below(self.n_nodes());
        let path = PathId(self.nodes_until.partition_point(|&until| until <= number) as u32);
        let before = if path.0 == 0 { 0 } else { self.nodes_until[path.0 as usize - 1] };
        let first = self.first_own(path)?;
        self.own_at_depth(path, first.depth + (number - before) as u32)
    }

    /// A node with an outcome not tried: drawn evenly if one of the first draws finds one, else the next one after a
    /// random place. Sixty-four draws miss only when fewer than one node in twenty or so is open, when walking is
    /// cheap because paths with nothing open are skipped whole.
    pub fn random_open(&self, rng: &mut Rng) -> Option<Flip> {
        const DRAWS: usize = 64;
        if self.n_open == 0 {
            return None;
        }
        let drawn = (0..DRAWS).filter_map(|_| self.random_node(rng)).find(|&flip| self.is_open(flip.node));
        if drawn.is_some() {
            return drawn;
        }
        let start = rng.index(self.paths.len());
        let paths = (start..self.paths.len()).chain(0..start).map(|index| PathId(index as u32));
        let open = paths.into_iter().find(|&path| self.n_open_of(path) > 0)?;
        self.own_nodes(open).find(|flip| self.is_open(flip.node))
    }

    /// The path's own nodes that can be flipped, in order.
    pub fn own_nodes(&self, path: PathId) -> impl Iterator<Item = Flip> {
        std::iter::successors(self.first_own(path), |&flip| self.own_after(flip))
    }

    /// Has the node an outcome that was not tried?
    pub fn is_open(&self, node: NodeId) -> bool {
        self.n_open_of(node.path) > 0 && self.untried(node).next().is_some()
    }

    /// The path whose tail holds a position of this path.
    fn owner(&self, mut path: PathId, position: u32) -> PathId {
        while position < self.record(path).fork {
            path = self.record(path).parent;
        }
        path
    }

    /// The first flippable turn of the path's tail from a position on; `flips` such turns come before it.
    fn own_from(&self, path: PathId, position: u32, flips: u32) -> Option<Flip> {
        let pieces = &self.record(path).pieces;
        let first = pieces.partition_point(|piece| piece.start <= position).saturating_sub(1);
        for piece in pieces.get(first..)?.iter().filter(|piece| self.stretches.n_flips(piece.stretch) > 0) {
            let skip = position.saturating_sub(piece.start);
            let turns = self.stretches.turns(piece.stretch).get(skip as usize..).unwrap_or_default();
            if let Some(offset) = turns.iter().position(|turn| turn.is_flippable()) {
                let position = piece.start + skip + offset as u32;
                return Some(Flip { node: NodeId { path, position }, depth: flips + 1 });
            }
        }
        None
    }

    /// The flippable turn in the path's tail with this many before it in the path; it must be there.
    fn find_flip(&self, path: PathId, before: u32) -> Flip {
        let pieces = &self.record(path).pieces;
        let piece = pieces[pieces.partition_point(|piece| piece.flips <= before) - 1];
        let mut flips = piece.flips;
        let turns = self.stretches.turns(piece.stretch).iter();
        let offset = turns.take_while(|turn| {
            flips += u32::from(turn.is_flippable());
            flips <= before
        });
        let position = piece.start + offset.count() as u32;
        Flip { node: NodeId { path, position }, depth: before + 1 }
    }
}

fn piece_at(pieces: &[Piece], position: u32) -> &Piece {
    &pieces[pieces.partition_point(|piece| piece.start <= position) - 1]
}

impl Iterator for Back<'_> {
    type Item = Turn;

    fn next(&mut self) -> Option<Turn> {
        if self.turns.is_empty() {
            let last = self.position.checked_sub(1)?;
            self.path = self.tree.owner(self.path, last);
            let piece = piece_at(&self.tree.record(self.path).pieces, last);
            let turns = self.tree.stretches.turns(piece.stretch);
            self.turns = &turns[..=(last - piece.start) as usize];
        }
        let (&last, rest) = self.turns.split_last()?;
        self.turns = rest;
        self.position -= 1;
        Some(last)
    }
}
