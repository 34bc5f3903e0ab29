//! Debian packages by name, fetched into `target/` without touching the machine's own apt configuration.
//!
//! What was fetched stays, so the network is asked once. Without network a test says so and does nothing: see `absent`.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where packages are unpacked.
fn shelf() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages")
}

/// The unpacked source of a package, with the distribution's patches.
pub(crate) fn source(name: &str) -> Result<PathBuf, String> {
    fetch(name, |folder| {
        let apt = source_lists()?;
        run(Command::new("apt-get").args(&apt).args(["source", "-q", name]).current_dir(folder))
    })
    .and_then(|folder| only_folder(&folder))
}

/// The unpacked files of a binary package.
pub(crate) fn binary(name: &str) -> Result<PathBuf, String> {
    fetch(name, |folder| {
        run(Command::new("apt-get").args(["download", "-q", name]).current_dir(folder))?;
        let file = std::fs::read_dir(folder).map_err(|why| why.to_string())?.flatten().next();
        let file = file.ok_or("apt-get downloaded nothing")?.path();
        run(Command::new("dpkg-deb").arg("-x").arg(file).arg(folder))
    })
}

/// Says, even when the test harness keeps output back, that something could not be tested.
pub(crate) fn absent(what: &str, why: &str) {
    let _ = writeln!(std::io::stderr(), "{what}: not tested, the package registry is out of reach: {}", why.trim());
}

/// The folder of a package, filled once. Test programs that run side by side wait for each other.
pub(crate) fn fetch(name: &str, fill: impl Fn(&Path) -> Result<(), String>) -> Result<PathBuf, String> {
    let shelf = shelf();
    let done = shelf.join(name);
    std::fs::create_dir_all(&shelf).map_err(|why| why.to_string())?;
    let lock = File::create(shelf.join("lock")).map_err(|why| why.to_string())?;
    lock.lock().map_err(|why| why.to_string())?;
    if !done.exists() {
        let partial = shelf.join(format!("{name}.partial"));
        let _ = std::fs::remove_dir_all(&partial);
        std::fs::create_dir(&partial).map_err(|why| why.to_string())?;
        fill(&partial)?;
        std::fs::rename(&partial, &done).map_err(|why| why.to_string())?;
    }
    Ok(done)
}

/// Options that make apt use lists of source packages of our own, made on first use.
fn source_lists() -> Result<Vec<String>, String> {
    let apt = shelf().join("apt");
    let parts = apt.join("parts");
    let options = vec![
        "-oDir::Etc::sourcelist=/dev/null".to_string(),
        format!("-oDir::Etc::sourceparts={}", parts.display()),
        format!("-oDir::State::lists={}", apt.join("lists").display()),
        format!("-oDir::Cache={}", apt.join("cache").display()),
        "-oAPT::Sandbox::User=root".to_string(),
    ];
    if apt.join("updated").exists() {
        return Ok(options);
    }
    for folder in [&parts, &apt.join("lists/partial"), &apt.join("cache/archives/partial")] {
        std::fs::create_dir_all(folder).map_err(|why| why.to_string())?;
    }
    std::fs::write(parts.join("own.sources"), registry()).map_err(|why| why.to_string())?;
    run(Command::new("apt-get").args(&options).args(["update", "-q", "-oAPT::Update::Error-Mode=any"]))?;
    std::fs::write(apt.join("updated"), "").map_err(|why| why.to_string())?;
    Ok(options)
}

/// The source packages of this machine's release.
fn registry() -> String {
    let release = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let field = |name: &str| {
        let line = release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.map(|value| value.trim_matches('"').to_string())
    };
    let suite = field("VERSION_CODENAME").unwrap_or("bookworm".to_string());
    let (address, components, keys) = match field("ID").as_deref() {
        Some("ubuntu") => ("http://archive.ubuntu.com/ubuntu", "main universe", "ubuntu-archive-keyring.gpg"),
        _ => ("http://deb.debian.org/debian", "main", "debian-archive-keyring.gpg"),
    };
    format!(
        "Types: deb-src\nURIs: {address}\nSuites: {suite}\nComponents: {components}\nSigned-By: /usr/share/keyrings/{keys}\n"
    )
}

fn only_folder(folder: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(folder).map_err(|why| why.to_string())?;
    let found = entries.flatten().map(|entry| entry.path()).find(|path| path.is_dir());
    found.ok_or(format!("{}: no source inside", folder.display()))
}

pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let done = command.output().map_err(|why| format!("{command:?}: {why}"))?;
    if done.status.success() { Ok(()) } else { Err(format!("{command:?}: {}", String::from_utf8_lossy(&done.stderr))) }
}
