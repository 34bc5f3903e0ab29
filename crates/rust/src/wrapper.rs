//! Stands between cargo and rustc, for the one crate that gets a driver: cargo asks for the library, and rustc makes a program of the
//! mirror instead. So nothing is built that only tests need. Of a library that is for other languages too, cargo asks for the unit tests.

use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The variable that holds the plan.
pub const VARIABLE: &str = "SYMCRETE_WRAPPED";

/// What is compiled in place of what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The root of the crate.
    pub root: PathBuf,
    /// What is compiled instead.
    pub instead: PathBuf,
    /// The folders that both are in.
    pub package: PathBuf,
    /// That of the mirror.
    pub mirror: PathBuf,
    /// More arguments for that crate.
    pub args: Vec<String>,
}

/// What files begin with that are ourselves in the place of rustc.
pub const PREFIX: &str = "wrapper-";

/// Is this how cargo starts us in the place of rustc?
pub fn is_wrapper(own: &OsStr) -> bool {
    Path::new(own).file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
}

impl Plan {
    /// The one that the environment holds.
    pub fn from_environment() -> Option<Plan> {
        serde_json::from_str(&std::env::var(VARIABLE).ok()?).ok()
    }

    /// Runs rustc as cargo wanted it run, its name first, but for that crate. Its exit code.
    pub fn run(&self, command: &[OsString]) -> u8 {
        let Some((rustc, args)) = command.split_first() else { return 1 };
        let here = std::env::current_dir().unwrap_or_default();
        if self.is_meant(args, &here) {
            wait_for(&libraries(args));
        }
        let status = Command::new(rustc).args(self.replaced(args, &here)).status();
        let code = status.ok().and_then(|status| status.code()).map_or(1, |code| code.clamp(0, 255) as u8);
        match code == 0 && self.is_meant(args, &here) && kinds(args).any(|kind| kind != "bin") {
            true => stand_in(args).map_or(1, |()| 0),
            false => code,
        }
    }

    /// Is it the crate that gets a driver, and to be built, not only looked at?
    fn is_meant(&self, args: &[OsString], here: &Path) -> bool {
        let is_built = args.iter().any(|arg| arg == "--test") || kinds(args).any(|kind| BUILT.contains(&kind));
        is_built && args.iter().any(|arg| here.join(arg) == self.root)
    }

    fn replaced(&self, args: &[OsString], here: &Path) -> Vec<OsString> {
        if !self.is_meant(args, here) {
            return args.to_vec();
        }
        let mut all: Vec<OsString> = Vec::new();
        let mut rest = args.iter();
        while let Some(arg) = rest.next() {
            match arg.to_str() {
                Some("--test") => {}
                Some("--crate-type") => drop(rest.next()),
                // A program has no metadata for others.
                Some(emit) if emit.starts_with("--emit=") => all.push(emit.replace("metadata,", "").into()),
                // A library needs to know of others, a program needs their code.
                Some(named) if named.ends_with(".rmeta") => all.push(with_code(named).into()),
                _ if here.join(arg) == self.root => all.push(self.instead.clone().into_os_string()),
                _ => all.push(arg.clone()),
            }
        }
        all.push("--crate-type=bin".into());
        // Lints are about what the user wrote.
        all.push("--cap-lints=allow".into());
        all.push(format!("--remap-path-prefix={}={}", self.mirror.display(), self.package.display()).into());
        all.extend(self.args.iter().map(OsString::from));
        all
    }
}

/// How long is waited for the code of other crates; rustc says what is missing then.
const PATIENCE: Duration = Duration::from_secs(600);

/// How old the metadata of a crate may be that cargo does not name and whose code may still come.
const FRESH: Duration = Duration::from_secs(300);

/// A library in the place of its metadata.
fn with_code(named: &str) -> String {
    named.strip_suffix(".rmeta").map_or_else(|| named.into(), |name| format!("{name}.rlib"))
}

/// The libraries that a crate is to be linked with: those that cargo names, and all that lie in the folders of dependencies.
fn libraries(args: &[OsString]) -> Vec<PathBuf> {
    let named = args.iter().filter_map(|arg| arg.to_str()?.split_once('='));
    let folders = named.clone().filter_map(|(kind, path)| (kind == "dependency").then_some(path));
    let entries = folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    // What a build left behind that was interrupted long ago gets no code any more.
    let is_fresh = |path: &PathBuf| {
        let written = path.metadata().and_then(|metadata| metadata.modified()).ok();
        written.and_then(|time| time.elapsed().ok()).is_none_or(|age| age < FRESH)
    };
    let all = named.map(|(_, path)| PathBuf::from(path)).chain(entries.map(|entry| entry.path()).filter(is_fresh));
    let metadata = all.filter(|path| path.extension().is_some_and(|ending| ending == "rmeta"));
    metadata.map(|path| path.with_extension("rlib")).collect()
}

