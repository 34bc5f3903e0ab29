//! A linker's command line, as far as it must be understood: inputs, output, kind.

use super::Error;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// A linker command line with response files expanded.
pub(crate) struct Line {
    pub(crate) args: Vec<OsString>,
    pub(crate) output: PathBuf,
    /// `-r`: objects into one object; bitcode sections are kept by the linker.
    pub(crate) relocatable: bool,
    pub(crate) shared: bool,
    is_static: bool,
    pie: bool,
    /// `--version` and the like: nothing is linked.
    pub(crate) asks_only: bool,
    /// `-L` folders in order.
    folders: Vec<PathBuf>,
}

impl Line {
    pub(crate) fn parse(args: &[OsString]) -> Result<Line, Error> {
        let args = expand(args)?;
        let has = |flags: &[&str]| args.iter().any(|arg| flags.iter().any(|flag| arg == flag));
        let output = value_of(&args, "-o").map_or_else(|| PathBuf::from("a.out"), PathBuf::from);
        let folders = args.iter().enumerate().filter_map(|(k, arg)| match arg.to_str()? {
            "-L" | "--library-path" => args.get(k + 1).map(PathBuf::from),
            text => text.strip_prefix("-L").or_else(|| text.strip_prefix("--library-path=")).map(PathBuf::from),
        });
        Ok(Line {
            output,
            relocatable: has(&["-r", "--relocatable", "-i"]),
            shared: has(&["-shared", "--shared", "-Bshareable"]),
            is_static: has(&["-static", "--static", "-Bstatic"]) && !has(&["-dynamic-linker", "--dynamic-linker"]),
            pie: has(&["-pie", "--pie", "--pic-executable"]),
            asks_only: has(&["--version", "-v", "-V", "--help"]) && !has(&["-o"]),
            folders: folders.collect(),
            args,
        })
    }

    /// Is this among its files which has denormal numbers flushed from the start? `-ffast-math` adds it.
    pub(crate) fn flushes(&self) -> bool {
        self.args.iter().any(|arg| Path::new(arg).file_name() == Some(OsStr::new("crtfastmath.o")))
    }

    /// Functions whose calls go to `__wrap_NAME`.
    pub(crate) fn wrapped(&self) -> BTreeSet<String> {
        let wrapped = self.args.iter().enumerate().filter_map(|(k, arg)| match arg.to_str()? {
            "--wrap" | "-wrap" => self.args.get(k + 1)?.to_str(),
            text => text.strip_prefix("--wrap=").or_else(|| text.strip_prefix("-wrap=")),
        });
        wrapped.map(String::from).collect()
    }

    /// Is the C library among what is linked? `-nostdlib` leaves it out.
    pub(crate) fn has_c_library(&self) -> bool {
        let is_file =
            |arg: &OsString| matches!(Path::new(arg).file_name(), Some(name) if name == "libc.a" || name == "libc.so");
        self.args.iter().any(|arg| arg == "-lc" || is_file(arg))
    }

    /// The static library that `-lNAME` means here, if it is one outside the system.
    pub(crate) fn library(&self, arg: &OsStr) -> Option<PathBuf> {
        self.find(arg).filter(|file| is_archive(file))
    }

    /// The shared library that `-lNAME` means here.
    pub(crate) fn shared_library(&self, arg: &OsStr) -> Option<PathBuf> {
        self.find(arg).filter(|file| !is_archive(file))
    }

    /// The library that `-lNAME` stands for, shared or not.
    fn find(&self, arg: &OsStr) -> Option<PathBuf> {
        let name = arg.to_str()?.strip_prefix("-l")?;
        let names = match name.strip_prefix(':') {
            Some(exact) => vec![exact.to_string()],
            None if self.is_static => vec![format!("lib{name}.a")],
            None => vec![format!("lib{name}.so"), format!("lib{name}.a")],
        };
        let files = self.folders.iter().flat_map(|folder| names.iter().map(move |name| folder.join(name)));
        files.into_iter().find(|file| file.is_file())
    }

