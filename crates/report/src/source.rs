//! A page per source file: every line with what is known about its branches.

use crate::colour::{Colours, Kind};
use crate::data::{Condition, Data, Lookup, Side};
use crate::markup::{escape, grouped};
use crate::table::{bar, shade, state};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Tests that are named at a branch.
const NAMED: usize = 6;

/// What is said of a condition that splits no path.
const MERGED: &str = " · <span class=\"quiet\" title=\"The code behind the condition only computes a value, so one path stands for both sides.\">merged</span>";

/// The page.
pub(crate) fn page(data: &Data, lookup: &Lookup, index: usize) -> String {
    let source = &data.sources[index];
    let (covered, total) = source.coverage();
    let mut body = format!(
        "<header><p><a href=\"index.html\">← {}</a></p>\n<h1>{}</h1>\n<p>{} of {} branches covered {}</p></header>\n<main>\n",
        escape(&data.suite.unit),
        escape(&source.name),
        grouped(covered as u64),
        grouped(total as u64),
        bar(covered as u64, total as u64)
    );
    match &source.text {
        Some(text) => body.push_str(&listing(data, lookup, index, text)),
        None => body.push_str("<p class=\"quiet\">The file no longer exists, so its text cannot be shown.</p>\n"),
    }
    body.push_str("</main>\n<script src=\"page.js\"></script>\n<script src=\"path.js\"></script>\n");
    crate::markup::page(&format!("{} · {}", source.name, data.suite.unit), &body)
}

fn listing(data: &Data, lookup: &Lookup, index: usize, text: &str) -> String {
    let source = &data.sources[index];
    let mut by_line: BTreeMap<u32, Vec<(usize, &Condition)>> = BTreeMap::new();
    for (condition, &first) in source.conditions.iter().zip(lookup.first_branches(index)) {
        by_line.entry(condition.line).or_default().push((first, condition));
    }
    let mut colours = Colours::default();
    let mut out = String::from("<div class=\"code\">\n");
    for (index, line) in text.lines().enumerate() {
        let number = index as u32 + 1;
        let marked = by_line.get(&number).map_or(&[][..], Vec::as_slice);
        let conditions: Vec<&Condition> = marked.iter().map(|(_, condition)| *condition).collect();
        let count = source.lines.get(&number).copied();
        let _ = write!(
            out,
            "<div class=\"line {}\" id=\"L{number}\"><a class=\"no\" href=\"#L{number}\">{number}</a><pre>{}</pre>",
            class(count, &conditions),
            coloured(line, &colours.line(line), marked)
        );
        if !conditions.is_empty() {
            out.push_str(&branches(data, &conditions));
        }
        out.push_str("</div>\n");
    }
    out + "</div>\n"
}

/// A line with its colours, and before each condition a mark that says which of its sides are covered.
fn coloured(line: &str, pieces: &[(Kind, usize)], conditions: &[(usize, &Condition)]) -> String {
    let place = |condition: &Condition| {
        let at = (condition.column as usize).saturating_sub(1);
        if line.is_char_boundary(at) { at } else { line.len() }
    };
    let mut marks: Vec<(usize, String)> =
        conditions.iter().map(|(first, condition)| (place(condition), mark(*first, condition))).collect();
    marks.sort_by_key(|(at, _)| *at);
    let mut marks = marks.into_iter().peekable();
    let (mut out, mut from) = (String::new(), 0);
    for &(kind, to) in pieces {
        while from < to {
            let (mut end, mut mark) = (to, String::new());
            while let Some((_, more)) = marks.next_if(|(at, _)| *at <= from) {
                mark += &more;
            }
            if let Some((at, _)) = marks.peek() {
                end = end.min(*at);
            }
            out.push_str(&mark);
            let text = escape(&line[from..end]);
            out.push_str(&kind.class().map_or(text.clone(), |class| format!("<span class=\"{class}\">{text}</span>")));
            from = end;
        }
    }
    marks.for_each(|(_, mark)| out.push_str(&mark));
    if out.is_empty() { " ".into() } else { out }
}

/// The mark of a condition: a letter for each of two sides, a count for more. It is drawn by the style sheet, so that copied text is the source's.
fn mark(first: usize, condition: &Condition) -> String {
    let sides = &condition.sides;
    let said: Vec<String> = sides.iter().map(|side| format!("{}: {}", side.name, side.state.name())).collect();
    let letters: String = if sides.len() == 2 {
        let letter = |side: &Side| side.name.chars().next().unwrap_or('?').to_ascii_uppercase();
        let one = |side: &Side| {
            format!("<b class=\"{}\" data-s=\"{}\"></b>", shade(side.state), escape(&letter(side).to_string()))
        };
        // True first, as people say it.
        sides.iter().rev().map(one).collect()
    } else {
        let covered = sides.iter().filter(|side| side.is_covered()).count();
        let class = if covered == sides.len() { "good" } else { "bad" };
        format!("<b class=\"{class}\" data-s=\"{covered}/{}\"></b>", sides.len())
    };
    format!(
        "<i class=\"mark\" data-first=\"{first}\" data-sides=\"{}\" title=\"{}\">{letters}</i>",
        sides.len(),
        escape(&said.join("\n"))
    )
}

/// How a line is shown: by its branches, else by whether it ran.
fn class(count: Option<u64>, conditions: &[&Condition]) -> &'static str {
    let sides = || conditions.iter().flat_map(|condition| &condition.sides);
    match (sides().next().is_some(), count) {
        (true, _) if sides().all(Side::is_covered) => "full",
        (true, _) if sides().any(Side::is_covered) => "part",
        (true, _) => "none",
        (false, None) => "",
        (false, Some(0)) => "none",
        (false, Some(_)) => "full",
    }
}

fn branches(data: &Data, conditions: &[&Condition]) -> String {
    let sides = || conditions.iter().flat_map(|condition| &condition.sides);
    let (covered, total) = (sides().filter(|side| side.is_covered()).count(), sides().count());
    let open = if covered < total { " open" } else { "" };
    let merged = if conditions.iter().any(|condition| condition.is_merged) { MERGED } else { "" };
    let mut out = format!("<details{open}><summary>{covered} of {total} branches{merged}</summary><ul>\n");
    for condition in conditions {
        for side in &condition.sides {
            let _ = writeln!(
                out,
                "<li><span class=\"side\">column {}: {}</span> {} {}</li>",
                condition.column,
                escape(&side.name),
                state(side.state),
                reason(data, side)
            );
        }
    }
    out + "</ul></details>"
}

/// The conditions that contradict, a line each.
fn contradiction(conditions: &[String]) -> String {
    match conditions.is_empty() {
        true => String::new(),
        false => format!("<pre class=\"conditions\">{}</pre>", escape(&conditions.join("\n"))),
    }
}

/// The tests that take the branch, or why none does.
fn reason(data: &Data, side: &Side) -> String {
    if !side.is_covered() {
        return escape(&side.why) + &contradiction(&side.conditions);
    }
    let name = |&index: &usize| data.suite.tests.get(index).map_or("", |test| test.name.as_str());
    let link = |name: &str| format!("<a href=\"path.html?test={0}\">{0}</a>", escape(name));
    let links: Vec<String> = side.tests.iter().take(NAMED).map(|index| link(name(index))).collect();
    let more = side.tests.len().saturating_sub(NAMED);
    let more = if more == 0 { String::new() } else { format!(" and {} more", grouped(more as u64)) };
    match links.is_empty() {
        true => String::new(),
        false => format!("taken {} × by {}{more}", grouped(side.count), links.join(", ")),
    }
}
