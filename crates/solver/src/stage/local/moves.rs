//! Moves: which values to try for a word. All that its own conditions allow for a byte; for an integer the zero of a
//! line through two measurements, powers of two away, the values of other words and constants compared with; for a
//! float the same with steps of one unit in the last place. The lists are those of the alternating variable method
//! with the additions measured in the prototype. Invariant: values fit the word. Does not judge its proposals.

use super::random::Random;
use super::state::State;
use crate::byte::ByteId;
use crate::query::Task;
use crate::stage::Context;
use crate::stage::domain::{domain, members};

/// Values of other words that are tried at most, and conditions that are looked at for them: a loop over one number has
/// half a million conditions on it, and to compile one takes longer than to evaluate it. The first ones already say what the
/// number is compared with.
const MAX_OTHERS: usize = 32;
const MAX_LOOKED_AT: usize = 1024;

/// The values to try for a word, in order.
pub(super) fn candidates(
    context: &mut Context<'_>,
    task: Task<'_>,
    state: &mut State,
    target: usize,
    word: &[ByteId],
    random: &mut Random,
) -> Vec<u128> {
    if let &[byte] = word {
        return members(&domain(context, task, byte)).map(u128::from).collect();
    }
    let probe = context.probes.get(task.arena(), context.path, state.condition(task, target));
    if probe.is_float() && matches!(word.len(), 4 | 8) {
        // The word may be the number or an integer that becomes one.
        let mut values = floats(context, task, state, target, word);
        values.extend(integers(context, task, state, target, word, random));
        return cut(values, 8 * word.len() as u32);
    }
    integers(context, task, state, target, word, random)
}

/// The signed difference of the sides of the target with another value for the word.
fn residual(
    context: &mut Context<'_>,
    task: Task<'_>,
    state: &mut State,
    target: usize,
    word: &[ByteId],
    value: u128,
) -> Option<f64> {
    let before = state.read(word);
    state.write(word, value);
    let probe = context.probes.get(task.arena(), context.path, state.condition(task, target));
    let residual = probe.residual(&state.values);
    state.n_spent += probe.cost();
    state.write(word, before);
    residual
}

fn integers(
    context: &mut Context<'_>,
    task: Task<'_>,
    state: &mut State,
    target: usize,
    word: &[ByteId],
    random: &mut Random,
) -> Vec<u128> {
    let width = 8 * word.len() as u32;
    let here = state.read(word);
    let mut values = Vec::new();
    let start = residual(context, task, state, target, word, here);
    let next = residual(context, task, state, target, word, here.wrapping_add(1));
    if let (Some(start), Some(next)) = (start, next)
        && next != start
    {
        let step = (start / (next - start)).round() as i128;
        values.extend((-1..=1).map(|near| here.wrapping_sub(step as u128).wrapping_add(near as u128)));
    }
    let probe = context.probes.get(task.arena(), context.path, state.condition(task, target));
    for &(_, constant) in probe.constants() {
        values.extend([constant, constant.wrapping_add(1), constant.wrapping_sub(1)]);
    }
    for other in others(context, task, state, target, word) {
        values.extend([other, other.wrapping_add(1), other.wrapping_sub(1)]);
    }
    // Small steps always, large ones now and then, as in the prototype.
    for bit in (0..width).filter(|&bit| bit < 16 || random.below(4) == 0) {
        values.extend([here.wrapping_add(1 << bit), here.wrapping_sub(1 << bit)]);
    }
    cut(values, width)
}

/// Cut to the width, without repetitions, in the order of the first.
fn cut(values: Vec<u128>, width: u32) -> Vec<u128> {
    let mut seen = rustc_hash::FxHashSet::default();
    let values = values.into_iter().map(|value| value & symcrete_expr::mask(width));
    values.filter(|&value| seen.insert((value as u64, (value >> 64) as u64))).collect()
}

