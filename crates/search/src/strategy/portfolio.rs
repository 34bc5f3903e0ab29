//! Several strategies over one tree and one coverage map, each with turns in proportion to what it recently earned.
//!
//! A bandit by stride scheduling (Waldspurger and Weihl, 1995): each turn moves an arm on by 1 / weight, and the arm that is
//! furthest behind has the next turn. An arm's weight is the fourth power of its recent coverage per turn against the best
//! arm's, plus a floor: the best arm has nearly all turns while it is clearly the best, arms that earn alike share, no arm
//! starves, and one that starts to earn is noticed. A question without an input to run costs a part of a turn.
//! Whole numbers only, so that the same seed gives the same turns on every machine.

use super::{Strategy, View};
use crate::candidate::{Candidate, Effect, News};

/// Recent means about the last 32 turns of an arm: shorter, and one lucky run decides; longer, and an arm that ran dry
/// keeps its turns (coverage curves bend within tens of runs).
const MEMORY: u64 = 32;
/// Turns that an arm's first value, one branch per turn, counts for.
const PRIOR: u64 = 4;
/// The weight of the best arm.
const BEST: u64 = 256;
/// The weight of an arm that earns nothing, a sixty-fourth: with six such arms the best has nine turns in ten. With an eighth,
/// and weights in proportion, a portfolio covered less on expat (1893 branches after 1000 runs, now 1980).
const FLOOR: u64 = 4;
/// So many conditions in long questions without an input to run count for a turn. A question of Lua or grep took 25 µs for each of its
/// conditions, a run of them 30 to 100 ms.
const CONDITIONS: u64 = 4096;
/// What a question that is not long counts for, a sixty-fourth of a turn: on expat a run took 30 ms and a question 0.5, on smaller
/// programs both are less.
const SHORT: u64 = 64;
/// Up to so many conditions a question is not long. With 64, a portfolio covered less of print-tokens (165 branches after 1500
/// runs, else 175; medians of three seeds).
const LONG: u64 = 512;
/// One branch per turn, in fixed point.
const ONE: u64 = 1 << 16;
/// Length of a stride at weight 1.
const STRIDE: u64 = 1 << 40;

/// The strategy.
pub struct Portfolio<'p> {
    arms: Vec<Arm<'p>>,
    /// The arm that asked for the candidate in flight.
    asked: Option<usize>,
}

struct Arm<'p> {
    name: &'static str,
    strategy: Box<dyn Strategy + 'p>,
    /// The weight that it has if it earns nothing.
    floor: u64,
    /// Coverage per turn, a decaying mean in fixed point.
    recent: u64,
    /// How far the arm has been moved on, and by how much the last time.
    pass: u64,
    stride: u64,
    n_turns: u64,
    earned: u64,
}

impl<'p> Portfolio<'p> {
    /// A portfolio of named strategies. Every arm starts as if it had earned a branch per turn, so that each is tried.
    pub fn new(strategies: Vec<(&'static str, Box<dyn Strategy + 'p>)>) -> Portfolio<'p> {
        let arm = |(name, strategy)| Arm {
            name,
            strategy,
            floor: FLOOR,
            recent: ONE,
            pass: 0,
            stride: 0,
            n_turns: 0,
            earned: 0,
        };
        Portfolio { arms: strategies.into_iter().map(arm).collect(), asked: None }
    }

    /// The same, where this arm has as many turns as the best one, whatever it earns.
    #[must_use]
    pub fn sharing(mut self, name: &str) -> Portfolio<'p> {
        self.arms.iter_mut().filter(|arm| arm.name == name).for_each(|arm| arm.floor = BEST);
        self
    }

    /// Per arm its name, its turns and the branches it covered first.
    pub fn shares(&self) -> impl Iterator<Item = (&'static str, u64, u64)> {
        self.arms.iter().map(|arm| (arm.name, arm.n_turns, arm.earned))
    }

    /// Arms by how far behind they are; the first among equals.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.arms.len()).collect();
        order.sort_by_key(|&index| self.arms[index].pass);
        order
    }

    fn move_on(&mut self, index: usize) {
        let best = self.arms.iter().map(|arm| arm.recent).max().unwrap_or(0).max(1);
        let arm = &mut self.arms[index];
        arm.n_turns += 1;
        let weight = (arm.recent * BEST / best).pow(4) / BEST.pow(3) + arm.floor;
        arm.stride = STRIDE / weight;
        arm.pass += arm.stride;
    }
}

impl Arm<'_> {
    /// What a turn brought; `None` when there was nothing to run but a question about so many conditions.
    fn learn(&mut self, gain: Option<u64>, n_conditions: u32) {
        let memory = (self.n_turns + PRIOR).min(MEMORY);
        match gain {
            Some(gain) => {
                self.recent = self.recent - self.recent / memory + gain * ONE / memory;
                self.earned += gain;
            }
            None => {
                let n_conditions = u64::from(n_conditions);
                let cost = if n_conditions <= LONG { SHORT } else { n_conditions.min(CONDITIONS) };
                self.recent -= self.recent * cost / (CONDITIONS * memory);
                self.pass -= self.stride - self.stride / CONDITIONS * cost;
            }
        }
    }
}

impl Strategy for Portfolio<'_> {
    fn next(&mut self, view: &View) -> Option<Candidate> {
        for index in self.order() {
            if view.is_over() {
                return None;
            }
            let candidate = self.arms[index].strategy.next(view);
            self.move_on(index);
            if candidate.is_some() {
                self.asked = Some(index);
                return candidate;
            }
        }
        None
    }

    fn told(&mut self, news: &News) {
        let asked = if news.is_own { self.asked.take() } else { None };
        for (index, arm) in self.arms.iter_mut().enumerate() {
            arm.strategy.told(&News { is_own: asked == Some(index), ..*news });
        }
        let gain = match news.result {
            Effect::Ran { gain, .. } | Effect::Scouted { gain, .. } => Some(u64::from(gain)),
            Effect::Infeasible | Effect::Unknown(_) => None,
        };
        if let Some(index) = asked {
            self.arms[index].learn(gain, news.n_conditions);
        }
    }

    fn n_fallbacks(&self) -> u64 {
        self.arms.iter().map(|arm| arm.strategy.n_fallbacks()).sum()
    }

    fn notes(&self) -> Vec<(String, u64)> {
        let of_arm = |arm: &Arm| {
            let own = [(format!("{} turns", arm.name), arm.n_turns), (format!("{} earned", arm.name), arm.earned)];
            own.into_iter().chain(arm.strategy.notes()).collect::<Vec<_>>()
        };
        self.arms.iter().flat_map(of_arm).collect()
    }
}
