//! The concrete part of symcretic execution: walks from input to input on branch distances.
//!
//! The run that came nearest left the way at a branch that no solver turned: `res == 1000` after a loop that counts, or
//! `sin(u) > 0.5`. The walk moves the numbers of its input one at a time along a [`Line`], goes by the gap of the
//! comparison that each run tells, and discards moves that leave the way before the branch. When no number gets nearer, it
//! begins again from a random point. No point is run twice. The same seed gives the same walk.

mod gap;
mod line;
mod piece;

pub use gap::{Gap, smallest};
pub use piece::{Kind, Piece, untyped};

use line::Line;
use piece::Number;
use std::collections::HashSet;
use symcrete_search::{Input, Rng};

/// What a run showed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Probe {
    /// The branch was taken.
    Met,
    /// It was come to, and was so far away.
    At(Gap),
    /// The run left the way before.
    Off,
    /// No run was made: something else ends the walk.
    Stop,
}

/// Runs of one walk: what some restarts need, with room.
const RUNS: u32 = 400;
/// Runs along one number.
const LINE: usize = 60;
/// Runs along one number that bring nothing, before it is left.
const STALE: usize = 12;
/// A guess that leaves more than this of the gap is followed by one of another kind.
const QUICK: f64 = 0.7;
/// Restarts in a row that come no nearer, before the walk is given up.
const RESTARTS: u32 = 60;

/// Walks from an input with this gap until the branch is met (true), or nothing helps.
pub fn walk((base, gap): (&Input, Gap), pieces: &[Piece], seed: u64, run: &mut dyn FnMut(&Input) -> Probe) -> bool {
    let seen = HashSet::from([base.clone()]);
    let mut walk = Walk { pieces: pieces.to_vec(), run, seen, n_runs: 0, is_met: false, is_over: pieces.is_empty() };
    let mut best = (base.clone(), gap);
    walk.descend(&mut best);
    walk.keep_movable(base);
    let mut rng = Rng::new(seed);
    let mut n_vain = 0;
    while !walk.is_done() && n_vain < RESTARTS {
        n_vain += 1;
        let input = walk.random(&best.0, &mut rng);
        let Some(gap) = walk.probe(&input) else { continue };
        let mut place = (input, gap);
        if gap.difference != best.1.difference {
            walk.descend(&mut place);
        }
        if place.1.distance() < best.1.distance() {
            (best, n_vain) = (place, 0);
        }
    }
    walk.is_met
}

/// A point of the walk: an input and its gap.
type Point = (Input, Gap);

struct Walk<'a> {
    pieces: Vec<Piece>,
    run: &'a mut dyn FnMut(&Input) -> Probe,
    /// The taboo list: what was run.
    seen: HashSet<Input>,
    n_runs: u32,
    is_met: bool,
    is_over: bool,
}

impl Walk<'_> {
    fn is_done(&self) -> bool {
        self.is_met || self.is_over || self.n_runs >= RUNS
    }

    /// Runs an input; its gap if it stays on the way. What was run before tells nothing new.
    fn probe(&mut self, input: &Input) -> Option<Gap> {
        if self.is_done() || !self.seen.insert(input.clone()) {
            return None;
        }
        self.n_runs += 1;
        match (self.run)(input) {
            Probe::Met => self.is_met = true,
            Probe::At(gap) => return Some(gap),
            Probe::Off => {}
            Probe::Stop => self.is_over = true,
        }
        None
    }

    /// Moves one number after the other until none brings the point nearer.
    fn descend(&mut self, point: &mut Point) {
        loop {
            let before = point.1.distance();
            for piece in self.pieces.clone() {
                if self.is_done() {
                    return;
                }
                self.along(piece, point);
            }
            if point.1.distance() >= before {
                return;
            }
        }
    }

    /// Moves one number as long as that helps.
    fn along(&mut self, piece: Piece, point: &mut Point) {
        let Some(origin) = piece.get(&point.0) else { return };
        let base = point.0.clone();
        let mut line = Line::new(point.1, piece.is_integer());
        for offset in first_offsets(piece, origin) {
            self.try_offset(&mut line, piece, (&base, origin), offset);
        }
        let (mut n_stale, mut turn) = (0, 0);
        for _ in 0..LINE {
            if self.is_done() || line.is_stuck() || line.is_flat() || n_stale > STALE {
                break;
            }
            let Some(offset) = line.next(turn) else { break };
            let before = line.best().1.distance();
            self.try_offset(&mut line, piece, (&base, origin), offset);
            let now = line.best().1.distance();
            n_stale = if now < before { 0 } else { n_stale + 1 };
            // Secants that creep along make room for other guesses.
            turn = if now < QUICK * before { 0 } else { turn + 1 };
        }
        let (offset, gap) = line.best();
        piece.set(&mut point.0, origin.plus(offset));
        point.1 = gap;
    }

    fn try_offset(&mut self, line: &mut Line, piece: Piece, (base, origin): (&Input, Number), offset: f64) {
        let mut input = base.clone();
        piece.set(&mut input, origin.plus(offset));
        let gap = self.probe(&input);
        line.add(offset, gap);
    }

    /// Drops the numbers that can't be moved a little without leaving the way, if any can.
    fn keep_movable(&mut self, base: &Input) {
        let mut movable = Vec::new();
        for piece in self.pieces.clone() {
            let Some(origin) = piece.get(base) else { continue };
            let mut input = base.clone();
            piece.set(&mut input, origin.plus(2.0));
            if self.probe(&input).is_some() {
                movable.push(piece);
            }
        }
        if !movable.is_empty() {
            self.pieces = movable;
        }
    }

    /// A random point: up to three numbers changed, to values of any magnitude.
    fn random(&self, base: &Input, rng: &mut Rng) -> Input {
        let mut input = base.clone();
        for _ in 0..=rng.below(3) {
            let piece = self.pieces[rng.index(self.pieces.len())];
            let magnitude = 10_f64.powi(rng.below(8) as i32 - if piece.is_integer() { 0 } else { 2 });
            let value = (rng.below(2_000_001) as f64 / 1_000_000.0 - 1.0) * magnitude;
            let around = if rng.below(2) == 0 { piece.get(&input).map_or(0.0, Number::to_f64) } else { 0.0 };
            let number =
                if piece.is_integer() { Number::Int((around + value) as i128) } else { Number::Real(around + value) };
            piece.set(&mut input, number);
        }
        input
    }
}

