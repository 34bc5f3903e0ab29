//! Coverage by parts of the program: folders and functions.

use crate::data::{Condition, Data};
use crate::markup::{escape, page_name, search, table};
use crate::table::bar;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Branches covered, of how many.
#[derive(Clone, Copy, Default)]
struct Tally {
    covered: usize,
    total: usize,
}

impl Tally {
    fn add(&mut self, condition: &Condition) {
        self.covered += condition.sides.iter().filter(|side| side.is_covered()).count();
        self.total += condition.sides.len();
    }

    fn cells(self) -> [String; 2] {
        [bar(self.covered as u64, self.total as u64), format!("{} / {}", self.covered, self.total)]
    }
}

/// Folders, if the files are in more than one.
pub(crate) fn folders(data: &Data) -> String {
    let mut folders: BTreeMap<&str, Tally> = BTreeMap::new();
    for source in &data.sources {
        let tally = folders.entry(source.name.rsplit_once('/').map_or(".", |(folder, _)| folder)).or_default();
        source.conditions.iter().for_each(|condition| tally.add(condition));
    }
    if folders.len() < 2 {
        return String::new();
    }
    let row = |(name, tally): (&&str, &Tally)| std::iter::once(escape(name)).chain(tally.cells()).collect();
    let columns = [("folder", ""), ("branches", "wide"), ("covered", "number")];
    format!("<h3>Folders</h3>\n{}<h3>Files</h3>\n", table(&columns, folders.iter().map(row)))
}

/// Functions with branches, those with the most uncovered ones first.
pub(crate) fn functions(data: &Data) -> String {
    let mut functions: BTreeMap<(usize, &str), (u32, Tally)> = BTreeMap::new();
    for (at, source) in data.sources.iter().enumerate() {
        for condition in source.conditions.iter().filter(|condition| !condition.function.is_empty()) {
            let entry = functions.entry((at, condition.function.as_str()));
            entry.or_insert((condition.line, Tally::default())).1.add(condition);
        }
    }
    if functions.is_empty() {
        return "<p class=\"quiet\">The functions of the branches are not known.</p>\n".into();
    }
    let mut functions: Vec<_> = functions.into_iter().collect();
    functions.sort_by_key(|(_, (_, tally))| Reverse(tally.total - tally.covered));
    let row = |((at, name), (line, tally)): &((usize, &str), (u32, Tally))| {
        let file = &data.sources[*at].name;
        let place = format!("<a href=\"{}#L{line}\">{}:{line}</a>", page_name(*at), escape(file));
        [format!("<code>{}</code>", escape(name)), place].into_iter().chain(tally.cells()).collect()
    };
    let columns = [("function", ""), ("first branch", ""), ("branches", "wide"), ("covered", "number")];
    let body = table(&columns, functions.iter().map(row));
    search("of-functions", "Search functions") + "<div id=\"of-functions\">\n" + &body + "</div>\n"
}
