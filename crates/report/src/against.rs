//! What changed since an earlier campaign: branches gained and lost, bugs new and gone.

use crate::data::{Against, Data};
use crate::markup::{escape, grouped};
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
    out += &branches("Branches lost", "bad", &comparison.lost);
    out += &branches("Branches gained", "good", &comparison.gained);
    out += &branches("Branches no longer in the program", "calm", &comparison.gone);
    Some(out)
}

fn bugs(title: &str, class: &str, bugs: &[Reported]) -> String {
    block(title, class, bugs.iter().map(Reported::name))
}

fn branches<'n>(title: &str, class: &str, names: impl IntoIterator<Item = &'n String>) -> String {
    block(title, class, names.into_iter().cloned())
}

/// A folded list; its title alone when it is empty.
fn block(title: &str, class: &str, names: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = names.map(|name| format!("<li><code>{}</code></li>\n", escape(&name))).collect();
    let head = format!("<span class=\"chip {class}\">{}</span> {title}", grouped(items.len() as u64));
    match items.is_empty() {
        true => format!("<p>{head}</p>\n"),
        false => format!("<details open><summary>{head}</summary><ul>\n{}</ul></details>\n", items.concat()),
    }
}
