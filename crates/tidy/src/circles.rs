//! Circles between the modules of a crate: files that need each other are read, moved and split only together.
//!
//! A module is a file or folder right below `src`. It needs another one if its code names it (`crate::other`, alone or in a group), or names what
//! the crate's front page takes from there (`crate::Name`), tests aside.

use crate::{Source, Violation};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// Crates whose modules still go in circles. To shrink; nothing may be added.
const TO_DO: &[&str] = &["runtime"];

/// What each module of a crate needs.
type Needs<'a> = BTreeMap<&'a str, BTreeSet<&'a str>>;

/// Checks every crate.
pub fn check(sources: &[Source]) -> Vec<Violation> {
    let mut crates: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources.iter().filter(|source| module(source).is_some() || is_front(source)) {
        crates.entry(source.crate_name()).or_default().push(source);
    }
    let mut violations = Vec::new();
    for (name, sources) in crates {
        let circle = circle(&needs(&sources));
        let what = match (circle, TO_DO.contains(&name)) {
            (Some(circle), false) => {
                format!("modules in a circle: {}: move what both need to where it belongs", circle.join(" → "))
            }
            (None, true) => "no circle is left: take the crate off the list in crates/tidy/src/circles.rs".into(),
            (Some(_), true) | (None, false) => continue,
        };
        violations.push(Violation { path: format!("crates/{name}"), line: 0, what });
    }
    violations
}

/// The module that a file belongs to; `None` for the front page, programs and tests.
fn module(source: &Source) -> Option<&str> {
    let mut parts = source.path.split('/').skip(2);
    let first = parts.next().filter(|folder| *folder == "src").and(parts.next())?;
    let name = first.strip_suffix(".rs").unwrap_or(first);
    (!matches!(name, "lib" | "main" | "bin")).then_some(name)
}

fn needs<'a>(sources: &[&'a Source]) -> Needs<'a> {
    let modules: BTreeSet<&str> = sources.iter().filter_map(|source| module(source)).collect();
    let front: BTreeMap<&str, &str> =
        sources.iter().filter(|source| is_front(source)).flat_map(|one| taken(one)).collect();
    let mut needs = Needs::new();
    for source in sources {
        let Some(own) = module(source) else { continue };
        let meant = |name: &'a str| if modules.contains(name) { Some(name) } else { front.get(name).copied() };
        let named = named(source).filter_map(meant).filter(|name| *name != own && modules.contains(name));
        needs.entry(own).or_default().extend(named);
    }
    needs
}

/// Is this the front page of a library?
fn is_front(source: &Source) -> bool {
    source.path.ends_with("/src/lib.rs")
}

/// What a front page takes from its modules: name and module.
fn taken(source: &Source) -> Vec<(&str, &str)> {
    let mut taken = Vec::new();
    for (at, _) in source.code.match_indices("use ").filter(|&(at, _)| !source.code[..at].ends_with(is_part)) {
        let path = source.code[at + 4..].split(';').next().unwrap_or_default().trim_start();
        let path = path.strip_prefix("crate::").or_else(|| path.strip_prefix("self::")).unwrap_or(path);
        let Some((module, rest)) = path.split_once("::") else { continue };
        let members = rest.strip_prefix('{').map_or_else(|| vec![rest], members);
        // `a::B`, `B as C`: the last word is the name.
        let name = |member: &'_ str| member.trim().rfind(|c| !is_part(c)).map_or(0, |before| before + 1);
        taken.extend(members.into_iter().map(|member| (&member.trim()[name(member)..], module.trim())));
    }
    taken
}

/// The names that follow `crate::` in the code of a file, those of a group each.
fn named(source: &Source) -> impl Iterator<Item = &str> {
    const CRATE: &str = "crate::";
    let places = source.code.match_indices(CRATE).map(|(at, _)| at);
    let places = places.filter(|&at| !source.is_aside(at) && !source.code[..at].ends_with(is_part));
    places.flat_map(move |at| {
        let rest = &source.code[at + CRATE.len()..];
        let members = match rest.strip_prefix('{') {
            Some(group) => members(group),
            None => vec![rest],
        };
        members.into_iter().map(move |member| {
            let member = member.trim_start();
            &member[..member.find(|c| !is_part(c)).unwrap_or(member.len())]
        })
    })
}

/// Is this a part of a name?
fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The members of a group of imports, up to its closing brace.
fn members(group: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                found.push(&group[begin..at]);
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&group[begin..at]);
                begin = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// A shortest circle, from the first module that is in one back to it.
fn circle<'a>(needs: &Needs<'a>) -> Option<Vec<&'a str>> {
    needs.keys().find_map(|&start| {
        let mut from: BTreeMap<&str, &str> = BTreeMap::new();
        let mut open = VecDeque::from([start]);
        while let Some(at) = open.pop_front() {
            for &next in needs.get(at).into_iter().flatten() {
                if next == start {
                    let back = std::iter::successors(Some(at), |one| from.get(one).copied());
                    let mut way: Vec<&str> = std::iter::once(start).chain(back).collect();
                    way.reverse();
                    return Some(way);
                }
                if !from.contains_key(next) {
                    from.insert(next, at);
                    open.push_back(next);
                }
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of these files of a crate.
    fn said(name: &str, files: &[(&str, &str)]) -> Vec<String> {
        let source = |(file, text): &(&str, &str)| Source::new(&format!("crates/{name}/src/{file}"), text);
        let sources: Vec<Source> = files.iter().map(source).collect();
        check(&sources).into_iter().map(|violation| violation.what).collect()
    }

    #[test]
    fn a_circle_is_named_from_module_to_module() {
        let files = [
            ("a.rs", "use crate::{b::B, c::{D, E}};"),
            ("b/inner.rs", "fn f() { crate::c::g() }"),
            ("c.rs", "use crate::a::A;"),
        ];
        let said = said("engine", &files);
        assert!(said.len() == 1 && said[0].contains("a → c → a"), "{said:?}");
    }

    #[test]
    fn what_the_front_page_takes_is_of_its_module() {
        let front = "mod a; mod b;\npub use a::{A, inner::Other as Name};\npub(crate) use b::B;";
        let said = said("engine", &[("lib.rs", front), ("a.rs", "use crate::B;"), ("b.rs", "fn f(x: crate::Name) {}")]);
        assert!(said.len() == 1 && said[0].contains("a → b → a"), "{said:?}");
    }

    #[test]
    fn what_goes_one_way_is_no_circle() {
        let files = [
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B;"),
            ("a/inner.rs", "use crate::a::A;"),
            ("b.rs", "// crate::a\n#[cfg(test)]\nmod tests { use crate::a::A; }"),
        ];
        assert_eq!(said("engine", &files), Vec::<String>::new());
    }

    #[test]
    fn a_crate_that_is_done_leaves_the_list() {
        let circle = [("a.rs", "use crate::b::B;"), ("b.rs", "use crate::a::A;")];
        assert_eq!(said("runtime", &circle), Vec::<String>::new());
        assert!(said("runtime", &circle[..1])[0].contains("take the crate off the list"));
    }
}
