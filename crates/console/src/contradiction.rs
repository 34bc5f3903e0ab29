//! Why no input takes a branch, as lines of text: what each refuted way to it needs, and what held before.

use symcrete_build::program::nearby;
use symcrete_corpus::{Branch, Held, Refuted};

/// The lines, in the form of `symcrete run --trace`: place, side, condition.
pub fn lines(branch: &Branch) -> Vec<String> {
    branch.refuted.iter().flat_map(way).collect()
}

fn way(way: &Refuted) -> Vec<String> {
    let mut lines = vec![format!("needs  {}", held(&way.needed))];
    lines.extend(way.held.iter().map(|before| format!("but    {}", held(before))));
    if way.more > 0 {
        lines.push(format!("but    {} more conditions before these", way.more));
    }
    lines
}

fn held(held: &Held) -> String {
    let Held { file, line, column, outcome, condition } = held;
    match file.is_empty() {
        true => format!("?  {outcome}  {condition}"),
        false => format!("{}:{line}:{column}  {outcome}  {condition}", nearby(file)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_has_what_it_needs_and_what_held() {
        let held = |line, condition: &str| Held {
            file: "f.c".into(),
            line,
            column: 2,
            outcome: "true".into(),
            condition: condition.into(),
        };
        let way = Refuted { needed: held(7, "stdin[0] < 5"), held: vec![held(3, "stdin[0] > 10")], more: 2 };
        let branch = Branch { refuted: vec![way], ..Branch::default() };
        let want = "needs  f.c:7:2  true  stdin[0] < 5\nbut    f.c:3:2  true  stdin[0] > 10\nbut    2 more conditions before these";
        assert_eq!(lines(&branch).join("\n"), want);
    }
}
