//! Decisions: a table for each, one row per vector that tests took, one column per condition, and what they show.

use crate::data::{Data, Lookup};
use crate::markup::{escape, grouped, page_name, table};
use symcrete_corpus::decision::{Condition, ConditionState, Decision, Mcdc};

/// Decisions that have a table; of more, those with something that is not shown come first.
const MOST: usize = 200;

/// The section; `None` when the campaign had no goal about decisions.
pub(crate) fn list(data: &Data, lookup: &Lookup) -> Option<String> {
    let mcdc = data.suite.report.as_ref()?.mcdc.as_ref()?;
    let mut order: Vec<&Decision> = mcdc.decisions.iter().collect();
    order.sort_by_key(|decision| is_done(decision));
    let n_more = order.len().saturating_sub(MOST);
    let more = match n_more {
        0 => String::new(),
        n => {
            format!("<p class=\"quiet\">… and {} more: see <code>mcdc</code> in report.json.</p>\n", grouped(n as u64))
        }
    };
    let tables: String = order.into_iter().take(MOST).map(|decision| one(data, lookup, decision)).collect();
    Some(format!("<p>{}.</p>\n{}{tables}{more}", escape(&mcdc.sentence()), legend(mcdc)))
}

fn legend(mcdc: &Mcdc) -> String {
    let same = if mcdc.criterion == "masking" { "that matters " } else { "" };
    format!(
        "<p class=\"quiet\">A condition is shown by two tests between which it changes, nothing else {same}does, and the decision goes the other way. \
         T true, F false, – not evaluated.</p>\n"
    )
}

/// Is there nothing to do about it?
fn is_done(decision: &Decision) -> bool {
    decision.conditions.iter().all(|condition| condition.state != ConditionState::NotShown)
}

fn one(data: &Data, lookup: &Lookup, decision: &Decision) -> String {
    let source = data.source_of(&decision.file);
    let name = format!("{}:{}", source.map_or(decision.file.as_str(), |at| &data.sources[at].name), decision.line);
    let place = match source {
        Some(at) => format!("<a href=\"{}#L{}\">{}</a>", page_name(at), decision.line, escape(&name)),
        None => escape(&name),
    };
    let line = source.map_or("", |at| lookup.line(at, decision.line));
    let open = if is_done(decision) { "" } else { " open" };
    let n_shown = decision.conditions.iter().filter(|one| one.state == ConditionState::Shown).count();
    format!(
        "<details class=\"decision\"{open}><summary>{place} <code>{}</code> <span class=\"quiet\">{n_shown} of {} shown</span></summary>\n{}{}</details>\n",
        escape(line),
        decision.conditions.len(),
        vectors(decision),
        conditions(decision)
    )
}

/// A row per vector.
fn vectors(decision: &Decision) -> String {
    if decision.vectors.is_empty() {
        return String::new();
    }
    let names: Vec<String> = (1..=decision.conditions.len()).map(|place| format!("C{place}")).collect();
    let mut columns: Vec<(&str, &str)> = vec![("", "number")];
    columns.extend(names.iter().map(|name| (name.as_str(), "")));
    columns.extend([("decision", ""), ("first test", "")]);
    let row = |(place, vector): (usize, &symcrete_corpus::decision::Vector)| {
        let letters = vector.values.chars().map(|letter| if letter == '-' { "–".to_string() } else { letter.into() });
        let test = vector.test.trim_start_matches("tests/");
        let link = format!("<a href=\"#test-{0}\">{0}</a>", escape(test));
        let first = vec![(place + 1).to_string()];
        [first, letters.collect(), vec![vector.outcome.to_string(), link]].concat()
    };
    table(&columns, decision.vectors.iter().enumerate().map(row))
}

/// A row per condition.
fn conditions(decision: &Decision) -> String {
    let row = |(place, condition): (usize, &Condition)| {
        let (class, what) = match (condition.state, condition.pair) {
            (ConditionState::Shown, Some((no, yes))) => ("good", format!("by {} and {}", no + 1, yes + 1)),
            (ConditionState::Impossible, _) => ("calm", condition.why.clone()),
            _ => ("bad", condition.why.clone()),
        };
        vec![
            format!("C{}", place + 1),
            format!("{}:{}", condition.line, condition.column),
            format!("<span class=\"chip {class}\">{}</span>", condition.state.name()),
            escape(&what),
        ]
    };
    let columns = [("condition", ""), ("line and column", ""), ("state", ""), ("by which rows, or why not", "text")];
    table(&columns, decision.conditions.iter().enumerate().map(row))
}
