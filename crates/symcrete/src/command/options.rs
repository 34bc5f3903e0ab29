//! Groups of arguments that several commands share, and what they mean to a session.
//!
//! A command flattens the groups it wants; each group says how it becomes a part of [`Options`](symcrete_engine::options::Options).

use super::chosen::one_of;
use super::given::GivenOptions;
use clap::{Args, ValueEnum};
use std::path::{Path, PathBuf};
use std::time::Duration;
use symcrete_build::compiler::in_path;
use symcrete_build::failure::Failure;
use symcrete_console::payload::Payload;
use symcrete_console::seeds;
use symcrete_engine::options::{Length, Options as Session, STDIN_MAX};
use symcrete_engine::setting::{STDIN, Setting};
use symcrete_exec::Limits;
use symcrete_model::Program;
use symcrete_search::strategy::CgsOptions;
use symcrete_search::{Budget, Input, Merge, Options, Plan, read_words};
use symcrete_solver::{Config, Piped, Solving};
use symcrete_trace::MAX_LENGTH;

/// What the program is given.
#[derive(Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputOptions {
    /// Start with N zero bytes of standard input and never use more than N. Default: start with an empty input and
    /// append bytes as the program reads them.
    #[arg(long, value_name = "N")]
    stdin: Option<u32>,
    /// Maximum length of standard input in bytes. Default: the N of --stdin, or 4096.
    #[arg(long, value_name = "N")]
    stdin_max: Option<u32>,
    /// Keep standard input at the length it starts with.
    #[arg(long)]
    stdin_fixed: bool,
    /// Folder of inputs to start from, or of the tests of an earlier campaign. Each file NAME is one standard input; with --file
    /// and without --stdin it is the first --file; if the program has LLVMFuzzerTestOneInput, it is the buffer. Next to NAME, the
    /// optional NAME.values holds the values that the program asks for, NAME.arg1 the first --arg and NAME.file1 the first --file.
    #[arg(long, value_name = "DIR")]
    pub(crate) seeds: Option<PathBuf>,
    #[command(flatten)]
    given: GivenOptions,
}

impl InputOptions {
    /// How the program is started, and the inputs to begin with: the files of `--seeds` in order of their names, else
    /// zeros.
    pub(crate) fn begin(&self) -> Result<(Setting, Vec<Input>), Failure> {
        let mut setting = self.given.setting()?;
        let zeros = setting.zeros(self.stdin.unwrap_or(0) as usize);
        let Some(folder) = &self.seeds else { return Ok((setting, vec![zeros])) };
        let seeds = seeds::read(folder)?;
        seeds::warn_of_strangers(&seeds, &setting);
        // Unless they are for standard input, files are for the first --file.
        let plain = setting.first_file().filter(|_| self.stdin.is_none()).unwrap_or(STDIN);
        let inputs: Vec<Input> = seeds.into_iter().map(|seed| seed.input(&zeros, &setting, plain)).collect();
        for (stream, bytes) in inputs.iter().flat_map(|input| input.streams.iter().enumerate()) {
            setting.make_room(stream, bytes.len());
        }
        Ok((setting, inputs))
    }

    /// The tests of an earlier campaign as inputs of this one; what they need more room for gets it.
    pub(crate) fn of_tests(&self, folder: &Path, setting: &mut Setting) -> Result<Vec<Input>, Failure> {
        let seeds = seeds::read(folder)?;
        seeds::warn_of_strangers(&seeds, setting);
        let zeros = setting.zeros(self.stdin.unwrap_or(0) as usize);
        let inputs: Vec<Input> = seeds.into_iter().map(|seed| seed.input(&zeros, setting, STDIN)).collect();
        for (stream, bytes) in inputs.iter().flat_map(|input| input.streams.iter().enumerate()) {
            setting.make_room(stream, bytes.len());
        }
        Ok(inputs)
    }

    /// What a fuzzer's inputs are among those of a program that is started so: the first file, or else standard input.
    pub(crate) fn payload(&self, setting: &Setting, program: &Program) -> Payload {
        let stream = setting.first_file().filter(|_| self.stdin.is_none()).unwrap_or(STDIN);
        Payload::new(setting.zeros(self.stdin.unwrap_or(0) as usize), stream, program)
    }

