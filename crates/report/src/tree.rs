//! The execution tree of the stored tests as data for the picture.
//!
//! A node is a decision that depends on the input; its children are the sides that tests took. Decisions at which all
//! tests agree are folded into the edge, so that what is drawn are the places where tests part. The picture is made by
//! `tree.js` from the JSON written here; without JavaScript a table of tests says the same.

use crate::data::{Data, Decision, Lookup, Way};
use crate::markup::grouped;
use serde_json::{Value, json};

/// Tests in the picture; most of it is folded at first.
const MOST_TESTS: usize = 4000;

/// The element that holds the picture, and its data.
pub(crate) fn view(data: &Data, lookup: &Lookup) -> String {
    if data.ways.iter().all(|way| way.decisions.is_empty()) {
        return "<p class=\"quiet\">No stored test has a decision that depends on its input.</p>\n".into();
    }
    let ways: Vec<&Way> = data.ways.iter().take(MOST_TESTS).collect();
    let left_out = data.ways.len() - ways.len();
    let note = match left_out {
        0 => String::new(),
        n => format!(" {} more tests are not drawn.", grouped(n as u64)),
    };
    // `</script>` must not appear inside; JSON allows the escape.
    let json = node(data, lookup, &ways, 0).to_string().replace("</", "<\\/");
    format!(
        "<p class=\"quiet\">Each fork is a condition on the input where tests take different paths; each leaf is a test. Click a fork to fold it.{note}</p>\n\
         <div class=\"scroll tree\" id=\"picture\"><noscript>The picture needs JavaScript.</noscript></div>\n\
         <script type=\"application/json\" id=\"tree-data\">{json}</script>\n"
    )
}

/// The subtree of tests that agree on the first `depth` decisions.
fn node(data: &Data, lookup: &Lookup, ways: &[&Way], depth: usize) -> Value {
    let mut at = depth;
    // Where all agree there is nothing to draw.
    while ways.len() > 1 && agree(ways, at) {
        at += 1;
    }
    if ways.len() == 1 || ways.iter().all(|way| way.decisions.get(at).is_none()) {
        return leaf(data, ways, at);
    }
    let mut groups: Vec<(Option<&Decision>, Vec<&Way>)> = Vec::new();
    for way in ways {
        let decision = way.decisions.get(at);
        match groups.iter_mut().find(|(known, _)| *known == decision) {
            Some((_, group)) => group.push(way),
            None => groups.push((decision, vec![way])),
        }
    }
    groups.sort_by_key(|(decision, _)| *decision);
    let children: Vec<Value> =
        groups.iter().map(|(decision, group)| child(data, lookup, *decision, group, at)).collect();
    let first = groups.iter().find_map(|(decision, _)| *decision);
    let (place, text) = first.map_or((String::new(), String::new()), |decision| named(data, lookup, decision));
    json!({"place": place, "text": text, "folded": at - depth, "tests": ways.len(), "children": children})
}

/// Tests that took the same path, with the first of them and how many there are besides.
fn leaf(data: &Data, ways: &[&Way], at: usize) -> Value {
    let test = data.suite.tests.get(ways[0].test);
    let name = test.map_or("", |test| test.name.as_str());
    let name = match ways.len() {
        1 => name.to_string(),
        n => format!("{name} and {} more", grouped(n as u64 - 1)),
    };
    let end = test.map_or_else(String::new, |test| test.end().to_string());
    let bad = ways.iter().any(|way| data.suite.tests.get(way.test).is_some_and(|test| !test.end().is_exit()));
    let rest = ways[0].decisions.len().saturating_sub(at);
    json!({"test": name, "end": end, "bad": bad, "folded": rest})
}

fn child(data: &Data, lookup: &Lookup, decision: Option<&Decision>, group: &[&Way], at: usize) -> Value {
    let Some(decision) = decision else {
        return json!({"side": "end", "node": node(data, lookup, group, at)});
    };
    let condition = &data.sources[decision.source].conditions[decision.condition];
    let side = condition.sides.get(decision.side).map_or("", |side| side.name.as_str());
    json!({"side": side, "node": node(data, lookup, group, at + 1)})
}

fn agree(ways: &[&Way], at: usize) -> bool {
    let first = ways[0].decisions.get(at);
    first.is_some() && ways.iter().all(|way| way.decisions.get(at) == first)
}

fn named(data: &Data, lookup: &Lookup, decision: &Decision) -> (String, String) {
    let source = &data.sources[decision.source];
    let condition = &source.conditions[decision.condition];
    let text: String = lookup.line(decision.source, condition.line).chars().take(60).collect();
    // The picture has no room for folders.
    let file = source.name.rsplit('/').next().unwrap_or(&source.name);
    (format!("{file}:{}", condition.line), text)
}