/// Waits for other crates' code: cargo starts a library when their metadata is there, since no library needs more. Each is put in its place at once.
fn wait_for(libraries: &[PathBuf]) {
    let start = Instant::now();
    while libraries.iter().any(|path| !path.is_file()) && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The kinds of crates that become a driver; of others cargo asks for the unit tests.
const BUILT: &[&str] = &["lib", "rlib", "bin"];

/// The kinds of crates that rustc is asked for.
fn kinds(args: &[OsString]) -> impl Iterator<Item = &str> {
    let pairs = args.iter().zip(args.iter().skip(1));
    pairs.filter(|(option, _)| *option == "--crate-type").filter_map(|(_, kind)| kind.to_str())
}

/// Makes the files of the library that cargo looks for: nobody reads them. The program has the same name but for the ending.
fn stand_in(args: &[OsString]) -> std::io::Result<()> {
    let following = |name: &str| args.iter().zip(args.iter().skip(1)).find(|(option, _)| *option == name);
    let value = |name: &str| following(name).map(|(_, value)| value.clone()).unwrap_or_default();
    let extra = args.iter().filter_map(|arg| arg.to_str()?.strip_prefix("extra-filename=")).next().unwrap_or_default();
    let name = format!("lib{}{extra}", value("--crate-name").to_string_lossy());
    for ending in ["rlib", "rmeta"] {
        std::fs::write(Path::new(&value("--out-dir")).join(format!("{name}.{ending}")), "")?;
    }
    Ok(())
}

/// The program that stands in the place of a library of which this is the metadata.
pub(crate) fn program_of(metadata: &Path) -> Option<PathBuf> {
    let name = metadata.file_name()?.to_str()?.strip_prefix("lib")?.strip_suffix(".rmeta")?;
    Some(metadata.with_file_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_one_crate_becomes_the_driver() {
        let plan = Plan {
            root: "/w/src/lib.rs".into(),
            instead: "/m/src/lib.rs".into(),
            package: "/w".into(),
            mirror: "/m".into(),
            args: vec!["--cfg=kani".into()],
        };
        let os = |args: &[&str]| args.iter().map(OsString::from).collect::<Vec<_>>();
        let want = ["--crate-name", "w", "/m/src/lib.rs", "-g", "--crate-type=bin", "--cap-lints=allow"];
        let want = os(&[&want[..], &["--remap-path-prefix=/m=/w", "--cfg=kani"]].concat());
        for kind in [&["--test"][..], &["--crate-type", "lib"], &["--crate-type", "bin"]] {
            let args = [&["--crate-name", "w", "src/lib.rs"][..], kind, &["-g"]].concat();
            assert_eq!(plan.replaced(&os(&args), Path::new("/w")), want);
        }
        for other in [&["src/lib.rs", "--crate-type", "cdylib"][..], &["src/main.rs", "--test"], &["src/lib.rs"]] {
            assert_eq!(plan.replaced(&os(other), Path::new("/w")), os(other));
        }
        let emitted =
            plan.replaced(&os(&["src/lib.rs", "--crate-type", "lib", "--emit=dep-info,metadata,link"]), "/w".as_ref());
        assert!(emitted.contains(&"--emit=dep-info,link".into()), "{emitted:?}");
    }

    #[test]
    fn a_driver_is_linked_with_the_code_of_other_crates() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("libdeep-2.rmeta"), "").expect("written");
        let args = [format!("dependency={}", folder.path().display()), format!("a={}", path("liba-1.rmeta").display())];
        let args = ["-L", &args[0], "--extern", &args[1]].map(OsString::from);
        assert_eq!(libraries(&args), [path("liba-1.rlib"), path("libdeep-2.rlib")]);
        assert_eq!(with_code("a=/t/liba-1.rmeta"), "a=/t/liba-1.rlib");
    }

    #[test]
    fn cargo_finds_the_library_that_it_asked_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().display().to_string();
        let args = ["--crate-name", "w", "--out-dir", &out, "-C", "extra-filename=-12ab"].map(OsString::from);
        stand_in(&args).expect("made");
        let metadata = folder.path().join("libw-12ab.rmeta");
        assert!(metadata.is_file() && folder.path().join("libw-12ab.rlib").is_file());
        assert_eq!(program_of(&metadata), Some(folder.path().join("w-12ab")));
        assert_eq!(program_of(&folder.path().join("libw-12ab.rlib")), None);
    }
}
