//! The summary of a run in Markdown, for a job's page.

use super::Done;
use super::finding::Place;
use std::fmt::Write;

/// Rows of a list that are shown; files have all.
const SHOWN: usize = 50;

/// The page. `base` is since when lines count as changed.
pub(super) fn markdown(done: &[Done], base: Option<&str>) -> String {
    let new: Vec<_> = done.iter().flat_map(|one| one.found.iter().filter(|found| found.is_new)).collect();
    let known: Vec<_> = done.iter().flat_map(|one| one.found.iter().filter(|found| !found.is_new)).collect();
    let head = match new.len() {
        0 => "no new findings".to_string(),
        1 => "1 new finding".to_string(),
        n => format!("{n} new findings"),
    };
    let mut text = format!("## Symcrete: {head}\n\n");
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "| target | branches covered | tests | new findings | known findings | changed lines executed | unreachable | not reached |"
    );
    let _ = writeln!(text, "|---|---|---|---|---|---|---|---|");
    for one in done {
        let n_new = one.found.iter().filter(|found| found.is_new).count();
        let _ = writeln!(
            text,
            "| {}{} | {} of {} | {} | {n_new} | {} | {} of {} | {} | {} |",
            one.name,
            if one.is_explored { "" } else { " (unchanged: tests only)" },
            one.branches.0,
            one.branches.1,
            one.n_tests,
            one.found.len() - n_new,
            one.n_executed,
            one.n_changed,
            one.unreachable.len(),
            one.open.len(),
        );
    }
    match base {
        Some(base) => drop(writeln!(text, "\nChanged lines are those since `{}`.", base.get(..12).unwrap_or(base))),
        None => drop(writeln!(text, "\nNo base was found to compare with, so no lines count as changed.")),
    }
    let finding = |found: &&super::Found| format!("**{}** at {}: `{}`", found.kind, at(&found.place), found.replay);
    list(&mut text, "New findings", new.iter().map(finding).collect());
    list(&mut text, "Known findings", known.iter().map(finding).collect());
    let line = |(place, why): &(Place, String)| format!("{}: {why}", at(place));
    list(
        &mut text,
        "Changed lines that no input executes",
        done.iter().flat_map(|one| one.unreachable.iter().map(line)).collect(),
    );
    list(
        &mut text,
        "Changed lines neither executed nor proved unreachable",
        done.iter().flat_map(|one| one.open.iter().map(line)).collect(),
    );
    text
}

fn at(place: &Place) -> String {
    match (place.file.as_str(), place.line) {
        ("", _) => "an unknown place".into(),
        (file, 0) => format!("`{file}`"),
        (file, line) => format!("`{file}:{line}`"),
    }
}

fn list(text: &mut String, title: &str, rows: Vec<String>) {
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n### {title}\n");
    for row in rows.iter().take(SHOWN) {
        let _ = writeln!(text, "- {}", row.replace('\n', " "));
    }
    if rows.len() > SHOWN {
        let _ = writeln!(text, "- and {} more: see `findings.sarif` and `annotations.txt`", rows.len() - SHOWN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ci::annotation::tests::example;

    #[test]
    fn the_page_says_what_is_new_and_what_is_dead() {
        let text = markdown(&example(), Some("main"));
        assert!(text.starts_with("## Symcrete: 1 new finding\n"), "{text}");
        assert!(text.contains("| app | 8 of 10 | 4 | 1 | 1 | 3 of 5 | 1 | 1 |"), "{text}");
        assert!(text.contains("- **SIGSEGV** at `src/a,b.c:7`: `symcrete replay x`"), "{text}");
        assert!(text.contains("### Changed lines that no input executes\n\n- `src/a,b.c:20`"), "{text}");
    }
}
