//! The path of one test through the source, and the list of all tests, as data for the page's scripts.
//!
//! One page serves every test, since a campaign may have many thousands: `path.html?test=NAME` shows the decisions in order, and
//! `file-N.html?test=NAME` marks them in the source. The data are scripts that set a variable, because pages opened from disk may not
//! read files in any other way.

use crate::data::{Condition, Data, Decision, Lookup, Source, Way};
use crate::markup::{condition_text, escape, page as frame, preview};
use serde_json::{Value, json};

/// Decisions of all tests together that are kept; what is cut is said on the page.
const MOST: usize = 1_000_000;
/// Bytes of an input that are shown in the list.
const SHOWN: usize = 48;

/// The page.
pub(crate) fn page(data: &Data) -> String {
    let body = format!(
        "<header><p><a href=\"index.html\">← {}</a></p>\n<h1 id=\"test-name\">Path of a test</h1>\n<p id=\"test-end\" class=\"quiet\"></p>\n\
         <p id=\"test-links\"></p></header>\n<main><section><h2>Decisions that depend on the input</h2>\n<p id=\"test-note\" class=\"quiet\"></p>\n\
         <div id=\"test-path\"><noscript>The path needs JavaScript.</noscript></div></section></main>\n\
         <script src=\"tests.js\"></script>\n<script src=\"paths.js\"></script>\n<script src=\"path.js\"></script>\n<script src=\"page.js\"></script>\n",
        escape(&data.suite.unit)
    );
    frame(&format!("Path of a test · {}", data.suite.unit), &body)
}

/// `tests.js`: name, end, whether it is bad, the beginning of the input.
pub(crate) fn tests(data: &Data) -> String {
    let row = |test: &symcrete_corpus::Test| {
        let end = test.end();
        json!([test.name, end.to_string(), u8::from(!end.is_exit()), shown(test)])
    };
    let rows: Vec<Value> = data.suite.tests.iter().map(row).collect();
    script("symcreteTests", &Value::from(rows))
}

/// The beginning of a test's input in one line.
pub(crate) fn shown(test: &symcrete_corpus::Test) -> String {
    let values: Vec<&str> = test.values.iter().take(6).map(|value| value.text.as_str()).collect();
    let more = if test.values.len() > 6 { ", …" } else { "" };
    if test.values.is_empty() { preview(&test.payload(), SHOWN) } else { values.join(", ") + more }
}

/// `paths.js`: files, their conditions, and the decisions of each test as numbers of branches.
pub(crate) fn paths(data: &Data, lookup: &Lookup) -> String {
    let conditions: Vec<Value> =
        data.sources.iter().enumerate().flat_map(|(file, source)| conditions(lookup, file, source)).collect();
    let number = |decision: &Decision| lookup.first_branches(decision.source)[decision.condition] + decision.side;
    let mut left = MOST;
    let mut kept = |way: &Way| {
        let n = way.decisions.len().min(left);
        left -= n;
        json!([way.decisions.len(), way.decisions[..n].iter().map(number).collect::<Vec<_>>()])
    };
    let ways: Vec<Value> = data.ways.iter().map(&mut kept).collect();
    let files: Vec<&str> = data.sources.iter().map(|source| source.name.as_str()).collect();
    script("symcretePaths", &json!({"files": files, "conditions": conditions, "ways": ways}))
}

/// The conditions of a file: place, text, sides.
fn conditions(lookup: &Lookup, file: usize, source: &Source) -> Vec<Value> {
    let one = |condition: &Condition| {
        let sides: Vec<&str> = condition.sides.iter().map(|side| side.name.as_str()).collect();
        json!([file, condition.line, condition.column, condition_text(lookup.line(file, condition.line)), sides])
    };
    source.conditions.iter().map(one).collect()
}

fn script(name: &str, value: &Value) -> String {
    format!("var {name} = {value};\n")
}
