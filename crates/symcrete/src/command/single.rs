//! What a single run is given (`symcrete run`): the options of `test` that say what a program is started with, with bytes in place of sizes.

use super::given::{Placed, placed};
use clap::Args;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_engine::setting::Setting;
use symcrete_exec::Varying;
use symcrete_search::Input;

/// What one run is given.
#[derive(Args)]
pub(crate) struct SingleOptions {
    /// File whose bytes are the standard input; all of them are symbolic. Default: empty.
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,
    /// A symbolic argument with this text; may be repeated. It stands where the command line says @arg, else at the end.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    arg: Vec<String>,
    /// A symbolic variable of the environment with this text; or, as -NAME, one that the program does not get, while it gets all others
    /// of this shell. May be repeated.
    #[arg(long, value_name = "NAME=TEXT|-NAME", allow_hyphen_values = true)]
    env: Vec<String>,
    /// A symbolic file NAME in the program's directory with the bytes of FILE, by default of the file that is called so; may be repeated.
    /// @@ in the command line is the first one's name.
    #[arg(long, value_name = "NAME[=FILE]")]
    file: Vec<String>,
    /// Let the program use the network. Without this it can make sockets of this machine's files (AF_UNIX) only.
    #[arg(long)]
    network: bool,
    /// Arguments for the program, after `--`.
    #[arg(last = true)]
    args: Vec<String>,
}

impl SingleOptions {
    /// How the program is started, and the input.
    pub(crate) fn read(&self) -> Result<(Setting, Input), Failure> {
        let bytes = |file: &Path| std::fs::read(file).map_err(|why| Failure::file(file, why));
        let stdin = self.stdin.as_deref().map_or(Ok(Vec::new()), bytes)?;
        let files = self.file.iter().map(|text| named_file(text)).collect::<Vec<(PathBuf, PathBuf)>>();
        let first = files.first().map(|(name, _)| name.to_string_lossy());
        let Placed { args, positions } =
            placed(&self.args, first.as_deref(), self.arg.len(), ["--file NAME=FILE", "--arg TEXT"])?;
        let (mut varying, mut streams, mut without) = (Vec::new(), vec![stdin, Vec::new()], Vec::new());
        for (position, text) in positions.into_iter().zip(&self.arg) {
            varying.push(Varying::Arg { position, room: text.len().max(1) });
            streams.push(text.clone().into_bytes());
        }
        for text in &self.env {
            match (text.strip_prefix('-'), text.split_once('=')) {
                (Some(name), None) if !name.is_empty() => without.push(name.into()),
                (None, Some((name, value))) if !name.is_empty() => {
                    varying.push(Varying::Env { name: name.into(), room: value.len().max(1) });
                    streams.push(value.into());
                }
                _ => {
                    return Err(Failure::usage(format!(
                        "--env {text}: write NAME=TEXT, or -NAME to remove a variable"
                    )));
                }
            }
        }
        for (name, from) in files {
            let contents = bytes(&from)?;
            varying.push(Varying::File { name, room: contents.len().max(1) });
            streams.push(contents);
        }
        Ok((Setting { args, varying, max_buffer: 0, without, network: self.network }, Input { streams }))
    }
}

/// What a file is called in the program's directory, and where its bytes are.
fn named_file(text: &str) -> (PathBuf, PathBuf) {
    match text.split_once('=') {
        Some((name, from)) => (name.into(), from.into()),
        None => (Path::new(text).file_name().unwrap_or_default().into(), text.into()),
    }
}
