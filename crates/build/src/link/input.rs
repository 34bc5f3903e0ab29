//! Replaces the inputs of a link that carry bitcode by their instrumented form.

use super::definitions::Definitions;
use super::flags::Flags;
use super::line::Line;
use super::models::Exceptions;
use super::{Error, models, write};
use crate::bitcode;
use crate::cache::{self, Key};
use object::read::archive::ArchiveFile;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_instrument::Options;

/// Why an object with bitcode stays as it is.
const COROUTINES: &str = "has C++20 coroutines";

/// Replaces inputs and remembers what it met.
pub(crate) struct Inputs<'a> {
    scratch: &'a Path,
    count: usize,
    instrumented: usize,
    /// The user's own objects that stay as they are, and why.
    strangers: Vec<(PathBuf, &'static str)>,
    options: Options,
    definitions: Definitions,
    /// Models that the instrumented inputs call.
    wanted_models: BTreeSet<String>,
    /// What the inputs were compiled with.
    flags: Flags,
    /// Does one of them count what is covered, and its instrumented form does not?
    loses_counts: bool,
}

/// A file of the link line.
struct Input {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl Input {
    fn read(path: PathBuf) -> Result<Input, Error> {
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Input { path, bytes }),
            Err(why) => Err(Error::File(path, why)),
        }
    }
}

