//! One axis of a picture: where a value stands, and which values are written beside it.

use super::Axis;

/// An axis with its ends in values and in the picture's own coordinates.
#[derive(Clone, Debug)]
pub(super) struct Ruler {
    low: f64,
    high: f64,
    start: f64,
    end: f64,
    is_log: bool,
}

/// How many values are written about.
const TICKS: f64 = 5.0;

impl Ruler {
    /// A ruler that has room for all these values, and begins at zero when it counts. On a logarithmic one, values that
    /// are not positive have no place of their own: they stand at its low end.
    pub(super) fn new(axis: &Axis, values: impl Iterator<Item = f64>, (start, end): (f64, f64)) -> Ruler {
        let is_placed = |value: &f64| value.is_finite() && (!axis.is_log || *value > 0.0);
        let (mut low, mut high) = values
            .filter(is_placed)
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (1.0, 1.0);
        }
        if axis.is_log {
            // A single value stands in the middle of a factor of four.
            let margin = if high < 1.5 * low { 2.0 } else { (high / low).powf(0.08) };
            (low, high) = (low / margin, high * margin);
        } else {
            low = low.min(0.0);
            let step = step(high - low);
            high = ((high / step).ceil() * step).max(low + step);
        }
        Ruler { low, high, start, end, is_log: axis.is_log }
    }

    /// Where a value stands.
    pub(super) fn place(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let share = match self.is_log {
            true => (value / self.low).ln() / (self.high / self.low).ln(),
            false => (value - self.low) / (self.high - self.low),
        };
        self.start + share * (self.end - self.start)
    }

    /// The values to write.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.is_log {
            return self.log_ticks();
        }
        let step = step(self.high - self.low);
        let count = ((self.high - self.low) / step).round() as i32;
        (0..=count).map(|index| self.low + f64::from(index) * step).collect()
    }

    /// Powers of ten, with 2 and 5 between them, or 1.5 and so on, when there are few of them.
    fn log_ticks(&self) -> Vec<f64> {
        let decades = (self.low.log10().floor() as i32)..=(self.high.log10().ceil() as i32);
        let all = |factors: &[f64]| -> Vec<f64> {
            let values =
                decades.clone().flat_map(|decade| factors.iter().map(move |factor| factor * 10_f64.powi(decade)));
            values.filter(|value| (self.low..=self.high).contains(value)).collect()
        };
        let mut ticks = all(&[1.0]);
        for factors in [&[1.0, 2.0, 5.0][..], &[1.0, 1.2, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0]] {
            if ticks.len() < 3 {
                ticks = all(factors);
            }
        }
        let stride = ticks.len().div_ceil(7).max(1);
        ticks.into_iter().step_by(stride).collect()
    }
}

/// A round distance between values: 1, 2 or 5 times a power of ten.
fn step(range: f64) -> f64 {
    let rough = (range / TICKS).max(1e-9);
    let decade = 10_f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * decade >= rough * 0.999);
    factor.unwrap_or(10.0) * decade
}

/// A value in as few digits as say it.
pub(super) fn short(value: f64) -> String {
    match value.abs() {
        v if v >= 1e6 => format!("{} M", trimmed(value / 1e6)),
        v if v >= 1e4 => format!("{} k", trimmed(value / 1e3)),
        v if v >= 100.0 || v == 0.0 => format!("{value:.0}"),
        v if v < 0.01 => format!("{value:.0e}"),
        _ => trimmed(value),
    }
}

fn trimmed(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_where_they_belong() {
        let ruler = Ruler::new(&Axis::linear("x"), [3.0, 93.0].into_iter(), (10.0, 110.0));
        assert_eq!(ruler.ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!([0.0, 50.0, 100.0, 1e9].map(|value| ruler.place(value)), [10.0, 60.0, 110.0, 110.0]);
        let ruler = Ruler::new(&Axis::log("x"), [1.0, 1000.0, 0.0].into_iter(), (0.0, 100.0));
        assert_eq!(ruler.ticks(), [1.0, 10.0, 100.0, 1000.0]);
        let middle = ruler.place(1000_f64.sqrt());
        assert!((middle - 50.0).abs() < 1e-9 && ruler.place(0.0) == 0.0, "{middle}");
    }

    #[test]
    fn nothing_and_one_value_have_a_ruler() {
        for axis in [Axis::linear("x"), Axis::log("x")] {
            for values in [vec![], vec![7.0], vec![0.0], vec![f64::INFINITY]] {
                let ruler = Ruler::new(&axis, values.into_iter(), (0.0, 100.0));
                assert!(ruler.ticks().len() > 1 && ruler.place(7.0).is_finite());
            }
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.0, 0.25, 1.5, 20.0, 450.0, 30_000.0, 2.5e6].map(short),
            ["0", "0.25", "1.5", "20", "450", "30 k", "2.5 M"]
        );
    }
}
