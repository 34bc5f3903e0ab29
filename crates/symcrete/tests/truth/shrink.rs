//! Makes a failing program smaller by leaving statements out, as long as it fails in the same way.

use super::program::Program;

/// Candidates that are tried before what is left is shown.
const MOST: usize = 60;

/// The smallest program found that still fails.
pub(crate) fn shrink(program: &Program, fails: impl Fn(&Program) -> bool) -> Program {
    let mut lines: Vec<String> = program.text.lines().map(String::from).collect();
    let mut n_tried = 0;
    let mut at = 0;
    while at < lines.len() && n_tried < MOST {
        let smaller = candidates(&lines, at).into_iter().find(|smaller| {
            n_tried += 1;
            n_tried <= MOST && fails(&Program::new(smaller.join("\n") + "\n"))
        });
        match smaller {
            Some(smaller) => lines = smaller,
            None => at += 1,
        }
    }
    Program::new(lines.join("\n") + "\n")
}

/// Ways to leave out what begins at a line: the whole block, or only what is around its inside; one statement.
fn candidates(lines: &[String], at: usize) -> Vec<Vec<String>> {
    let text = lines[at].trim();
    let is_kept = text.starts_with("//") || text.starts_with('#') || text.starts_with('}') || text.contains(" main(");
    if is_kept {
        return Vec::new();
    }
    let Some(end) = block_end(lines, at) else {
        return vec![without(lines, at..at + 1)];
    };
    let mut all = vec![without(lines, at..end + 1)];
    // What is inside a block without an `else` can stand alone.
    if !lines[at + 1..end].iter().any(|line| line.contains("} else {")) {
        all.push(without(&without(lines, end..end + 1), at..at + 1));
    }
    all
}

/// The last line of the block that a line opens.
fn block_end(lines: &[String], at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (number, line) in lines.iter().enumerate().skip(at) {
        let text = line.trim();
        depth = depth.checked_sub(usize::from(text.starts_with('}')))?;
        depth += usize::from(text.ends_with('{'));
        if depth == 0 {
            return (number > at).then_some(number);
        }
    }
    None
}

fn without(lines: &[String], range: std::ops::Range<usize>) -> Vec<String> {
    let mut lines = lines.to_vec();
    lines.drain(range);
    lines
}
