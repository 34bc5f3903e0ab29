//! What is needed to run Java: the `java` command, and our jar, which this program carries along.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use tempfile::TempDir;

/// Our classes and ASM's; empty when the build had no JDK.
const JAR: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/java.jar"));
/// The Debian packages that the build lacked.
const MISSING: &str = include_str!(concat!(env!("OUT_DIR"), "/missing.txt"));

/// The newest Java whose class files are read; empty when the build had no JDK.
const NEWEST: &str = include_str!(concat!(env!("OUT_DIR"), "/newest.txt"));

/// The tools at hand.
pub struct Kit {
    java: PathBuf,
    folder: TempDir,
}

impl Kit {
    /// Finds `java` by the variables of the environment, and lays out our jar.
    pub fn new(env: &[(OsString, OsString)]) -> Result<Kit, Failure> {
        if JAR.is_empty() {
            return Err(Failure::usage(format!(
                "this symcrete was built without its Java part: install {MISSING} (`apt-get install {MISSING}`) and build it again with `cargo build --release`"
            )));
        }
        let java = Kit::find(env).ok_or_else(|| {
            Failure::usage(
                "java was not found: install a JRE or JDK of version 11 to 21, such as `apt-get install openjdk-17-jre-headless`, or set JAVA_HOME",
            )
        })?;
        let folder =
            tempfile::tempdir().map_err(|why| Failure::file(Path::new("the folder for temporary files"), why))?;
        let jar = folder.path().join("symcrete.jar");
        std::fs::write(&jar, JAR).map_err(|why| Failure::file(&jar, why))?;
        Ok(Kit { java, folder })
    }

    /// The `java` of `JAVA_HOME`, or else the first one in `PATH`.
    pub fn find(env: &[(OsString, OsString)]) -> Option<PathBuf> {
        let value = |name: &str| env.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_os_str());
        let home = value("JAVA_HOME").filter(|home| !home.is_empty()).map(|home| Path::new(home).join("bin/java"));
        let in_path =
            |path: &OsStr| std::env::split_paths(path).map(|folder| folder.join("java")).find(|java| java.is_file());
        home.filter(|java| java.is_file()).or_else(|| value("PATH").and_then(in_path))
    }

    /// Was the Java part compiled into this program? Else, the Debian packages that were missing.
    pub fn missing() -> Option<&'static str> {
        JAR.is_empty().then_some(MISSING)
    }

    /// The newest Java whose class files are read.
    pub fn newest() -> &'static str {
        NEWEST
    }

    /// The `java` command.
    pub fn java(&self) -> &Path {
        &self.java
    }

    /// Our jar.
    pub fn jar(&self) -> PathBuf {
        self.folder.path().join("symcrete.jar")
    }

    /// A place for files of ours.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}
