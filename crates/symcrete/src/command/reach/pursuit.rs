//! A pursuit as commands start one: the options that all of them have, reaching, and what is printed of it.

use super::super::options::{
    Format, InputOptions, LimitOptions, MergeOptions, OutputOptions, RandomOptions, SolveOptions,
};
use super::found::Found;
use crate::command::{signals, test, test::CampaignOptions};
use crate::{exit, front};
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_console::many::Settings;
use symcrete_console::pursuers::{Others, Role};
use symcrete_console::seeds;
use symcrete_console::sought::Sought;
use symcrete_console::verdict::{json, sarif, text};
use symcrete_engine::deadline::{Deadline, Preparing};
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::part;
use symcrete_model::Program;
use symcrete_nats::package::Package;
use symcrete_nats::server::Server;
use symcrete_pursuit::elsewhere::Elsewhere;
use symcrete_pursuit::{Allowance, Engine, Pursued, Squad, Verdict, Wanted};
use symcrete_reach::{Target, TargetError};

/// Targets with their verdicts.
pub(crate) type Verdicts = Vec<(Target, Verdict)>;

/// A program to reach lines of.
pub(crate) struct Subject {
    /// What it is to the engine.
    pub(crate) front: Arc<dyn FrontEnd>,
    /// Under which premise its lines are unreachable: that of a driver, with what it says of the parameters.
    pub(crate) premise: Option<String>,
    /// Were there assumptions that no run may satisfy?
    pub(crate) assumes: bool,
}

/// The server that a pursuit has in common with other machines, if there is one, and the arguments that go there.
#[derive(Default)]
pub(crate) struct Company {
    pub(crate) server: Option<Server>,
    pub(crate) words: Vec<String>,
}

/// A process that joins a pursuit.
pub(crate) struct Guest<'a> {
    pub(crate) server: Server,
    pub(crate) package: &'a Package,
    /// The program.
    pub(crate) front: Arc<dyn FrontEnd>,
    pub(crate) folder: Folder,
    pub(crate) n_workers: u32,
}

/// Which lines besides those that are typed, and how they are reached.
#[derive(Args)]
pub(crate) struct PursuitOptions {
    /// Reach a call of this function, which may be only declared; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub(super) function: Vec<String>,
    /// Reach a crash at this line, in its own code or in a system library that it calls; may be repeated.
    #[arg(long, value_name = "FILE:LINE")]
    pub(super) crash: Vec<String>,
    /// Reach every executable line of the git work tree that changed since this revision.
    #[arg(long, value_name = "REV")]
    pub(super) diff: Option<String>,
    /// Reach the location of every result in this SARIF file; the verdicts are written to reach.sarif in the result folder.
    #[arg(long, value_name = "FILE")]
    pub(super) sarif: Option<PathBuf>,
    /// Reach the lines that the campaign in this result folder did not execute.
    #[arg(long, value_name = "FOLDER")]
    pub(super) uncovered: Option<PathBuf>,
    #[command(flatten)]
    input: InputOptions,
    #[command(flatten)]
    solve: SolveOptions,
    #[command(flatten)]
    merge: MergeOptions,
    /// How to search: gct (forward, guided to the target), symcretic (backward from the target, then forward), auto.
    #[arg(long, default_value = "auto", value_parser = engine, help_heading = "Search")]
    engine: Engine,
    #[command(flatten)]
    random: RandomOptions,
    /// Iterations of a loop that proofs unroll [default: 3 on one way, 16 with all ways in one formula].
    #[arg(long, value_name = "N", help_heading = "Search")]
    loop_bound: Option<u32>,
    /// Pursue so many targets at the same time, each on a core of its own; without a number, as many as the machine has cores.
    #[arg(short = 'j', long = "jobs", value_name = "N", num_args = 0..=1, default_missing_value = "0", help_heading = "Search")]
    jobs: Option<u32>,
    #[command(flatten)]
    limit: LimitOptions,
    #[command(flatten)]
    pub(crate) output: OutputOptions,
}

