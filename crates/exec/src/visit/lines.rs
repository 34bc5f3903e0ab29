//! Which addresses of a program belong to a source line, by the line table of its debug information.

use addr2line::Loader;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use symcrete_model::direct;

/// The line table of a program, by file and line.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// Per file, per line, where stretches of its code begin.
    files: BTreeMap<String, BTreeMap<u32, BTreeSet<u64>>>,
}

impl Lines {
    /// Reads the table of a program; `None` when there is none.
    pub fn read(program: &Path) -> Option<Lines> {
        let loader = Loader::new(program).ok()?;
        let mut lines = Lines::default();
        for (address, _, location) in loader.find_location_range(0, u64::MAX).ok()? {
            if let (Some(file), Some(line)) = (location.file, location.line.filter(|&line| line != 0)) {
                let of_file = lines.files.entry(direct(file)).or_default();
                of_file.entry(line).or_default().insert(address);
            }
        }
        Some(lines)
    }

    /// Where stretches of a line's code begin. The file is named as the debug information does.
    pub fn addresses(&self, file: &str, line: u32) -> Vec<u64> {
        let found = self.files.get(&direct(file)).and_then(|lines| lines.get(&line));
        found.map_or_else(Vec::new, |addresses| addresses.iter().copied().collect())
    }
}
