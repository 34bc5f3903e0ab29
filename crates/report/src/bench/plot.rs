//! A plot as data: what is drawn, along which axes. How it looks is decided where it is drawn.

use serde::{Deserialize, Serialize};

/// A picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plot {
    /// Name of its file.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// What it is made of.
    pub drawing: Drawing,
}

/// The kinds of pictures.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drawing {
    /// Curves with a band from the lower to the upper quartile. With more than a few series, one panel for each.
    Curves {
        /// Along the bottom.
        x: Axis,
        /// Up the side.
        y: Axis,
        /// The curves.
        series: Vec<Series>,
    },
    /// One bar for each name, from zero, with a whisker from the lower to the upper quartile.
    Bars {
        /// Along the bottom.
        x: Axis,
        /// The bars.
        bars: Vec<Mark>,
    },
    /// Points with names.
    Scatter {
        /// Along the bottom.
        x: Axis,
        /// Up the side.
        y: Axis,
        /// The points.
        marks: Vec<Mark>,
    },
}

/// An axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Axis {
    /// What it counts.
    pub label: String,
    /// Equal steps are equal factors.
    pub is_log: bool,
}

/// A curve.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Series {
    /// Its name.
    pub name: String,
    /// Its points, from left to right.
    pub points: Vec<Point>,
}

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Where it stands.
    pub x: f64,
    /// Lower quartile.
    pub low: f64,
    /// Median.
    pub middle: f64,
    /// Upper quartile.
    pub high: f64,
}

/// A bar, or a point of a scatter plot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// Marks of one group have one colour.
    #[serde(default)]
    pub group: u8,
    /// Its place; `x` is 0 for a bar. A median that is not finite is written as such and not drawn.
    pub point: Option<Point>,
}

impl Axis {
    /// Equal steps.
    pub fn linear(label: &str) -> Axis {
        Axis { label: label.into(), is_log: false }
    }

    /// Equal factors.
    pub fn log(label: &str) -> Axis {
        Axis { label: label.into(), is_log: true }
    }
}

impl Point {
    /// A point without a spread.
    pub fn at(x: f64, y: f64) -> Point {
        Point { x, low: y, middle: y, high: y }
    }
}
