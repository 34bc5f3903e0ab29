//! The commands of README and guide: run as they stand, with the exit codes and the output they promise.
//!
//! In a `console` block, `$ ` begins a command; `# exit N` behind it is its exit code, else 0; the lines below are parts of
//! what it prints, in this order. Numbers, white space and the folder's own name are not compared; `…` is anything. A block of C with
//! `file=NAME` is saved under that name. All blocks of one text share a folder.

#[path = "../machine/mod.rs"]
mod machine;

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command and what it should do.
#[derive(Debug, Default)]
struct Step {
    command: String,
    exit: i32,
    expected: Vec<String>,
}

/// The blocks of a text: what stands behind the fence, and the lines.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut found = Vec::new();
    let mut open: Option<(&str, Vec<&str>)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some(info), None) => open = Some((info, Vec::new())),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block does not end");
    found
}

fn steps(lines: &[&str]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for line in lines {
        if let Some(command) = line.strip_prefix("$ ") {
            let (command, exit) = match command.split_once("# exit ") {
                Some((command, code)) => (command.trim_end(), code.trim().parse().expect("an exit code")),
                None => (command, 0),
            };
            steps.push(Step { command: command.into(), exit, ..Step::default() });
        } else if let Some(step) = steps.last_mut().filter(|_| !line.trim().is_empty() && line.trim() != "…") {
            step.expected.push((*line).into());
        }
    }
    steps
}

/// A line as it is compared.
fn normal(line: &str, folder: &Path) -> String {
    let line = line.replace(&format!("{}/", folder.display()), "");
    let mut normal = String::new();
    for word in line.split_whitespace() {
        for c in word.chars() {
            match c.is_ascii_digit() {
                true if normal.ends_with('N') => {}
                true => normal.push('N'),
                false => normal.push(c),
            }
        }
        normal.push(' ');
    }
    normal.trim_end().into()
}

struct Shell {
    folder: PathBuf,
    cache: PathBuf,
}

impl Shell {
    fn new(name: &str) -> Shell {
        let folder = std::env::temp_dir().join(format!("symcrete-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary folder is writable");
        let folder = folder.canonicalize().expect("it is there");
        Shell { cache: folder.join("cache"), folder }
    }

    /// One in whose folder the sources' folder of examples is.
    fn beside_examples(name: &str) -> Shell {
        let shell = Shell::new(name);
        symlink(root().join("examples"), shell.folder.join("examples")).expect("writable");
        shell
    }

    /// One in a copy of the example crate; with the tests of Rust it shares the standard library that is instrumented once.
    fn in_a_crate(name: &str) -> Shell {
        let mut shell = Shell::new(name);
        std::fs::create_dir_all(shell.folder.join("src")).expect("writable");
        for file in ["Cargo.toml", "src/lib.rs"] {
            std::fs::copy(root().join("examples/shelf").join(file), shell.folder.join(file)).expect("it is there");
        }
        shell.cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust-cache");
        shell
    }

    fn run(&self, step: &Step) {
        let programs = Path::new(env!("CARGO_BIN_EXE_symcrete")).parent().expect("a folder").to_path_buf();
        let path = std::env::var("PATH").unwrap_or_default();
        let done = Command::new("bash")
            .args(["-c", &step.command])
            .current_dir(&self.folder)
            .env("PATH", format!("{}:{path}", programs.display()))
            .env("SYMCRETE_CACHE", &self.cache)
            .output()
            .expect("bash starts");
        let said = format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert_eq!(done.status.code(), Some(step.exit), "{}: {said}", step.command);
        let mut lines = said.lines().map(|line| normal(line, &self.folder));
        for expected in &step.expected {
            let wanted = normal(expected, &self.folder);
            assert!(lines.any(|line| line.contains(&wanted)), "{}: {expected:?} is missing in: {said}", step.command);
        }
    }

    fn follow(&self, text: &str) -> usize {
        let mut n_steps = 0;
        for (info, lines) in blocks(text) {
            if let Some((_, name)) = info.split_once("file=") {
                std::fs::write(self.folder.join(name), lines.join("\n") + "\n").expect("writable");
            } else if info == "console" {
                let steps = steps(&lines);
                n_steps += steps.len();
                steps.iter().for_each(|step| self.run(step));
            }
        }
        n_steps
    }
}

impl Drop for Shell {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).expect("the text is there")
}

#[test]
fn the_guide_is_true() {
    assert!(Shell::new("guide").follow(&text("docs/guide.md")) > 20);
}

#[test]
fn the_pages_on_projects_are_true() {
    assert!(Shell::new("configuration").follow(&text("docs/configuration.md")) > 6);
    assert!(Shell::new("ci").follow(&text("docs/ci.md")) > 5);
}

/// The pages of the book that are about one task each.
const TASKS: [&str; 7] = [
    "first-test",
    "library-function",
    "big-build",
    "fuzz-target",
    "bug-to-reproduce",
    "how-it-works",
    "when-it-does-not-work",
];

