//! `--diff REV`: every line changed since a revision of the git work tree.

use std::process::Command;
use symcrete_build::failure::Failure;
use symcrete_reach::Target;

/// The changed lines, as `git diff` tells them.
pub(super) fn targets(revision: &str) -> Result<Vec<Target>, Failure> {
    // Whatever the user's settings say about prefixes and names.
    const FORM: &[&str] = &["--src-prefix=a/", "--dst-prefix=b/", "--unified=0", "--no-color", "--no-ext-diff"];
    let args = [&["-c", "core.quotePath=false", "diff"], FORM, &["--relative", revision, "--"]].concat();
    let done =
        Command::new("git").args(args).output().map_err(|why| Failure::usage(format!("git cannot be run: {why}")))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        let first = said.lines().next().unwrap_or("no reason given");
        return Err(Failure::usage(format!("git diff {revision} failed: {first}")));
    }
    Ok(changed(&String::from_utf8_lossy(&done.stdout)))
}

/// The lines that a diff without context adds or replaces.
fn changed(diff: &str) -> Vec<Target> {
    let mut targets = Vec::new();
    let mut file: Option<String> = None;
    // Lines of a hunk may look like anything.
    let mut inside = 0;
    for line in diff.lines() {
        if inside > 0 {
            inside -= u32::from(!line.starts_with('\\'));
        } else if let Some(path) = line.strip_prefix("+++ ") {
            // A name with a space in it ends with a tab.
            file = path.strip_prefix("b/").map(|path| path.trim_end_matches('\t').to_string());
        } else if let (Some(file), Some(hunk)) = (&file, line.strip_prefix("@@ ")) {
            let side = |sign: char| hunk.split_whitespace().find_map(|word| word.strip_prefix(sign)).and_then(range);
            let (old, lines) = (side('-').unwrap_or_default(), side('+').unwrap_or_default());
            inside = (old.len() + lines.len()) as u32;
            targets.extend(lines.map(|line| Target::Line { file: file.clone(), line }));
        }
    }
    targets
}

/// `7` or `7,3` as lines.
fn range(text: &str) -> Option<std::ops::Range<u32>> {
    let (first, n) = text.split_once(',').unwrap_or((text, "1"));
    let (first, n): (u32, u32) = (first.parse().ok()?, n.parse().ok()?);
    Some(first..first.checked_add(n)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hunks_are_lines_of_the_new_file() {
        let diff = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -3 +3,2 @@ int f\n-a\n+b\n+c\n@@ -9,2 +10,0 @@\n-d\n\
                    -e\n--- a/gone.c\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n";
        let line = |line| Target::Line { file: "x.c".into(), line };
        assert_eq!(changed(diff), [line(3), line(4)]);
    }

    #[test]
    fn lines_that_look_like_heads_are_lines() {
        let diff = "--- a/x y.c\t\n+++ b/x y.c\t\n@@ -3 +3 @@\n--- i;\n+++ i;\n@@ -7,0 +8 @@\n+@@ +1\n\\ No newline at end of file\n";
        let line = |line| Target::Line { file: "x y.c".into(), line };
        assert_eq!(changed(diff), [line(3), line(8)]);
    }
}
