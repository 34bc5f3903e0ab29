//! A condition that does no more than define bytes which nothing else asks about: a checksum beside its data.
//!
//! `sum(data) == stored`, with `stored` in no other condition of the question, has one value of `stored` for every `data`. So the question is
//! answered without it, and what is stored is computed from the answer; a solver would have to run the sum backwards. Sums may stand on sums:
//! what only a definition mentions is free, too. Invariant: for every value of the other bytes [`Definition::repair`] gives values of its own with
//! which the condition holds. Does not look for words behind anything but sums, differences, exclusive ors and turned bytes.

use symcrete_expr::{Arena, ExprId, InputByte, Op, Slots, Stop, Tape};

use super::ByteId;

/// A word of more bytes is not looked at: values have so many.
const MAX_BYTES: usize = 16;
/// Operators between an equation and its word.
const MAX_STEPS: usize = 4;

/// An equation, solved for a word of plain input bytes.
pub(super) struct Solved {
    /// The word itself.
    pub(super) word: ExprId,
    /// Its bytes, lowest first.
    pub(super) bytes: Vec<InputByte>,
    /// What it is, and what the steps take from it.
    pub(super) roots: Vec<ExprId>,
    steps: Vec<Step>,
}

/// How to get nearer to the word, with the value of a further root.
#[derive(Clone, Copy)]
enum Step {
    /// It had this added.
    Less,
    /// It had this taken away.
    More,
    /// It was taken from this.
    From,
    Xor,
    /// Its bytes were turned round.
    Turned,
}

impl Solved {
    /// All ways in which a condition defines a word.
    pub(super) fn of(arena: &Arena, condition: ExprId) -> Vec<Solved> {
        if arena.op(condition) != Op::Eq {
            return Vec::new();
        }
        let &[a, b] = arena.args(condition) else { return Vec::new() };
        [(a, b), (b, a)].into_iter().flat_map(|(side, value)| Solved::for_side(arena, side, value)).collect()
    }

    fn for_side(arena: &Arena, side: ExprId, value: ExprId) -> Vec<Solved> {
        let mut found = Vec::new();
        let mut open = vec![(side, vec![value], Vec::new())];
        while let Some((term, roots, steps)) = open.pop() {
            if let Some(bytes) = word(arena, term) {
                found.push(Solved { word: term, bytes, roots, steps });
                continue;
            }
            if steps.len() == MAX_STEPS {
                continue;
            }
            let mut further = |to: ExprId, other: Option<ExprId>, step: Step| {
                let roots: Vec<ExprId> = roots.iter().copied().chain(other).collect();
                open.push((to, roots, [&steps[..], &[step]].concat()));
            };
            match (arena.op(term), arena.args(term)) {
                (Op::Add, &[a, b]) => {
                    further(a, Some(b), Step::Less);
                    further(b, Some(a), Step::Less);
                }
                (Op::Sub, &[a, b]) => {
                    further(a, Some(b), Step::More);
                    further(b, Some(a), Step::From);
                }
                (Op::Xor, &[a, b]) => {
                    further(a, Some(b), Step::Xor);
                    further(b, Some(a), Step::Xor);
                }
                (Op::Bswap, &[a]) => further(a, None, Step::Turned),
                _ => {}
            }
        }
        found
    }

    /// Ready to compute; nothing when it was stopped.
    pub(super) fn definition(
        self,
        place: usize,
        (arena, stop): (&Arena, &Stop),
        mut id: impl FnMut(InputByte) -> ByteId,
    ) -> Option<Definition> {
        let tape = Tape::unless(stop, arena, &self.roots)?;
        let inputs = tape.inputs().iter().map(|&at| id(at)).collect();
        let bytes = self.bytes.iter().map(|&at| id(at)).collect();
        Some(Definition { place, bytes, steps: self.steps, slots: tape.slots(), tape, inputs })
    }
}

