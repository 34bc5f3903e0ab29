//! What memory holds at a point that many ways lead to: by object, the values that were written, over what was there before.
//!
//! An object that is not listed holds anything. What was there before is a *base*: the bytes that a variable has when the program starts, bytes
//! that nobody knows, or one of two other bases. A byte of a base is the same symbol whenever it is read.

use super::super::scene::Scene;
use super::super::symbols::Symbols;
use super::super::value::{Object, Val};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use symcrete_expr::ExprId;
use symcrete_model::{ObjectId, Scalar};

/// Choices between bases inside each other; one more is a new base.
const MOST_CHOICES: u32 = 64;

/// What was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct BaseId(u32);

#[derive(Clone, Copy)]
enum Base {
    Initial(ObjectId),
    Any,
    Choice { condition: ExprId, yes: BaseId, no: BaseId, depth: u32 },
}

/// All bases, and what was read of them.
#[derive(Default)]
pub(super) struct Bases {
    bases: Vec<Base>,
    bytes: HashMap<(BaseId, i64), ExprId>,
    pointers: HashMap<(BaseId, i64), Val>,
}

impl Bases {
    fn add(&mut self, base: Base) -> BaseId {
        self.bases.push(base);
        BaseId(self.bases.len() as u32 - 1)
    }

    /// The bytes of a variable when the program starts.
    pub(super) fn initial(&mut self, object: ObjectId) -> BaseId {
        self.add(Base::Initial(object))
    }

    /// Bytes that nobody knows.
    pub(super) fn any(&mut self) -> BaseId {
        self.add(Base::Any)
    }

    fn choice(&mut self, condition: ExprId, yes: BaseId, no: BaseId) -> BaseId {
        let depth = |base: BaseId| match self.bases[base.0 as usize] {
            Base::Choice { depth, .. } => depth + 1,
            Base::Initial(_) | Base::Any => 0,
        };
        let depth = depth(yes).max(depth(no));
        match yes == no {
            true => yes,
            false if depth > MOST_CHOICES => self.any(),
            false => self.add(Base::Choice { condition, yes, no, depth }),
        }
    }

    fn byte(&mut self, scene: &Scene<'_>, symbols: &mut Symbols, base: BaseId, at: i64) -> ExprId {
        if let Some(&known) = self.bytes.get(&(base, at)) {
            return known;
        }
        let byte = match self.bases[base.0 as usize] {
            Base::Initial(object) => match scene.initial_byte(object, true, at) {
                Some(byte) => symbols.arena.constant(8, u128::from(byte)),
                None => symbols.byte(),
            },
            Base::Any => symbols.byte(),
            Base::Choice { condition, yes, no, .. } => {
                let yes = self.byte(scene, symbols, yes, at);
                let no = self.byte(scene, symbols, no, at);
                symbols.arena.ite(condition, yes, no)
            }
        };
        self.bytes.insert((base, at), byte);
        byte
    }
}

/// A value in memory: how many bytes, and what they are.
pub(super) type Cell = (i64, Val);

/// What an object holds.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Contents {
    pub(super) base: BaseId,
    /// By offset. No two overlap.
    pub(super) cells: BTreeMap<i64, Cell>,
}

/// The tools that reading and writing need.
pub(super) struct Tools<'t, 'p> {
    pub(super) scene: &'t Scene<'p>,
    pub(super) symbols: &'t mut Symbols,
    pub(super) bases: &'t mut Bases,
}

impl Contents {
    pub(super) fn new(base: BaseId) -> Contents {
        Contents { base, cells: BTreeMap::new() }
    }

    /// The cells that share a byte with a range.
    fn touching(&self, at: i64, size: i64) -> Vec<(i64, Cell)> {
        let before = self.cells.range(..at).next_back().filter(|(from, (len, _))| *from + len > at);
        before.into_iter().chain(self.cells.range(at..at + size)).map(|(from, cell)| (*from, *cell)).collect()
    }

