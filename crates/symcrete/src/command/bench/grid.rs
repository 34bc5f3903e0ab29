//! A table of results as it is: names of columns and rows of cells, as Markdown, CSV and JSON.
//!
//! Beside the lines with bars, which judge, a suite shows what they were made of. Numbers are written plainly, so that
//! the CSV file can be read by any program.

use super::json::{list, quoted};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grid {
    /// What it shows; also the name of its CSV file.
    pub(super) name: &'static str,
    /// Names of the columns.
    pub(super) head: Vec<String>,
    /// Rows, as long as the head.
    pub(super) rows: Vec<Vec<String>>,
}

impl Grid {
    /// An empty table.
    pub(super) fn new(name: &'static str, head: &[&str]) -> Grid {
        Grid { name, head: head.iter().map(ToString::to_string).collect(), rows: Vec::new() }
    }

    /// With a title, for people.
    pub(super) fn markdown(&self) -> String {
        let lines: Vec<&Vec<String>> = std::iter::once(&self.head).chain(&self.rows).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let written = |line: &Vec<String>| {
            let cells = line.iter().zip(&widths).map(|(cell, &width)| format!(" {cell:<width$} "));
            format!("|{}|\n", cells.collect::<Vec<_>>().join("|"))
        };
        let rule = widths.iter().map(|width| "-".repeat(width + 2)).collect::<Vec<_>>().join("|");
        let body: String = self.rows.iter().map(written).collect();
        format!("## {}\n\n{}|{rule}|\n{body}", self.name, written(&self.head))
    }

    /// For spreadsheets and plots.
    pub(super) fn csv(&self) -> String {
        let cell = |cell: &String| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |line: &Vec<String>| line.iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
        std::iter::once(&self.head).chain(&self.rows).map(line).collect()
    }

    /// One object per row.
    pub(super) fn json(&self) -> String {
        let row = |row: &Vec<String>| {
            let cells = self.head.iter().zip(row).map(|(name, cell)| format!("{}: {}", quoted(name), quoted(cell)));
            format!("{{{}}}", cells.collect::<Vec<_>>().join(", "))
        };
        format!("{{\"name\": {}, \"rows\": {}}}", quoted(self.name), list(self.rows.iter().map(row)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_in_three_forms() {
        let mut grid = Grid::new("g", &["a", "bc"]);
        grid.rows.push(vec!["1,5".into(), "x\"".into()]);
        assert_eq!(grid.markdown(), "## g\n\n| a   | bc |\n|-----|----|\n| 1,5 | x\" |\n");
        assert_eq!(grid.csv(), "a,bc\n\"1,5\",\"x\"\"\"\n");
        assert_eq!(grid.json().replace(['\n', ' '], ""), r#"{"name":"g","rows":[{"a":"1,5","bc":"x\""}]}"#);
    }
}
