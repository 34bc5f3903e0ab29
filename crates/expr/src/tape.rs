//! The tape: terms compiled once to a flat program, evaluated many times on changing inputs. Local search asks for
//! the same conditions under hundreds of thousands of inputs; a step of the tape is three loads, a call through a
//! function pointer chosen at compile time, and a store. Values of more than 64 bits, and operators without a kernel
//! (most of floating point), go through [`apply`]. Invariant: agrees with [`eval`](crate::eval) on every term. Slots
//! hold inputs, then constants, then one result per step, so a step only reads slots before its own. Does not
//! evaluate incrementally: a run executes every step up to where it stops.

mod kernel;

use crate::apply::{Bits, apply};
use crate::arena::{Arena, ExprId, InputByte};
use crate::cone::Cone;
use crate::op::Op;
use crate::stop::Stop;
use kernel::{Kernel, Widths, kernel};

/// A compiled set of terms.
#[derive(Clone, Debug)]
pub struct Tape {
    inputs: Vec<InputByte>,
    constants: Vec<u128>,
    steps: Vec<Step>,
    /// The slot of each root.
    roots: Vec<usize>,
    /// The width of every slot.
    widths: Vec<u8>,
}

/// One operator applied to slots.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The operator on 64-bit values; absent if a value is wider or there is none for it.
    kernel: Option<Kernel>,
    args: [u32; 3],
    widths: Widths,
    op: Op,
}

/// The memory of an evaluation: input bytes to set, results to read.
#[derive(Clone, Debug)]
pub struct Slots {
    low: Vec<u64>,
    /// The upper halves of values wider than 64 bits; empty if the tape has none.
    high: Vec<u64>,
}

impl Slots {
    /// Sets an input byte, by its place in [`Tape::inputs`].
    pub fn set(&mut self, input: usize, byte: u8) {
        self.low[input] = byte.into();
    }

    /// The input byte at a place in [`Tape::inputs`].
    pub fn get(&self, input: usize) -> u8 {
        self.low[input] as u8
    }

    fn value(&self, slot: usize) -> u128 {
        let high = self.high.get(slot).copied().unwrap_or(0);
        u128::from(self.low[slot]) | u128::from(high) << 64
    }
}

impl Tape {
    /// Compiles the roots and everything they are made of.
    pub fn new(arena: &Arena, roots: &[ExprId]) -> Tape {
        Tape::of_cone(arena, &Cone::new(arena, roots), roots)
    }

    /// Compiles the roots, unless it is stopped: each of its passes over all terms looks at the request before it begins.
    pub fn unless(stop: &Stop, arena: &Arena, roots: &[ExprId]) -> Option<Tape> {
        let cone = (!stop.is_set()).then(|| Cone::new(arena, roots))?;
        (!stop.is_set()).then(|| Tape::of_cone(arena, &cone, roots))
    }

    fn of_cone(arena: &Arena, cone: &Cone, roots: &[ExprId]) -> Tape {
        let (mut leaves, mut inner) = (Vec::new(), Vec::new());
        let mut constants = Vec::new();
        for &id in cone.ids() {
            match arena.op(id) {
                Op::Input => leaves.push(id),
                Op::Const => constants.push(id),
                _ => inner.push(id),
            }
        }
        leaves.sort_unstable_by_key(|&id| arena.as_input(id));
        let order: Vec<ExprId> = [&leaves[..], &constants, &inner].concat();
        let mut slot_of = vec![0_u32; order.len()];
        for (slot, &id) in order.iter().enumerate() {
            slot_of[cone.place(id)] = slot as u32;
        }
        let slot = |id: ExprId| slot_of[cone.place(id)];
        Tape {
            inputs: leaves.iter().filter_map(|&id| arena.as_input(id)).collect(),
            constants: constants.iter().filter_map(|&id| arena.as_const(id)).collect(),
            steps: inner.iter().map(|&id| Step::new(arena, id, slot)).collect(),
            roots: roots.iter().map(|&id| slot(id) as usize).collect(),
            widths: order.iter().map(|&id| arena.width(id) as u8).collect(),
        }
    }

    /// The input bytes the roots depend on, ascending.
    pub fn inputs(&self) -> &[InputByte] {
        &self.inputs
    }

    /// The number of steps of a whole run.
    pub fn n_steps(&self) -> usize {
        self.steps.len()
    }

    /// Memory for running this tape, with all input bytes zero.
    pub fn slots(&self) -> Slots {
        let is_wide = self.widths.iter().any(|&width| width > 64);
        let mut slots =
            Slots { low: vec![0; self.widths.len()], high: vec![0; if is_wide { self.widths.len() } else { 0 }] };
        for (index, &value) in self.constants.iter().enumerate() {
            store(&mut slots, self.inputs.len() + index, value);
        }
        slots
    }

