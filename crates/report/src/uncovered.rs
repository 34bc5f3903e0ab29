//! Branches that no test covers, by their causes: what would unlock most first.

use crate::cause::{Cause, Kind, Member, causes};
use crate::data::{Data, Lookup};
use crate::markup::{condition_text, escape, grouped, page_name, search, table};
use crate::table::state;
use std::collections::BTreeMap;

/// Branches of a cause that is shown unfolded from the start.
const FEW: usize = 40;

/// All of them.
pub(crate) fn list(data: &Data, lookup: &Lookup) -> String {
    let causes = causes(data);
    if causes.is_empty() {
        return "<p class=\"quiet\">Every branch is covered.</p>\n".into();
    }
    let body: String = causes.iter().enumerate().map(|(at, cause)| one(data, lookup, at == 0, cause)).collect();
    search("causes", "Search uncovered branches") + "<div id=\"causes\">\n" + &body + "</div>\n"
}

fn one(data: &Data, lookup: &Lookup, is_first: bool, cause: &Cause) -> String {
    let open = if is_first && cause.members.len() <= FEW { " open" } else { "" };
    let rows = match cause.kind {
        Kind::Uncalled => by_function(data, &cause.members),
        _ => rows(data, lookup, &cause.members),
    };
    format!(
        "<details class=\"cause\"{open}><summary>{}</summary>\n{}{rows}</details>\n",
        title(data, lookup, cause),
        remarks(cause)
    )
}

fn title(data: &Data, lookup: &Lookup, cause: &Cause) -> String {
    let count = |n: usize| format!("<b>{} {}</b>", grouped(n as u64), if n == 1 { "branch" } else { "branches" });
    match &cause.kind {
        Kind::Awaits(_) => {
            let (first, waiting) = (&cause.members[0], cause.members.len() - 1);
            let waits = if waiting == 1 { "waits" } else { "wait" };
            format!(
                "{} {waits} for {} to take <b>{}</b>: <code>{}</code>",
                count(waiting),
                place(data, first),
                escape(&first.side.name),
                escape(&code(lookup, first))
            )
        }
        Kind::Reason(why, _) => format!("{}: {}", count(cause.members.len()), escape(why)),
        Kind::Uncalled => format!("{} in functions that nothing calls", count(cause.members.len())),
        Kind::Infeasible => format!("{} that no input takes, as is proved", count(cause.members.len())),
    }
}

/// Why, and what to do.
fn remarks(cause: &Cause) -> String {
    let (why, next) = match &cause.kind {
        Kind::Awaits(_) => (cause.members[0].side.why.as_str(), cause.members[0].side.next.as_str()),
        Kind::Reason(_, next) => ("", next.as_str()),
        Kind::Uncalled => ("", "test these functions on their own with --entry FUNCTION"),
        Kind::Infeasible => ("", ""),
    };
    let said = [("Why", why), ("Next step", next)];
    let lines = said.iter().filter(|(_, text)| !text.is_empty());
    lines.map(|(what, text)| format!("<p><span class=\"quiet\">{what}:</span> {}</p>\n", escape(text))).collect()
}

fn place(data: &Data, member: &Member) -> String {
    let source = &data.sources[member.source];
    format!(
        "<a href=\"{}#L{}\">{}</a>",
        page_name(member.source),
        member.condition.line,
        escape(&format!("{}:{}:{}", source.name, member.condition.line, member.condition.column))
    )
}

fn rows(data: &Data, lookup: &Lookup, members: &[Member]) -> String {
    let row = |member: &Member| {
        vec![
            place(data, member),
            format!("<code>{}</code>", escape(&code(lookup, member))),
            escape(&member.side.name),
            state(member.side.state),
            escape(&member.condition.function),
        ]
    };
    let columns = [("place", ""), ("condition", "code"), ("outcome", ""), ("state", ""), ("function", "")];
    table(&columns, members.iter().map(row))
}

/// Functions that nothing calls: a row for each, not for each of its branches.
fn by_function(data: &Data, members: &[Member]) -> String {
    let mut functions: BTreeMap<(usize, &str), Vec<&Member>> = BTreeMap::new();
    members.iter().for_each(|one| functions.entry((one.source, &one.condition.function)).or_default().push(one));
    let row = |((_, name), members): (&(usize, &str), &Vec<&Member>)| {
        vec![place(data, members[0]), escape(name), grouped(members.len() as u64)]
    };
    table(&[("place", ""), ("function", ""), ("branches", "number")], functions.iter().map(row))
}

fn code(lookup: &Lookup, member: &Member) -> String {
    condition_text(lookup.line(member.source, member.condition.line))
}
