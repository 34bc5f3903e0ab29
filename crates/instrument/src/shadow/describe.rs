//! Builds the description of one segment (the encoding is `symcrete_abi::segment`).
//!
//! Leaves are discovered while code is added, but are numbered before it; so code is kept with
//! symbolic references to locals and resolved at the end.

use super::head;
use super::parts::{Part, Parts, Scalar};
use super::slots::Slots;
use super::taintable::Taintable;
use crate::llvm::Value;
use std::collections::HashMap;
use symcrete_abi::frame::{FLAGS, group};
use symcrete_abi::segment::{self, Code, WIDE};
use symcrete_trace::Op;

/// A local that will get its number when the segment is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Local {
    /// Leaf `k`.
    Leaf(usize),
    /// Computed local `k`.
    Made(usize),
    /// A plain number in a local's place.
    Number(u8),
}

/// Stands where a code has no local.
pub(crate) const NONE: Local = Local::Number(0);

/// A word of code before locals have numbers.
pub(super) enum Word {
    Raw(u32),
    Code(Code, Local, Local, Local),
    /// An operator whose operands and result (of this width) have at most 64 bits.
    Narrow(Op, u8, Local, Local),
    /// An operator and its third operand.
    Operator(Op, Local),
    Four(Vec<Local>),
    /// A parallel move of a local into a slot.
    MoveLocal(u32, Local),
}

/// A leaf: what cold code has to store.
pub(crate) struct Leaf<'s> {
    pub(crate) value: Value<'s>,
    pub(crate) part: Part,
    slot: Option<u32>,
}

/// A segment under construction.
pub(crate) struct Description<'s> {
    pub(crate) parts: &'s Parts<'s>,
    taintable: &'s Taintable<'s>,
    slots: &'s Slots<'s>,
    leaves: Vec<Leaf<'s>>,
    locals: HashMap<Scalar<'s>, Local>,
    constants: HashMap<(u32, u128), Local>,
    /// Scalars that this segment defines, in order.
    defined: Vec<Scalar<'s>>,
    code: Vec<Word>,
    /// Widths of the computed locals.
    made: Vec<u32>,
    mark: Option<usize>,
    /// Groups of the slots that the segment reads or writes.
    touched: u32,
}

impl<'s> Description<'s> {
    pub(crate) fn new(parts: &'s Parts<'s>, taintable: &'s Taintable, slots: &'s Slots) -> Description<'s> {
        Description {
            parts,
            taintable,
            slots,
            leaves: Vec::new(),
            locals: HashMap::new(),
            constants: HashMap::new(),
            defined: Vec::new(),
            code: Vec::new(),
            made: Vec::new(),
            mark: None,
            touched: 0,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.code.is_empty()
    }

    pub(crate) fn leaves(&self) -> &[Leaf<'s>] {
        &self.leaves
    }

    /// Could the value be symbolic?
    pub(crate) fn follows(&self, value: Value) -> bool {
        self.taintable.contains(value)
    }

    /// Could any of the values be symbolic?
    pub(crate) fn follows_any(&self, values: &[Value]) -> bool {
        values.iter().any(|&value| self.follows(value))
    }

    /// Is the scalar bound to a local of this segment already?
    pub(crate) fn bound(&self, scalar: Scalar) -> Option<Local> {
        self.locals.get(&scalar).copied()
    }

    /// Reserves leaf 0 for a mark's condition; must come before any other leaf.
    pub(crate) fn mark_leaf(&mut self, condition: Value<'s>) {
        debug_assert!(self.leaves.is_empty());
        let part = self.parts.of(condition.ty())[0].clone();
        let slot = self.slot((condition, 0));
        self.leaves.push(Leaf { value: condition, part, slot });
    }

    /// The slot of a scalar; asking for it means to read or write it.
    fn slot(&mut self, scalar: Scalar) -> Option<u32> {
        let slot = if self.taintable.contains(scalar.0) { self.slots.get(scalar) } else { None };
        self.touched |= slot.map_or(0, group);
        slot
    }

    /// The bits of the dirty word on which the segment depends: if none is set, replaying it would
    /// change nothing.
    pub(crate) fn mask(&self) -> u64 {
        u64::from(self.touched) | FLAGS
    }

