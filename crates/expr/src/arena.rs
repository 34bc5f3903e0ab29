//! The arena: every term is stored once and named by a small id.
//! Equal terms have equal ids, so equality is an integer comparison and sharing is never lost.
//! Invariant: operands have smaller ids than the terms that use them, so a forward loop over ids evaluates and a
//! backward loop collects, without recursion. Ids are never reused and terms never change. At 16 bytes a term, memory
//! runs out long before ids do.
//! Does not simplify: [`Arena::intern`] stores what it is given; the rules are behind the constructors in `build`.

use std::collections::HashMap;
use std::sync::Arc;

use crate::op::{Op, Shape};

/// The name of a term in its [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(u32);

impl ExprId {
    /// The place of the term in its arena, counted from 0; operands come before their users.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One byte of input: which stream (standard input, an argument, a file) and which byte of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputByte {
    /// The stream; 0 is standard input.
    pub stream: u16,
    /// The byte's place in the stream, from 0.
    pub offset: u32,
}

/// A term as stored: operator, width and operands. A leaf has no operands and keeps its payload in the same words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) width: u8,
    pub(crate) args: [ExprId; 3],
}

/// The name of a table in its [`Arena`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TableId(pub(crate) u32);

/// The tables of an arena, and the trees that were made of them; see `table`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tables {
    pub(crate) entries: Vec<Arc<[ExprId]>>,
    pub(crate) names: HashMap<Arc<[ExprId]>, TableId>,
    pub(crate) trees: HashMap<(TableId, ExprId), ExprId>,
}

/// The terms of one campaign, hash-consed.
#[derive(Clone, Debug)]
pub struct Arena {
    nodes: Vec<Node>,
    /// Constants that need more than 64 bits; narrower ones are kept in their node.
    wide: Vec<u128>,
    /// The places of the values in `wide`.
    wide_places: HashMap<u128, u32>,
    /// Open addressing: 0 is empty, otherwise an index into `nodes` plus one. At most half full.
    table: Vec<u32>,
    /// How often each rule applied, by its place; empty when none did yet.
    pub(crate) counts: Vec<u64>,
    pub(crate) tables: Tables,
    /// How many rewrites are under way; see `build`.
    pub(crate) depth: u32,
}

/// The third word of a constant whose value is in `Arena::wide`.
const IN_WIDE: ExprId = ExprId(1);
const NONE: ExprId = ExprId(0);

impl Arena {
    /// The one-bit constant 0, present in every arena.
    pub const FALSE: ExprId = ExprId(0);
    /// The one-bit constant 1, present in every arena.
    pub const TRUE: ExprId = ExprId(1);

    /// An arena with only [`Arena::FALSE`] and [`Arena::TRUE`].
    pub fn new() -> Arena {
        let mut arena = Arena {
            nodes: Vec::new(),
            wide: Vec::new(),
            wide_places: HashMap::new(),
            table: vec![0; 64],
            counts: Vec::new(),
            tables: Tables::default(),
            depth: 0,
        };
        let bits = [arena.constant(1, 0), arena.constant(1, 1)];
        debug_assert_eq!(bits, [Arena::FALSE, Arena::TRUE]);
        arena
    }

    /// The number of terms.
    #[expect(clippy::len_without_is_empty, reason = "an arena is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Every term, operands before users.
    pub fn ids(&self) -> impl Iterator<Item = ExprId> + use<> {
        (0..self.nodes.len() as u32).map(ExprId)
    }

    /// The term at this place, if there is one; the inverse of [`ExprId::index`].
    pub fn id_at(&self, index: usize) -> Option<ExprId> {
        (index < self.nodes.len()).then_some(ExprId(index as u32))
    }

    /// The term's width in bits, 1 to 128.
    pub fn width(&self, id: ExprId) -> u32 {
        u32::from(self.nodes[id.index()].width)
    }

    /// The term's operator.
    pub fn op(&self, id: ExprId) -> Op {
        self.nodes[id.index()].op
    }

    /// The term's operands; none for a constant or an input byte.
    pub fn args(&self, id: ExprId) -> &[ExprId] {
        let node = &self.nodes[id.index()];
        &node.args[..node.op.arity()]
    }

    /// The value of a constant.
    pub fn as_const(&self, id: ExprId) -> Option<u128> {
        let node = &self.nodes[id.index()];
        if node.op != Op::Const {
            return None;
        }
        let [low, high, place] = node.args;
        Some(match place {
            IN_WIDE => self.wide[low.index()],
            _ => u128::from(low.0) | u128::from(high.0) << 32,
        })
    }

    /// The byte an input leaf stands for.
    pub fn as_input(&self, id: ExprId) -> Option<InputByte> {
        let node = &self.nodes[id.index()];
        let [stream, offset, _] = node.args;
        (node.op == Op::Input).then_some(InputByte { stream: stream.0 as u16, offset: offset.0 })
    }