    /// How long standard input may become.
    pub(crate) fn length(&self) -> Result<Length, Failure> {
        let most = self.stdin_max.or(self.stdin).map_or(STDIN_MAX, u64::from);
        match most {
            _ if self.stdin_fixed => Ok(Length::Fixed),
            0..=MAX_LENGTH => Ok(Length::UpTo(most)),
            _ => {
                Err(Failure::usage(format!("standard input can have {MAX_LENGTH} symbolic bytes at most, not {most}")))
            }
        }
    }
}

/// How the next input is chosen.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchOptions {
    /// How to choose the next branch.
    #[arg(long, default_value = "portfolio", value_parser = one_of(Plan::ALL, |plan| (plan.name(), plan.about())))]
    pub(crate) strategy: Plan,
    #[command(flatten)]
    pub(crate) random: RandomOptions,
    /// dfs: flip no branch deeper than this (0: no limit).
    #[arg(long, default_value_t = 0, value_name = "N")]
    max_depth: u32,
    /// cgs: use only contexts of this length.
    #[arg(long, value_name = "K")]
    cgs_fixed_k: Option<u32>,
    /// cgs: keep dominators in contexts.
    #[arg(long)]
    cgs_no_dominators: bool,
    /// portfolio: do not try inputs that no path predicts: mutated ones, and guesses where every known way to a branch is ruled out.
    #[arg(long)]
    pub(crate) no_mutations: bool,
    /// portfolio: put the words of this file into mutated inputs, besides the constants of the program. One word per line, as AFL and
    /// libFuzzer read them: NAME="WORD" or "WORD", with \\xNN for other bytes.
    #[arg(long, value_name = "FILE")]
    pub(crate) dict: Option<PathBuf>,
}

impl SearchOptions {
    /// What single strategies are told.
    pub(crate) fn options(&self) -> Options {
        let cgs = CgsOptions { fixed_k: self.cgs_fixed_k, no_dominators: self.cgs_no_dominators };
        Options { max_depth: self.max_depth, cgs, ..Options::default() }
    }

    /// The words of the dictionary.
    pub(crate) fn words(&self) -> Result<Vec<Vec<u8>>, Failure> {
        let Some(file) = &self.dict else { return Ok(Vec::new()) };
        let text = std::fs::read(file).map_err(|why| Failure::file(file, why))?;
        read_words(&text).map_err(|why| Failure::at(file, why))
    }
}

/// What is done about branches whose arms only compute.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct MergeOptions {
    /// When one path stands for both sides of a branch that only computes a value: auto (first as the parent input took it, then
    /// for both sides if need be), always (for both sides at once), never (each side is a path of its own).
    #[arg(long, default_value = "auto", value_parser = merge, value_name = "WHEN")]
    pub(crate) merge: Merge,
}

/// Where random choices come from.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct RandomOptions {
    /// Seed for every random choice.
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

/// How conditions are solved.
#[derive(Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct SolveOptions {
    /// How much of a path to send to the solver: full (the whole path), ippc (only the part that matters), auto.
    #[arg(long, default_value = "auto", value_parser = solving)]
    solve: Solving,
    /// SMT solver to ask when the built-in stages cannot answer: a command that reads SMT-LIB from standard input, or `none`.
    /// Default: Z3, if it is installed.
    #[arg(long, value_name = "COMMAND")]
    pub(crate) smt: Option<String>,
    /// Time limit for one question to the SMT solver.
    #[arg(long, default_value = "10s", value_name = "TIME", value_parser = duration)]
    smt_time: Duration,
    /// Before saying that every feasible path was explored, have the SMT solver confirm that no input takes another one.
    #[arg(long)]
    certify: bool,
}

impl SolveOptions {
    /// What they say of a session.
    pub(crate) fn session(&self) -> Result<Session, Failure> {
        let (solver, smt) = (Config { solving: self.solve, ..Config::default() }, self.smt()?);
        if self.certify && smt.is_none() {
            let why = "--certify asks an SMT solver, and there is none: install z3 (`apt-get install z3`), or name another with --smt";
            return Err(Failure::usage(why));
        }
        Ok(Session { solver, smt, certify: self.certify, ..Session::default() })
    }

