//! The tables: files, uncovered branches, tests, lost data, solver.

use crate::data::{Data, Source};
use crate::markup::{escape, grouped, page_name, percent, search, table};
use crate::path::shown;
use symcrete_corpus::report::Worker;
use symcrete_corpus::{BranchState, Report, Test};

/// Rows of a table at most; the rest is counted.
const ROWS: usize = 500;

/// Files with their coverage.
pub(crate) fn files(data: &Data) -> String {
    let row = |(index, source): (usize, &Source)| {
        let (covered, total) = source.coverage();
        let ran = source.lines.values().filter(|count| **count > 0).count();
        vec![
            format!("<a href=\"{}\">{}</a>", page_name(index), escape(&source.name)),
            bar(covered as u64, total as u64),
            format!("{covered} / {total}"),
            format!("{ran} / {}", source.lines.len()),
        ]
    };
    let columns = [("file", ""), ("branches", "wide"), ("covered", "number"), ("lines that ran", "number")];
    table(&columns, data.sources.iter().enumerate().map(row))
}

/// A bar with its share as text.
pub(crate) fn bar(part: u64, whole: u64) -> String {
    let text = percent(part, whole);
    format!("<span class=\"bar\"><progress max=\"{}\" value=\"{part}\">{text}</progress> {text}</span>", whole.max(1))
}

/// The class of a state's colour.
pub(crate) fn shade(state: BranchState) -> &'static str {
    match state {
        BranchState::Covered => "good",
        BranchState::Infeasible => "calm",
        BranchState::Unknown => "warn",
        BranchState::NotTried | BranchState::NotCovered => "bad",
    }
}

/// A state as a chip: colour and word.
pub(crate) fn state(state: BranchState) -> String {
    format!("<span class=\"chip {}\">{}</span>", shade(state), escape(state.name()))
}

/// The stored tests.
pub(crate) fn tests(data: &Data) -> String {
    let row = |test: &Test| {
        let outcome = test.end();
        let class = if outcome.is_exit() { "good" } else { "bad" };
        vec![
            format!("<a id=\"test-{0}\" href=\"path.html?test={0}\">{0}</a>", escape(&test.name)),
            format!("<span class=\"chip {class}\">{}</span>", escape(&outcome.to_string())),
            format!("<code>{}</code>", escape(&shown(test))),
        ]
    };
    let columns = [("test", ""), ("ended with", ""), ("input", "code")];
    let note = match data.suite.n_left_out {
        0 => String::new(),
        n => format!(
            "<p class=\"quiet\">{} more tests are left out here and in all counts; none of them was the first to cover a branch. \
             <code>symcrete report {}</code> shows them all.</p>\n",
            grouped(n as u64),
            escape(&data.suite.folder.display().to_string())
        ),
    };
    let rows = limited(&columns, data.suite.tests.iter().map(row).collect());
    note + &search("all-tests", "Search tests") + "<div id=\"all-tests\" data-tests>\n" + &rows + "</div>\n"
}

/// Places where symbolic data was dropped.
pub(crate) fn lost(data: &Data) -> String {
    let lost = data.suite.report.as_ref().map_or(&[][..], |report| &report.lost);
    if lost.is_empty() {
        return "<p class=\"quiet\">Nothing was lost: every value that depends on the input was followed.</p>\n".into();
    }
    let mut lost: Vec<_> = lost.iter().collect();
    lost.sort_by_key(|lost| std::cmp::Reverse(lost.count));
    let row = |lost: &&symcrete_corpus::report::Lost| {
        let source = data.source_of(&lost.file).filter(|_| lost.line > 0);
        let place = match source {
            Some(index) => format!(
                "<a href=\"{}#L{}\">{}:{}</a>",
                page_name(index),
                lost.line,
                escape(&data.sources[index].name),
                lost.line
            ),
            None => escape(&format!("{}:{}", lost.file, lost.line)),
        };
        vec![place, escape(&lost.what), grouped(lost.count)]
    };
    let columns = [("place", ""), ("what was dropped", "text"), ("times", "number")];
    limited(&columns, lost.iter().map(row).collect())
}

/// What the solver was asked and answered.
pub(crate) fn solver(report: &Report) -> String {
    let s = &report.solver;
    let facts = [
        ("queries", grouped(s.calls)),
        ("answered with an input", grouped(s.sat)),
        ("proved impossible", grouped(s.unsat)),
        ("not decided", grouped(s.unknown)),
        ("answered for both sides of merged branches", grouped(s.relaxed)),
        ("conditions per query, mean", format!("{:.1}", s.conditions_mean)),
        ("conditions per query, most", grouped(s.conditions_max)),
        ("seconds", format!("{:.2}", s.wall_s)),
        ("runs that left the predicted path", grouped(report.divergences)),
    ];
    let columns = [("", ""), ("", "number")];
    let first = table(&columns, facts.map(|(name, value)| vec![escape(name), value]));
    let columns = [("answered by stage", ""), ("queries", "number")];
    let stages = s.by_stage.iter().map(|(name, count)| vec![escape(name), grouped(*count)]);
    format!("<div class=\"pair\">{first}{}</div>\n{}", table(&columns, stages), workers(report))
}

/// What each worker did, where there were several.
fn workers(report: &Report) -> String {
    if report.workers.is_empty() {
        return String::new();
    }
    let row = |(number, worker): (usize, &Worker)| {
        let rate = worker.runs as f64 / worker.wall_s.max(0.001);
        let counts = [worker.runs, worker.reruns, worker.questions, worker.recalled, worker.branches].map(grouped);
        let found = escape(&worker.found.join(", "));
        [vec![(number + 1).to_string()], counts.to_vec(), vec![format!("{rate:.0}"), found]].concat()
    };
    let names = [
        "worker",
        "runs",
        "runs of others' inputs",
        "questions",
        "answers known to others",
        "branches covered first",
        "runs per second",
    ];
    let columns = [&names.map(|name| (name, "number"))[..], &[("found", "")]].concat();
    table(&columns, report.workers.iter().enumerate().map(row))
}

fn limited(columns: &[(&str, &str)], mut rows: Vec<Vec<String>>) -> String {
    let n_more = rows.len().saturating_sub(ROWS);
    rows.truncate(ROWS);
    let more = if n_more == 0 {
        String::new()
    } else {
        format!("<p class=\"quiet\">… and {} more.</p>\n", grouped(n_more as u64))
    };
    table(columns, rows) + &more
}
