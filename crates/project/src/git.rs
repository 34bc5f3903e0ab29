//! What changed in a git work tree since a revision: lines of the new files, and where lines of the old ones are now.

use std::ops::Range;
use std::path::Path;
use std::process::Command;
use symcrete_build::failure::Failure;
use symcrete_reach::Target;

/// Lines that were replaced, and by which; one of both may be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunk {
    /// Lines that were there.
    old: Range<u32>,
    /// Lines that are there now.
    new: Range<u32>,
}

/// What changed in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file, relative to the folder that was asked about.
    pub file: String,
    hunks: Vec<Hunk>,
}

impl Change {
    /// The lines of the file that are new or were replaced.
    pub fn lines(&self) -> impl Iterator<Item = u32> {
        self.hunks.iter().flat_map(|hunk| hunk.new.clone())
    }

    /// Where a line of the old file is now; `None` if it was changed.
    pub fn moved(&self, line: u32) -> Option<u32> {
        let mut offset = 0;
        for Hunk { old, new } in &self.hunks {
            if old.contains(&line) {
                return None;
            }
            // Without old lines, new ones stand behind the line that is named.
            let is_before = if old.is_empty() { old.start < line } else { old.end <= line };
            if is_before {
                offset += new.len() as i64 - old.len() as i64;
            }
        }
        u32::try_from(i64::from(line) + offset).ok()
    }
}

/// The changed lines of the work tree that the process is in.
pub fn targets(revision: &str) -> Result<Vec<Target>, Failure> {
    let changes = changes(Path::new("."), revision)?;
    let line = |file: &String, line| Target::Line { file: file.clone(), line };
    Ok(changes.iter().flat_map(|change| change.lines().map(|at| line(&change.file, at))).collect())
}

/// What changed below a folder since a revision, as `git diff` tells it.
pub fn changes(folder: &Path, revision: &str) -> Result<Vec<Change>, Failure> {
    // Whatever the user's settings say about prefixes and names.
    const FORM: &[&str] = &["--src-prefix=a/", "--dst-prefix=b/", "--unified=0", "--no-color", "--no-ext-diff"];
    let args = [&["-c", "core.quotePath=false", "diff"], FORM, &["--relative", revision, "--"]].concat();
    Ok(changed(&git(folder, &args, &format!("diff {revision}"))?))
}

/// The names of all files that changed since a revision, also of those that are gone.
pub fn changed_files(folder: &Path, revision: &str) -> Result<Vec<String>, Failure> {
    let args = ["-c", "core.quotePath=false", "diff", "--name-only", "--no-renames", "--relative", revision, "--"];
    Ok(git(folder, &args, &format!("diff {revision}"))?.lines().map(Into::into).collect())
}

/// The commit that is checked out.
pub fn head(folder: &Path) -> Option<String> {
    git(folder, &["rev-parse", "--verify", "HEAD"], "rev-parse").ok().map(|text| text.trim().to_string())
}

/// The commit that a revision is; `None` if there is none.
pub fn commit(folder: &Path, revision: &str) -> Option<String> {
    let named = format!("{revision}^{{commit}}");
    git(folder, &["rev-parse", "--verify", "--quiet", &named], "rev-parse").ok().map(|text| text.trim().to_string())
}

/// Where the work and a revision parted, if that is known.
pub fn parted(folder: &Path, revision: &str) -> Option<String> {
    git(folder, &["merge-base", revision, "HEAD"], "merge-base").ok().map(|text| text.trim().to_string())
}

/// Where a folder is in its work tree: empty, or a path that ends with a slash.
pub fn prefix(folder: &Path) -> String {
    let text = git(folder, &["rev-parse", "--show-prefix"], "rev-parse").unwrap_or_default();
    text.trim_end_matches('\n').to_string()
}

fn git(folder: &Path, args: &[&str], what: &str) -> Result<String, Failure> {
    let done = Command::new("git").args(args).current_dir(folder).output();
    let done = done.map_err(|why| Failure::usage(format!("git cannot be run: {why}")))?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        let first = said.lines().next().unwrap_or("no reason given");
        return Err(Failure::usage(format!("git {what} failed: {first}")));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// What a diff without context says.
fn changed(diff: &str) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    let mut is_known = false;
    // Lines of a hunk may look like anything.
    let mut inside = 0;
    for line in diff.lines() {
        if inside > 0 {
            inside -= u32::from(!line.starts_with('\\'));
        } else if let Some(path) = line.strip_prefix("+++ ") {
            // A name with a space in it ends with a tab.
            let file = path.strip_prefix("b/").map(|path| path.trim_end_matches('\t').to_string());
            is_known = file.is_some();
            changes.extend(file.map(|file| Change { file, hunks: Vec::new() }));
        } else if let Some(hunk) = line.strip_prefix("@@ ") {
            let side = |sign: char| hunk.split_whitespace().find_map(|word| word.strip_prefix(sign)).and_then(range);
            let (old, new) = (side('-').unwrap_or_default(), side('+').unwrap_or_default());
            inside = (old.len() + new.len()) as u32;
            if let Some(change) = changes.last_mut().filter(|_| is_known) {
                change.hunks.push(Hunk { old, new });
            }
        }
    }
    changes
}

/// `7` or `7,3` as lines.
fn range(text: &str) -> Option<Range<u32>> {
    let (first, n) = text.split_once(',').unwrap_or((text, "1"));
    let (first, n): (u32, u32) = (first.parse().ok()?, n.parse().ok()?);
    Some(first..first.checked_add(n)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(diff: &str) -> Vec<(String, u32)> {
        changed(diff)
            .iter()
            .flat_map(|one| one.lines().map(|line| (one.file.clone(), line)).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn hunks_are_lines_of_the_new_file() {
        let diff = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -3 +3,2 @@ int f\n-a\n+b\n+c\n@@ -9,2 +10,0 @@\n-d\n\
                    -e\n--- a/gone.c\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-x\n";
        assert_eq!(lines(diff), [("x.c".into(), 3), ("x.c".into(), 4)]);
    }

    #[test]
    fn lines_that_look_like_heads_are_lines() {
        let diff = "--- a/x y.c\t\n+++ b/x y.c\t\n@@ -3 +3 @@\n--- i;\n+++ i;\n@@ -7,0 +8 @@\n+@@ +1\n\\ No newline at end of file\n";
        assert_eq!(lines(diff), [("x y.c".into(), 3), ("x y.c".into(), 8)]);
    }

    #[test]
    fn lines_move_with_what_changes_above_them() {
        let diff =
            "--- a/x.c\n+++ b/x.c\n@@ -3 +3,2 @@\n-a\n+b\n+c\n@@ -5,0 +7,3 @@\n+d\n+e\n+f\n@@ -9,2 +13,0 @@\n-g\n-h\n";
        let change = &changed(diff)[0];
        let now = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11].map(|line| change.moved(line));
        let want = [Some(1), Some(2), None, Some(5), Some(6), Some(10), Some(12), None, None, Some(13)];
        assert_eq!(now, want);
    }
}
