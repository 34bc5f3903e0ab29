//! What a suite found, written to the folder: as JSON, Markdown, CSV and pictures; and the page of all suites there.

use super::machine::Machine;
use super::{Listener, News, Results, Suite};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_report::bench::{Document, markdown, page, svg};

/// The suite as one document.
pub(super) fn make(suite: &str, command: &str, machine: &Machine, results: &Results) -> Document {
    Document {
        suite: suite.into(),
        command: command.into(),
        machine: machine.facts().map(|(name, value)| (name.to_string(), value)).to_vec(),
        sections: results.sections.clone(),
        tables: results.grids.clone(),
        plots: results.plots.clone(),
    }
}

/// Writes everything that is made of it, and tells what was written.
pub(super) fn write(folder: &Path, document: &Document, listener: Listener) -> Result<(), Failure> {
    let put = |name: &str, text: &str| put(folder, name, text, listener);
    let json = serde_json::to_string_pretty(document).map_err(|why| Failure::file(folder, why.into()))?;
    put(&format!("{}.md", document.suite), &markdown::document(document))?;
    put(&format!("{}.json", document.suite), &json)?;
    document.tables.iter().try_for_each(|grid| put(&format!("{}.csv", grid.name), &grid.csv()))?;
    document.plots.iter().try_for_each(|plot| put(&format!("{}.svg", plot.name), &svg(plot)))?;
    put("index.html", &page(&all(folder)))
}

/// The suites measured into this folder so far.
fn all(folder: &Path) -> Vec<Document> {
    let read = |suite: &Suite| {
        let text = std::fs::read_to_string(folder.join(format!("{}.json", suite.name()))).ok()?;
        serde_json::from_str(&text).ok()
    };
    Suite::ALL.iter().filter_map(read).collect()
}

fn put(folder: &Path, name: &str, text: &str, listener: Listener) -> Result<(), Failure> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|why| Failure::file(&path, why))?;
    listener(News::Results(&format!("written: {}\n", path.display())));
    Ok(())
}
