//! Files to start from: how a folder of them is read, and which of a program's inputs they are.
//!
//! A file is what the program reads: standard input, or the first `--file` ([`super::options`]); a program written for
//! libFuzzer reads neither, so there it is the buffer ([`to_buffer`]). What a program reads is known once it is built.

use crate::failure::Failure;
use crate::session::Options;
use crate::setting::{ASKED, STDIN};
use std::path::{Path, PathBuf};
use symcrete_model::Program;
use symcrete_search::Input;

/// Ending of the file beside a seed that holds the values the program asks for.
pub(super) const VALUES: &str = "values";

/// A file to start from, and the values beside it.
pub(super) struct Seed {
    pub(super) bytes: Vec<u8>,
    pub(super) asked: Vec<u8>,
}

/// The seeds of a folder in order of their names.
pub(super) fn read(folder: &Path) -> Result<Vec<Seed>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(|why| Failure::at(folder, why))?;
    let mut files: Vec<_> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
    files.sort_unstable();
    let is_beside = |file: &PathBuf| {
        file.extension().is_some_and(|ending| ending == VALUES) && files.contains(&file.with_extension(""))
    };
    let bytes = |file: &Path| std::fs::read(file).map_err(|why| Failure::at(file, why));
    let read = |file: &PathBuf| {
        let values = file.with_extension(VALUES);
        let asked = if is_beside(&values) && values.is_file() { bytes(&values)? } else { Vec::new() };
        Ok(Seed { bytes: bytes(file)?, asked })
    };
    let inputs = files.iter().filter(|file| !is_beside(file)).map(read).collect::<Result<Vec<_>, Failure>>()?;
    if inputs.is_empty() {
        return Err(Failure::at(folder, "no files to start from"));
    }
    Ok(inputs)
}

/// Makes the bytes of standard input libFuzzer's buffer, if that is what the program reads. A longer seed than `--max-len`
/// allows is allowed.
pub(super) fn to_buffer(options: &mut Options, program: &Program) {
    let defines = |name| program.find_procs(name).any(|id| program.proc(id).n_nodes > 0);
    if !defines("LLVMFuzzerTestOneInput") || defines("main") {
        return;
    }
    let is_plain = |seed: &&mut Input| seed.streams[ASKED].is_empty() && !seed.streams[STDIN].is_empty();
    for seed in options.seeds.iter_mut().filter(is_plain) {
        let bytes = std::mem::take(&mut seed.streams[STDIN]);
        let size = bytes.len() as u64;
        // As the runtime asks for it: the length, then the bytes.
        seed.streams[ASKED] = [&size.to_le_bytes()[..], &bytes].concat();
        options.setting.max_buffer = options.setting.max_buffer.max(size);
    }
}