    /// The SMT solver, if one was named or is there.
    pub(crate) fn smt(&self) -> Result<Option<Piped>, Failure> {
        let is_there = |solver: &Piped| in_path(solver.program().as_ref()).is_some();
        match self.smt.as_deref() {
            None => Ok(Some(Piped::z3(self.smt_time)).filter(is_there)),
            Some("none") => Ok(None),
            Some(command) => match Piped::new(command, self.smt_time) {
                solver if is_there(&solver) => Ok(Some(solver)),
                solver => Err(Failure::usage(format!(
                    "the SMT solver {:?} was not found: name one that is installed, or use --smt none",
                    solver.program()
                ))),
            },
        }
    }
}

/// What a campaign and its runs may use.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitOptions {
    /// Run the program at most this often; in reach, for each target.
    #[arg(long, value_name = "N")]
    pub(crate) iterations: Option<u64>,
    /// Stop after this time, such as 90 (seconds), 60s, 2m or 1h; in reach, for each target, 60s by default.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// Stop a single run after this time.
    #[arg(long, default_value = "5s", value_name = "TIME", value_parser = some_time)]
    run_time: Duration,
    /// Record at most this many expressions in one run (24 bytes each), and a quarter as many symbolic branches. When the
    /// trace of a run is full, its path is explored up to that point; a larger trace goes further.
    #[arg(long, default_value_t = Limits::default().records, value_name = "N",
        value_parser = clap::value_parser!(u64).range(LEAST_TRACE..=Limits::MAX_RECORDS))]
    trace_size: u64,
}

/// Smallest trace that can be asked for: a smaller one cannot hold even a page of input.
const LEAST_TRACE: u64 = 1024;

impl LimitOptions {
    /// When the campaign stops, if not at this many covered branches.
    pub(crate) fn budget(&self, coverage: Option<usize>) -> Budget {
        Budget { iterations: self.iterations, time: self.time, coverage, ..Budget::default() }
    }

    /// What one run may use.
    pub(crate) fn limits(&self) -> Limits {
        Limits { time: self.run_time, ..Limits::default().with_trace(self.trace_size) }
    }
}

/// Where results go.
#[derive(Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputOptions {
    /// Result folder. Default: symcrete-out/NAME; in reach, symcrete-out/NAME-reach.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Replace an existing result folder.
    #[arg(long)]
    pub(crate) force: bool,
    /// What to print on standard output.
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

/// What is printed on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people.
    Text,
    /// JSON and nothing else: the report of a campaign, or the verdicts of reach.
    Json,
}

impl OutputOptions {
    /// Was a folder named?
    pub(crate) fn is_named(&self) -> bool {
        self.output.is_some()
    }

    /// The folder for a unit of this name.
    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.output.clone().unwrap_or_else(|| Path::new("symcrete-out").join(name))
    }
}

fn merge(name: &str) -> Result<Merge, String> {
    let known = Merge::ALL.iter().find(|(known, _)| *known == name);
    known.map(|(_, merge)| *merge).ok_or_else(|| "choose auto, always or never".into())
}

fn solving(name: &str) -> Result<Solving, String> {
    match name {
        "full" => Ok(Solving::Full),
        "ippc" => Ok(Solving::Ippc),
        "auto" => Ok(Solving::Auto),
        _ => Err("choose full, ippc or auto".into()),
    }
}

/// A time: a number followed by `ms`, `s`, `m` or `h`; without a unit, seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    const UNITS: [(&str, f64); 4] = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let unit = UNITS.iter().find_map(|&(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)));
    let (number, seconds) = unit.unwrap_or((text, 1.0));
    let n: f64 = number.trim().parse().map_err(|_| format!("{text:?} is not a duration: write 90, 60s, 2m or 1h"))?;
    Duration::try_from_secs_f64(n * seconds).map_err(|why| why.to_string())
}

/// The same where no time at all would make no sense.
fn some_time(text: &str) -> Result<Duration, String> {
    duration(text).and_then(|it| if it.as_millis() > 0 { Ok(it) } else { Err("a run needs at least 1ms".into()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        for (text, ms) in [("90", 90_000), ("60s", 60_000), ("2m", 120_000), ("1.5h", 5_400_000), ("250ms", 250)] {
            assert_eq!(duration(text), Ok(Duration::from_millis(ms)), "{text}");
        }
        assert!(["", "s", "-1", "1d", "nan", "1e400"].iter().all(|text| duration(text).is_err()));
        assert!(["0", "0s", "0.1ms"].iter().all(|text| some_time(text).is_err()) && some_time("1ms").is_ok());
    }
}
