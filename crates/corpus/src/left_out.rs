//! The sentence that says which input a format leaves out.
//!
//! Nothing is lost silently: an exporter that cannot write all of a test says so for its format.

use crate::part::Part;
use crate::test::Test;
use std::collections::BTreeSet;

/// Which tests have input that a format leaves out, in one sentence; `None` when none has. `left_out` is asked for each
/// test, `format` is what stands at the end of "which …".
pub fn left_out(tests: &[Test], format: &str, left_out: impl Fn(&Test) -> BTreeSet<Part>) -> Option<String> {
    let each: Vec<BTreeSet<Part>> = tests.iter().map(left_out).filter(|parts| !parts.is_empty()).collect();
    let all: BTreeSet<Part> = each.iter().flatten().copied().collect();
    let words: Vec<&str> = all.into_iter().map(Part::text).collect();
    let words = match &words[..] {
        [] => return None,
        [one] => (*one).to_string(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    Some(format!("{} of {} tests have {words}, which {format}", each.len(), tests.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::example;

    #[test]
    fn what_is_lost_is_said_once() {
        let mut tests = example::suite().tests;
        assert_eq!(left_out(&tests, "x", |_| BTreeSet::new()), None);
        tests[1].env.push(("V".into(), Vec::new()));
        let said = left_out(&tests, "nobody reads", Test::parts).expect("something");
        assert_eq!(said, "3 of 3 tests have standard input, variables and values, which nobody reads");
    }
}
