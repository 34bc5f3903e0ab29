//! The eight programs: where each comes from, how it is started, the tiny input it begins with.
//!
//! All read standard input. Lua and mujs run it as a program, without anything that reaches out of the process; grep takes
//! it as its pattern and searches a fixed text.

use super::super::packages::{self, Package};
use super::super::sources;
use super::super::workshop::{Recipe, Workshop};
use std::fs;
use std::path::Path;
use symcrete_report::bench::figure::Trouble;

/// A program of a registry.
pub(super) struct Wild {
    /// Its name.
    pub(super) name: &'static str,
    /// How it is built.
    pub(super) build: Build,
    /// Its arguments; `@text` is a file with [`TEXT`].
    pub(super) args: &'static [&'static str],
    /// The input it begins with.
    pub(super) seed: &'static [u8],
}

impl Wild {
    /// Its arguments, wherever it is started; the folder has the files that they name.
    pub(super) fn arguments(&self, folder: &Path) -> Vec<String> {
        let text = folder.join("text").display().to_string();
        self.args.iter().map(|arg| if *arg == "@text" { text.clone() } else { arg.to_string() }).collect()
    }
}

/// How a program is built.
#[derive(Clone, Copy)]
pub(super) enum Build {
    /// From a list of sources.
    Sources(Package),
    /// By its own configure script and make: the Debian package, options, folders to make in, the program, and what is
    /// changed in the sources for everybody.
    Make {
        package: &'static str,
        options: &'static [&'static str],
        folders: &'static [&'static str],
        program: &'static str,
        mended: &'static [Mend],
    },
}

/// A file of the sources, and what stands in it instead of what.
pub(super) type Mend = (&'static str, &'static str, &'static str);

/// What grep searches.
pub(super) const TEXT: &str = "ab\nabc abd\nfoo(bar) [x-z] 2026\naaaaab\n\\w+ * ? {2,3}\nÄö\n";

pub(super) const PROGRAMS: &[Wild] = &[
    Wild { name: "cjson", build: Build::Sources(packages::cjson), args: &[], seed: b"{\"a\":[1]}" },
    Wild { name: "libcsv", build: Build::Sources(libcsv), args: &[], seed: b"\0a,b\n" },
    Wild { name: "jansson", build: Build::Sources(jansson), args: &[], seed: b"{\"a\":[1]}" },
    Wild { name: "expat", build: Build::Sources(packages::expat), args: &[], seed: b"<a>b</a>" },
    Wild { name: "bzip2", build: Build::Sources(bzip2), args: &["-dc"], seed: BZIP2 },
    Wild { name: "mujs", build: Build::Sources(mujs), args: &[], seed: b"a=1;" },
    Wild { name: "lua", build: Build::Sources(lua), args: &[], seed: b"a=1" },
    Wild {
        name: "grep",
        build: Build::Make {
            package: "grep",
            options: &[
                "--disable-nls",
                "--disable-perl-regexp",
                "--with-included-regex",
                "--disable-dependency-tracking",
            ],
            folders: &["lib", "src"],
            program: "src/grep",
            // Debian's patch declares a variable right behind a label, which AFL++'s compiler, an older clang, refuses.
            mended: &[("lib/dfa.c", "stray_backslash:\n", "stray_backslash: ;\n")],
        },
        args: &["-f", "-", "@text"],
        seed: b"ab",
    },
];

/// `hi` and a line feed, compressed by bzip2.
const BZIP2: &[u8] = &[
    0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x1d, 0x5e, 0x59, 0xd5, 0x00, 0x00, 0x00, 0xc1, 0x00,
    0x00, 0x10, 0x00, 0x60, 0x20, 0x00, 0x21, 0x98, 0x19, 0x84, 0x61, 0x77, 0x24, 0x53, 0x85, 0x09, 0x01, 0xd5, 0xe5,
    0x9d, 0x50,
];

fn libcsv(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::debian(&workshop.sources, "libcsv")?;
    Ok(driven(workshop, "libcsv", vec![folder.join("libcsv.c")], &folder, &[]))
}

fn mujs(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::debian(&workshop.sources, "mujs")?;
    // All of the library in one file, as its own Makefile builds it.
    Ok(driven(workshop, "mujs", vec![folder.join("one.c")], &folder, &["-lm"]))
}

fn jansson(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::debian(&workshop.sources, "jansson")?.join("src");
    let missing = |why: std::io::Error| Trouble::Missing(format!("{}: {why}", folder.display()));
    // What its configure script writes here.
    let template = fs::read_to_string(folder.join("jansson_config.h.in")).map_err(missing)?;
    let config = template.lines().map(|line| match line.split_once('@') {
        Some((before, _)) if line.contains("json_inline") => format!("{before}inline\n"),
        Some((before, _)) if line.contains("@json_have_") => format!("{before}1\n"),
        _ => format!("{line}\n"),
    });
    fs::write(workshop.own("jansson_config.h"), config.collect::<String>()).map_err(missing)?;
    let private = "#define INITIAL_HASHTABLE_ORDER 3\n";
    fs::write(workshop.own("jansson_private_config.h"), private).map_err(missing)?;
    let files = packages::c_files(&folder, |_| true)?;
    let mut recipe = driven(workshop, "jansson", files, &folder, &[]);
    recipe.flags.push(format!("-I{}", workshop.folder.display()));
    recipe.flags.extend(["-DHAVE_STDINT_H", "-DHAVE_UNISTD_H"].map(str::to_string));
    Ok(recipe)
}

fn bzip2(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::debian(&workshop.sources, "bzip2")?;
    let files = ["blocksort", "huffman", "crctable", "randtable", "compress", "decompress", "bzlib", "bzip2"];
    let sources = files.map(|file| folder.join(format!("{file}.c"))).to_vec();
    Ok(Recipe { name: "bzip2", sources, flags: Vec::new(), libraries: &[] })
}

fn lua(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let whole = packages::lua(workshop)?;
    let folder = sources::debian(&workshop.sources, "lua5.4")?.join("src");
    // The interpreter's own main, and what reaches out of the process.
    const OUT: [&str; 6] = ["lua.c", "linit.c", "loslib.c", "liolib.c", "loadlib.c", "ldblib.c"];
    let is_out = |file: &Path| file.file_name().is_some_and(|name| OUT.iter().any(|out| name == *out));
    let files = whole.sources.into_iter().filter(|file| !is_out(file)).collect();
    let mut recipe = driven(workshop, "lua", files, &folder, &["-lm"]);
    recipe.flags.extend(whole.flags);
    Ok(recipe)
}

/// A library with our driver of its name.
fn driven(
    workshop: &Workshop,
    name: &'static str,
    mut sources: Vec<std::path::PathBuf>,
    include: &Path,
    libraries: &'static [&'static str],
) -> Recipe<'static> {
    sources.push(workshop.own(&format!("{name}.c")));
    Recipe { name, sources, flags: vec![format!("-I{}", include.display())], libraries }
}
