//! The state of a search: current values, how far each condition is from holding, and how a move changes that.
//! Only conditions on the bytes of a move are evaluated again, through the index of the path. Invariant: `cost` is the
//! distance of every condition of the slice on the current values, and `violated` lists those above 0, ascending.
//! Does not propose moves; that is `moves`.

use super::moves;
use super::random::Random;
use crate::byte::ByteId;
use crate::query::Task;
use crate::stage::Context;
use rustc_hash::{FxHashMap, FxHashSet};

/// A new value for a word.
pub(super) struct Move {
    pub(super) word: Box<[ByteId]>,
    pub(super) value: u128,
}

/// Where the search stands. The goal has the place behind the prefix.
pub(super) struct State {
    pub(super) values: Vec<u8>,
    pub(super) n_spent: u64,
    goal: usize,
    goal_bytes: FxHashSet<ByteId>,
    violated: Vec<usize>,
    cost: FxHashMap<usize, f64>,
    is_first: bool,
}

impl State {
    /// The parent's values, on which only the goal is violated.
    pub(super) fn new(context: &mut Context<'_>, task: Task<'_>) -> State {
        let mut state = State {
            values: context.path.parent().to_vec(),
            n_spent: 0,
            goal: task.query.prefix.len(),
            goal_bytes: task.goal_bytes.iter().copied().collect(),
            violated: Vec::new(),
            cost: FxHashMap::default(),
            is_first: true,
        };
        let distance = state.measure(context, task, state.goal);
        state.record(state.goal, distance);
        state
    }

    pub(super) fn is_solved(&self) -> bool {
        self.violated.is_empty()
    }

    /// The values that differ from the parent's.
    pub(super) fn changes(&self, context: &Context<'_>) -> Vec<(ByteId, u8)> {
        let pairs = self.values.iter().zip(context.path.parent()).enumerate();
        pairs.filter(|(_, (new, old))| new != old).map(|(id, (&new, _))| (ByteId(id as u32), new)).collect()
    }

    /// A violated condition to work on: the goal at first and then half of the time.
    pub(super) fn target(&mut self, random: &mut Random) -> usize {
        let wants_goal = std::mem::take(&mut self.is_first) || random.below(2) == 0;
        if wants_goal && self.violated.last() == Some(&self.goal) {
            return self.goal;
        }
        self.violated[random.below(self.violated.len())]
    }

    /// Makes the move that improves the target and is best for all conditions together; false if none improves it.
    pub(super) fn improve(
        &mut self,
        context: &mut Context<'_>,
        task: Task<'_>,
        target: usize,
        budget: u64,
        random: &mut Random,
    ) -> bool {
        let old = self.cost_of(target);
        let total: f64 = self.violated.iter().map(|&place| self.cost_of(place)).sum();
        let mut best: Option<(f64, Move)> = None;
        for word in self.words(context, task, target) {
            let before = self.read(&word);
            for value in moves::candidates(context, task, self, target, &word, random) {
                if context.is_late() {
                    break;
                }
                self.write(&word, value);
                if value == before || self.measure(context, task, target) >= old {
                    continue;
                }
                let bound = best.as_ref().map_or(f64::INFINITY, |(change, _)| *change);
                let change = self.change(context, task, &word, bound);
                if change < bound || change == bound && random.below(2) == 0 {
                    best = Some((change, Move { word: word.clone(), value }));
                }
                if total + change <= 0.0 || self.n_spent > budget {
                    break;
                }
            }
            self.write(&word, before);
            let is_solved = best.as_ref().is_some_and(|(change, _)| total + change <= 0.0);
            if is_solved || self.n_spent > budget || context.is_late() {
                break;
            }
        }
        best.map(|(_, step)| self.make(context, task, &step)).is_some()
    }

    /// Makes some move on the target, to get away from where no move helps.
    pub(super) fn shake(&mut self, context: &mut Context<'_>, task: Task<'_>, target: usize, random: &mut Random) {
        let words = self.words(context, task, target);
        let word = words[random.below(words.len())].clone();
        let values = moves::candidates(context, task, self, target, &word, random);
        if !values.is_empty() {
            let value = values[random.below(values.len())];
            self.make(context, task, &Move { word, value });
        }
    }

    /// The distance of a condition on the current values.
    pub(super) fn measure(&mut self, context: &mut Context<'_>, task: Task<'_>, place: usize) -> f64 {
        let probe = context.probes.get(task.arena(), context.path, self.condition(task, place));
        self.n_spent += probe.cost();
        probe.distance(&self.values)
    }

    /// The condition at a place, the goal behind the others.
    pub(super) fn condition(&self, task: Task<'_>, place: usize) -> symcrete_expr::ExprId {
        if place == self.goal { task.query.goal } else { task.condition(place) }
    }

    /// The value of a word.
    pub(super) fn read(&self, word: &[ByteId]) -> u128 {
        word.iter().rev().fold(0, |value, byte| value << 8 | u128::from(self.values[byte.index()]))
    }

    /// Sets a word, without measuring anything.
    pub(super) fn write(&mut self, word: &[ByteId], value: u128) {
        for (index, byte) in word.iter().enumerate() {
            self.values[byte.index()] = (value >> (8 * index)) as u8;
        }
    }

    fn words(&self, context: &mut Context<'_>, task: Task<'_>, place: usize) -> Box<[Box<[ByteId]>]> {
        context.probes.get(task.arena(), context.path, self.condition(task, place)).words.clone()
    }

    /// How much the total distance changes against the recorded one, as far as the bytes of the word go. Stops as
    /// soon as it cannot become better than `bound`.
    fn change(&mut self, context: &mut Context<'_>, task: Task<'_>, word: &[ByteId], bound: f64) -> f64 {
        let places = self.places(context, word);
        // What can still be gained: the recorded distances of the conditions not yet measured.
        let mut possible: f64 = places.iter().map(|&place| self.cost_of(place)).sum();
        let mut change = 0.0;
        for place in places {
            let old = self.cost_of(place);
            change += self.measure(context, task, place) - old;
            possible -= old;
            if change - possible > bound || context.is_late() {
                return f64::INFINITY;
            }
        }
        change
    }

    /// The conditions on the bytes of a word, the goal included.
    fn places(&self, context: &Context<'_>, word: &[ByteId]) -> Vec<usize> {
        let mut places: Vec<usize> = Vec::new();
        if word.iter().any(|byte| self.goal_bytes.contains(byte)) {
            places.push(self.goal);
        }
        for &byte in word {
            places.extend(context.path.on_byte(byte).iter().map(|&place| place as usize));
        }
        if word.len() > 1 {
            places.sort_unstable();
            places.dedup();
        }
        places
    }

    /// Makes a move. When it is late not everything is measured; the search ends then, without a model.
    fn make(&mut self, context: &mut Context<'_>, task: Task<'_>, step: &Move) {
        self.write(&step.word, step.value);
        for place in self.places(context, &step.word) {
            if context.is_late() {
                return;
            }
            let distance = self.measure(context, task, place);
            self.record(place, distance);
        }
    }

    fn cost_of(&self, place: usize) -> f64 {
        self.cost.get(&place).copied().unwrap_or(0.0)
    }

    fn record(&mut self, place: usize, distance: f64) {
        let at = self.violated.binary_search(&place);
        if distance > 0.0 {
            self.cost.insert(place, distance);
            if let Err(at) = at {
                self.violated.insert(at, place);
            }
        } else {
            self.cost.remove(&place);
            if let Ok(at) = at {
                self.violated.remove(at);
            }
        }
    }
}