#[test]
fn the_pages_on_tasks_are_true() {
    for page in TASKS {
        assert!(Shell::new(page).follow(&text(&format!("docs/{page}.md"))) > 1, "{page}");
    }
}

#[test]
fn the_page_on_warnings_is_true() {
    assert!(Shell::new("warning").follow(&text("docs/warning-to-confirm.md")) > 1);
}

#[test]
fn the_page_on_many_machines_is_true() {
    if machine::has("nats-server", "nats-server") {
        assert!(Shell::new("machines").follow(&text("docs/many-machines.md")) > 6);
    }
}

#[test]
fn the_page_on_java_is_true() {
    if machine::has("javac", "openjdk-17-jdk-headless") {
        assert!(Shell::beside_examples("java").follow(&text("docs/java.md")) > 4);
    }
}

#[test]
fn the_page_on_rust_is_true() {
    assert!(Shell::in_a_crate("rust").follow(&text("docs/rust.md")) > 3);
}

/// The pages, from the root.
fn pages() -> Vec<String> {
    let files = std::fs::read_dir(root().join("docs")).expect("the book").flatten().map(|file| file.file_name());
    let names = files.filter_map(|name| name.into_string().ok()).filter(|name| name.ends_with(".md"));
    names.map(|name| format!("docs/{name}")).chain(["README.md".to_string()]).collect()
}

/// What links call a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[test]
fn links_lead_somewhere_and_every_page_is_in_the_contents() {
    for page in pages() {
        let said = text(&page);
        for target in said.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(target, _)| target)) {
            if target.starts_with("http") {
                continue;
            }
            let (file, wanted) = target.split_once('#').unwrap_or((target, ""));
            let at = root().join(&page).with_file_name(file);
            let at = if file.is_empty() { root().join(&page) } else { at };
            assert!(at.exists(), "{page}: {target} is not there");
            let headings = std::fs::read_to_string(&at).unwrap_or_default();
            let mut headings =
                headings.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#'));
            assert!(
                wanted.is_empty() || headings.any(|heading| anchor(heading) == wanted),
                "{page}: no heading for {target}"
            );
        }
    }
    let contents = text("docs/README.md");
    for page in pages().iter().filter_map(|page| page.strip_prefix("docs/")).filter(|page| *page != "README.md") {
        assert!(contents.contains(&format!("]({page}")), "docs/README.md does not lead to {page}");
    }
}

/// A row of figures is one that a command wrote.
#[test]
fn figures_of_the_comparison_are_those_of_the_results() {
    let (page, results) = (text("docs/comparison.md"), text("docs/results.md"));
    let rows: Vec<&str> =
        page.lines().filter(|line| line.starts_with('|') && line.contains(|c: char| c.is_ascii_digit())).collect();
    assert!(rows.len() > 8, "{rows:?}");
    for row in rows {
        assert!(results.lines().any(|line| line == row), "no such row in results.md: {row}");
    }
}

#[test]
fn the_readme_is_true() {
    let shell = Shell::new("readme");
    std::fs::create_dir_all(shell.folder.join("examples")).expect("writable");
    std::fs::copy(root().join("examples/orders.c"), shell.folder.join("examples/orders.c")).expect("readable");
    assert!(shell.follow(&text("README.md")) > 2);
}

/// The commands outside `console` blocks need a fresh machine, where `.ci/run` follows them; here their targets are seen to be there.
#[test]
fn the_readme_names_targets_of_the_makefile() {
    let readme = text("README.md");
    let shells = blocks(&readme).into_iter().filter(|(info, _)| *info == "sh").flat_map(|(_, lines)| lines);
    let targets: Vec<&str> = shells.filter_map(|line| line.strip_prefix("make ")?.split_whitespace().next()).collect();
    assert_eq!(targets, ["demo", "demo-rust", "test", "install", "dist", "setup"]);
    let planned =
        Command::new("make").arg("--dry-run").args(&targets).current_dir(root()).output().expect("make starts");
    assert!(planned.status.success(), "{planned:?}");
}

#[test]
fn the_manual_has_a_page_for_every_command_and_completions_know_them() {
    let shell = Shell::new("manual");
    let step = |command: &str| Step { command: command.into(), ..Step::default() };
    shell.run(&step("symcrete man pages && symcrete completions zsh > zsh && symcrete completions fish > fish"));
    for command in ["test", "reach", "replay", "export", "import", "report", "explain", "minimize", "doctor", "cc"] {
        let page = std::fs::read_to_string(shell.folder.join(format!("pages/symcrete-{command}.1"))).expect(command);
        assert!(page.contains("Example"), "{command}: {page}");
        for file in ["zsh", "fish"] {
            assert!(std::fs::read_to_string(shell.folder.join(file)).is_ok_and(|text| text.contains(command)));
        }
    }
    let page = std::fs::read_to_string(shell.folder.join("pages/symcrete.1")).expect("the page of all");
    assert!(page.contains("Exit codes"), "{page}");
}