/// Time for one target, unless `--time` is given.
const TIME: Duration = Duration::from_secs(60);

fn engine(name: &str) -> Result<Engine, String> {
    Engine::from_name(name).ok_or_else(|| "choose gct, symcretic or auto".to_string())
}

/// What a pursuit of this process has.
struct Own<'p> {
    program: &'p Program,
    options: Options,
    folder: Folder,
    wanted: Vec<Wanted>,
    deadline: Deadline,
    n_workers: u32,
}

impl PursuitOptions {
    /// The targets among these words, and those of the options; the words that are none.
    pub(crate) fn targets(&self, words: &[String]) -> Result<(Vec<Target>, Vec<PathBuf>), Failure> {
        let (mut targets, mut files) = (Vec::new(), Vec::new());
        for word in words {
            match Target::parse(word) {
                Ok(target) if !Path::new(word).exists() => targets.push(target),
                Err(why @ TargetError::Zero(_)) if !Path::new(word).exists() => {
                    return Err(Failure::usage(why.to_string()));
                }
                _ => files.push(word.into()),
            }
        }
        targets.extend(self.function.iter().map(|name| Target::Function(name.clone())));
        for place in &self.crash {
            targets.push(Target::parse_crash(place).map_err(|why| Failure::usage(why.to_string()))?);
        }
        let names_none = targets.is_empty() && self.diff.is_none() && self.sarif.is_none() && self.uncovered.is_none();
        if names_none {
            return Err(Failure::usage("nothing to reach: name a target as FILE:LINE or --function NAME"));
        }
        Ok((targets, files))
    }

    /// Prints verdicts. The exit code.
    pub(crate) fn tell(&self, verdicts: &[(Target, Verdict)]) -> u8 {
        print(self, verdicts);
        let is_done = verdicts.iter().all(|(_, verdict)| verdict.decision.is_definite());
        if is_done { exit::FINISHED } else { exit::BUG }
    }

    /// Builds a program and reaches its lines; the results go to the folder of this name.
    pub(crate) fn verdicts(
        &self,
        name: &str,
        typed: Vec<Target>,
        company: Company,
        build: impl FnOnce(&Folder) -> Result<Subject, Failure>,
    ) -> Result<Verdicts, Failure> {
        let (mut options, n_workers) = (self.options()?, CampaignOptions::n_workers(self.jobs)?);
        let path = self.output.folder(&format!("{name}-reach"));
        let found = Found::read(self)?;
        let folder = Folder::create(&path, self.output.force)?;
        let deadline = Deadline::new();
        let preparing = deadline.prepare(&folder);
        signals::listen(&deadline);
        let prepared = build(&folder).and_then(|subject| {
            let program = subject.front.model()?;
            let (wanted, nowhere) = found.resolve(self, subject.front.program(), &program, typed)?;
            Ok((subject, program, wanted, nowhere))
        });
        let (subject, program, wanted, nowhere) = folder.unless_failed(preparing.unless_interrupted(prepared))?;
        let path = folder.path().join("reach.sarif");
        if wanted.is_empty() && nowhere.is_empty() {
            eprintln!("symcrete: nothing to reach: no executable line was changed, reported or left uncovered");
            write_sarif(self, &path, &[])?;
            return Ok(Vec::new());
        }
        seeds::to_buffer(&mut options, &program);
        let (sought, assumes) = (Sought::of(&wanted, subject.premise), subject.assumes);
        let own = Own { program: &program, options, folder, wanted, deadline, n_workers };
        let role = Role::Begins(&company.words);
        let pursued = self.pursue(own, subject.front, &sought, company.server.zip(Some(role)), preparing)?;
        if assumes && !pursued.is_allowed {
            return Err(Failure::usage("no run satisfied --assume: correct it, or allow more time with --time"));
        }
        pursued.limits_met.iter().for_each(|met| eprintln!("symcrete: {met}"));
        let mut verdicts = pursued.verdicts;
        verdicts.extend(nowhere);
        write_sarif(self, &path, &verdicts)?;
        Ok(verdicts)
    }

