//! Divergences in words: the first branch that differed from the prediction, and the cause.

use crate::branch;
use crate::recorder::Diverged;
use crate::session::Session;
use symcrete_build::program::nearby;
use symcrete_corpus::report::Divergence;
use symcrete_search::{Turn, Way};

/// Causes that are named for one divergence.
const CAUSES: usize = 3;

/// A divergence in one line.
pub fn sentence(divergence: &Divergence) -> String {
    let Divergence { test, file, line, column, expected, actual, cause } = divergence;
    let place = match line {
        0 => "in code without line numbers".into(),
        _ => format!("at {}:{line}:{column}", nearby(file)),
    };
    format!("{test} {place}: expected {expected}, was {actual}; {cause}")
}

/// The divergence, named.
pub(super) fn named(session: &Session, diverged: &Diverged) -> Divergence {
    let (file, line, column, expected) = turn(session, Some(diverged.what.expected));
    let (.., actual) = turn(session, diverged.what.actual);
    // At the node itself the turn is the one that should have gone another way.
    let at_node = diverged.what.position == diverged.what.node.position;
    let expected = if at_node { format!("any outcome but {expected}") } else { expected };
    let test = format!("tests/{:06}", diverged.iteration);
    Divergence { test, file, line, column, expected, actual, cause: cause(diverged) }
}

fn cause(diverged: &Diverged) -> String {
    if !diverged.what.repeats {
        return "a second run of the same input took another path: the program is not deterministic".into();
    }
    if let (None, Some(end)) = (diverged.what.actual, &diverged.end) {
        return format!("the run ended before that branch: {end}");
    }
    if diverged.lost.is_empty() {
        return "nothing was seen to be dropped in this run: the program may depend on more than its input, or do something that symcrete follows wrongly".into();
    }
    let one = |at: &crate::traced::LostAt| match at.line {
        0 => at.what.to_string(),
        line => format!("{} at {}:{line}", at.what, nearby(&at.file)),
    };
    let named: Vec<String> = diverged.lost.iter().take(CAUSES).map(one).collect();
    format!("a constraint was lost: {}", named.join(", "))
}

/// Where a turn is and what it did.
fn turn(session: &Session, turn: Option<Turn>) -> (String, u32, u32, String) {
    let program = session.program();
    let at = |place| {
        let (file, line, column) = session.campaign().target().place(place).unwrap_or(("", 0, 0));
        (file.to_string(), line, column)
    };
    let Some(turn) = turn else { return (String::new(), 0, 0, "the end of the run".into()) };
    match turn.way() {
        Way::Branch(branch) | Way::Soft(branch) => {
            let branch = turn.as_branch().unwrap_or(branch);
            let (file, line, column) = branch::place(program, branch);
            (file.into(), line, column, branch::side(program, branch))
        }
        Way::Implicit(place, taken) => {
            let (file, line, column) = at(place);
            (file, line, column, taken.to_string())
        }
        Way::Fixed(place) => {
            let (file, line, column) = at(place);
            (file, line, column, "a value that the path relies on".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_named_where_it_is_known() {
        let mut divergence =
            Divergence { test: "tests/000007".into(), expected: "true".into(), ..Divergence::default() };
        assert!(sentence(&divergence).starts_with("tests/000007 in code without line numbers: expected true"));
        (divergence.file, divergence.line, divergence.column) = ("/far/x.c".into(), 3, 9);
        assert!(sentence(&divergence).starts_with("tests/000007 at /far/x.c:3:9: expected true"));
    }
}
