//! Files to start from: how a folder of them is read, and which of a program's inputs they are.
//!
//! A folder of stored tests (`--seeds OLD/tests`) gives their inputs: what a manifest says of standard input, values, arguments, variables and
//! files. Elsewhere a file is what the program reads: standard input, or the first `--file` of the command line; a program written for
//! libFuzzer reads neither, so there it is the buffer ([`to_buffer`]). What a program reads is known once it is built.

use crate::payload::buffer;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_build::unit::is_fuzzed;
use symcrete_corpus::{GivenKind, Manifest};
use symcrete_engine::options::Options;
use symcrete_engine::setting::{ASKED, STDIN, Setting};
use symcrete_model::Program;
use symcrete_search::Input;

/// Ending of the file beside a seed that holds the values the program asks for.
pub const VALUES: &str = "values";
/// Endings of the files beside a seed that hold arguments and files, with a number from 1 behind them.
pub const ARG: &str = "arg";
/// The same for files.
pub const FILE: &str = "file";

/// A file to start from, and what lies beside it.
pub struct Seed {
    bytes: Vec<u8>,
    asked: Vec<u8>,
    args: Vec<Vec<u8>>,
    files: Vec<Vec<u8>>,
    /// Variables by their names.
    env: Vec<(String, Vec<u8>)>,
    /// Is it a stored test, so that its bytes are standard input in any case?
    is_test: bool,
}

impl Seed {
    /// The input: what the seed has over what every input has. Its file goes to the stream `plain`, to standard input if
    /// the contents of files lie beside it.
    pub fn input(self, zeros: &Input, setting: &Setting, plain: usize) -> Input {
        let mut input = zeros.clone();
        let plain = if self.files.is_empty() && !self.is_test { plain } else { STDIN };
        input.streams[plain] = self.bytes;
        input.streams[ASKED] = self.asked;
        for (stream, mut bytes) in setting.arguments().zip(self.args) {
            // An argument ends at a zero byte: those behind it are room for longer ones.
            bytes.resize(bytes.len().max(zeros.streams[stream].len()), 0);
            input.streams[stream] = bytes;
        }
        for (stream, bytes) in setting.files().zip(self.files) {
            input.streams[stream] = bytes;
        }
        for (stream, name) in setting.variables() {
            let Some((_, bytes)) = self.env.iter().find(|(other, _)| name == other.as_str()) else { continue };
            let room = input.streams[stream].len().max(bytes.len());
            input.streams[stream] = [&bytes[..], &vec![0; room - bytes.len()]].concat();
        }
        input
    }

    /// What a stored test is given.
    fn of(test: &Manifest) -> Seed {
        let given = |kind: GivenKind| test.given.iter().filter(move |given| given.kind == kind);
        let bytes = |kind: GivenKind| given(kind).map(|given| given.bytes.0.clone()).collect();
        Seed {
            bytes: test.stdin.0.clone(),
            asked: test.asked(),
            args: bytes(GivenKind::Arg),
            files: bytes(GivenKind::File),
            env: given(GivenKind::Env).map(|given| (given.name.clone(), given.bytes.0.clone())).collect(),
            is_test: true,
        }
    }
}

/// The seeds of a folder in order of their names.
pub fn read(folder: &Path) -> Result<Vec<Seed>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|why| Failure::file(folder, why))?;
    let mut files: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
    files.sort_unstable();
    if let Some(tests) = tests(&files) {
        return Ok(tests);
    }
    let is_beside = |file: &PathBuf| is_part(file) && files.contains(&file.with_extension(""));
    let seeds = files.iter().filter(|file| !is_beside(file)).map(|file| seed(file));
    let seeds = seeds.collect::<Result<Vec<Seed>, Failure>>()?;
    if seeds.is_empty() {
        return Err(Failure::at(folder, "this folder has no files to start from"));
    }
    Ok(seeds)
}

/// The tests that are stored among these files; `None` if there are none. Beside a test lies nothing but its parts.
fn tests(files: &[PathBuf]) -> Option<Vec<Seed>> {
    let is_manifest = |file: &&PathBuf| file.extension().is_some_and(|ending| ending == "json");
    let has_input = |file: &&PathBuf| file.with_extension("stdin").is_file();
    let manifests = files.iter().filter(is_manifest).filter(has_input).filter_map(|file| Manifest::read(file).ok());
    let tests: Vec<Seed> = manifests.map(|test| Seed::of(&test)).collect();
    (!tests.is_empty()).then_some(tests)
}

/// Does the ending say that the file lies beside a seed?
fn is_part(file: &Path) -> bool {
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    ending == VALUES || [ARG, FILE].iter().any(|part| ending.strip_prefix(part).is_some_and(is_number))
}

fn seed(file: &Path) -> Result<Seed, Failure> {
    let read = |file: &Path| std::fs::read(file).map_err(|why| Failure::file(file, why));
    let values = file.with_added_extension(VALUES);
    let numbered = |part: &str| {
        let names = (1..).map(|number| file.with_added_extension(format!("{part}{number}")));
        names.take_while(|name| name.is_file()).map(|name| read(&name)).collect::<Result<Vec<_>, Failure>>()
    };
    let asked = if values.is_file() { read(&values)? } else { Vec::new() };
    let (bytes, args, files) = (read(file)?, numbered(ARG)?, numbered(FILE)?);
    Ok(Seed { bytes, asked, args, files, env: Vec::new(), is_test: false })
}

/// Says which parts of seeds the program is not given.
pub fn warn_of_strangers(seeds: &[Seed], setting: &Setting) {
    let most = |count: fn(&Seed) -> usize| seeds.iter().map(count).max().unwrap_or(0);
    let parts = [
        (most(|seed| seed.args.len()), setting.arguments().count(), "arguments", "--arg N"),
        (most(|seed| seed.files.len()), setting.files().count(), "files", "--file NAME=N"),
    ];
    for (has, takes, what, option) in parts.into_iter().filter(|(has, takes, ..)| has > takes) {
        eprintln!(
            "symcrete: the seeds have more {what} ({has}) than the program is given ({takes}): add {option} for each"
        );
    }
}

/// Makes the bytes of standard input libFuzzer's buffer, if that is what the program reads. A longer seed than `--max-len`
/// allows is allowed.
pub fn to_buffer(options: &mut Options, program: &Program) {
    if !is_fuzzed(program) {
        return;
    }
    let is_plain = |seed: &&mut Input| seed.streams[ASKED].is_empty() && !seed.streams[STDIN].is_empty();
    for seed in options.seeds.iter_mut().filter(is_plain) {
        let bytes = std::mem::take(&mut seed.streams[STDIN]);
        let size = bytes.len() as u64;
        seed.streams[ASKED] = buffer(&bytes);
        options.setting.max_buffer = options.setting.max_buffer.max(size);
    }
}
