//! A project's own file: what `symcrete.toml` says is what is tested, `symcrete init` writes it, `symcrete ci` checks a change with it.

#[path = "../folder/mod.rs"]
mod folder;
#[path = "../machine/mod.rs"]
mod machine;
#[path = "../package/mod.rs"]
#[expect(dead_code, reason = "other tests fetch binary packages too")]
mod package;

mod ci;
mod init;
mod packages;
mod targets;
mod workflow;

use folder::Folder;
use std::process::Command;

impl Folder {
    /// Runs a command of a shell, which must succeed.
    fn shell(&self, command: &str) {
        let done = Command::new("sh").args(["-e", "-c", command]).current_dir(self).output().expect("sh starts");
        assert!(done.status.success(), "{command}: {}", folder::text(&done));
    }
}
