//! By what a target was proved unreachable, in words.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use symcrete_build::program::nearby;
use symcrete_model::{InstId, ProcId, Program};
use symcrete_reach::{Invariant, Means, Named};

/// Most invariants that are shown.
const SHOWN: usize = 4;

/// The means: "by unrolling loops 12 times".
pub(super) fn text(program: &Program, means: &Means) -> String {
    match means {
        Means::Paths => "by refuting every way back".into(),
        Means::Unrolling(0) => "with all ways in one formula".into(),
        Means::Unrolling(1) => "by unrolling loops once".into(),
        Means::Unrolling(rounds) => format!("by unrolling loops {rounds} times"),
        Means::Induction(_, invariants) if invariants.is_empty() => "for any number of rounds of its loops".into(),
        Means::Induction(_, invariants) => {
            let mut all: Vec<String> = invariants.iter().map(|one| invariant(program, one)).collect();
            let mut seen = BTreeSet::new();
            all.retain(|one| seen.insert(one.clone()));
            let n_more = all.len().saturating_sub(SHOWN);
            all.truncate(SHOWN);
            let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
            format!("by induction with {}{more}", all.join(" and "))
        }
    }
}

fn invariant(program: &Program, invariant: &Invariant) -> String {
    let mut text = invariant.text.clone();
    for (k, variable) in invariant.variables.iter().enumerate() {
        text = text.replace(&format!("{{{k}}}"), &name(program, variable));
    }
    text
}

fn name(program: &Program, variable: &Named) -> String {
    match variable {
        Named::Global(name, 0) => name.clone(),
        Named::Global(name, at) => format!("{name}+{at}"),
        Named::Set(proc, inst) => set(program, *proc, *inst),
        Named::Unknown => "a variable".into(),
    }
}

/// The variable that a line of the source sets, if that is plain to see; else the line.
fn set(program: &Program, proc: ProcId, inst: InstId) -> String {
    let loc = program.function(proc).instruction(inst).loc;
    let Some((file, line, column)) = loc.map(|loc| program.location(program.proc(proc).module, loc)) else {
        return "a variable".into();
    };
    let source = read_to_string(file).ok();
    let source = source.as_ref().and_then(|text| text.lines().nth((line as usize).checked_sub(1)?));
    let found = source.and_then(|source| assigned(source, (column as usize).saturating_sub(1)));
    found.unwrap_or_else(|| format!("what {}:{line} sets", nearby(file)))
}

/// The name that is assigned to nearest before a column: `s` of `s += 6`, of `s = s + 6`, of `s++`.
fn assigned(source: &str, column: usize) -> Option<String> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut best = None;
    for (at, _) in source.char_indices().filter(|&(at, _)| at <= column) {
        let rest = &source[at..];
        let is_assignment = ["++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "|=", "&=", "<<=", ">>="];
        let is_plain = rest.starts_with('=') && !rest.starts_with("==");
        let is_after = source[..at].ends_with(['=', '!', '<', '>', '+', '-', '*', '/', '%', '^', '|', '&']);
        if !(is_plain && !is_after || is_assignment.iter().any(|sign| rest.starts_with(sign))) {
            continue;
        }
        let before = source[..at].trim_end();
        let start = before.rfind(|c| !is_word(c)).map_or(0, |end| end + 1);
        let word = &before[start..];
        let next: String = rest.trim_start_matches(['+', '-']).chars().take_while(|&c| is_word(c)).collect();
        best = [word.to_string(), next].into_iter().find(|word| !word.is_empty()).or(best);
    }
    best.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::assigned;

    #[test]
    fn the_variable_of_a_line_is_the_one_it_sets() {
        for (source, column) in [("    s += 6;", 6), ("  s = s + 6;", 8), ("s++;", 1), ("for (i = 0; i < 3; ++s)", 19)]
        {
            assert_eq!(assigned(source, column).as_deref(), Some("s"), "{source}");
        }
        assert_eq!(assigned("if (a == b)", 6), None);
    }
}
