//! The result as JSON, with every sample, for plots and for comparing two runs.
//!
//! Written by hand: the few shapes here need no library.

use super::Results;
use super::figure::{Bar, Figure, Line, Section, Trouble, Unit, Verdict};
use super::grid::Grid;
use super::machine::Machine;

/// The whole document.
pub(super) fn document(suite: &str, command: &str, machine: &Machine, results: &Results) -> String {
    let facts = machine.facts().map(|(name, value)| format!("{}: {}", quoted(name), quoted(&value)));
    format!(
        "{{\n\"suite\": {},\n\"command\": {},\n\"machine\": {{{}}},\n\"sections\": {},\n\"tables\": {}\n}}\n",
        quoted(suite),
        quoted(command),
        facts.join(", "),
        list(results.sections.iter().map(section)),
        list(results.grids.iter().map(Grid::json))
    )
}

fn section(section: &Section) -> String {
    format!("{{\"title\": {}, \"lines\": {}}}", quoted(section.title), list(section.lines.iter().map(line)))
}

fn line(line: &Line) -> String {
    let name = quoted(&line.name);
    let verdict = quoted(match line.verdict() {
        Verdict::Pass => "pass",
        Verdict::Fail => "fail",
        Verdict::Open => "open",
        Verdict::Skipped => "skipped",
        Verdict::Wrong => "wrong",
    });
    let rest = match &line.result {
        Ok(figure) => self::figure(figure),
        Err(Trouble::Missing(why) | Trouble::Wrong(why)) => format!("\"why\": {}", quoted(why)),
    };
    format!("{{\"name\": {name}, \"verdict\": {verdict}, {rest}}}")
}

fn figure(figure: &Figure) -> String {
    let bar = match figure.bar {
        Bar::AtMost(bar) => format!("{{\"at_most\": {bar}}}"),
        Bar::AtLeast(bar) => format!("{{\"at_least\": {bar}}}"),
        Bar::Open => "null".into(),
    };
    let unit = match figure.unit {
        Unit::Times => "times",
        Unit::Nanoseconds => "ns",
        Unit::Microseconds => "us",
        Unit::Count => "count",
    };
    let samples: Vec<String> = figure.samples.iter().map(|&sample| number(sample)).collect();
    format!(
        "\"unit\": \"{unit}\", \"median\": {}, \"min\": {}, \"max\": {}, \"bar\": {bar}, \"samples\": [{}], \"note\": {}",
        number(figure.median()),
        number(figure.least()),
        number(figure.greatest()),
        samples.join(", "),
        quoted(&figure.note)
    )
}

pub(super) fn list(items: impl Iterator<Item = String>) -> String {
    format!("[\n{}\n]", items.collect::<Vec<_>>().join(",\n"))
}

/// JSON knows no infinities.
fn number(value: f64) -> String {
    if value.is_finite() { format!("{value:.6}") } else { "null".into() }
}

pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if (c as u32) < 0x20 => quoted.push_str(&format!("\\u{:04x}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted("a \"b\"\\\n"), "\"a \\\"b\\\"\\\\\\u000a\"");
    }

    #[test]
    fn lines_carry_their_samples_or_the_reason() {
        let good = Figure { samples: vec![1.5], unit: Unit::Times, bar: Bar::AtLeast(4.0), note: "n".into() };
        let expected = "{\"name\": \"x\", \"verdict\": \"fail\", \"unit\": \"times\", \"median\": 1.500000, \"min\": 1.500000, \
            \"max\": 1.500000, \"bar\": {\"at_least\": 4}, \"samples\": [1.500000], \"note\": \"n\"}";
        assert_eq!(line(&Line::new("x", good)), expected);
        let missing = Line::without("y", Trouble::Missing("w".into()));
        assert_eq!(line(&missing), "{\"name\": \"y\", \"verdict\": \"skipped\", \"why\": \"w\"}");
        assert_eq!(number(f64::INFINITY), "null");
    }
}
