//! The bit-blaster: terms as Boolean circuits in a SAT solver.
//! A term becomes one literal per bit, lowest first; every operator is built of a few hash-consed gates, so what two
//! conditions share is built once. Circuits are definitions (each gate equals its function), hence asserting nothing:
//! a condition holds only where its literal is assumed or added as a clause.
//! Invariant: agrees with [`symcrete_expr::apply`] on every operator but those of floating point, which become fresh
//! bits: unsatisfiable stays right, a model must be evaluated ([`Blaster::is_abstract`] says when).
//! Only routes here; each family of circuits has its own file. Never recurses over a term.

mod arith;
mod circuit;
mod compare;
mod count;
mod divide;
mod gate;
mod multiply;
mod shift;

use symcrete_expr::{Arena, ExprId, InputByte};

use crate::backend::sat::{Lit, Sat};
use gate::Gates;
use rustc_hash::FxHashMap;

/// The circuits of some terms of one arena in one SAT instance.
pub(crate) struct Blaster<S> {
    gates: Gates<S>,
    /// The literals of all translated terms, one after the other.
    pool: Vec<Lit>,
    /// Where the literals of a term begin.
    places: FxHashMap<ExprId, u32>,
    /// The input bytes translated so far.
    bytes: FxHashMap<InputByte, u32>,
    is_abstract: bool,
}

impl<S: Sat> Blaster<S> {
    /// A blaster on an instance without variables.
    pub(crate) fn new(sat: S) -> Blaster<S> {
        Blaster {
            gates: Gates::new(sat),
            pool: Vec::new(),
            places: FxHashMap::default(),
            bytes: FxHashMap::default(),
            is_abstract: false,
        }
    }

    /// The SAT instance.
    pub(crate) fn sat(&mut self) -> &mut S {
        &mut self.gates.sat
    }

    /// Was an operator met that has no circuit? Models may then be wrong.
    pub(crate) fn is_abstract(&self) -> bool {
        self.is_abstract
    }

    /// The literal of a condition. `phase` is the value of an input byte to try first. `goes_on` is asked before each term,
    /// with the number of variables; when it says no there is no literal, and what was translated stays.
    pub(crate) fn condition(
        &mut self,
        arena: &Arena,
        id: ExprId,
        phase: &dyn Fn(InputByte) -> u8,
        goes_on: &dyn Fn(usize) -> bool,
    ) -> Option<Lit> {
        debug_assert_eq!(arena.width(id), 1, "a condition has one bit");
        self.translate(arena, id, phase, goes_on).then(|| self.bits(arena, id)[0])
    }

    /// The values of all input bytes met so far, after a satisfiable call.
    pub(crate) fn model(&self) -> Vec<(InputByte, u8)> {
        let value = |start: u32| {
            let bits = &self.pool[start as usize..start as usize + 8];
            bits.iter().rev().fold(0, |byte, &bit| byte << 1 | u8::from(self.gates.sat.value(bit)))
        };
        let mut model: Vec<(InputByte, u8)> = self.bytes.iter().map(|(&at, &start)| (at, value(start))).collect();
        model.sort_unstable();
        model
    }

    fn bits(&self, arena: &Arena, id: ExprId) -> &[Lit] {
        let start = self.places[&id] as usize;
        &self.pool[start..start + arena.width(id) as usize]
    }

    /// Translates a term and what it is made of, operands first; whether it came to the end.
    fn translate(
        &mut self,
        arena: &Arena,
        root: ExprId,
        phase: &dyn Fn(InputByte) -> u8,
        goes_on: &dyn Fn(usize) -> bool,
    ) -> bool {
        let mut stack = vec![root];
        while let Some(&id) = stack.last() {
            let before = stack.len();
            if !self.places.contains_key(&id) {
                stack.extend(arena.args(id).iter().filter(|arg| !self.places.contains_key(arg)));
            }
            if stack.len() > before {
                continue;
            }
            stack.pop();
            if !self.places.contains_key(&id) {
                if !goes_on(self.gates.sat.n_vars()) {
                    return false;
                }
                let bits = self.term(arena, id, phase);
                debug_assert_eq!(bits.len(), arena.width(id) as usize);
                self.places.insert(id, self.pool.len() as u32);
                self.pool.extend(bits);
            }
        }
        true
    }

    /// The literals of a term whose operands are translated.
    fn term(&mut self, arena: &Arena, id: ExprId, phase: &dyn Fn(InputByte) -> u8) -> Vec<Lit> {
        let width = arena.width(id);
        if let Some(value) = arena.as_const(id) {
            return self.gates.constant(width, value);
        }
        if let Some(at) = arena.as_input(id) {
            self.bytes.insert(at, self.pool.len() as u32);
            let byte = phase(at);
            return (0..8).map(|bit| self.gates.sat.input(byte >> bit & 1 == 1)).collect();
        }
        let args: Vec<Vec<Lit>> = arena.args(id).iter().map(|&arg| self.bits(arena, arg).to_vec()).collect();
        circuit::circuit(&mut self.gates, arena.op(id), width as usize, &args).unwrap_or_else(|| {
            self.is_abstract = true;
            (0..width).map(|_| self.gates.sat.input(false)).collect()
        })
    }
}

#[cfg(test)]
mod tests;