impl<'a> Inputs<'a> {
    pub(crate) fn new(scratch: &'a Path, line: &Line) -> Inputs<'a> {
        Inputs {
            scratch,
            count: 0,
            instrumented: 0,
            strangers: Vec::new(),
            options: options(line),
            definitions: Definitions::default(),
            wanted_models: BTreeSet::new(),
            flags: Flags::default(),
            loses_counts: false,
        }
    }

    pub(crate) fn any_bitcode(&self) -> bool {
        self.instrumented > 0
    }

    pub(crate) fn wanted_models(&self) -> &BTreeSet<String> {
        &self.wanted_models
    }

    /// Who handles exceptions: nobody, if no input does. Of a library nobody knows.
    pub(crate) fn exceptions(&self, line: &Line) -> Exceptions {
        if line.shared || self.definitions.has_handlers { Exceptions::Handled } else { Exceptions::Fatal }
    }

    /// What the inputs were compiled with, and what they are linked with.
    pub(crate) fn flags(&self, line: &Line) -> Flags {
        let mut flags = self.flags.clone();
        self.strangers.iter().for_each(|(file, _)| flags.add_file(file));
        flags.add_line(line);
        flags
    }

    /// Says, once a link, which objects stay as they are; where nothing is instrumented, only of those that could have been expected to be.
    pub(crate) fn report_strangers(&self) {
        let is_told = |why: &str| self.any_bitcode() || why == COROUTINES;
        for (path, why) in self.strangers.iter().filter(|(_, why)| is_told(why)) {
            eprintln!(
                "symcrete: {} {why} and is linked as it is: symbolic data is not followed inside it",
                path.display()
            );
        }
    }

    /// Says, once a link, that only the plain program counts what is covered.
    pub(crate) fn report_counts(&self, plain: &Path) {
        if self.loses_counts {
            eprintln!(
                "symcrete: only {} writes coverage data (.gcda, .profraw), the instrumented program does not",
                plain.display()
            );
        }
    }

    /// The link line with instrumented inputs.
    pub(crate) fn replace(&mut self, line: &Line) -> Result<Vec<OsString>, Error> {
        let mut is_value = false;
        let files = line.args.iter().map(|arg| {
            let skip = std::mem::replace(&mut is_value, takes_value(arg));
            let path = if skip { None } else { input_file(arg, line) };
            path.map(Input::read).transpose()
        });
        let files = files.collect::<Result<Vec<Option<Input>>, Error>>()?;
        for file in files.iter().flatten().filter(|file| !is_system(&file.path)) {
            self.definitions.add(&file.path, &file.bytes);
        }
        let shared = line.args.iter().filter_map(|arg| line.shared_library(arg));
        for path in shared.filter(|path| !is_system(path)) {
            // Whether it can be read is the linker's to say.
            self.definitions.add(&path, &std::fs::read(&path).unwrap_or_default());
        }
        self.follow_streams()?;
        let mut args = Vec::new();
        for (arg, file) in line.args.iter().zip(files) {
            match file {
                Some(file) => args.extend(self.input(&file, arg)?),
                None => args.push(arg.clone()),
            }
        }
        Ok(args)
    }

    /// What libstdc++ reads inside is followed, if an input needs it and it can be made here.
    fn follow_streams(&mut self) -> Result<(), Error> {
        let wanted = self.definitions.use_streams && !self.options.without_models.iter().any(|left| left == "streams");
        if wanted && let Some(object) = models::streams(self.scratch)? {
            self.definitions.add(Path::new(models::STREAMS), &object);
            self.wanted_models.insert(models::STREAMS.into());
        }
        Ok(())
    }

    /// One input: what stands in its place.
    fn input(&mut self, Input { path, bytes }: &Input, arg: &OsStr) -> Result<Vec<OsString>, Error> {
        if is_archive(bytes) {
            return Ok(vec![self.archive(path, bytes)?.unwrap_or_else(|| arg.to_os_string())]);
        }
        if !is_object(bytes) {
            return Ok(vec![arg.to_os_string()]);
        }
        let objects = self.object(path, bytes)?;
        if objects.is_empty() {
            if !is_system(path) {
                let why = if bitcode::is_left(bytes) { COROUTINES } else { "has no bitcode" };
                self.strangers.push((path.to_path_buf(), why));
                self.flags.strangers.add(path, bytes);
            }
            return Ok(vec![arg.to_os_string()]);
        }
        Ok(objects.into_iter().map(PathBuf::into_os_string).collect())
    }

    /// The instrumented forms of an object's modules.
    fn object(&mut self, path: &Path, bytes: &[u8]) -> Result<Vec<PathBuf>, Error> {
        let mut files = Vec::new();
        self.options.followed = self.definitions.wanted_by(bytes);
        let beside = bitcode::beside(path);
        let within = bitcode::modules(bytes);
        let modules = if within.is_empty() { beside.iter().map(Vec::as_slice).collect() } else { within };
        for module in modules {
            let key = Key::of(module, &self.options);
            let object = match cache::get(key) {
                Some(object) => object,
                None => {
                    let made = symcrete_instrument::instrument(module, key.number(), &self.options)
                        .map_err(|why| Error::Instrument(path.to_path_buf(), why))?;
                    cache::put(key, &made.object);
                    made.object
                }
            };
            self.loses_counts |= bitcode::counts(bytes) && !bitcode::counts(&object);
            self.wanted_models.extend(models::wanted_by(&object));
            let name = path.file_name().unwrap_or_else(|| OsStr::new("object.o"));
            let file = self.fresh(name);
            write(&file, &object)?;
            files.push(file);
        }
        if !files.is_empty() {
            self.flags.add_object(bytes);
        }
        self.instrumented += files.len();
        Ok(files)
    }

    /// A new file name in the scratch folder that ends in the given one.
    fn fresh(&mut self, name: &OsStr) -> PathBuf {
        self.count += 1;
        let folder = self.scratch.join(self.count.to_string());
        let _ = std::fs::create_dir_all(&folder);
        folder.join(name)
    }

    /// An archive with instrumented members; `None` if no member has bitcode. Such archives are not unpacked: those of the compiler
    /// have hundreds of members, and every link has them.
    fn archive(&mut self, path: &Path, bytes: &[u8]) -> Result<Option<OsString>, Error> {
        if is_builtins(path) {
            return Ok(None);
        }
        let members = members(path, bytes);
        let has_bitcode = members.iter().any(|(_, data)| !bitcode::modules(data).is_empty());
        let mut files = Vec::new();
        for (name, data) in members {
            let made = self.object(&name, &data)?;
            if made.is_empty() {
                if !is_system(path) {
                    self.flags.strangers.add(&path.join(&name), &data);
                }
                if has_bitcode {
                    let file = self.fresh(name.file_name().unwrap_or_else(|| OsStr::new("member.o")));
                    write(&file, &data)?;
                    files.push(file);
                }
            }
            files.extend(made);
        }
        if !has_bitcode {
            return Ok(None);
        }
        let made = self.fresh(path.file_name().unwrap_or_else(|| OsStr::new("archive.a")));
        pack(&made, &files)?;
        Ok(Some(made.into_os_string()))
    }
}

/// Is a file an archive of objects?
pub(super) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"!<arch>\n") || bytes.starts_with(b"!<thin>\n")
}

