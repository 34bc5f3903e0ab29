//! Why branches are not covered, as a few causes instead of one sentence per branch.
//!
//! Branches that wait for the same branch are one cause, and so are those with the same reason. What would unlock most comes first;
//! what nobody can or need do anything about (functions that nothing calls, branches that are proved infeasible) comes last.
//!
//! Invariant: every uncovered branch is a member of exactly one cause.

use crate::data::{Condition, Data, Side};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use symcrete_corpus::{Awaited, BranchState};

/// What branches are uncovered for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// This branch has to be taken first.
    Awaits(Awaited),
    /// A reason, and what may help.
    Reason(String, String),
    /// Nothing calls their functions.
    Uncalled,
    /// No input takes them.
    Infeasible,
}

/// An uncovered branch.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    /// Position of its file among the sources.
    pub(crate) source: usize,
    pub(crate) condition: &'a Condition,
    pub(crate) side: &'a Side,
}

/// A cause and the branches that it holds up.
pub(crate) struct Cause<'a> {
    pub(crate) kind: Kind,
    /// All of them; the one that the others wait for is the first.
    pub(crate) members: Vec<Member<'a>>,
}

/// The causes, the one that would unlock most first.
pub(crate) fn causes<'a>(data: &'a Data) -> Vec<Cause<'a>> {
    let open: BTreeSet<Awaited> = uncovered(data).map(|member| name(data, &member)).collect();
    let awaited: BTreeSet<&Awaited> = uncovered(data).filter_map(|member| waits(member.side, &open)).collect();
    let mut by_kind: BTreeMap<Kind, Vec<Member>> = BTreeMap::new();
    for member in uncovered(data) {
        let own = name(data, &member);
        let kind = match waits(member.side, &open) {
            _ if member.side.is_uncalled => Kind::Uncalled,
            _ if member.side.state == BranchState::Infeasible => Kind::Infeasible,
            Some(first) => Kind::Awaits(first.clone()),
            None if awaited.contains(&own) => Kind::Awaits(own.clone()),
            None => Kind::Reason(reason(&member.side.why), member.side.next.clone()),
        };
        let is_first = kind == Kind::Awaits(own);
        let members = by_kind.entry(kind).or_default();
        members.push(member);
        if is_first {
            members.rotate_right(1);
        }
    }
    let mut causes: Vec<Cause> = by_kind.into_iter().map(|(kind, members)| Cause { kind, members }).collect();
    causes.sort_by_key(|cause| (is_idle(&cause.kind), Reverse(cause.members.len())));
    causes
}

/// Is there nothing to do about it?
fn is_idle(kind: &Kind) -> bool {
    matches!(kind, Kind::Uncalled | Kind::Infeasible)
}

fn uncovered<'a>(data: &'a Data) -> impl Iterator<Item = Member<'a>> {
    let conditions =
        data.sources.iter().enumerate().flat_map(|(at, source)| source.conditions.iter().map(move |one| (at, one)));
    let sides = conditions
        .flat_map(|(source, condition)| condition.sides.iter().map(move |side| Member { source, condition, side }));
    sides.filter(|member| !member.side.is_covered())
}

/// How others name a branch that they wait for.
fn name(data: &Data, member: &Member) -> Awaited {
    Awaited {
        file: data.sources[member.source].path.clone(),
        line: member.condition.line,
        column: member.condition.column,
        outcome: member.side.name.clone(),
    }
}

/// The branch that a side waits for, unless some test takes it after all: another worker's, or one that the campaign no longer knew.
fn waits<'s>(side: &'s Side, open: &BTreeSet<Awaited>) -> Option<&'s Awaited> {
    side.after.as_ref().filter(|first| open.contains(*first))
}

/// A reason as it is said of many branches: without the number of paths of each.
fn reason(why: &str) -> String {
    let many = why.trim_start_matches(|c: char| c.is_ascii_digit());
    if many.len() < why.len() && many.starts_with(" path") {
        let many = many.trim_start().replacen("path to it was", "paths to it were", 1);
        return many.replacen("paths to it were", "paths to them were", 1).replace("takes it;", "takes them;");
    }
    why.replacen("its condition had", "the condition had", 1).replacen(
        "reached its condition",
        "reached the condition",
        1,
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Source;
    use symcrete_corpus::Suite;

    fn side(name: &str, why: &str, after: Option<Awaited>) -> Side {
        Side { name: name.into(), why: why.into(), after, ..Side::default() }
    }

    #[test]
    fn branches_that_wait_for_one_are_one_cause() {
        let first = Awaited { file: "/a.c".into(), line: 3, column: 1, outcome: "true".into() };
        let gone = Awaited { line: 9, ..first.clone() };
        let condition = |line, sides| Condition { line, column: 1, sides, ..Condition::default() };
        let covered = Side { state: BranchState::Covered, ..side("false", "", None) };
        let uncalled = Side { is_uncalled: true, ..side("true", "x", None) };
        let source = Source {
            path: "/a.c".into(),
            conditions: vec![
                condition(3, vec![covered, side("true", "1 path to it was not tried: --time", None)]),
                condition(4, vec![side("true", "it comes after", Some(first.clone()))]),
                condition(5, vec![side("true", "it comes after", Some(first.clone())), uncalled]),
                condition(6, vec![side("true", "7 paths to it were not tried: --time", Some(gone))]),
            ],
            ..Source::default()
        };
        let suite = Suite::default();
        let data = Data { suite: &suite, sources: vec![source], ways: Vec::new(), version: "", against: None };
        let causes = causes(&data);
        let kinds: Vec<(&Kind, usize)> = causes.iter().map(|cause| (&cause.kind, cause.members.len())).collect();
        let reason = Kind::Reason("paths to them were not tried: --time".into(), String::new());
        assert_eq!(kinds, [(&Kind::Awaits(first), 3), (&reason, 1), (&Kind::Uncalled, 1)]);
        assert_eq!(causes[0].members[0].condition.line, 3);
    }

    #[test]
    fn numbers_of_paths_are_no_reason() {
        assert_eq!(reason("1 path to it was not tried: x"), reason("12 paths to it were not tried: x"));
        assert_eq!(
            reason("1 path to it was tried, and no input takes it; there may be others"),
            reason("3 paths to it were tried, and no input takes them; there may be others")
        );
        assert_eq!(reason("3 bytes are too few"), "3 bytes are too few");
    }
}