    /// The constant of this width; bits of `value` above the width are dropped.
    pub fn constant(&mut self, width: u32, value: u128) -> ExprId {
        debug_assert!(Op::Const.accepts(width, &[]), "a constant of width {width}");
        let value = value & crate::apply::mask(width);
        let node = |args| Node { op: Op::Const, width: width as u8, args };
        if value <= u128::from(u64::MAX) {
            return self.insert(node([ExprId(value as u32), ExprId((value >> 32) as u32), NONE]));
        }
        let place = *self.wide_places.entry(value).or_insert_with(|| {
            self.wide.push(value);
            self.wide.len() as u32 - 1
        });
        self.insert(node([ExprId(place), NONE, IN_WIDE]))
    }

    /// A one-bit constant.
    pub fn boolean(&self, value: bool) -> ExprId {
        if value { Arena::TRUE } else { Arena::FALSE }
    }

    /// One input byte.
    pub fn input(&mut self, stream: u16, offset: u32) -> ExprId {
        let args = [ExprId(u32::from(stream)), ExprId(offset), NONE];
        self.insert(Node { op: Op::Input, width: 8, args })
    }

    /// The term exactly as given, without any rule; equal terms get the same id.
    pub fn intern(&mut self, op: Op, width: u32, args: &[ExprId]) -> ExprId {
        debug_assert!(self.accepts(op, width, args), "{op}:{width} of ill-fitting {args:?}");
        let mut stored = [NONE; 3];
        stored[..args.len()].copy_from_slice(args);
        self.insert(Node { op, width: width as u8, args: stored })
    }

    /// Would [`Arena::intern`] store a well-formed term? Leaves have constructors of their own.
    pub fn accepts(&self, op: Op, width: u32, args: &[ExprId]) -> bool {
        let mut widths = [0; 3];
        if args.len() > widths.len() || op.shape() == Shape::Leaf {
            return false;
        }
        for (width, &arg) in widths.iter_mut().zip(args) {
            *width = self.width(arg);
        }
        op.accepts(width, &widths[..args.len()])
    }

    pub(crate) fn node(&self, id: ExprId) -> Node {
        self.nodes[id.index()]
    }

    pub(crate) fn insert(&mut self, node: Node) -> ExprId {
        let mut slot = hash(&node) as usize & (self.table.len() - 1);
        while self.table[slot] != 0 {
            let known = self.table[slot] - 1;
            if self.nodes[known as usize] == node {
                return ExprId(known);
            }
            slot = (slot + 1) & (self.table.len() - 1);
        }
        let id = ExprId(self.nodes.len() as u32);
        self.nodes.push(node);
        self.table[slot] = id.0 + 1;
        if self.nodes.len() * 2 > self.table.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let size = self.table.len() * 2;
        self.table.clear();
        self.table.resize(size, 0);
        for (index, node) in self.nodes.iter().enumerate() {
            let mut slot = hash(node) as usize & (size - 1);
            while self.table[slot] != 0 {
                slot = (slot + 1) & (size - 1);
            }
            self.table[slot] = index as u32 + 1;
        }
    }
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

/// Multiply and fold, as in FxHash and wyhash: the words of a node are small and close together,
/// and only the high half of a product depends on all their bits.
fn hash(node: &Node) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let [a, b, c] = node.args.map(|arg| u64::from(arg.0));
    let head = (node.op.code() as u64) << 16 | u64::from(node.op.low()) << 8 | u64::from(node.width);
    let mix = |x: u64, y: u64| {
        let wide = u128::from(x ^ ODD) * u128::from(y ^ ODD.rotate_left(32));
        (wide >> 64) as u64 ^ wide as u64
    };
    mix(mix(a | b << 32, c | head << 32), ODD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_ids() {
        let mut arena = Arena::new();
        let x = arena.input(0, 1);
        let one = arena.constant(8, 1);
        let sum = arena.intern(Op::Add, 8, &[x, one]);
        assert_eq!(sum, arena.intern(Op::Add, 8, &[x, one]));
        assert_ne!(sum, arena.intern(Op::Add, 8, &[one, x]));
        assert_ne!(arena.constant(8, 1), arena.constant(9, 1));
        assert_eq!(arena.args(sum), [x, one]);
        assert_eq!((arena.op(sum), arena.width(sum)), (Op::Add, 8));
    }

    #[test]
    fn constants_keep_all_their_bits() {
        let mut arena = Arena::new();
        for value in [0, 1, 1 << 31, u128::from(u64::MAX), 1 << 64, u128::MAX] {
            let id = arena.constant(128, value);
            assert_eq!(arena.as_const(id), Some(value));
            assert_eq!(arena.constant(128, value), id);
        }
        let cut = arena.constant(8, 0x1ff);
        assert_eq!(arena.as_const(cut), Some(0xff));
    }

    #[test]
    fn ids_survive_growth_of_the_table() {
        let mut arena = Arena::new();
        let first: Vec<ExprId> = (0..10_000).map(|offset| arena.input(3, offset)).collect();
        let again: Vec<ExprId> = (0..10_000).map(|offset| arena.input(3, offset)).collect();
        assert_eq!(first, again);
        assert_eq!(arena.as_input(first[77]), Some(InputByte { stream: 3, offset: 77 }));
        assert_eq!(arena.len(), 10_002);
    }
}
