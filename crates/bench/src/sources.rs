//! Third-party sources, fetched by package name when a benchmark needs them and kept for the next time.
//!
//! Debian packages come through a private apt configuration that turns the machine's own sources into `deb-src`;
//! the machine's configuration is not touched. Crates come through cargo. Whatever fails (no network, no
//! such package) is reported as missing, with what apt or cargo said. No third-party source is committed.

use super::contest::timed;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_report::bench::figure::Trouble;

/// The unpacked source of a Debian package.
pub(super) fn debian(cache: &Path, package: &str) -> Result<PathBuf, Trouble> {
    fetch(cache, package, |folder| {
        let options = apt_options(&cache.join("apt")).map_err(|why| format!("apt cannot be set up: {why}"))?;
        let apt = |folder: &Path, args: &[&str]| {
            let mut command = Command::new("apt-get");
            said(command.args(&options).arg("-q").args(args).current_dir(folder))
        };
        // A repository without sources fails here and does no harm; what matters is the next step.
        let lists = apt(folder, &["update"]);
        apt(folder, &["source", package]).map_err(|why| lists.err().unwrap_or(why))
    })
}

/// The source of a crate, without building it.
pub(super) fn crates_io(cache: &Path, name: &str, version: &str) -> Result<PathBuf, Trouble> {
    let vendored = fetch(cache, name, |folder| {
        let manifest = format!(
            "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n\
             [dependencies]\n{name} = \"{version}\"\n"
        );
        fs::create_dir_all(folder.join("src")).map_err(|why| why.to_string())?;
        fs::write(folder.join("src/lib.rs"), "").map_err(|why| why.to_string())?;
        fs::write(folder.join("Cargo.toml"), manifest).map_err(|why| why.to_string())?;
        said(Command::new("cargo").args(["vendor", "--quiet", "vendor"]).current_dir(folder))
    })?;
    Ok(vendored.join(name))
}

/// Runs `fill` on an empty folder, once: a folder that is there under its name is complete. The one folder within
/// it that was unpacked.
fn fetch(cache: &Path, name: &str, fill: impl Fn(&Path) -> Result<(), String>) -> Result<PathBuf, Trouble> {
    let missing = |why: String| Trouble::Missing(format!("{name} could not be fetched: {why}"));
    let (done, partial) = (cache.join(name), cache.join(format!("{name}.partial")));
    if !done.is_dir() {
        let _ = fs::remove_dir_all(&partial);
        fs::create_dir_all(&partial).map_err(|why| missing(why.to_string()))?;
        fill(&partial).map_err(missing)?;
        fs::rename(&partial, &done).map_err(|why| missing(why.to_string()))?;
    }
    let unpacked = fs::read_dir(&done).into_iter().flatten().flatten().map(|entry| entry.path());
    let found = unpacked.filter(|path| path.is_dir() && path.file_name().is_some_and(|name| name != "src")).min();
    found.ok_or_else(|| missing(format!("nothing was unpacked in {}", done.display())))
}

/// Runs a command; when it fails, the last thing it said.
fn said(command: &mut Command) -> Result<(), String> {
    let program = command.get_program().display().to_string();
    let (_, output) = timed(command).map_err(|_| format!("{program} cannot be run"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let last = text.lines().rfind(|line| !line.trim().is_empty()).unwrap_or_default();
    Err(format!("{program}: {last}; is the registry out of reach? "))
}

/// Options that keep apt within this folder.
fn apt_options(folder: &Path) -> io::Result<Vec<String>> {
    let parts = folder.join("sources");
    for part in ["sources", "lists/partial", "cache/archives/partial"] {
        fs::create_dir_all(folder.join(part))?;
    }
    for file in apt_files() {
        let Some(name) = file.file_name() else { continue };
        fs::write(parts.join(name), as_source(&fs::read_to_string(&file)?))?;
    }
    let folder = folder.display();
    Ok([
        "Dir::Etc::sourcelist=/dev/null".to_string(),
        format!("Dir::Etc::sourceparts={}", parts.display()),
        format!("Dir::State::lists={folder}/lists"),
        format!("Dir::Cache={folder}/cache"),
        "APT::Get::List-Cleanup=0".to_string(),
        "APT::Sandbox::User=root".to_string(),
        "APT::Update::Error-Mode=any".to_string(),
        "Acquire::Retries=1".to_string(),
        "Acquire::http::Timeout=20".to_string(),
    ]
    .into_iter()
    .flat_map(|option| ["-o".to_string(), option])
    .collect())
}

/// The machine's own lists of repositories.
fn apt_files() -> Vec<PathBuf> {
    let parts = fs::read_dir("/etc/apt/sources.list.d").into_iter().flatten().flatten().map(|entry| entry.path());
    let known = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "list" || ending == "sources");
    [PathBuf::from("/etc/apt/sources.list")]
        .into_iter()
        .chain(parts)
        .filter(|path| path.is_file() && known(path))
        .collect()
}

/// A list of binary repositories as one of source repositories, in both formats that apt knows.
fn as_source(list: &str) -> String {
    let line = |line: &str| match line.split_whitespace().next() {
        Some("Types:") => "Types: deb-src".to_string(),
        Some("deb") => format!("deb-src{}", line.trim_start().trim_start_matches("deb")),
        Some("deb-src") => String::new(),
        _ => line.to_string(),
    };
    list.lines().map(line).map(|line| line + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_become_lists_of_sources() {
        let old = "# deb x\ndeb [signed-by=/k] http://d/debian bookworm main\ndeb-src http://d bookworm main\n";
        assert_eq!(as_source(old), "# deb x\ndeb-src [signed-by=/k] http://d/debian bookworm main\n\n");
        assert_eq!(as_source("Types: deb\nURIs: http://d\n"), "Types: deb-src\nURIs: http://d\n");
    }

    #[test]
    fn a_source_that_cannot_be_had_is_missing_and_leaves_no_folder() {
        let cache = std::env::temp_dir().join(format!("symcrete-sources-{}", std::process::id()));
        let result = fetch(&cache, "x", |_| Err("no network".into()));
        assert_eq!(result, Err(Trouble::Missing("x could not be fetched: no network".into())));
        assert!(!cache.join("x").exists());
        let unpack = |folder: &Path| fs::create_dir(folder.join("x-1.0")).map_err(|why| why.to_string());
        assert_eq!(fetch(&cache, "x", unpack), Ok(cache.join("x/x-1.0")));
        assert_eq!(fetch(&cache, "x", |_| Err("asked twice".into())), Ok(cache.join("x/x-1.0")));
        fs::remove_dir_all(cache).unwrap();
    }
}
