//! Stands between cargo and rustc, for the one crate that gets a driver: cargo asks for its unit tests, and rustc makes a program of the
//! mirror instead.

use serde::{Deserialize, Serialize};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

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
        let status = Command::new(rustc).args(self.replaced(args, &here)).status();
        status.ok().and_then(|status| status.code()).map_or(1, |code| code.clamp(0, 255) as u8)
    }

    fn replaced(&self, args: &[OsString], here: &Path) -> Vec<OsString> {
        let is_root = |arg: &OsStr| here.join(arg) == self.root;
        let is_it = args.iter().any(|arg| arg == "--test") && args.iter().any(|arg| is_root(arg));
        if !is_it {
            return args.to_vec();
        }
        let one = |arg: &OsString| match () {
            () if arg == "--test" => "--crate-type=bin".into(),
            () if is_root(arg) => self.instead.clone().into_os_string(),
            () => arg.clone(),
        };
        let mut all: Vec<OsString> = args.iter().map(one).collect();
        // Lints are about what the user wrote.
        all.push("--cap-lints=allow".into());
        all.push(format!("--remap-path-prefix={}={}", self.mirror.display(), self.package.display()).into());
        all.extend(self.args.iter().map(OsString::from));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tests_of_the_one_crate_become_the_driver() {
        let plan = Plan {
            root: "/w/src/lib.rs".into(),
            instead: "/m/src/lib.rs".into(),
            package: "/w".into(),
            mirror: "/m".into(),
            args: vec!["--cfg=kani".into()],
        };
        let os = |args: &[&str]| args.iter().map(OsString::from).collect::<Vec<_>>();
        let built = plan.replaced(&os(&["--crate-name", "w", "src/lib.rs", "--test", "-g"]), Path::new("/w"));
        let want = ["--crate-name", "w", "/m/src/lib.rs", "--crate-type=bin", "-g", "--cap-lints=allow"];
        assert_eq!(built, os(&[&want[..], &["--remap-path-prefix=/m=/w", "--cfg=kani"]].concat()));
        for other in [&["src/lib.rs", "--crate-type", "lib"][..], &["src/main.rs", "--test"]] {
            assert_eq!(plan.replaced(&os(other), Path::new("/w")), os(other));
        }
    }
}