    /// The line with the runtime before the first system library.
    pub(crate) fn with_runtime(&self, mut args: Vec<OsString>, runtime: &Path) -> Vec<OsString> {
        let system = ["-lgcc", "-lc", "--as-needed", "-lm", "-lpthread", "-lstdc++"];
        let at = args.iter().position(|arg| system.iter().any(|name| arg == name)).unwrap_or(args.len());
        args.insert(at, runtime.as_os_str().to_os_string());
        // Libraries share the program's runtime, also with -Bsymbolic; a static program loads none, and its start-up code
        // cannot relocate exported thread-local variables.
        if !self.is_static {
            args.push("--export-dynamic-symbol=__symcrete_*".into());
            args.push("--export-dynamic-symbol=symcrete_*".into());
        }
        args
    }
}

/// The same line for a position-independent program; `None` when it is one already or cannot be.
///
/// Shadow memory needs programs to lie high. Instrumented objects are position independent in any
/// case, so only the start-up files have to change.
pub(crate) fn position_independent(args: &[OsString], line: &Line) -> Option<Vec<OsString>> {
    if line.pie || line.shared || line.is_static {
        return None;
    }
    let swapped = args.iter().filter(|arg| *arg != "-no-pie").map(|arg| {
        let path = Path::new(arg);
        let name = match path.file_name().and_then(OsStr::to_str) {
            Some("crt1.o") => "Scrt1.o",
            Some("crtbegin.o") => "crtbeginS.o",
            Some("crtend.o") => "crtendS.o",
            _ => return arg.clone(),
        };
        path.with_file_name(name).into_os_string()
    });
    let mut args: Vec<OsString> = swapped.collect();
    args.insert(0, "-pie".into());
    Some(args)
}

/// A line without the libraries of sanitizers: their checks are in the plain program; the runtime stands in for them
/// (`runtime/src/undefined.rs`), and their memory would lie where the runtime's is.
pub(crate) fn without_sanitizers(args: Vec<OsString>) -> Vec<OsString> {
    let is_one = |arg: &OsString| {
        let text = arg.to_string_lossy();
        ["asan", "ubsan", "lsan"].iter().any(|name| text.contains(&format!("libclang_rt.{name}")))
    };
    args.into_iter().filter(|arg| !is_one(arg)).collect()
}

/// What the runtime and the models are called, in a version script.
const NAMES: &str = "__symcrete_*;";

/// A line whose version scripts hide nothing of the runtime: a library shares the program's.
pub(crate) fn with_names(mut args: Vec<OsString>, scratch: &Path) -> Result<Vec<OsString>, Error> {
    let mut is_value = false;
    for (k, arg) in args.iter_mut().enumerate() {
        let text = arg.to_string_lossy().into_owned();
        let joined = text.split_once("-version-script=").filter(|(dash, _)| matches!(*dash, "" | "-"));
        let script = if is_value { Some(text.as_str()) } else { joined.map(|(_, file)| file) };
        is_value = matches!(text.as_str(), "--version-script" | "-version-script");
        // Whether it can be read is the linker's to say.
        let Some(Ok(script)) = script.map(std::fs::read_to_string) else { continue };
        let made = scratch.join(format!("names-{k}.map"));
        super::write(&made, with_our_names(&script).as_bytes())?;
        *arg = if joined.is_some() { format!("--version-script={}", made.display()).into() } else { made.into() };
    }
    Ok(args)
}

/// A version script whose first node has our names as well: behind its word `global`, or before what it has instead.
fn with_our_names(script: &str) -> String {
    let Some(open) = past_comments(script, 0, |c| c == '{') else { return script.into() };
    let Some(first) = past_comments(script, open + 1, |c| !c.is_whitespace()) else { return script.into() };
    let label = |word| script[first..].strip_prefix(word).is_some_and(|rest: &str| rest.trim_start().starts_with(':'));
    let (at, names) = match (label("global"), label("local")) {
        (true, _) => (first + script[first..].find(':').unwrap_or(0) + 1, format!(" {NAMES} ")),
        (_, true) => (first, format!("global: {NAMES} ")),
        _ => (first, format!("{NAMES} ")),
    };
    format!("{}{names}{}", &script[..at], &script[at..])
}