/// The first moves along a number: small ones, and one that is felt behind a division or a rounding.
fn first_offsets(piece: Piece, origin: Number) -> Vec<f64> {
    let scale = origin.to_f64().abs().max(1.0);
    match piece.kind {
        Kind::Float => vec![scale / 16.0, -scale / 8.0],
        _ if piece.length == 1 => vec![1.0, -1.0],
        _ => vec![1.0, -1.0, 64.0],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(k: usize) -> Piece {
        Piece { stream: 1, first: 4 * k, length: 4, kind: Kind::Signed }
    }

    fn double(k: usize) -> Piece {
        Piece { stream: 1, first: 8 * k, length: 8, kind: Kind::Float }
    }

    /// Runs until the difference is within a tolerance of 0, if it gets there.
    fn runs(pieces: &[Piece], tolerance: f64, function: impl Fn(&[f64]) -> Option<f64>) -> Option<u32> {
        let base = Input { streams: vec![Vec::new(), vec![0; 32]] };
        let mut n = 0;
        let probe = |input: &Input| {
            let values: Vec<f64> = pieces.iter().map(|p| p.get(input).map_or(f64::NAN, Number::to_f64)).collect();
            match function(&values) {
                None => Probe::Off,
                Some(difference) if difference.abs() <= tolerance => Probe::Met,
                Some(difference) => Probe::At(Gap { difference, aim: 0.0 }),
            }
        };
        let Probe::At(start) = probe(&base) else { return Some(0) };
        let met = walk((&base, start), pieces, 1, &mut |input| {
            n += 1;
            probe(input)
        });
        met.then_some(n)
    }

    #[test]
    fn a_count_of_rounds_is_hit_exactly() {
        let count = |x: &[f64]| (x[0] <= 100_000.0).then(|| (x[0].max(0.0) * 4.0 / 3.0).ceil() - 5000.0);
        assert!(runs(&[int(0), double(1)], 0.0, count).is_some_and(|n| n <= 60));
    }

    #[test]
    fn two_numbers_are_moved_in_turn() {
        let bowl = |x: &[f64]| Some((x[0] - 300.0).powi(2) + (x[1] + 40.0).powi(2));
        assert!(runs(&[int(0), int(1)], 0.0, bowl).is_some_and(|n| n <= 200));
    }

    #[test]
    fn a_cubic_falls_by_secants() {
        assert!(runs(&[double(0)], 1e-9, |x| Some(x[0].powi(3) - 27.0)).is_some_and(|n| n <= 60));
    }

    /// Downhill from 0 leads into the valley at 10, which is not deep enough; the other one is far away.
    #[test]
    fn a_valley_that_is_not_deep_enough_is_left_by_a_restart() {
        let valleys = |x: &[f64]| Some(((x[0] - 10.0).abs() + 5.0).min((x[0] + 4000.0).abs() / 4.0));
        assert!(runs(&[int(0)], 0.0, valleys).is_some());
    }

    #[test]
    fn nothing_to_go_by_ends_the_walk() {
        let mut n = 0;
        let base = Input { streams: vec![Vec::new(), vec![0; 32]] };
        let met = walk((&base, Gap::UNKNOWN), &[int(0), int(1)], 1, &mut |_| {
            n += 1;
            Probe::At(Gap::UNKNOWN)
        });
        assert!(!met && n < 100, "{n}");
        assert!(!walk((&base, Gap::UNKNOWN), &[], 1, &mut |_| unreachable!("no numbers, no runs")));
    }
}
