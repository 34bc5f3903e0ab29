//! What changed since an earlier campaign: branches gained and lost, bugs new and gone.

use crate::data::{Against, Data};
use crate::markup::{escape, grouped, page_name};
use symcrete_corpus::report::Reported;

/// The section; nothing where there is no other campaign.
pub(crate) fn view(data: &Data) -> Option<String> {
    let Against { folder, comparison } = data.against.as_ref()?;
    let mut out = format!(
        "<p>{} branches were covered in <code>{}</code>; {} of them are covered here.</p>\n",
        grouped(comparison.n_before as u64),
        escape(folder),
        grouped(comparison.n_both as u64)
    );
    out += &bugs("New findings", "bad", &comparison.fresh);
    out += &bugs("Findings that are gone", "good", &comparison.fixed);
    out += &block("Branches lost", "bad", comparison.lost.iter().map(|name| linked(data, name)));
    out += &block("Branches gained", "good", comparison.gained.iter().map(|name| linked(data, name)));
    out += &block("Branches no longer in the program", "calm", comparison.gone.iter().map(|name| plain(name)));
    Some(out)
}

fn bugs(title: &str, class: &str, bugs: &[Reported]) -> String {
    block(title, class, bugs.iter().map(|bug| plain(&bug.name())))
}

fn plain(name: &str) -> String {
    format!("<code>{}</code>", escape(name))
}

/// A branch of this program, `file:line:column side`, as a link to its line.
fn linked(data: &Data, name: &str) -> String {
    let within = |path: &str| name.strip_prefix(path).filter(|_| !path.is_empty())?.strip_prefix(':');
    let found = data.sources.iter().enumerate().find_map(|(at, source)| Some((at, source, within(&source.path)?)));
    found.map_or_else(
        || plain(name),
        |(at, source, place)| {
            let line = place.split(':').next().unwrap_or_default();
            let shown = plain(&format!("{}:{place}", source.name));
            format!("<a href=\"{}#L{}\">{shown}</a>", page_name(at), escape(line))
        },
    )
}

/// A folded list of marked up names; its title alone when it is empty.
fn block(title: &str, class: &str, names: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = names.map(|name| format!("<li>{name}</li>\n")).collect();
    let head = format!("<span class=\"chip {class}\">{}</span> {title}", grouped(items.len() as u64));
    match items.is_empty() {
        true => format!("<p>{head}</p>\n"),
        false => format!("<details open><summary>{head}</summary><ul>\n{}</ul></details>\n", items.concat()),
    }
}
