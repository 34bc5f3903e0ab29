//! Findings: what happened where, the input as hexadecimal and text, and commands to paste.

use crate::data::{Data, Lookup};
use crate::markup::{dump, escape};
use symcrete_corpus::{Finding, Test, quoted};

/// Bytes of an input that are shown.
const SHOWN: usize = 512;

/// All findings.
pub(crate) fn list(data: &Data, lookup: &Lookup) -> String {
    let findings = &data.suite.findings;
    if findings.is_empty() {
        let is_told = data.suite.folder.join("report.json").is_file();
        // Without a report the campaign was killed, or this is a part of its tests.
        let said = if is_told { "No bug was found." } else { "No finding is stored in this folder." };
        return format!("<p class=\"quiet\">{said}</p>\n");
    }
    findings.iter().enumerate().map(|(index, finding)| one(data, lookup, index, finding)).collect()
}

fn one(data: &Data, lookup: &Lookup, index: usize, finding: &Finding) -> String {
    let stored = data.suite.tests.iter().find(|test| test.name == finding.test_name());
    let test = finding.smallest.as_ref().or(stored);
    let place = place(data, lookup, finding);
    let stack: String = finding.facts.stack.iter().map(|frame| format!("<li>{}</li>", escape(frame))).collect();
    let stack =
        if stack.is_empty() { String::new() } else { format!("<h4>Call stack</h4><ol class=\"stack\">{stack}</ol>") };
    let said =
        if finding.facts.said.is_empty() { String::new() } else { format!("<p>{}</p>\n", escape(&finding.facts.said)) };
    let command = commands(data, finding);
    format!(
        "<article class=\"finding\" id=\"finding-{}\">\n<h3><span class=\"bad\">✗</span> {}</h3>\n{place}{said}{}{stack}\
         <h4>Reproduce, debug, keep as a test</h4>\n<pre class=\"command\">{}</pre>\n</article>\n",
        index + 1,
        escape(&finding.facts.kind),
        test.map_or_else(String::new, input),
        escape(&command)
    )
}

/// Complete commands, one to a line.
fn commands(data: &Data, finding: &Finding) -> String {
    let stored = data.suite.folder.join("tests").join(finding.test_name());
    let base = if finding.smallest.is_some() { finding.folder.join("input") } else { stored };
    let [base, folder] = [&base, &data.suite.folder].map(|path| quoted(path));
    format!("symcrete replay {base}\nsymcrete replay --gdb {base}\nsymcrete export --to c {folder}")
}

fn place(data: &Data, lookup: &Lookup, finding: &Finding) -> String {
    if finding.facts.line == 0 {
        return String::new();
    }
    let source = data.source_of(&finding.facts.file);
    let text = format!("{}:{}", finding.facts.file, finding.facts.line);
    let Some(index) = source else { return format!("<p>at <code>{}</code></p>\n", escape(&text)) };
    let line = lookup.line(index, finding.facts.line);
    format!(
        "<p>at <a href=\"{}#L{}\">{}:{}</a></p>\n<pre>{}</pre>\n",
        crate::markup::page_name(index),
        finding.facts.line,
        escape(&data.sources[index].name),
        finding.facts.line,
        escape(line)
    )
}

/// Every part of a test's input.
pub(crate) fn input(test: &Test) -> String {
    let mut out = String::new();
    let mut part = |title: &str, bytes: &[u8]| {
        out.push_str(&format!(
            "<h4>{}, {} bytes</h4>\n<pre class=\"dump\">{}</pre>\n",
            escape(title),
            bytes.len(),
            escape(&dump(bytes, SHOWN))
        ));
    };
    if !test.stdin.is_empty() {
        part("Standard input", &test.stdin);
    }
    for (index, arg) in test.args.iter().enumerate() {
        part(&format!("Argument {}", index + 1), arg);
    }
    for (name, bytes) in &test.env {
        part(&format!("Variable {name}"), bytes);
    }
    for (name, bytes) in &test.files {
        part(&format!("File {name}"), bytes);
    }
    if !test.values.is_empty() {
        let row = |value: &symcrete_corpus::Value| {
            let name = if value.name.is_empty() { "–" } else { &value.name };
            vec![
                escape(name),
                format!("<code>{}</code>", escape(&value.ty)),
                format!("<code>{}</code>", escape(&value.text)),
            ]
        };
        out.push_str("<h4>Values asked for</h4>\n");
        let columns = [("name", ""), ("type", ""), ("value", "")];
        out.push_str(&crate::markup::table(&columns, test.values.iter().take(SHOWN).map(row)));
    }
    out
}