    /// The segment must be replayed whenever anything in the frame is symbolic.
    pub(crate) fn touch_all(&mut self) {
        self.touched = u32::MAX >> 1;
    }

    /// The local of a scalar: bound, a constant, or a new leaf.
    pub(crate) fn operand(&mut self, scalar: Scalar<'s>) -> Local {
        if let Some(local) = self.bound(scalar) {
            return local;
        }
        let part = self.parts.of(scalar.0.ty())[scalar.1 as usize].clone();
        if let Some(bits) = super::constant::bits(scalar.0, &part) {
            return self.constant(part.width, bits);
        }
        let slot = self.slot(scalar);
        let local = Local::Leaf(self.leaves.len());
        self.leaves.push(Leaf { value: scalar.0, part, slot });
        self.locals.insert(scalar, local);
        local
    }

    /// The number alone of a scalar, without its shadow: a local of its own unless it has one.
    pub(crate) fn number(&mut self, scalar: Scalar<'s>) -> Local {
        let part = self.parts.of(scalar.0.ty())[scalar.1 as usize].clone();
        if self.bound(scalar).is_some() || super::constant::bits(scalar.0, &part).is_some() {
            return self.operand(scalar);
        }
        self.leaves.push(Leaf { value: scalar.0, part, slot: None });
        Local::Leaf(self.leaves.len() - 1)
    }

    /// A leaf whose shadow this segment sets itself (a load's result, a parameter).
    pub(crate) fn fresh_leaf(&mut self, scalar: Scalar<'s>) -> Local {
        let part = self.parts.of(scalar.0.ty())[scalar.1 as usize].clone();
        let local = Local::Leaf(self.leaves.len());
        self.leaves.push(Leaf { value: scalar.0, part, slot: None });
        self.bind(scalar, local);
        local
    }

    /// A constant.
    pub(crate) fn constant(&mut self, width: u32, bits: u128) -> Local {
        if let Some(&local) = self.constants.get(&(width, bits)) {
            return local;
        }
        let (code, words) = match bits {
            _ if bits <= u32::MAX as u128 => (Code::Const32, 1),
            _ if bits <= u64::MAX as u128 => (Code::Const64, 2),
            _ => (Code::Const128, 4),
        };
        self.code.push(Word::Code(code, Local::Number(width as u8), NONE, NONE));
        for k in 0..words {
            self.code.push(Word::Raw((bits >> (32 * k)) as u32));
        }
        let local = self.made(width);
        self.constants.insert((width, bits), local);
        local
    }

    fn made(&mut self, width: u32) -> Local {
        self.made.push(width);
        Local::Made(self.made.len() - 1)
    }

    /// Says that a scalar is this local from here on.
    pub(crate) fn bind(&mut self, scalar: Scalar<'s>, local: Local) {
        self.locals.insert(scalar, local);
        self.defined.push(scalar);
    }

    /// An operator whose concrete result the runtime computes.
    pub(crate) fn pure(&mut self, op: Op, width: u32, a: Local, b: Local, c: Local) -> Local {
        let narrow = width <= 64 && self.width(a) <= 64;
        if narrow && matches!(op.arity(), 1 | 2) && !matches!(op, Op::Extract | Op::Concat) {
            self.code.push(Word::Narrow(op, width as u8, a, b));
        } else {
            self.code.push(Word::Code(Code::Pure, Local::Number(width as u8), a, b));
            self.code.push(Word::Operator(op, c));
        }
        self.made(width)
    }

    /// Bits of a local.
    fn width(&self, local: Local) -> u32 {
        match local {
            Local::Leaf(k) => self.leaves[k].part.width,
            Local::Made(k) => self.made[k],
            Local::Number(_) => 0,
        }
    }

    /// Shorthand for one operand.
    pub(crate) fn unary(&mut self, op: Op, width: u32, a: Local) -> Local {
        self.pure(op, width, a, NONE, NONE)
    }

    /// Shorthand for two operands.
    pub(crate) fn binary(&mut self, op: Op, width: u32, a: Local, b: Local) -> Local {
        self.pure(op, width, a, b, NONE)
    }

