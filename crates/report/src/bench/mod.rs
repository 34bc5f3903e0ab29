//! What a benchmark found, as data and as files: tables, lines that are held against a bar, plots, one page.
//!
//! A suite of `symcrete bench` ends as one [`Document`]. It is written as JSON, from which everything else can be made
//! again: Markdown, CSV, pictures, and the page that shows all suites of a folder.

pub mod figure;
pub mod markdown;
pub mod rank;

mod grid;
mod page;
mod plot;
mod ruler;
mod svg;

pub use grid::Grid;
pub use page::page;
pub use plot::{Axis, Drawing, Mark, Plot, Point, Series};
pub use svg::svg;

use figure::Section;
use serde::{Deserialize, Serialize};

/// One suite, measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// Its name.
    pub suite: String,
    /// The command that measured it.
    pub command: String,
    /// On what it was measured: names and values.
    pub machine: Vec<(String, String)>,
    /// Lines with bars.
    pub sections: Vec<Section>,
    /// Tables without.
    pub tables: Vec<Grid>,
    /// Pictures.
    pub plots: Vec<Plot>,
}