/// The current values of other words of the same length: those of the conditions that share a byte with this one.
fn others(context: &mut Context<'_>, task: Task<'_>, state: &State, target: usize, word: &[ByteId]) -> Vec<u128> {
    let mut values: Vec<u128> = Vec::new();
    let on_word: Vec<u32> = context.path.on_byte(word[0]).iter().copied().take(MAX_LOOKED_AT).collect();
    for place in std::iter::once(target).chain(on_word.into_iter().map(|place| place as usize)) {
        if context.is_late() {
            break;
        }
        let probe = context.probes.get(task.arena(), context.path, state.condition(task, place));
        for other in probe.words.iter().filter(|other| other.len() == word.len() && &other[..] != word) {
            let value = state.read(other);
            if !values.contains(&value) {
                values.push(value);
            }
        }
        if values.len() >= MAX_OTHERS {
            break;
        }
    }
    values
}

/// Numbers first, where secants and constants lead; then steps of every size over the ordered bit patterns, which change
/// the exponent as well as the last place; then what is no number.
fn floats(context: &mut Context<'_>, task: Task<'_>, state: &mut State, target: usize, word: &[ByteId]) -> Vec<u128> {
    let format = Format(8 * word.len() as u32);
    let here = state.read(word);
    let x = format.decode(here);
    let mut values = Vec::new();
    let start = residual(context, task, state, target, word, here);
    for step in [1.0, x.abs() * 1e-3 + 1e-6, x.abs() * 1e-7 + 1e-12] {
        let next = residual(context, task, state, target, word, format.encode(x + step));
        let (Some(start), Some(next)) = (start, next) else { continue };
        let zero = x - start / ((next - start) / step);
        let around = (x - zero).abs() * 1e-2 + 1e-9;
        values.extend([zero, zero.round(), (zero * 100.0).round() / 100.0, zero + around, zero - around]);
        values.extend([zero + 1.0, zero - 1.0]);
    }
    values.extend(others(context, task, state, target, word).into_iter().map(|bits| format.decode(bits)));
    let probe = context.probes.get(task.arena(), context.path, state.condition(task, target));
    let constants = probe.constants().iter().filter(|(width, _)| matches!(width, 32 | 64));
    values.extend(constants.flat_map(|&(width, bits)| [1.0, -1.0].map(|sign| sign * Format(width).decode(bits))));
    values.extend([-x, 0.0, x * 2.0, x * 0.5]);
    for exponent in -8..12 {
        let step = f64::powi(2.0, exponent);
        values.extend([x + step, x - step]);
    }
    let finite = values.into_iter().filter(|value| value.is_finite());
    let mut bits: Vec<u128> = finite.flat_map(|value| format.neighbours(value)).collect();
    let steps = (0..format.0 - 1).map(|bit| 1_i128 << bit);
    bits.extend(steps.flat_map(|step| [format.moved(here, step), format.moved(here, -step)]));
    bits.extend([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].map(|value| format.encode(value)));
    cut(bits, format.0)
}

/// A floating-point format by its width, 32 or 64.
#[derive(Clone, Copy)]
struct Format(u32);

impl Format {
    fn decode(self, bits: u128) -> f64 {
        if self.0 == 32 { f32::from_bits(bits as u32).into() } else { f64::from_bits(bits as u64) }
    }

    fn encode(self, value: f64) -> u128 {
        if self.0 == 32 { (value as f32).to_bits().into() } else { value.to_bits().into() }
    }

    /// The bit pattern so many numbers above this one, in the order of the numbers.
    fn moved(self, bits: u128, by: i128) -> u128 {
        let sign = 1_i128 << (self.0 - 1);
        let magnitude = bits as i128 & (sign - 1);
        let place = if bits as i128 & sign == 0 { magnitude } else { -magnitude } + by;
        (if place < 0 { sign | (-place).min(sign - 1) } else { place.min(sign - 1) }) as u128
    }

    /// The number and the two next to it.
    fn neighbours(self, value: f64) -> [u128; 3] {
        if self.0 == 32 {
            let value = value as f32;
            [value, value.next_up(), value.next_down()].map(|value| value.to_bits().into())
        } else {
            [value, value.next_up(), value.next_down()].map(|value| value.to_bits().into())
        }
    }
}