/// The first such character from here on that is not in a comment.
fn past_comments(script: &str, from: usize, is_wanted: impl Fn(char) -> bool) -> Option<usize> {
    let mut at = from;
    while let Some(c) = script[at..].chars().next() {
        let rest = &script[at..];
        at += match c {
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '#' => rest.find('\n').unwrap_or(rest.len()),
            _ if is_wanted(c) => return Some(at),
            _ => c.len_utf8(),
        };
    }
    None
}

/// Puts files before another on a line.
pub(crate) fn insert_before(args: &mut Vec<OsString>, place: &Path, files: &[PathBuf]) {
    let at = args.iter().position(|arg| arg == place.as_os_str()).unwrap_or(args.len());
    args.splice(at..at, files.iter().map(|file| file.clone().into_os_string()));
}

fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "a")
}

/// The argument behind a flag, joined to it or apart.
fn value_of<'a>(args: &'a [OsString], flag: &str) -> Option<&'a OsStr> {
    let apart = args.iter().position(|arg| arg == flag).and_then(|at| args.get(at + 1));
    apart.map(OsString::as_os_str)
}

/// Replaces `@FILE` by the arguments in the file, as linkers do.
fn expand(args: &[OsString]) -> Result<Vec<OsString>, Error> {
    let mut all = Vec::new();
    for arg in args {
        match arg.to_str().and_then(|text| text.strip_prefix('@')) {
            Some(file) if Path::new(file).is_file() => {
                let text = std::fs::read_to_string(file).map_err(|why| Error::File(file.into(), why))?;
                all.extend(split(&text).into_iter().map(OsString::from));
            }
            _ => all.push(arg.clone()),
        }
    }
    Ok(all)
}

/// Splits a response file: white space separates, quotes group, a backslash takes the next character.
pub(crate) fn split(text: &str) -> Vec<String> {
    let (mut words, mut word, mut quote, mut inside) = (Vec::new(), String::new(), None, false);
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        match (c, quote) {
            ('\\', _) => word.extend(characters.next()),
            (_, Some(open)) if c == open => quote = None,
            (_, Some(_)) => word.push(c),
            ('"' | '\'', None) => (quote, inside) = (Some(c), true),
            (_, None) if c.is_whitespace() => {
                if inside || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                inside = false;
            }
            _ => word.push(c),
        }
    }
    if inside || !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn os(args: &[&str]) -> Vec<OsString> {
        args.iter().map(OsString::from).collect()
    }

    #[test]
    fn response_files_are_split_as_linkers_do() {
        assert_eq!(split("-o a.out\n\"my file.o\" 'b c' d\\ e \"\""), ["-o", "a.out", "my file.o", "b c", "d e", ""]);
    }

    #[test]
    fn the_runtime_comes_before_system_libraries() {
        let line = Line::parse(&os(&["-o", "p", "a.o", "-lgcc", "-lc"])).unwrap();
        let with = line.with_runtime(line.args.clone(), Path::new("rt.o"));
        assert_eq!(with[..5], os(&["-o", "p", "a.o", "rt.o", "-lgcc"]));
        assert_eq!(line.output, Path::new("p"));
    }

    #[test]
    fn version_scripts_get_our_names() {
        assert_eq!(with_our_names("V1 { local: *; };"), "V1 { global: __symcrete_*; local: *; };");
        let commented = "/* { */ # {\n{ # one\nglobal : a; };";
        assert_eq!(with_our_names(commented), "/* { */ # {\n{ # one\nglobal : __symcrete_*;  a; };");
        assert_eq!(with_our_names("{ a; };"), "{ __symcrete_*; a; };");
        assert_eq!(with_our_names("no node /"), "no node /");
    }

    #[test]
    fn a_fixed_program_becomes_position_independent() {
        let args = os(&["-no-pie", "/usr/lib/crt1.o", "crtbegin.o", "a.o", "crtend.o"]);
        let line = Line::parse(&args).unwrap();
        let want = os(&["-pie", "/usr/lib/Scrt1.o", "crtbeginS.o", "a.o", "crtendS.o"]);
        assert_eq!(position_independent(&args, &line), Some(want));
        let pie = Line::parse(&os(&["-pie", "a.o"])).unwrap();
        assert_eq!(position_independent(&pie.args, &pie), None);
    }
}
