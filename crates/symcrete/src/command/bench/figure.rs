//! One measured figure: its samples, its bar, and whether it holds.
//!
//! A figure is the median of its samples; the spread is their least and greatest. What could not be measured
//! stays in the table with the reason, so that nothing is missing silently.

/// What a figure is held against.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Bar {
    /// The median must not exceed this.
    AtMost(f64),
    /// The median must reach this.
    AtLeast(f64),
    /// Shown for comparison only.
    Open,
}

/// What the numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// A ratio.
    Times,
    /// Nanoseconds.
    Nanoseconds,
    /// Microseconds.
    Microseconds,
    /// How many.
    Count,
}

/// Does a line of the table hold?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Within its bar.
    Pass,
    /// Beyond its bar.
    Fail,
    /// It has no bar.
    Open,
    /// Not measured: something outside symcrete was missing.
    Skipped,
    /// Not measured: the instrumented program does not do what the plain one does. A bug of symcrete.
    Wrong,
}

/// Why something could not be measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// A source, a tool or the machine is at fault.
    Missing(String),
    /// Symcrete is.
    Wrong(String),
}

/// One line of the result.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    /// What was measured.
    pub(super) name: String,
    /// Median and spread, or why there are none.
    pub(super) result: Result<Figure, Trouble>,
}

/// Samples and their bar.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Figure {
    /// In the order they were taken; never empty.
    pub(super) samples: Vec<f64>,
    /// What they count.
    pub(super) unit: Unit,
    /// What the median is held against.
    pub(super) bar: Bar,
    /// What is behind the figure, such as both absolute times.
    pub(super) note: String,
}

/// Lines that answer one question.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Section {
    /// The question.
    pub(super) title: &'static str,
    /// The answers.
    pub(super) lines: Vec<Line>,
}

impl Line {
    /// A measured line.
    pub(super) fn new(name: impl Into<String>, figure: Figure) -> Line {
        Line { name: name.into(), result: Ok(figure) }
    }

    /// A line without a figure.
    pub(super) fn without(name: impl Into<String>, trouble: Trouble) -> Line {
        Line { name: name.into(), result: Err(trouble) }
    }

    /// Does it hold?
    pub(super) fn verdict(&self) -> Verdict {
        match &self.result {
            Err(Trouble::Missing(_)) => Verdict::Skipped,
            Err(Trouble::Wrong(_)) => Verdict::Wrong,
            Ok(figure) => match figure.bar {
                Bar::Open => Verdict::Open,
                Bar::AtMost(bar) if figure.median() <= bar => Verdict::Pass,
                Bar::AtLeast(bar) if figure.median() >= bar => Verdict::Pass,
                Bar::AtMost(_) | Bar::AtLeast(_) => Verdict::Fail,
            },
        }
    }
}

impl Figure {
    /// The middle sample, or the mean of the two in the middle.
    pub(super) fn median(&self) -> f64 {
        median(&self.samples)
    }

    /// The least sample.
    pub(super) fn least(&self) -> f64 {
        self.samples.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The greatest sample.
    pub(super) fn greatest(&self) -> f64 {
        self.samples.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The median of some numbers; 0 for none.
pub(super) fn median(samples: &[f64]) -> f64 {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => (sorted[n / 2 - 1] + sorted[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(samples: &[f64], bar: Bar) -> Line {
        Line::new("x", Figure { samples: samples.to_vec(), unit: Unit::Times, bar, note: String::new() })
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert_eq!(median(&[]), 0.0);
    }

    #[test]
    fn verdicts_follow_the_median() {
        assert_eq!(line(&[1.0, 3.0, 9.0], Bar::AtMost(3.0)).verdict(), Verdict::Pass);
        assert_eq!(line(&[1.0, 3.1, 3.2], Bar::AtMost(3.0)).verdict(), Verdict::Fail);
        assert_eq!(line(&[4.0], Bar::AtLeast(4.0)).verdict(), Verdict::Pass);
        assert_eq!(line(&[3.9], Bar::AtLeast(4.0)).verdict(), Verdict::Fail);
        assert_eq!(line(&[3.9], Bar::Open).verdict(), Verdict::Open);
        assert_eq!(Line::without("x", Trouble::Missing(String::new())).verdict(), Verdict::Skipped);
    }
}
