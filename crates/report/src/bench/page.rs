//! All suites of a folder on one page: pictures, lines with their bars, tables. Opens from disk and loads nothing.

use super::figure::{Line, Section, Trouble, Verdict};
use super::{Document, Grid, markdown, svg};
use crate::markup::escape;
use std::fmt::Write;

/// The page.
pub fn page(documents: &[Document]) -> String {
    let links: String =
        documents.iter().map(|document| format!("<a href=\"#{0}\">{0}</a>", escape(&document.suite))).collect();
    let body: String = documents.iter().map(suite).collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Symcrete: benchmark</title>\n<style>{}{}</style>\n</head>\n<body>\n<header><h1>Symcrete: benchmark</h1>\n\
         </header>\n<nav>{links}</nav>\n<main>\n{body}</main>\n</body>\n</html>\n",
        include_str!("page.css"),
        svg::STYLE
    )
}

fn suite(document: &Document) -> String {
    let mut out = format!("<section id=\"{0}\">\n<h2>{0}</h2>\n", escape(&document.suite));
    let _ = writeln!(out, "<p><code>{}</code></p>", escape(&document.command));
    let facts: Vec<String> =
        document.machine.iter().map(|(name, value)| format!("{}: {}", escape(name), escape(value))).collect();
    let _ = writeln!(out, "<p class=\"quiet\">{}</p>", facts.join(" · "));
    let _ = writeln!(out, "<p>{}</p>", escape(markdown::summary(&document.sections).trim()));
    if !document.plots.is_empty() {
        let drawings: String = document.plots.iter().map(svg::figure).collect();
        let _ = writeln!(out, "<div class=\"drawings\">\n{drawings}</div>");
    }
    document.sections.iter().for_each(|section| out += &judged(section));
    document.tables.iter().for_each(|grid| out += &table(grid));
    out + "</section>\n"
}

fn judged(section: &Section) -> String {
    let head = "<tr><th>what</th><th class=\"number\">median</th><th>min–max</th><th class=\"number\">n</th><th>bar</th><th></th>\
                <th>details</th></tr>";
    let rows: String = section.lines.iter().map(line).collect();
    let title = escape(&section.title);
    format!(
        "<h3>{title}</h3>\n<div class=\"scroll\"><table><thead>{head}</thead><tbody>\n{rows}</tbody></table></div>\n"
    )
}

fn line(line: &Line) -> String {
    let verdict = line.verdict();
    let class = match verdict {
        Verdict::Pass => "pass",
        Verdict::Fail => "fail",
        Verdict::Open => "open",
        Verdict::Skipped => "skipped",
        Verdict::Wrong => "wrong",
    };
    let [name, median, spread, n, bar, word, note] = markdown::row(line).map(|cell| escape(&cell));
    let note = match &line.result {
        Err(Trouble::Missing(why) | Trouble::Wrong(why)) => escape(why),
        Ok(_) => note,
    };
    format!(
        "<tr><td>{name}</td><td class=\"number\">{median}</td><td>{spread}</td><td class=\"number\">{n}</td><td>{bar}</td>\
         <td class=\"{class}\">{word}</td><td class=\"note\">{note}</td></tr>\n"
    )
}

fn table(grid: &Grid) -> String {
    let is_number = |column: usize| {
        let cells = grid.rows.iter().map(|row| row[column].trim_end_matches(" %"));
        !grid.rows.is_empty() && cells.clone().all(|cell| cell.is_empty() || cell == "–" || cell.parse::<f64>().is_ok())
    };
    let classes: Vec<&str> = (0..grid.head.len()).map(|column| if is_number(column) { "number" } else { "" }).collect();
    let cells = |row: &[String], tag: &str| -> String {
        let cell = |(cell, class): (&String, &&str)| format!("<{tag} class=\"{class}\">{}</{tag}>", escape(cell));
        format!("<tr>{}</tr>\n", row.iter().zip(&classes).map(cell).collect::<String>())
    };
    let rows: String = grid.rows.iter().map(|row| cells(row, "td")).collect();
    let name = escape(&grid.name);
    format!(
        "<h3><a href=\"{name}.csv\">{name}</a></h3>\n<div class=\"scroll\"><table><thead>{}</thead><tbody>\n{rows}</tbody></table>\
         </div>\n",
        cells(&grid.head, "th")
    )
}

#[cfg(test)]
mod tests {
    use super::super::figure::{Bar, Figure, Unit};
    use super::*;

    #[test]
    fn a_page_shows_suites_and_escapes_what_they_say() {
        let figure = Figure { samples: vec![2.0], unit: Unit::Times, bar: Bar::AtMost(3.0), note: "a<b".into() };
        let lines = vec![Line::new("x", figure), Line::without("y", Trouble::Missing("no <network>".into()))];
        let mut grid = Grid::new("g", &["name", "n"]);
        grid.rows.push(vec!["<i>".into(), "12".into()]);
        let document = Document {
            suite: "s".into(),
            command: "symcrete bench".into(),
            machine: vec![("cores".into(), "2".into())],
            sections: vec![Section { title: "T".into(), lines }],
            tables: vec![grid],
            plots: Vec::new(),
        };
        let text = page(&[document]);
        for part in ["id=\"s\"", "a&lt;b", "no &lt;network&gt;", "<td class=\"number\">12</td>", "class=\"pass\">pass"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("<i>") && !text.contains("http"), "nothing is loaded from elsewhere");
    }
}