    fn byte(&self, tools: &mut Tools, at: i64) -> ExprId {
        let Some((from, (_, val))) = self.touching(at, 1).first().copied() else {
            return tools.bases.byte(tools.scene, tools.symbols, self.base, at);
        };
        match tools.symbols.bits(val) {
            Some(bits) => tools.symbols.arena.extract(bits, 8 * (at - from) as u32, 8),
            None => tools.symbols.byte(),
        }
    }

    /// What is read at an offset. It must be inside the object.
    pub(super) fn read(&self, tools: &mut Tools, at: i64, scalar: Scalar) -> Val {
        let size = scalar.store_size() as i64;
        if let Some(&(len, val)) = self.cells.get(&at)
            && len == size
            && tools.symbols.fits(val, scalar)
        {
            return val;
        }
        if scalar == Scalar::Pointer {
            return match self.touching(at, size).is_empty() {
                true => {
                    let new = tools.symbols.pointer();
                    *tools.bases.pointers.entry((self.base, at)).or_insert(new)
                }
                false => tools.symbols.pointer(),
            };
        }
        let mut term = self.byte(tools, at);
        for k in 1..size {
            let byte = self.byte(tools, at + k);
            term = tools.symbols.arena.concat(byte, term);
        }
        let bits = scalar.bits();
        Val::Bits(if bits < tools.symbols.arena.width(term) {
            tools.symbols.arena.extract(term, 0, bits)
        } else {
            term
        })
    }

    /// Writes bytes at an offset. A value that is no bits or pointer of that size is nothing that can be said.
    pub(super) fn write(&mut self, tools: &mut Tools, at: i64, size: i64, val: Val) {
        for (from, (len, old)) in self.touching(at, size) {
            self.cells.remove(&from);
            let is_outside = |k: &i64| *k < at || *k >= at + size;
            for k in (from..from + len).filter(is_outside) {
                let byte = match tools.symbols.bits(old) {
                    Some(bits) => Val::Bits(tools.symbols.arena.extract(bits, 8 * (k - from) as u32, 8)),
                    None => Val::Opaque,
                };
                self.cells.insert(k, (1, byte));
            }
        }
        if size > 0 {
            self.cells.insert(at, (size, val));
        }
    }

    /// What an object holds where two ways meet.
    pub(super) fn merge(tools: &mut Tools, condition: ExprId, yes: &Contents, no: &Contents) -> Contents {
        let mut merged = Contents::new(tools.bases.choice(condition, yes.base, no.base));
        for (&at, &(len, val)) in &yes.cells {
            let met = match no.cells.get(&at) {
                Some(&(other, held)) if other == len && held == val => val,
                _ => no.met(tools, at, len, val, condition, true),
            };
            merged.cells.insert(at, (len, met));
        }
        for (&at, &(len, val)) in &no.cells {
            if merged.touching(at, len).is_empty() {
                let met = yes.met(tools, at, len, val, condition, false);
                merged.cells.insert(at, (len, met));
                continue;
            }
            // Parts of it are there already.
            for k in (at..at + len).filter(|&k| yes.touching(k, 1).is_empty()) {
                let bits = tools.symbols.bits(val);
                let byte = bits.map(|bits| Val::Bits(tools.symbols.arena.extract(bits, 8 * (k - at) as u32, 8)));
                let met = yes.met(tools, k, 1, byte.unwrap_or(Val::Opaque), condition, false);
                merged.cells.insert(k, (1, met));
            }
        }
        merged
    }

    /// A cell of the other side, met by what is here.
    fn met(&self, tools: &mut Tools, at: i64, len: i64, val: Val, condition: ExprId, is_yes: bool) -> Val {
        let scalar = match val {
            Val::Opaque => return Val::Opaque,
            Val::Pointer(..) => Scalar::Pointer,
            Val::Bits(_) => Scalar::Int(8 * len as u32),
        };
        let here = self.read(tools, at, scalar);
        let (a, b) = if is_yes { (val, here) } else { (here, val) };
        tools.symbols.choice(condition, a, b).unwrap_or(match val {
            Val::Pointer(..) => tools.symbols.pointer(),
            _ => Val::Opaque,
        })
    }
}

/// What all objects hold.
pub(super) type Memory = Rc<BTreeMap<Object, Rc<Contents>>>;