/// The members of an archive by name; what cannot be read is empty.
pub(super) fn members(path: &Path, bytes: &[u8]) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(archive) = ArchiveFile::parse(bytes) else { return Vec::new() };
    let member = |member: object::read::archive::ArchiveMember| {
        let name = PathBuf::from(String::from_utf8_lossy(member.name()).into_owned());
        let data = match member.is_thin() {
            true => std::fs::read(path.parent().unwrap_or(Path::new("")).join(&name)).unwrap_or_default(),
            false => member.data(bytes).unwrap_or_default().to_vec(),
        };
        (name, data)
    };
    archive.members().filter_map(Result::ok).map(member).collect()
}

/// `SYMCRETE_WITHOUT_MODELS` names library functions, separated by commas, whose models are not used:
/// to see what a model is good for, or to get by without a wrong one. `SYMCRETE_DUMP_IR` names a file for the IR.
fn options(line: &Line) -> Options {
    let left = std::env::var("SYMCRETE_WITHOUT_MODELS").unwrap_or_default();
    let names = left.split(',').filter(|name| !name.is_empty());
    let dump = std::env::var_os("SYMCRETE_DUMP_IR").map(PathBuf::from);
    Options {
        without_models: names.map(String::from).collect(),
        wrapped: line.wrapped(),
        flushes: line.flushes(),
        dump,
        ..Options::default()
    }
}

/// Makes an archive of files; members of the same name are kept apart.
fn pack(archive: &Path, files: &[PathBuf]) -> Result<(), Error> {
    let list = archive.with_extension("list");
    let text: String = files.iter().map(|file| format!("{}\n", file.display())).collect();
    write(&list, text.as_bytes())?;
    let mut response = OsString::from("@");
    response.push(&list);
    let status = Command::new("ar").arg("qcs").arg(archive).arg(response).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(Error::File(archive.to_path_buf(), std::io::Error::other("ar failed"))),
        Err(why) => Err(Error::Linker("ar".into(), why)),
    }
}

/// Flags whose value stands apart and might look like an input.
fn takes_value(arg: &OsStr) -> bool {
    const FLAGS: &[&str] = &[
        "-o",
        "-L",
        "-z",
        "-m",
        "-e",
        "-h",
        "-soname",
        "-T",
        "-rpath",
        "-rpath-link",
        "-dynamic-linker",
        "-plugin",
        "--dynamic-linker",
        "--version-script",
        "--dynamic-list",
        "-Map",
        "-u",
        "-y",
        "-F",
        "-f",
        "-init",
        "-fini",
        "--soname",
        "--entry",
        "--script",
        "--defsym",
        "-R",
        "-A",
        "-b",
        "-Y",
        "--sysroot",
        "-retain-symbols-file",
    ];
    arg.to_str().is_some_and(|text| FLAGS.contains(&text))
}

/// The file that an argument names as an input.
fn input_file(arg: &OsStr, line: &Line) -> Option<PathBuf> {
    let text = arg.to_string_lossy();
    if text.starts_with("-l") {
        return line.library(arg);
    }
    if text.starts_with('-') {
        return None;
    }
    let path = PathBuf::from(arg);
    path.is_file().then_some(path)
}

/// A relocatable ELF object.
fn is_object(bytes: &[u8]) -> bool {
    bytes.starts_with(b"\x7fELF") && bytes.get(16..18) == Some(&[1, 0])
}

/// Start-up files and libraries of the system never have bitcode; nobody needs to be told.
pub fn is_system(path: &Path) -> bool {
    is_builtins(path) || path.canonicalize().is_ok_and(|path| path.starts_with("/usr") || path.starts_with("/lib"))
}

/// Is a file the part of Rust's libraries that stands for `libgcc`? What calls it is single instructions, which are followed where they stand.
/// The runtime inside the program calls it as well, so what it does must not be told.
fn is_builtins(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with("libcompiler_builtins-") && name.ends_with(".rlib")
}
