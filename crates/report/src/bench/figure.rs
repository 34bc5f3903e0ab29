//! One measured figure: its samples, its bar, and whether it holds.
//!
//! A figure is the median of its samples; the spread is their least and greatest. What could not be measured
//! stays in the table with the reason, so that nothing is missing silently.

use serde::{Deserialize, Serialize};

/// What a figure is held against.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Bar {
    /// The median must not exceed this.
    AtMost(f64),
    /// The median must reach this.
    AtLeast(f64),
    /// Shown for comparison only.
    Open,
}

/// What the numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    /// A ratio.
    Times,
    /// Nanoseconds.
    Nanoseconds,
    /// Microseconds.
    Microseconds,
    /// Seconds.
    Seconds,
    /// How many.
    Count,
}

/// Does a line of the table hold?
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
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
pub enum Trouble {
    /// A source, a tool or the machine is at fault.
    Missing(String),
    /// Symcrete is.
    Wrong(String),
}

/// One line of the result. In JSON, `Written`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Written", into = "Written")]
pub struct Line {
    /// What was measured.
    pub name: String,
    /// Median and spread, or why there are none.
    pub result: Result<Figure, Trouble>,
}

/// Samples and their bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// In the order they were taken; never empty.
    pub samples: Vec<f64>,
    /// What they count.
    pub unit: Unit,
    /// What the median is held against.
    pub bar: Bar,
    /// What is behind the figure, such as both absolute times.
    pub note: String,
}

/// Lines that answer one question.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Section {
    /// The question.
    pub title: String,
    /// The answers.
    pub lines: Vec<Line>,
}

/// A line as it is written: what readers want to know is computed, what is needed to read it back is kept.
#[derive(Debug, Serialize, Deserialize)]
struct Written {
    name: String,
    verdict: Verdict,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    figure: Option<Numbers>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    why: Option<String>,
}

/// A figure as it is written. JSON knows no infinities: they are `null`.
#[derive(Debug, Serialize, Deserialize)]
struct Numbers {
    unit: Unit,
    median: Option<f64>,
    min: Option<f64>,
    max: Option<f64>,
    bar: Bar,
    samples: Vec<Option<f64>>,
    note: String,
}

impl From<Line> for Written {
    fn from(line: Line) -> Written {
        let verdict = line.verdict();
        let finite = |value: f64| value.is_finite().then_some(value);
        let (figure, why) = match line.result {
            Err(Trouble::Missing(why) | Trouble::Wrong(why)) => (None, Some(why)),
            Ok(figure) => (
                Some(Numbers {
                    unit: figure.unit,
                    median: finite(figure.median()),
                    min: finite(figure.least()),
                    max: finite(figure.greatest()),
                    bar: figure.bar,
                    samples: figure.samples.iter().copied().map(finite).collect(),
                    note: figure.note,
                }),
                None,
            ),
        };
        Written { name: line.name, verdict, figure, why }
    }
}

impl From<Written> for Line {
    fn from(written: Written) -> Line {
        let result = match (written.figure, written.verdict) {
            (Some(numbers), _) => Ok(Figure {
                samples: numbers.samples.iter().map(|sample| sample.unwrap_or(f64::INFINITY)).collect(),
                unit: numbers.unit,
                bar: numbers.bar,
                note: numbers.note,
            }),
            (None, Verdict::Wrong) => Err(Trouble::Wrong(written.why.unwrap_or_default())),
            (None, _) => Err(Trouble::Missing(written.why.unwrap_or_default())),
        };
        Line { name: written.name, result }
    }
}

impl Line {
    /// A measured line.
    pub fn new(name: impl Into<String>, figure: Figure) -> Line {
        Line { name: name.into(), result: Ok(figure) }
    }

    /// A line without a figure.
    pub fn without(name: impl Into<String>, trouble: Trouble) -> Line {
        Line { name: name.into(), result: Err(trouble) }
    }

    /// Does it hold?
    pub fn verdict(&self) -> Verdict {
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
    pub fn median(&self) -> f64 {
        median(&self.samples)
    }

    /// The least sample.
    pub fn least(&self) -> f64 {
        self.samples.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// The greatest sample.
    pub fn greatest(&self) -> f64 {
        self.samples.iter().copied().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// The median of some numbers; 0 for none.
pub fn median(samples: &[f64]) -> f64 {
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

    /// What readers look for is there, and what is read back is what was written.
    #[test]
    fn lines_carry_their_samples_or_the_reason() {
        let good = line(&[1.5, f64::INFINITY], Bar::AtLeast(4.0));
        let text = serde_json::to_string(&good).unwrap();
        let expected = r#"{"name":"x","verdict":"pass","unit":"times","median":null,"min":1.5,"max":null,"bar":{"at_least":4.0},"samples":[1.5,null],"note":""}"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), good);
        let missing = Line::without("y", Trouble::Missing("w".into()));
        let text = serde_json::to_string(&missing).unwrap();
        assert_eq!(text, r#"{"name":"y","verdict":"skipped","why":"w"}"#);
        assert_eq!(serde_json::from_str::<Line>(&text).unwrap(), missing);
    }

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
