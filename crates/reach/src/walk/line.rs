//! A line: what is known about the gap when one number of the input moves, and where to look next.
//!
//! Offsets from where the line begins are kept in order with the gap found there, or that the run left the way. The next
//! offset is, in turn: where the secant through the best point and its neighbour meets the aim; where two slopes on both
//! sides of the best point meet (the bottom of `fabs(…)`); half-way to a neighbour, a retreat where that left the way;
//! and twice as far out as anything so far. Where the sign changes, secants and bisection take turns.

use super::gap::Gap;

/// What a run at an offset showed; `None` when it left the way.
type Sample = (f64, Option<Gap>);

/// The samples along one number.
#[derive(Clone, Debug)]
pub(super) struct Line {
    samples: Vec<Sample>,
    is_integer: bool,
}

impl Line {
    /// A line that begins at a point with this gap.
    pub(super) fn new(gap: Gap, is_integer: bool) -> Line {
        Line { samples: vec![(0.0, Some(gap))], is_integer }
    }

    /// Takes down what an offset showed.
    pub(super) fn add(&mut self, offset: f64, gap: Option<Gap>) {
        let at = self.samples.partition_point(|&(other, _)| other < offset);
        self.samples.insert(at, (offset, gap));
    }

    /// The offset with the smallest gap, and the gap; the earliest of equals in order of offsets nearest to 0.
    pub(super) fn best(&self) -> (f64, Gap) {
        let known = self.samples.iter().filter_map(|&(offset, gap)| Some((offset, gap?)));
        let by_gap = |a: &(f64, Gap), b: &(f64, Gap)| {
            a.1.distance().total_cmp(&b.1.distance()).then(a.0.abs().total_cmp(&b.0.abs()))
        };
        known.min_by(by_gap).expect("the beginning is known")
    }

    /// Has every offset the same gap?
    pub(super) fn is_flat(&self) -> bool {
        let first = self.best().1.difference;
        self.samples.iter().all(|&(_, gap)| gap.is_none_or(|gap| gap.difference == first))
    }

    /// Did every move leave the way?
    pub(super) fn is_stuck(&self) -> bool {
        self.samples.len() > 1 && self.samples.iter().filter(|(_, gap)| gap.is_some()).count() == 1
    }

    /// An offset worth a run; with growing `turn` other kinds of guesses come first. `None` when there is none.
    pub(super) fn next(&self, turn: usize) -> Option<f64> {
        let guesses = self.guesses();
        let n = guesses.len().max(1);
        let in_turn = guesses.iter().cycle().skip(turn % n).take(guesses.len());
        in_turn.filter_map(|&offset| self.fresh(offset)).next()
    }

    /// The offset as the line can have it, unless it was tried.
    fn fresh(&self, offset: f64) -> Option<f64> {
        let offset = if self.is_integer { offset.round() } else { offset };
        let is_new = offset.is_finite() && offset.abs() < 1e300 && self.samples.iter().all(|&(old, _)| old != offset);
        is_new.then_some(offset)
    }

    fn guesses(&self) -> Vec<f64> {
        let (best, gap) = self.best();
        let at = self.samples.iter().position(|&(offset, _)| offset == best).expect("the best is a sample");
        let neighbours = [at.checked_sub(1), Some(at + 1)];
        let near: Vec<Sample> = neighbours.into_iter().flatten().filter_map(|k| self.samples.get(k)).copied().collect();
        let mut guesses = Vec::new();
        let mut known: Vec<(f64, Gap)> = near.iter().filter_map(|&(offset, gap)| Some((offset, gap?))).collect();
        known.sort_by(|a, b| a.1.distance().total_cmp(&b.1.distance()));
        let opposite = known.iter().find(|(_, other)| (other.difference < 0.0) != (gap.difference < 0.0));
        let bisected = opposite.map(|&(offset, _)| best / 2.0 + offset / 2.0);
        for &(offset, other) in &known {
            guesses.extend(secant((best, gap), (offset, other)));
            guesses.extend(bisected);
        }
        if opposite.is_some() {
            return guesses;
        }
        guesses.extend(self.bottom(at));
        guesses.extend(near.iter().map(|&(offset, _)| best / 2.0 + offset / 2.0));
        guesses.extend(self.outward());
        guesses
    }

    /// Where the slopes on both sides of a sample meet.
    fn bottom(&self, at: usize) -> Vec<f64> {
        let known = |k: usize| self.samples.get(k).and_then(|&(offset, gap)| Some((offset, gap?.difference)));
        let line = |a: Option<(f64, f64)>, b: Option<(f64, f64)>| {
            let ((x, y), (v, w)) = (a?, b?);
            let slope = (w - y) / (v - x);
            Some((slope, y - slope * x))
        };
        let meet = |left: Option<(f64, f64)>, right: Option<(f64, f64)>| {
            let ((m, b), (n, c)) = (left?, right?);
            Some((c - b) / (m - n)).filter(|offset| offset.is_finite())
        };
        let Some(before) = at.checked_sub(1) else { return Vec::new() };
        let inner = (line(known(before), known(at)), line(known(at), known(at + 1)));
        let outer_left = before.checked_sub(1).and_then(|k| line(known(k), known(before)));
        let outer_right = line(known(at + 1), known(at + 2));
        [meet(inner.0, outer_right), meet(outer_left, inner.1)].into_iter().flatten().collect()
    }

    /// Twice as far out as the outermost sample on each side, unless that left the way.
    fn outward(&self) -> Vec<f64> {
        let span = self.samples.last().map_or(0.0, |last| last.0) - self.samples[0].0;
        let ends = [(self.samples.first(), -span), (self.samples.last(), span)];
        let open = ends.into_iter().filter_map(|(end, step)| Some((end.filter(|(_, gap)| gap.is_some())?.0, step)));
        open.filter(|&(_, step)| step != 0.0).map(|(end, step)| end + step).collect()
    }
}

/// Where the straight line through two points has the difference aimed at.
fn secant((x, gap): (f64, Gap), (v, other): (f64, Gap)) -> Option<f64> {
    let slope = (other.difference - gap.difference) / (v - x);
    let offset = x + (gap.aim - gap.difference) / slope;
    (slope != 0.0 && offset.is_finite()).then_some(offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs of a line until its function is within a tolerance of 0.
    fn runs(function: impl Fn(f64) -> Option<f64>, first: f64, tolerance: f64, is_integer: bool) -> Option<usize> {
        let gap = |x: f64| function(x).map(|difference| Gap { difference, aim: 0.0 });
        let mut line = Line::new(gap(0.0)?, is_integer);
        line.add(first, gap(first));
        for n in 0..60 {
            if line.best().1.distance() <= tolerance {
                return Some(n);
            }
            let offset = line.next(n % 3)?;
            line.add(offset, gap(offset));
        }
        None
    }

    #[test]
    fn straight_lines_take_one_secant() {
        assert_eq!(runs(|x| Some(4.0 * x - 1000.0), 1.0, 0.0, true), Some(1));
    }

    #[test]
    fn roots_behind_a_border_are_found_by_retreating() {
        let function = |x: f64| (x <= 1000.0).then_some(x * x - 810_000.0);
        assert!(runs(function, 1.0, 0.0, true).is_some_and(|n| n <= 25));
    }

    #[test]
    fn the_bottom_of_a_valley_is_found() {
        assert!(runs(|x| Some((x.sin() - 0.25).abs()), 0.1, 1e-6, false).is_some_and(|n| n <= 25));
    }
}
