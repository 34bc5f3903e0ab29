//! The report of a campaign as a folder of static HTML.
//!
//! Opens from disk: no server, no network, nothing loaded from elsewhere. `index.html` has everything about the campaign,
//! `file-N.html` one source file each. Readable without JavaScript, apart from the picture of the execution tree.
//!
//! The same for benchmarks: [`mod@bench`] turns what was measured into tables, plots and one page.
//!
//! Invariant: pure functions from [`Data`] to files; text that comes from the program under test is always escaped.

pub mod bench;

mod data;
mod markup;

mod curve;
mod decision;
mod finding;
mod index;
mod source;
mod table;
mod tree;

pub use data::{Condition, Data, Decision, Side, Source, Way};

use symcrete_corpus::Artifact;

/// The files of the report.
pub fn site(data: &Data) -> Vec<Artifact> {
    let mut files = vec![
        Artifact::new("index.html", index::page(data)),
        Artifact::new("style.css", include_str!("style.css")),
        Artifact::new("script.js", include_str!("script.js")),
    ];
    let pages = data.sources.iter().enumerate();
    files.extend(pages.map(|(index, _)| Artifact::new(markup::page_name(index), source::page(data, index))));
    files
}
