//! `symcrete man` and `symcrete completions`: written from the same tables as `--help`, so they are never out of date.

use super::Cli;
use super::output::finished;
use crate::exit;
use clap::{Args as ClapArgs, CommandFactory};
use clap_complete::Shell;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;

/// Arguments of `symcrete man`.
#[derive(ClapArgs)]
#[command(after_help = "Example: symcrete man ~/.local/share/man/man1 && man symcrete-test")]
pub(crate) struct ManArgs {
    /// Folder for the pages: symcrete.1 and one for each command, and the same of cargo-symcrete.
    folder: PathBuf,
}

/// Arguments of `symcrete completions`.
#[derive(ClapArgs)]
#[command(after_help = "Example: symcrete completions bash > ~/.local/share/bash-completion/completions/symcrete")]
pub(crate) struct CompletionArgs {
    /// The shell.
    shell: Shell,
}

pub(crate) fn man(args: &ManArgs) -> u8 {
    finished(write(&args.folder).map_err(|why| Failure::file(&args.folder, why)))
}

fn write(folder: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    clap_mangen::generate_to(Cli::command(), folder)?;
    // `man` looks for what follows `cargo` under this name.
    clap_mangen::generate_to(super::cargo::table().name("cargo-symcrete").display_name("cargo-symcrete"), folder)
}

pub(crate) fn completions(args: &CompletionArgs) -> u8 {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "symcrete", &mut text);
    super::output::show(format_args!("{}", String::from_utf8_lossy(&text).trim_end()));
    exit::FINISHED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_an_example() {
        for command in Cli::command().get_subcommands().filter(|command| command.get_name() != "help") {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("Example"), "{} has no example", command.get_name());
            assert!(command.get_about().is_some(), "{} says nothing about itself", command.get_name());
        }
    }
}
