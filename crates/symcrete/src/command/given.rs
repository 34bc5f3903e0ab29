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
    /// Make an environment variable symbolic, with up to N bytes; or, as -NAME, remove it. The program gets all others from your
    /// shell. May be repeated.
    #[arg(long, value_name = "NAME=N|-NAME", value_parser = variable, allow_hyphen_values = true)]
    env: Vec<Variable>,
    /// Make a file in the program's directory symbolic, with up to N bytes; may be repeated. @@ in the program's arguments
    /// stands for the name of the first one.
    #[arg(long, value_name = "NAME=N", value_parser = named)]
    file: Vec<(String, usize)>,
    /// Maximum length of LLVMFuzzerTestOneInput's buffer in bytes.
    #[arg(long, default_value_t = symcrete_trace::BUFFER, value_name = "N")]
    max_len: u64,
    /// Let the program use the network. Without this it can make sockets of this machine's files (AF_UNIX) only.
    #[arg(long)]
    network: bool,
    /// The program's arguments, after `--`.
    #[arg(last = true, value_name = "ARGS")]
    command: Vec<String>,
}

impl GivenOptions {
    /// How the program is started.
    pub(crate) fn setting(&self) -> Result<Setting, Failure> {
        self.check_names()?;
        let first = self.file.first().map(|(name, _)| name.as_str());
        let Placed { args, positions } = placed(&self.command, first, self.arg.len(), ["--file NAME=N", "--arg N"])?;
        let argument = |(&position, &room): (&usize, &usize)| Varying::Arg { position, room };
        let variable = |one: &Variable| match one {
            Variable::Symbolic(name, room) => Some(Varying::Env { name: name.into(), room: *room }),
            Variable::Removed(_) => None,
        };
        let file = |(name, room): &(String, usize)| Varying::File { name: PathBuf::from(name), room: *room };
        let varying = positions.iter().zip(&self.arg).map(argument);
        let varying = varying.chain(self.env.iter().filter_map(variable)).chain(self.file.iter().map(file));
        let varying: Vec<Varying> = varying.collect();
        let removed = |one: &Variable| match one {
            Variable::Removed(name) => Some(name.clone()),
            Variable::Symbolic(..) => None,
        };
        let without = self.env.iter().filter_map(removed).collect();
        Ok(Setting { args, varying, max_buffer: self.max_len.max(1), without, network: self.network })
    }

    fn check_names(&self) -> Result<(), Failure> {
        let variables: Vec<&str> = self.env.iter().map(Variable::name).collect();
        let files: Vec<&str> = self.file.iter().map(|(name, _)| name.as_str()).collect();
        for mut sorted in [variables, files] {
            sorted.sort_unstable();
            if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(Failure::usage(format!("{} is given twice", twice[0])));
            }
        }
        Ok(())
    }
}

/// A command line with places for symbolic arguments.
pub(super) struct Placed {
    /// The arguments, those empty that are symbolic.
    pub(super) args: Vec<String>,
    /// Where the symbolic ones are.
    pub(super) positions: Vec<usize>,
}

/// Puts the name of the first input file and so many symbolic arguments into a command line. `options` are how the two are asked for.
pub(super) fn placed(
    command: &[String],
    file: Option<&str>,
    n_symbolic: usize,
    options: [&str; 2],
) -> Result<Placed, Failure> {
    let [of_file, of_argument] = options;
    let (mut args, mut positions) = (Vec::new(), Vec::new());
    for word in command {
        if word == ARGUMENT {
            positions.push(args.len());
            args.push(String::new());
        } else if word.contains(FILE) {
            let name = file.ok_or_else(|| Failure::usage(format!("@@ stands for an input file: give {of_file}")))?;
            args.push(word.replace(FILE, name));
        } else {
            args.push(word.clone());
        }
    }
    if positions.len() > n_symbolic {
        return Err(Failure::usage(format!("@arg stands for a symbolic argument: give {of_argument} for each")));
    }
    while positions.len() < n_symbolic {
        positions.push(args.len());
        args.push(String::new());
    }
    Ok(Placed { args, positions })
}

/// A variable of the environment that is not simply handed on.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Variable {
    /// Symbolic, of up to so many bytes.
    Symbolic(String, usize),
    /// Not there.
    Removed(String),
}

impl Variable {
    fn name(&self) -> &str {
        let (Variable::Symbolic(name, _) | Variable::Removed(name)) = self;
        name
    }
}

fn variable(text: &str) -> Result<Variable, String> {
    match text.strip_prefix('-') {
        Some(name) if !name.is_empty() && !name.contains('=') => Ok(Variable::Removed(name.into())),
        Some(_) => Err("write -NAME to remove a variable".into()),
        None => match named(text) {
            Ok((name, room)) => Ok(Variable::Symbolic(name, room)),
            Err(why) => Err(format!("{why}; or -NAME, to remove a variable")),
        },
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
            env: vec![Variable::Symbolic("V".into(), 3), Variable::Removed("HOME".into())],
            file: file.iter().map(|&(name, size)| (name.into(), size)).collect(),
            max_len: 9,
            network: false,
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
        assert_eq!(setting.without, ["HOME"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        assert!(options(&[], &[], &["@@"]).setting().is_err_and(|why| why.to_string().contains("--file")));
        assert!(options(&[], &[], &["@arg"]).setting().is_err_and(|why| why.to_string().contains("--arg")));
        assert!(options(&[], &[("a", 1), ("a", 2)], &[]).setting().is_err_and(|why| why.to_string().contains("twice")));
        assert!(named("V").is_err() && named("V=x").is_err() && named("=3").is_err() && size("0").is_err());
        assert_eq!(named("a.b=12"), Ok(("a.b".into(), 12)));
        assert_eq!(variable("-HOME"), Ok(Variable::Removed("HOME".into())));
        assert!(variable("-HOME=3").is_err() && variable("-").is_err() && variable("HOME").is_err());
    }
}
