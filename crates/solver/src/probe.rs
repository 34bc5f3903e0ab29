//! Conditions compiled for repeated evaluation: does one hold, how far is it from holding, which bytes satisfy it?
//! Local search and byte domains ask this many thousand times of the same few conditions, so each is compiled once
//! and kept. Invariant: a probe's verdict is the tape's, which is the reference evaluator's. One value of `Probes` is
//! used with one arena and one numbering of bytes only. Does not keep everything: beyond a limit all are dropped.

mod distance;
mod word;

use symcrete_expr::{Arena, Cone, ExprId, Op, Slots, Tape};

use crate::byte::ByteId;
use crate::path::Path;
use distance::Distance;
use rustc_hash::FxHashMap;

/// A set of byte values, one bit each.
pub(crate) type ByteSet = [u64; 4];

/// Steps of all tapes together before all probes are dropped: at some 40 bytes a step, about 160 MB.
const MAX_STEPS: usize = 4 << 20;

/// A condition on this many words or more is a sum or a hash of them: hard to satisfy by changing one at a time.
const MANY_WORDS: usize = 6;

/// The compiled conditions.
#[derive(Default)]
pub(crate) struct Probes {
    places: FxHashMap<ExprId, usize>,
    probes: Vec<Probe>,
    n_steps: usize,
}

/// A compiled condition.
pub(crate) struct Probe {
    tape: Tape,
    slots: Slots,
    /// The bytes it depends on, in the order of the tape's inputs.
    pub(crate) bytes: Box<[ByteId]>,
    distance: Distance,
    /// The words it is made of, lowest byte first; together they hold every byte once or more.
    pub(crate) words: Box<[Box<[ByteId]>]>,
    byte_set: Option<ByteSet>,
    is_hard: bool,
    is_float: bool,
}

impl Probes {
    /// Drops everything if it has become too much. To be called between questions, since places are dropped too.
    pub(crate) fn trim(&mut self) {
        if self.n_steps > MAX_STEPS {
            *self = Probes::default();
        }
    }

    /// The compiled condition.
    pub(crate) fn get(&mut self, arena: &Arena, path: &mut Path, id: ExprId) -> &mut Probe {
        let place = self.place(arena, path, id);
        &mut self.probes[place]
    }

    /// The place of the compiled condition, for [`Probes::at`]; good until the next [`Probes::trim`].
    pub(crate) fn place(&mut self, arena: &Arena, path: &mut Path, id: ExprId) -> usize {
        if let Some(&place) = self.places.get(&id) {
            return place;
        }
        let probe = Probe::new(arena, path, id);
        self.n_steps += probe.tape.n_steps();
        self.places.insert(id, self.probes.len());
        self.probes.push(probe);
        self.probes.len() - 1
    }

    /// The compiled condition at a place.
    pub(crate) fn at(&mut self, place: usize) -> &mut Probe {
        &mut self.probes[place]
    }
}

impl Probe {
    fn new(arena: &Arena, path: &mut Path, id: ExprId) -> Probe {
        let (distance, roots) = Distance::new(arena, id);
        let tape = Tape::new(arena, &roots);
        let bytes = tape.inputs().iter().map(|&at| path.id(at)).collect();
        let words: Box<[Box<[ByteId]>]> =
            word::words(arena, id).iter().map(|word| word.iter().map(|&at| path.id(at)).collect()).collect();
        let cone = Cone::new(arena, &[id]);
        let is_float = cone.ids().iter().any(|&id| arena.op(id).reads_float());
        let is_hard = words.len() >= MANY_WORDS || is_float || is_hard(arena, &cone);
        Probe { slots: tape.slots(), tape, bytes, distance, words, byte_set: None, is_hard, is_float }
    }

    /// What one evaluation costs, in units of a small condition.
    pub(crate) fn cost(&self) -> u64 {
        /// Conditions of integer programs have some ten steps; a probe's own overhead is about as much.
        const SMALL: usize = 16;
        1 + (self.tape.n_steps() / SMALL) as u64
    }

    fn run(&mut self, values: &[u8]) {
        for (input, byte) in self.bytes.iter().enumerate() {
            self.slots.set(input, values[byte.index()]);
        }
        self.tape.run(&mut self.slots);
    }

    /// Does the condition hold on these values, by number of byte?
    pub(crate) fn holds(&mut self, values: &[u8]) -> bool {
        self.run(values);
        self.tape.value(&self.slots, 0) != 0
    }

    /// How far the condition is from holding, between 0 (it holds) and 1.
    pub(crate) fn distance(&mut self, values: &[u8]) -> f64 {
        self.run(values);
        let is_true = self.tape.value(&self.slots, 0) != 0;
        self.distance.measure(is_true, |root| self.tape.value(&self.slots, root))
    }

    /// The signed difference of the sides of the comparison that decides, if there is one.
    pub(crate) fn residual(&mut self, values: &[u8]) -> Option<f64> {
        self.run(values);
        self.distance.residual(|root| self.tape.value(&self.slots, root))
    }

    /// The constants the condition compares with, and their widths.
    pub(crate) fn constants(&self) -> &[(u32, u128)] {
        &self.distance.constants
    }

    /// The width of the sides, if the condition is one equation of words of at most 64 bits.
    pub(crate) fn equation_width(&self) -> Option<u32> {
        self.distance.equation().map(|(width, ..)| width).filter(|&width| width <= 64)
    }

    /// Left side minus right side of an equation, modulo 2^64; only the bits of its width are meaningful.
    pub(crate) fn equation(&mut self, values: &[u8]) -> u64 {
        self.run(values);
        let value = |root| self.tape.value(&self.slots, root) as u64;
        self.distance.equation().map_or(0, |(_, left, right)| value(left).wrapping_sub(value(right)))
    }

    /// Does it compute with floats or compare them?
    pub(crate) fn is_float(&self) -> bool {
        self.is_float
    }

    /// Does it multiply or divide, compute with floats, or mix many words, so that small steps say little?
    pub(crate) fn is_hard(&self) -> bool {
        self.is_hard
    }

    /// The values of its byte that satisfy a condition on one byte only.
    pub(crate) fn byte_set(&mut self) -> Option<ByteSet> {
        if self.bytes.len() != 1 {
            return None;
        }
        if self.byte_set.is_none() {
            let mut set = [0_u64; 4];
            for value in 0..=u8::MAX {
                self.slots.set(0, value);
                self.tape.run(&mut self.slots);
                let holds = self.tape.value(&self.slots, 0) as u64 & 1;
                set[usize::from(value) / 64] |= holds << (value % 64);
            }
            self.byte_set = Some(set);
        }
        self.byte_set
    }
}

/// Is there a product of two unknowns or a quotient in the condition?
fn is_hard(arena: &Arena, cone: &Cone) -> bool {
    let is_unknown = |id: &ExprId| arena.as_const(*id).is_none();
    cone.ids().iter().any(|&id| match arena.op(id) {
        Op::Mul => arena.args(id).iter().all(is_unknown),
        Op::UDiv | Op::URem | Op::SDiv | Op::SRem => true,
        _ => false,
    })
}