    /// An operator whose concrete result is the value of a leaf.
    pub(crate) fn known(&mut self, op: Op, leaf: Local, a: Local, b: Local, c: Local) {
        self.code.push(Word::Code(Code::Known, leaf, a, b));
        self.code.push(Word::Operator(op, c));
    }

    /// A code with one more word: a location, a slot, an outcome.
    pub(crate) fn at(&mut self, code: Code, x: Local, y: Local, z: Local, word: u32) {
        self.code.push(Word::Code(code, x, y, z));
        self.code.push(Word::Raw(word));
    }

    /// A code without further words.
    pub(crate) fn plain(&mut self, code: Code, x: Local, y: Local, z: Local) {
        self.code.push(Word::Code(code, x, y, z));
    }

    /// A raw word.
    pub(crate) fn word(&mut self, word: u32) {
        self.code.push(Word::Raw(word));
    }

    /// Locals, four to a word.
    pub(crate) fn list(&mut self, locals: &[Local]) {
        for four in locals.chunks(4) {
            self.code.push(Word::Four(four.to_vec()));
        }
    }

    /// The segment's one mark. Its condition was announced with `mark_leaf`.
    pub(crate) fn mark(&mut self, code: Code, condition: Value, outcome: u32) {
        let local = self.bound((condition, 0)).unwrap_or(Local::Leaf(0));
        self.mark = Some(self.code.len());
        self.at(code, local, NONE, NONE, outcome);
    }

    /// The same of a merged site; `way` was announced.
    pub(crate) fn soft(&mut self, way: Value, (condition, guard): (Local, Local), outcome: u32) {
        let local = self.bound((way, 0)).unwrap_or(Local::Leaf(0));
        self.mark = Some(self.code.len());
        self.at(Code::Soft, local, condition, guard, outcome);
    }

    /// Keeps what was defined here and lives on.
    pub(crate) fn keep_defined(&mut self) {
        for scalar in std::mem::take(&mut self.defined) {
            if let (Some(slot), Some(local)) = (self.slot(scalar), self.bound(scalar)) {
                self.at(Code::Keep, local, NONE, NONE, slot);
            }
        }
    }

    /// Source of a parallel move: a local of this segment, or a slot, or nothing symbolic.
    fn move_word(&mut self, target: u32, source: Scalar) -> Word {
        self.touched |= group(target);
        match self.bound(source) {
            Some(local) => Word::MoveLocal(target, local),
            None => Word::Raw(target | self.slot(source).map_or(0, |slot| slot + 1) << 16),
        }
    }

    /// Parallel moves into slots, always or when the one-bit `condition` has the wanted value.
    pub(crate) fn moves(&mut self, moves: &[(u32, Scalar)], condition: Option<(Local, u8)>) {
        if moves.is_empty() {
            return;
        }
        let n = Local::Number(moves.len() as u8);
        let words: Vec<Word> = moves.iter().map(|&(target, source)| self.move_word(target, source)).collect();
        let sequence = is_sequence(&words) as u8;
        match condition {
            None => self.plain(Code::Moves, n, Local::Number(sequence), NONE),
            Some((local, wanted)) => self.plain(Code::MovesIf, n, local, Local::Number(wanted | sequence << 1)),
        }
        self.code.extend(words);
    }

    /// Moves chosen by where control came from: rows of (predecessor, moves).
    pub(crate) fn phis(&mut self, n: usize, rows: &[(u32, Vec<(u32, Scalar)>)]) {
        self.touch_all();
        let [low, high, ..] = (rows.len() as u32).to_le_bytes().map(Local::Number);
        self.plain(Code::Phis, Local::Number(n as u8), low, high);
        for (from, moves) in rows {
            self.word(*from);
            let words: Vec<Word> = moves
                .iter()
                .map(|&(target, source)| Word::Raw(target | self.slot(source).map_or(0, |slot| slot + 1) << 16))
                .collect();
            self.code.extend(words);
        }
    }