    /// Sets every input byte.
    pub fn load(&self, slots: &mut Slots, byte: impl Fn(InputByte) -> u8) {
        for (input, &at) in self.inputs.iter().enumerate() {
            slots.set(input, byte(at));
        }
    }

    /// Evaluates every step on the input bytes set in `slots`, which must come from this tape.
    pub fn run(&self, slots: &mut Slots) {
        self.run_steps(slots, 0, self.steps.len());
    }

    /// Evaluates the roots in order up to the first that is zero, and says which; nothing if all hold.
    /// After a stop only the values of the roots up to that one are known.
    pub fn first_false(&self, slots: &mut Slots) -> Option<usize> {
        let first = self.first_step();
        let mut done = 0;
        for (index, &slot) in self.roots.iter().enumerate() {
            let needed = (slot + 1).saturating_sub(first);
            if needed > done {
                self.run_steps(slots, done, needed);
                done = needed;
            }
            if slots.value(slot) == 0 {
                return Some(index);
            }
        }
        None
    }

    /// The value of a root, by its place among the roots, after a run.
    pub fn value(&self, slots: &Slots, root: usize) -> u128 {
        slots.value(self.roots[root])
    }

    /// The slot of the first step.
    fn first_step(&self) -> usize {
        self.inputs.len() + self.constants.len()
    }

    fn run_steps(&self, slots: &mut Slots, from: usize, to: usize) {
        let first = self.first_step();
        for (index, step) in self.steps[from..to].iter().enumerate() {
            let slot = first + from + index;
            match step.kernel {
                Some(kernel) => {
                    let [x, y, z] = step.args.map(|arg| slots.low[arg as usize]);
                    slots.low[slot] = kernel(x, y, z, step.widths) & step.widths.mask();
                }
                None => self.general(slots, slot, step),
            }
        }
    }

    #[cold]
    fn general(&self, slots: &mut Slots, slot: usize, step: &Step) {
        let bits = |arg: u32| {
            let arg = arg as usize;
            Bits { width: self.widths[arg].into(), value: slots.value(arg) }
        };
        let args = step.args.map(bits);
        let value = apply(step.op, step.widths.result.into(), &args[..step.op.arity()]);
        store(slots, slot, value);
    }
}

fn store(slots: &mut Slots, slot: usize, value: u128) {
    slots.low[slot] = value as u64;
    if let Some(high) = slots.high.get_mut(slot) {
        *high = (value >> 64) as u64;
    }
}

impl Step {
    fn new(arena: &Arena, id: ExprId, slot: impl Fn(ExprId) -> u32) -> Step {
        let op = arena.op(id);
        let operands = arena.args(id);
        let mut args = [0; 3];
        for (arg, &operand) in args.iter_mut().zip(operands) {
            *arg = slot(operand);
        }
        let last = operands.last().map_or(0, |&operand| arena.width(operand));
        let widths = Widths { result: arena.width(id) as u8, last: last as u8, low: op.low() as u8 };
        let is_narrow = operands.iter().all(|&operand| arena.width(operand) <= 64) && widths.result <= 64;
        Step { kernel: kernel(op, last).filter(|_| is_narrow), args, widths, op }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn tape(texts: &[&str]) -> Tape {
        let mut arena = Arena::new();
        let roots: Vec<ExprId> =
            texts.iter().map(|text| parse(&mut arena, text).expect("the test's term is well formed")).collect();
        Tape::new(&arena, &roots)
    }

    #[test]
    fn runs_again_on_new_bytes() {
        let tape = tape(&["(add:8 in[0:3] in[0:1])", "(zext:128 in[0:1])", "5:8"]);
        let mut slots = tape.slots();
        for (first, third) in [(1, 2), (200, 100)] {
            tape.load(&mut slots, |at| if at.offset == 1 { first } else { third });
            tape.run(&mut slots);
            assert_eq!(tape.value(&slots, 0), u128::from(first.wrapping_add(third)));
            assert_eq!(tape.value(&slots, 1), u128::from(first));
            assert_eq!(tape.value(&slots, 2), 5);
        }
        assert_eq!(tape.inputs().iter().map(|at| at.offset).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(tape.n_steps(), 2);
    }

    #[test]
    fn stops_at_the_first_condition_that_fails() {
        let tape = tape(&["1:1", "(ult in[0:0] 10:8)", "(ne in[0:0] 5:8)", "(ugt in[0:0] 2:8)"]);
        let mut slots = tape.slots();
        for (byte, expected) in [(11, Some(1)), (5, Some(2)), (1, Some(3)), (9, None)] {
            slots.set(0, byte);
            assert_eq!(tape.first_false(&mut slots), expected, "byte {byte}");
            assert_eq!(slots.get(0), byte);
        }
    }

    #[test]
    fn no_roots_no_steps() {
        let empty = tape(&[]);
        assert_eq!(empty.first_false(&mut empty.slots()), None);
    }
}
