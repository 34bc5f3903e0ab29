//! Arguments that say what the program is started with: `--arg`, `--env`, `--file`, and its command line after `--`.

use clap::Args;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_engine::setting::Setting;
use symcrete_exec::Varying;

/// Stands in the command line for the next symbolic argument.
const ARGUMENT: &str = "@arg";
/// Stands in the command line for the first input file.
const FILE: &str = "@@";

/// What the program is started with.
#[derive(Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct GivenOptions {
    /// Add a symbolic argument of up to N bytes; may be repeated. It replaces the next @arg in the program's arguments, or is
    /// added at their end.
    #[arg(long, value_name = "N", value_parser = size)]
    arg: Vec<usize>,
    /// Make an environment variable symbolic, with up to N bytes; may be repeated.
    #[arg(long, value_name = "NAME=N", value_parser = named)]
    env: Vec<(String, usize)>,
    /// Make a file in the program's directory symbolic, with up to N bytes; may be repeated. @@ in the program's arguments
    /// stands for the name of the first one.
    #[arg(long, value_name = "NAME=N", value_parser = named)]
    file: Vec<(String, usize)>,
    /// Maximum length of LLVMFuzzerTestOneInput's buffer in bytes.
    #[arg(long, default_value_t = symcrete_trace::BUFFER, value_name = "N")]
    max_len: u64,
    /// The program's arguments, after `--`.
    #[arg(last = true, value_name = "ARGS")]
    command: Vec<String>,
}

impl GivenOptions {
    /// How the program is started.
    pub(crate) fn setting(&self) -> Result<Setting, Failure> {
        self.check_names()?;
        let (mut args, mut positions) = (Vec::new(), Vec::new());
        for word in &self.command {
            if word == ARGUMENT {
                positions.push(args.len());
                args.push(String::new());
            } else if word.contains(FILE) {
                let (name, _) = self
                    .file
                    .first()
                    .ok_or_else(|| Failure::usage("@@ stands for an input file: add --file NAME=N"))?;
                args.push(word.replace(FILE, name));
            } else {
                args.push(word.clone());
            }
        }
        if positions.len() > self.arg.len() {
            return Err(Failure::usage("@arg stands for a symbolic argument: add one --arg N for each @arg"));
        }
        while positions.len() < self.arg.len() {
            positions.push(args.len());
            args.push(String::new());
        }
        let argument = |(&position, &room): (&usize, &usize)| Varying::Arg { position, room };
        let variable = |(name, room): &(String, usize)| Varying::Env { name: name.into(), room: *room };
        let file = |(name, room): &(String, usize)| Varying::File { name: PathBuf::from(name), room: *room };
        let varying = positions.iter().zip(&self.arg).map(argument);
        let varying = varying.chain(self.env.iter().map(variable)).chain(self.file.iter().map(file));
        let varying: Vec<Varying> = varying.collect();
        Ok(Setting { args, varying, max_buffer: self.max_len.max(1) })
    }

    fn check_names(&self) -> Result<(), Failure> {
        for names in [&self.env, &self.file] {
            let mut sorted: Vec<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
            sorted.sort_unstable();
            if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(Failure::usage(format!("{} is given twice", twice[0])));
            }
        }
        Ok(())
    }
}

fn size(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("must be at least one byte".into()),
        Ok(size) => Ok(size),
        Err(_) => Err("must be a number of bytes".into()),
    }
}

fn named(text: &str) -> Result<(String, usize), String> {
    match text.rsplit_once('=') {
        Some((name, number)) if !name.is_empty() && !name.contains('=') => Ok((name.into(), size(number)?)),
        _ => Err("write NAME=N: a name and a number of bytes".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(arg: &[usize], file: &[(&str, usize)], command: &[&str]) -> GivenOptions {
        GivenOptions {
            arg: arg.to_vec(),
            env: vec![("V".into(), 3)],
            file: file.iter().map(|&(name, size)| (name.into(), size)).collect(),
            max_len: 9,
            command: command.iter().map(|&word| word.into()).collect(),
        }
    }

    #[test]
    fn symbolic_arguments_stand_where_the_command_line_says() {
        let setting = options(&[4, 5], &[("in", 7)], &["-f", "@@", "@arg", "--x=@@"]).setting().unwrap();
        assert_eq!(setting.args, ["-f", "in", "", "--x=in", ""]);
        let want = [
            Varying::Arg { position: 2, room: 4 },
            Varying::Arg { position: 4, room: 5 },
            Varying::Env { name: "V".into(), room: 3 },
            Varying::File { name: "in".into(), room: 7 },
        ];
        assert_eq!(setting.varying, want);
    }

    #[test]
    fn what_is_missing_is_named() {
        assert!(options(&[], &[], &["@@"]).setting().is_err_and(|why| why.to_string().contains("--file")));
        assert!(options(&[], &[], &["@arg"]).setting().is_err_and(|why| why.to_string().contains("--arg")));
        assert!(options(&[], &[("a", 1), ("a", 2)], &[]).setting().is_err_and(|why| why.to_string().contains("twice")));
        assert!(named("V").is_err() && named("V=x").is_err() && named("=3").is_err() && size("0").is_err());
        assert_eq!(named("a.b=12"), Ok(("a.b".into(), 12)));
    }
}
