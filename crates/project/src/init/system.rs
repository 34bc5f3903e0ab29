//! The build systems that are known: how each is told, what it needs, and how it is run with our compilers.

use crate::file::Build;
use crate::key::Language;
use std::path::Path;

/// A build system.
pub(super) struct System {
    /// What people call it.
    pub(super) name: &'static str,
    /// Any of these files tells it, or a folder, which ends with `/`.
    pub(super) marks: &'static [&'static str],
    /// Programs that it needs, and the Debian packages that bring them.
    pub(super) tools: &'static [(&'static str, &'static str)],
    /// What it builds.
    pub(super) language: Language,
    /// How it is run in a folder.
    pub(super) build: fn(&Path) -> Build,
}

/// All of them. Where a project has several, the first that works is taken: those that build beside the sources come first.
pub(super) const SYSTEMS: [System; 10] = [
    System {
        name: "cargo",
        marks: &["Cargo.toml"],
        tools: &[("cargo", "rustup")],
        language: Language::Rust,
        build: |_| Build::default(),
    },
    System {
        name: "Maven",
        marks: &["pom.xml"],
        tools: &[("mvn", "maven")],
        language: Language::Java,
        build: |_| told(&["mvn -q -o compile || mvn -q compile"], ""),
    },
    System {
        name: "Gradle with its wrapper",
        marks: &["gradlew"],
        tools: &[("java", "openjdk-17-jdk-headless")],
        language: Language::Java,
        build: |_| told(&["./gradlew -q classes"], ""),
    },
    System {
        name: "Gradle",
        marks: &["build.gradle", "build.gradle.kts"],
        tools: &[("gradle", "gradle")],
        language: Language::Java,
        build: |_| told(&["gradle -q classes"], ""),
    },
    System {
        name: "CMake",
        marks: &["CMakeLists.txt"],
        tools: &[("cmake", "cmake"), ("make", "make")],
        language: Language::C,
        build: |_| {
            let configure = "cmake -S . -B symcrete-out/build -DCMAKE_EXPORT_COMPILE_COMMANDS=ON";
            told(&[configure, "cmake --build symcrete-out/build -j \"$(nproc)\""], "rm -rf symcrete-out/build")
        },
    },
    System {
        name: "Meson",
        marks: &["meson.build"],
        tools: &[("meson", "meson"), ("ninja", "ninja-build")],
        language: Language::C,
        build: |_| {
            let configure = "test -f symcrete-out/build/build.ninja || meson setup symcrete-out/build";
            told(&[configure, "ninja -C symcrete-out/build"], "rm -rf symcrete-out/build")
        },
    },
    System {
        name: "configure",
        marks: &["configure"],
        tools: &[("make", "make")],
        language: Language::C,
        build: configured,
    },
    System {
        name: "autotools",
        marks: &["configure.ac", "configure.in"],
        tools: &[("autoreconf", "autoconf automake libtool"), ("make", "make")],
        language: Language::C,
        build: |_| {
            let mut build = beside();
            build.command.insert(0, "test -f configure || autoreconf -fi".into());
            build
        },
    },
    System {
        name: "make",
        marks: &["GNUmakefile", "makefile", "Makefile"],
        tools: &[("make", "make")],
        language: Language::C,
        build: |folder| {
            let clean = if has_rule(folder, "clean") { "make clean" } else { "" };
            told(&["make CC=\"$CC\" CXX=\"$CXX\""], clean)
        },
    },
    System {
        name: "javac",
        marks: &["src/main/java/", "src/java/"],
        tools: &[("javac", "openjdk-17-jdk-headless")],
        language: Language::Java,
        build: compiled,
    },
];

impl System {
    /// The file that tells it, if it is in this folder.
    pub(super) fn mark(&self, folder: &Path) -> Option<&'static str> {
        let is_there = |mark: &str| match mark.strip_suffix('/') {
            Some(inside) => folder.join(inside).is_dir(),
            None => folder.join(mark).is_file(),
        };
        self.marks.iter().copied().find(|mark| is_there(mark))
    }
}

fn told(command: &[&str], clean: &str) -> Build {
    let clean = Some(clean).filter(|clean| !clean.is_empty()).map(Into::into).into_iter().collect();
    Build { command: command.iter().map(|&one| one.into()).collect(), clean }
}

/// Where classes go that are compiled without a build tool.
pub(super) const CLASSES: &str = "symcrete-out/classes";

/// Java sources that need no library but Java's own: for projects whose build tool is missing, or cannot get what it needs.
fn compiled(folder: &Path) -> Build {
    let sources = if folder.join("src/main/java").is_dir() { "src/main/java" } else { "src/java" };
    let list = format!(
        "mkdir -p {CLASSES} && find {sources} -name '*.java' ! -name module-info.java | sort > symcrete-out/sources.txt"
    );
    let resources = format!("if [ -d src/main/resources ]; then cp -R src/main/resources/. {CLASSES}; fi");
    let compile = format!("javac -nowarn -encoding UTF-8 -g -d {CLASSES} @symcrete-out/sources.txt");
    told(&[&list, &resources, &compile], &format!("rm -rf {CLASSES}"))
}

/// Autoconf's scripts build anywhere, others where they are. So do Autoconf's once somebody has configured the sources in place.
fn configured(folder: &Path) -> Build {
    let script = std::fs::read(folder.join("configure")).unwrap_or_default();
    let is_generated = String::from_utf8_lossy(&script).contains("Generated by GNU Autoconf");
    match is_generated && !folder.join("config.status").exists() {
        true => beside(),
        false => {
            let configure = "test -f symcrete-out/configured || { ./configure && touch symcrete-out/configured; }";
            let clean = "rm -f symcrete-out/configured; make distclean || make clean";
            told(&[configure, "make CC=\"$CC\" CXX=\"$CXX\""], clean)
        }
    }
}

/// Autoconf and make in a folder of our own. Tools that made the script are not asked to make it again: a package's files have the dates of its archive.
fn beside() -> Build {
    let configure =
        "mkdir -p symcrete-out/build && cd symcrete-out/build && { test -f config.status || ../../configure; }";
    let make = "make -C symcrete-out/build -j \"$(nproc)\" ACLOCAL=: AUTOCONF=: AUTOMAKE=: AUTOHEADER=: MAKEINFO=:";
    told(&[configure, make], "rm -rf symcrete-out/build")
}

/// Does the makefile have a rule of this name?
fn has_rule(folder: &Path, name: &str) -> bool {
    let texts =
        ["GNUmakefile", "makefile", "Makefile"].map(|file| std::fs::read(folder.join(file)).unwrap_or_default());
    texts.iter().any(|text| {
        let text = String::from_utf8_lossy(text);
        text.lines().any(|line| line.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with(':')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_of_autoconf_builds_beside_the_sources_and_another_one_in_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        std::fs::write(path.join("configure"), "#!/bin/sh\n# Generated by GNU Autoconf 2.71\n").expect("writable");
        assert!(configured(path).command[0].contains("../../configure"));
        std::fs::write(path.join("config.status"), "").expect("writable");
        assert!(configured(path).command[0].contains("{ ./configure &&"));
        std::fs::write(path.join("Makefile"), "all: x\n\nclean:\n\trm x\n").expect("writable");
        assert!(has_rule(path, "clean") && !has_rule(path, "x"));
    }
}