/// The bytes of a word of plain input bytes, each once, lowest first.
fn word(arena: &Arena, term: ExprId) -> Option<Vec<InputByte>> {
    let (mut bytes, mut open) = (Vec::new(), vec![term]);
    while let Some(part) = open.pop() {
        match (arena.op(part), arena.args(part)) {
            (Op::Concat, &[high, low]) => open.extend([high, low]),
            _ => bytes.push(arena.as_input(part).filter(|at| bytes.len() < MAX_BYTES && !bytes.contains(at))?),
        }
    }
    Some(bytes)
}

/// A condition that defines bytes.
pub(super) struct Definition {
    /// Where it stands in the prefix.
    pub(super) place: usize,
    /// The bytes, lowest first.
    pub(super) bytes: Vec<ByteId>,
    steps: Vec<Step>,
    tape: Tape,
    slots: Slots,
    inputs: Vec<ByteId>,
}

impl Definition {
    /// Sets its bytes to what they must be.
    pub(super) fn repair(&mut self, values: &mut [u8]) {
        for (input, byte) in self.inputs.iter().enumerate() {
            self.slots.set(input, values[byte.index()]);
        }
        self.tape.run(&mut self.slots);
        let mut value = self.tape.value(&self.slots, 0);
        let mut root = 0;
        for step in &self.steps {
            let mut other = || {
                root += 1;
                self.tape.value(&self.slots, root)
            };
            value = match step {
                Step::Less => value.wrapping_sub(other()),
                Step::More => value.wrapping_add(other()),
                Step::From => other().wrapping_sub(value),
                Step::Xor => value ^ other(),
                Step::Turned => turned(value, self.bytes.len()),
            };
        }
        for (k, byte) in self.bytes.iter().enumerate() {
            values[byte.index()] = (value >> (8 * k)) as u8;
        }
    }
}

/// The lowest bytes of a value the other way round.
fn turned(value: u128, n_bytes: usize) -> u128 {
    value.swap_bytes() >> (128 - 8 * n_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_expr::eval;

    /// Every equation is solved for its word, whatever the other bytes are.
    #[test]
    fn an_equation_holds_after_its_word_was_set() {
        let mut arena = Arena::new();
        let bytes: Vec<ExprId> = (0..4).map(|k| arena.input(0, k)).collect();
        let data: Vec<ExprId> = (4..6).map(|k| arena.input(0, k)).collect();
        let word = bytes.iter().skip(1).fold(bytes[0], |low, &high| arena.concat(high, low));
        let wide = arena.cast(Op::ZExt, data[0], 32);
        let other = arena.cast(Op::ZExt, data[1], 32);
        let product = arena.binary(Op::Mul, wide, other);
        let left = [
            word,
            arena.binary(Op::Add, word, wide),
            arena.binary(Op::Sub, word, wide),
            arena.binary(Op::Sub, wide, word),
            arena.binary(Op::Xor, wide, word),
            arena.unary(Op::Bswap, word),
        ];
        for side in left {
            let turned = arena.binary(Op::Sub, product, side);
            for equation in [arena.binary(Op::Eq, side, product), arena.binary(Op::Eq, turned, wide)] {
                let solved = Solved::of(&arena, equation).into_iter().find(|solved| solved.bytes.len() == 4);
                let id = |at: InputByte| ByteId(at.offset);
                let solved = solved.expect("it is in there");
                let mut definition = solved.definition(0, (&arena, &Stop::new()), id).expect("nobody stops it");
                for seed in 0..50_u8 {
                    let mut values: Vec<u8> = (0..6).map(|k| seed.wrapping_mul(37).wrapping_add(k * 91)).collect();
                    definition.repair(&mut values);
                    assert_eq!(eval(&arena, equation, |at| values[at.offset as usize]), 1);
                }
            }
        }
    }

    #[test]
    fn other_conditions_define_nothing() {
        let mut arena = Arena::new();
        let (a, b) = (arena.input(0, 0), arena.input(0, 1));
        let twice = arena.concat(a, a);
        let constant = arena.constant(16, 0x1234);
        let (sum, other) = (arena.binary(Op::Mul, a, b), arena.binary(Op::Mul, b, b));
        for condition in
            [arena.binary(Op::Ult, a, b), arena.binary(Op::Eq, twice, constant), arena.binary(Op::Eq, sum, other)]
        {
            assert!(Solved::of(&arena, condition).is_empty());
        }
    }
}