    /// A branch that stands for no site. One on the mark's own condition adds nothing to the path.
    pub(crate) fn branch(&mut self, condition: Local, location: u32) {
        let marked = self.mark.and_then(|at| self.code.get(at));
        if !matches!(marked, Some(Word::Code(Code::Mark, marked, ..)) if *marked == condition) {
            self.at(Code::Branch, condition, NONE, NONE, location);
        }
    }

    /// Slots that die here. What was kept in one of them only a moment ago need not be kept.
    pub(crate) fn drop_slots(&mut self, slots: &[u32]) {
        while let Some(at) = self
            .code
            .windows(2)
            .position(|two| matches!(two, [Word::Code(Code::Keep, ..), Word::Raw(slot)] if slots.contains(slot)))
        {
            self.code.drain(at..at + 2);
        }
        self.touched |= slots.iter().fold(0, |groups, &slot| groups | group(slot));
        for some in slots.chunks(250) {
            self.plain(Code::Drop, Local::Number(some.len() as u8), NONE, NONE);
            for pair in some.chunks(2) {
                self.word(pair[0] | pair.get(1).copied().unwrap_or(0xffff) << 16);
            }
        }
    }

    /// The words of the finished segment, `back` words behind its function's header, which says that a frame has so many values.
    pub(crate) fn finish(&self, back: u32, n_values: u32) -> Vec<u32> {
        let n_leaves = self.leaves.len();
        let number = |local: Local| match local {
            Local::Leaf(k) => k as u32,
            Local::Made(k) => (n_leaves + k) as u32,
            Local::Number(n) => n as u32,
        };
        let code = self.code.iter().map(|word| match word {
            Word::Raw(word) => *word,
            Word::Code(code, x, y, z) => {
                self.sized(*code, *x, *z).word(number(*x) as u8, number(*y) as u8, number(*z) as u8)
            }
            Word::Narrow(op, width, a, b) => segment::operator(*op as u8, *width, number(*a) as u8, number(*b) as u8),
            Word::Operator(op, c) => *op as u32 | number(*c) << 8,
            Word::Four(four) => four.iter().enumerate().fold(0, |word, (k, &l)| word | (number(l) & 0xff) << (8 * k)),
            Word::MoveLocal(target, local) => target | (0x8000 | number(*local)) << 16,
        });
        let mark = self.mark.map_or(0, |at| (3 + n_leaves + at) as u32);
        let shape = segment::shape(n_leaves as u8, head::of(&self.code, &self.leaves), n_values as u16);
        let mut words = vec![back, shape, mark];
        words.extend(self.leaves.iter().map(|leaf| {
            let wide = if leaf.part.is_wide() { WIDE } else { 0 };
            leaf.slot.map_or(0, |slot| slot + 1) | leaf.part.width << 16 | wide
        }));
        words.extend(code);
        words.push(Code::End.word(0, 0, 0));
        debug_assert!(segment::walk(&words[3 + n_leaves..]).all(|code| code.is_some()), "code that cannot be walked");
        words
    }

    /// The code that says the size of a load or store by itself, where there is one.
    fn sized(&self, code: Code, local: Local, bytes: Local) -> Code {
        match bytes {
            Local::Number(n) if code == Code::Store || self.width(local) == 8 * n as u32 => code.sized(n),
            _ => code,
        }
    }

    /// 64-bit words that the leaves take in the frame.
    pub(crate) fn n_values(&self) -> usize {
        self.leaves.iter().map(|leaf| 1 + leaf.part.is_wide() as usize).sum()
    }

    /// Locals in use; the encoding has room for `MAX_LOCALS`.
    pub(crate) fn n_locals(&self) -> usize {
        self.leaves.len() + self.made.len()
    }
}

/// May these moves follow each other, because none reads what an earlier one wrote?
fn is_sequence(moves: &[Word]) -> bool {
    let targets = moves.iter().map(|word| match word {
        Word::Raw(word) => word & 0xffff,
        Word::MoveLocal(target, _) => *target,
        _ => 0,
    });
    let written: Vec<u32> = targets.collect();
    let reads_later = |(k, word): (usize, &Word)| match word {
        Word::Raw(word) => written[..k].iter().any(|target| target + 1 == word >> 16),
        _ => false,
    };
    !moves.iter().enumerate().any(reads_later)
}