    /// Pursues targets that somebody elsewhere seeks.
    pub(super) fn join(mut self, guest: Guest, settings: &Settings, smt: Option<&str>) -> Result<u8, Failure> {
        let Guest { server, package, front, folder, n_workers } = guest;
        test::allow(self.solve.smt.as_deref(), smt)?;
        (self.input.seeds, self.diff, self.sarif, self.uncovered) = (None, None, None, None);
        let mut options = self.options()?;
        settings.apply(&mut options);
        let deadline = Deadline::new();
        let preparing = deadline.prepare(&folder);
        signals::listen(&deadline);
        let (program, sought) = (front.model()?, settings.pursuit.clone().unwrap_or_default());
        let wanted = sought.wanted(&program)?;
        let own = Own { program: &program, options, folder, wanted, deadline, n_workers };
        let pursued = self.pursue(own, front, &sought, Some((server, Role::Joins(package))), preparing)?;
        pursued.limits_met.iter().for_each(|met| eprintln!("symcrete: {met}"));
        symcrete_console::show(format_args!("{} targets decided here", pursued.n_own));
        Ok(exit::FINISHED)
    }

    /// Pursues targets, with others if there is a server.
    fn pursue(
        &self,
        own: Own,
        front: Arc<dyn FrontEnd>,
        sought: &Sought,
        server: Option<(Server, Role)>,
        preparing: Preparing,
    ) -> Result<Pursued, Failure> {
        let Own { program, options, folder, wanted, deadline, n_workers } = own;
        let allowance = self.allowance(sought.premise.clone());
        let subject = part::Subject { front: front.as_ref(), program, options: &options, n_workers };
        let join = |(server, role)| Others::join(server, &role, &subject, sought, &allowance, &folder);
        let others = folder.unless_failed(server.map(join).transpose())?;
        let (others, until) = (others.map(Arc::new), deadline.clone());
        let elsewhere = others.clone().map(|others| others as Arc<dyn Elsewhere>);
        let squad = Squad { front, program, options, allowance, folder, wanted, deadline, elsewhere };
        let ready = preparing.unless_interrupted(squad.prepare());
        let ready = ready.inspect_err(|_| others.iter().for_each(|others| others.leave()))?;
        drop(preparing);
        others.iter().for_each(|others| others.attend(&until));
        ready.run(n_workers)
    }

    fn options(&self) -> Result<Options, Failure> {
        let (setting, seeds) = self.input.begin()?;
        Ok(Options {
            limits: self.limit.limits(),
            setting,
            seeds,
            length: self.input.length()?,
            seed: self.random.seed,
            merge: self.merge.merge,
            ..self.solve.session()?
        })
    }

    /// What the pursuit may use, and under which premise.
    fn allowance(&self, premise: Option<String>) -> Allowance {
        Allowance {
            engine: self.engine,
            time: Some(self.limit.time.unwrap_or(TIME)),
            iterations: self.limit.iterations,
            loop_bound: self.loop_bound,
            premise,
        }
    }
}

fn print(args: &PursuitOptions, verdicts: &[(Target, Verdict)]) {
    let text = match args.output.format {
        Format::Json => json::text(verdicts) + "\n",
        Format::Text => text::text(verdicts, front::open),
    };
    // A reader that closes its end has seen enough.
    let _ = std::io::stdout().write_all(text.as_bytes());
}

/// Answers in the form of the question.
fn write_sarif(args: &PursuitOptions, path: &Path, verdicts: &[(Target, Verdict)]) -> Result<(), Failure> {
    if args.sarif.is_some() {
        symcrete_corpus::whole(path, sarif::document(verdicts).as_bytes()).map_err(|why| Failure::file(path, why))?;
        eprintln!("symcrete: the verdicts are in {}", path.display());
    }
    Ok(())
}
