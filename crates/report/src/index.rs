//! The first page: report, findings, curves, files, tree, tables.

use crate::data::{Data, Lookup};
use crate::markup::{escape, grouped, page as frame, section};
use crate::table::bar;
use crate::{against, curve, decision, finding, part, table, tree, uncovered};
use symcrete_corpus::Report;
use symcrete_corpus::report::StopReason;

/// The sections, as the navigation lists them.
const SECTIONS: &[(&str, &str)] = &[
    ("findings", "Findings"),
    ("coverage", "Coverage"),
    ("uncovered", "Not covered"),
    (DECISIONS, "Decisions"),
    ("files", "Files"),
    ("functions", "Functions"),
    ("tree", "Execution tree"),
    ("tests", "Tests"),
    ("lost", "Lost"),
    ("solver", "Solver"),
];

/// The section that only campaigns with a goal about decisions have.
const DECISIONS: &str = "decisions";

/// The page.
pub(crate) fn page(data: &Data, lookup: &Lookup) -> String {
    let empty = Report::default();
    let report = data.suite.report.as_ref().unwrap_or(&empty);
    let against = against::view(data);
    let compared = against.iter().map(|_| &("against", "Compared"));
    let decisions = decision::list(data, lookup);
    let sections = SECTIONS.iter().filter(|(id, _)| *id != DECISIONS || decisions.is_some());
    let links: String = compared.chain(sections).map(|(id, title)| format!("<a href=\"#{id}\">{title}</a>")).collect();
    let mut body = format!(
        "<header>\n<p class=\"quiet\">Symcrete {}</p>\n<h1>{}</h1>\n<p>{}</p>\n{}</header>\n<nav>{links}</nav>\n<main>\n",
        escape(data.version),
        escape(&data.suite.unit),
        verdict(data),
        tiles(data, report)
    );
    if let Some(against) = against {
        body.push_str(&section("against", "Compared with an earlier campaign", &against));
    }
    body.push_str(&section("findings", "Findings", &finding::list(data, lookup)));
    body.push_str(&section("coverage", "Coverage over the campaign", &curves(data, report)));
    body.push_str(&section("uncovered", "Branches that no test covers", &uncovered::list(data, lookup)));
    if let Some(decisions) = &decisions {
        body.push_str(&section(DECISIONS, "Decisions (MC/DC)", decisions));
    }
    body.push_str(&section("files", "Files", &(part::folders(data) + &table::files(data))));
    body.push_str(&section("functions", "Functions", &part::functions(data)));
    body.push_str(&section("tree", "Execution tree", &tree::view(data, lookup)));
    body.push_str(&section("tests", "Tests", &table::tests(data)));
    body.push_str(&section("lost", "Symbolic data that was dropped", &table::lost(data)));
    body.push_str(&section("solver", "Solver", &table::solver(report)));
    body.push_str("</main>\n<footer class=\"quiet\">Keys: <kbd>/</kbd> search, <kbd>j</kbd> and <kbd>k</kbd> next and previous section.</footer>\n");
    body.push_str(
        "<script src=\"tests.js\"></script>\n<script src=\"tree.js\"></script>\n<script src=\"page.js\"></script>\n",
    );
    frame(&format!("{} · Symcrete", data.suite.unit), &body)
}

/// Why it stopped, in one sentence.
fn verdict(data: &Data) -> String {
    let Some(report) = &data.suite.report else {
        return "The campaign was killed before it could write its report; this is what it had stored until then."
            .into();
    };
    let why = match report.stop_reason {
        StopReason::Exhausted => "nothing was left to try",
        StopReason::Iterations => "the limit on runs was reached",
        StopReason::Time => "the time limit was reached",
        StopReason::Coverage => "the requested coverage was reached",
        StopReason::Target => "the target was reached",
        StopReason::Interrupted => "it was interrupted",
    };
    format!("The campaign ended because {} (strategy {}, seed {}).", escape(why), escape(&report.strategy), report.seed)
}

fn tiles(data: &Data, report: &Report) -> String {
    let (covered, total) = covered(data, report);
    let findings = data.suite.findings.len() as u64;
    let class = if findings > 0 { "bad" } else { "good" };
    let tile = |name: &str, value: String, more: String| {
        format!(
            "<div class=\"tile\"><span class=\"name\">{name}</span><span class=\"value\">{value}</span>{more}</div>\n"
        )
    };
    let tiles = [
        tile("branches covered", format!("{} / {}", grouped(covered), grouped(total)), bar(covered, total)),
        tile("findings", format!("<span class=\"{class}\">{}</span>", grouped(findings)), String::new()),
        tile("tests", grouped((data.suite.tests.len() + data.suite.n_left_out) as u64), String::new()),
        tile("runs", grouped(report.iterations), String::new()),
        tile("solver queries", grouped(report.solver.calls), String::new()),
        tile("seconds", format!("{:.1}", report.wall_s), String::new()),
    ];
    format!("<div class=\"tiles\">\n{}</div>\n", tiles.concat())
}

/// As reported, else as the stored tests show.
fn covered(data: &Data, report: &Report) -> (u64, u64) {
    if data.suite.report.is_some() {
        return (report.branches.covered, report.branches.total);
    }
    let counts = data.sources.iter().map(|source| source.coverage());
    counts.fold((0, 0), |sum, (covered, total)| (sum.0 + covered as u64, sum.1 + total as u64))
}

fn curves(data: &Data, report: &Report) -> String {
    if report.curve.is_empty() {
        return "<p class=\"quiet\">There is no curve, because the campaign did not write its report.</p>\n".into();
    }
    let total = covered(data, report).1;
    let runs: Vec<(f64, u64)> = report.curve.iter().map(|&(run, _, covered)| (run as f64, covered)).collect();
    let seconds: Vec<(f64, u64)> = report.curve.iter().map(|&(_, seconds, covered)| (seconds, covered)).collect();
    format!(
        "<div class=\"pair\">{}{}</div>\n",
        curve::picture(&runs, total, "Branches covered over runs", "runs"),
        curve::picture(&seconds, total, "Branches covered over time", "seconds")
    )
}
