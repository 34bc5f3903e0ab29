//! Consumers from PyPI by name, fetched once into `target/`. A test that cannot have one says so: see `package::absent`.

use crate::package::{fetch, run};
use std::path::PathBuf;
use std::process::Command;

/// The folder to set `PYTHONPATH` to for these packages; its name is the first one's.
pub(crate) fn site(packages: &[&str]) -> Result<PathBuf, String> {
    fetch(packages[0], |folder| run(Command::new("pip3").args(["install", "--target"]).arg(folder).args(packages)))
}

/// The folder of a package's unpacked source archive.
pub(crate) fn source(package: &str, version: &str) -> Result<PathBuf, String> {
    let wanted = format!("{package}=={version}");
    let folder = fetch(package, |folder| {
        let download = ["download", "--no-deps", "--no-binary", ":all:", "--dest"];
        run(Command::new("pip3").args(download).arg(folder).arg(&wanted))?;
        let archive = format!("{}-{version}.tar.gz", package.replace('-', "_"));
        run(Command::new("tar").arg("xf").arg(folder.join(archive)).arg("-C").arg(folder))
    })?;
    Ok(folder.join(format!("{}-{version}", package.replace('-', "_"))))
}
