//! The result as Markdown tables, which is also what is printed.

use super::Document;
use super::figure::{Bar, Figure, Line, Section, Trouble, Unit, Verdict};
use std::fmt::Write;

/// The whole document.
pub fn document(document: &Document) -> String {
    let mut text = format!("# Benchmark: {}\n\n`{}`\n\n", document.suite, document.command);
    for (name, value) in &document.machine {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "- {name}: {value}");
    }
    for section in &document.sections {
        let _ = write!(text, "\n{}", self::section(section));
    }
    for grid in &document.tables {
        let _ = write!(text, "\n{}", grid.markdown());
    }
    for plot in &document.plots {
        let _ = write!(text, "\n![{}]({}.svg)\n", plot.title, plot.name);
    }
    let _ = write!(text, "\n{}", summary(&document.sections));
    text
}

/// One section with its table.
pub fn section(section: &Section) -> String {
    let mut text = format!("## {}\n\n", section.title);
    let head = ["what", "median", "min–max", "n", "bar", "", "details"].map(str::to_string);
    let rows: Vec<[String; 7]> = section.lines.iter().map(row).collect();
    let widths: Vec<usize> = (0..7)
        .map(|column| rows.iter().chain([&head]).map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    text += &written(&head, &widths);
    text += &format!("|{}|\n", widths.iter().map(|width| "-".repeat(width + 2)).collect::<Vec<_>>().join("|"));
    rows.iter().for_each(|row| text += &written(row, &widths));
    text
}

/// How many lines hold.
pub fn summary(sections: &[Section]) -> String {
    let count = |verdict| sections.iter().flat_map(|s| &s.lines).filter(|line| line.verdict() == verdict).count();
    let [pass, fail, skipped, wrong] = [Verdict::Pass, Verdict::Fail, Verdict::Skipped, Verdict::Wrong].map(count);
    format!("{pass} within the bar, {fail} beyond it, {skipped} not measured, {wrong} wrong.\n")
}

fn written(cells: &[String; 7], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).map(|(cell, &width)| format!(" {cell:<width$} "));
    format!("|{}|\n", padded.collect::<Vec<_>>().join("|"))
}

/// The cells of a line.
pub(super) fn row(line: &Line) -> [String; 7] {
    let verdict = word(line.verdict()).to_string();
    let cells = match &line.result {
        Ok(figure) => [
            value(figure.median(), figure.unit),
            format!("{}–{}", value(figure.least(), figure.unit), value(figure.greatest(), figure.unit)),
            figure.samples.len().to_string(),
            bar(figure),
            verdict,
            figure.note.clone(),
        ],
        Err(Trouble::Missing(why) | Trouble::Wrong(why)) => {
            let none = || "–".to_string();
            [none(), none(), none(), none(), verdict, why.replace('|', "/")]
        }
    };
    let [median, spread, n, bar, verdict, note] = cells;
    [line.name.clone(), median, spread, n, bar, verdict, note]
}

fn value(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Times => format!("{value:.2}×"),
        Unit::Nanoseconds => format!("{value:.1} ns"),
        Unit::Microseconds => format!("{value:.0} µs"),
        Unit::Seconds => format!("{value:.1} s"),
        Unit::Count => format!("{value}"),
    }
}

fn bar(figure: &Figure) -> String {
    match figure.bar {
        Bar::AtMost(bar) => format!("≤ {bar}"),
        Bar::AtLeast(bar) => format!("≥ {bar}"),
        Bar::Open => "–".into(),
    }
}

/// A verdict in one word.
pub(crate) fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "FAIL",
        Verdict::Open => "",
        Verdict::Skipped => "SKIPPED",
        Verdict::Wrong => "WRONG",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_shows_figures_and_what_is_missing() {
        let figure =
            Figure { samples: vec![2.0, 4.0, 3.0], unit: Unit::Times, bar: Bar::AtMost(3.0), note: "a".into() };
        let lines = vec![Line::new("x", figure), Line::without("y", Trouble::Missing("no network".into()))];
        let sections = [Section { title: "T".into(), lines }];
        let expected = "\
## T

| what | median | min–max     | n | bar | | details |
| x    | 3.00×  | 2.00×–4.00× | 3 | ≤ 3 | pass | a |
| y    | – | – | – | – | SKIPPED | no network |
";
        let squeeze = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let table = section(&sections[0]);
        let without_rule: Vec<&str> = table.lines().filter(|line| !line.starts_with("|-")).collect();
        assert_eq!(squeeze(&without_rule.join("\n")), squeeze(expected));
        assert_eq!(summary(&sections), "1 within the bar, 0 beyond it, 1 not measured, 0 wrong.\n");
    }
}
