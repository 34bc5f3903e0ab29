//! A table of results as it is: names of columns and rows of cells, as Markdown, CSV and JSON.
//!
//! Beside the lines with bars, which judge, a suite shows what they were made of. Numbers are written plainly, so that
//! the CSV file can be read by any program. Columns of times are named: all others are the same in a second run with the
//! same seed.

use serde::{Deserialize, Serialize};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grid {
    /// What it shows; also the name of its CSV file.
    pub name: String,
    /// Names of the columns.
    pub head: Vec<String>,
    /// Those of the columns that depend on the machine's speed.
    #[serde(default)]
    pub times: Vec<String>,
    /// Rows, as long as the head.
    pub rows: Vec<Vec<String>>,
}

impl Grid {
    /// An empty table.
    pub fn new(name: &str, head: &[&str]) -> Grid {
        let head = head.iter().map(ToString::to_string).collect();
        Grid { name: name.into(), head, times: Vec::new(), rows: Vec::new() }
    }

    /// The same, with these columns depending on the machine's speed.
    pub fn with_times(mut self, columns: &[&str]) -> Grid {
        self.times = columns.iter().map(ToString::to_string).collect();
        self
    }

    /// With a title, for people.
    pub fn markdown(&self) -> String {
        let lines: Vec<&Vec<String>> = std::iter::once(&self.head).chain(&self.rows).collect();
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.head.len()).map(width).collect();
        let written = |line: &Vec<String>| {
            let cells = line.iter().zip(&widths).map(|(cell, &width)| format!(" {:<width$} ", cell.replace('|', "/")));
            format!("|{}|\n", cells.collect::<Vec<_>>().join("|"))
        };
        let rule = widths.iter().map(|width| "-".repeat(width + 2)).collect::<Vec<_>>().join("|");
        let body: String = self.rows.iter().map(written).collect();
        format!("## {}\n\n{}|{rule}|\n{body}", self.name, written(&self.head))
    }

    /// For spreadsheets and plots.
    pub fn csv(&self) -> String {
        let cell = |cell: &String| match cell.contains([',', '"', '\n']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let line = |line: &Vec<String>| line.iter().map(cell).collect::<Vec<_>>().join(",") + "\n";
        std::iter::once(&self.head).chain(&self.rows).map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_for_people_and_for_programs() {
        let mut grid = Grid::new("g", &["a", "bc"]);
        grid.rows.push(vec!["1,5".into(), "x\"".into()]);
        assert_eq!(grid.markdown(), "## g\n\n| a   | bc |\n|-----|----|\n| 1,5 | x\" |\n");
        assert_eq!(grid.csv(), "a,bc\n\"1,5\",\"x\"\"\"\n");
        let text = serde_json::to_string(&grid).unwrap();
        assert_eq!(text, r#"{"name":"g","head":["a","bc"],"times":[],"rows":[["1,5","x\""]]}"#);
        assert_eq!(serde_json::from_str::<Grid>(&text).unwrap(), grid);
    }
}
