//! The real programs of the benchmark: how each fetched package is built.

use super::sources;
use super::workshop::{Recipe, Workshop};
use std::fs;
use std::path::{Path, PathBuf};
use symcrete_report::bench::figure::Trouble;

/// How a fetched package is built.
pub(super) type Package = fn(&Workshop) -> Result<Recipe<'static>, Trouble>;

/// The compression library with our driver.
pub(super) fn zlib(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::debian(&workshop.sources, "zlib")?;
    // The gz* files are the stdio-like layer, which the driver does not use.
    let mut sources = c_files(&folder, |name| !name.starts_with("gz"))?;
    sources.push(workshop.own("zlib.c"));
    Ok(Recipe { name: "zlib", sources, flags: vec![format!("-I{}", folder.display())], libraries: &[] })
}

/// The Lua interpreter.
pub(super) fn lua(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::debian(&workshop.sources, "lua5.4")?.join("src");
    // Debian's build writes this header; it only names a folder for libraries.
    let header = workshop.folder.join("lua5.4-deb-multiarch.h");
    let text = "#define DEB_HOST_MULTIARCH \"x86_64-linux-gnu\"\n";
    fs::write(&header, text).map_err(|why| Trouble::Missing(format!("{}: {why}", header.display())))?;
    let include = format!("-I{}", workshop.folder.display());
    let flags = [&include, "-DLUA_USE_LINUX", "-DLUA_COMPAT_5_3"].map(str::to_string).to_vec();
    // luac.c has a main of its own.
    let sources = c_files(&folder, |name| name != "luac.c")?;
    Ok(Recipe { name: "lua", sources, flags, libraries: &["-lm", "-ldl", "-Wl,-E"] })
}

/// expat 2.1.0 with its command line program xmlwf.
pub(super) fn expat(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::crates_io(&workshop.sources, "expat-sys", "=2.1.6")?.join("expat");
    let library = ["xmlparse.c", "xmltok.c", "xmlrole.c"].map(|file| folder.join("lib").join(file));
    let program = ["xmlwf.c", "xmlfile.c", "codepage.c", "unixfilemap.c"].map(|file| folder.join("xmlwf").join(file));
    let include = format!("-I{}", folder.join("lib").display());
    // What its configure script finds here.
    let found = ["-DHAVE_FCNTL_H", "-DHAVE_UNISTD_H", "-DHAVE_MEMMOVE", "-DBYTEORDER=1234", "-DXML_CONTEXT_BYTES=1024"];
    let frozen = workshop.own("frozen-time.h").display().to_string();
    let flags = [&include, "-DXML_DTD", "-DXML_NS", "-include", &frozen].into_iter().chain(found);
    let flags = flags.map(str::to_string).collect();
    Ok(Recipe { name: "expat", sources: library.into_iter().chain(program).collect(), flags, libraries: &[] })
}

/// cJSON with our driver.
pub(super) fn cjson(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::debian(&workshop.sources, "cjson")?;
    let sources = vec![folder.join("cJSON.c"), workshop.own("cjson.c")];
    Ok(Recipe { name: "cjson", sources, flags: vec![format!("-I{}", folder.display())], libraries: &["-lm"] })
}

/// The sqlite3 amalgamation with our driver.
pub(super) fn sqlite(workshop: &Workshop) -> Result<Recipe<'static>, Trouble> {
    let folder = sources::crates_io(&workshop.sources, "libsqlite3-sys", "0.30")?.join("sqlite3");
    let sources = vec![folder.join("sqlite3.c"), workshop.own("sqlite.c")];
    Ok(Recipe { name: "sqlite", sources, flags: vec![format!("-I{}", folder.display())], libraries: &["-lm"] })
}

pub(super) fn c_files(folder: &Path, wanted: impl Fn(&str) -> bool) -> Result<Vec<PathBuf>, Trouble> {
    let entries = fs::read_dir(folder).map_err(|why| Trouble::Missing(format!("{}: {why}", folder.display())))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| is_c_file(&name.to_string_lossy(), &wanted)))
        .collect();
    files.sort();
    Ok(files)
}

fn is_c_file(name: &str, wanted: &impl Fn(&str) -> bool) -> bool {
    name.ends_with(".c") && wanted(name)
}
