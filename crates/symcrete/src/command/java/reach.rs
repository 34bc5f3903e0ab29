//! `symcrete java reach`: arguments with which a method comes to given lines.
//!
//! Lines are looked for by exploring. That one is unreachable is said only when every path was explored and nothing was lost.

use crate::command::options::{Format, LimitOptions, OutputOptions, RandomOptions, SolveOptions};
use crate::command::signals;
use crate::exit;
use clap::Parser;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_build::surroundings::inherited;
use symcrete_console::verdict::{json, text};
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::{Length, Options};
use symcrete_engine::setting::Setting;
use symcrete_jvm::{Method, Wanted};
use symcrete_pursuit::{Allowance, Engine, Squad, Verdict, Wanted as Sought};
use symcrete_reach::Target;

/// Arguments of `symcrete java reach`.
#[derive(Parser)]
#[command(
    after_help = "Example: symcrete java reach build/classes --method shop.Cart.total shop/Cart.java:41\n\nExit codes: 0 every target was reached or found to be unreachable, 1 some target was neither, 2 wrong usage."
)]
pub(crate) struct Args {
    /// Folders and jars with the classes, separated by colons.
    classpath: String,
    /// Targets as FILE:LINE, where FILE begins with the folders of the package: shop/Cart.java:41.
    #[arg(required = true, value_name = "FILE:LINE")]
    targets: Vec<String>,
    /// The method to call: pkg.Class.method. If it is overloaded, add its parameter types, in quotes: 'pkg.Class.method(int,java.lang.String)'.
    #[arg(long, value_name = "METHOD")]
    method: String,
    /// Never pass null.
    #[arg(long)]
    no_null: bool,
    #[command(flatten)]
    solve: SolveOptions,
    #[command(flatten)]
    random: RandomOptions,
    #[command(flatten)]
    limit: LimitOptions,
    #[command(flatten)]
    output: OutputOptions,
}

/// Time for one target, unless `--time` is given.
const TIME: Duration = Duration::from_secs(60);

pub(crate) fn main(args: &Args) -> u8 {
    match reach(args) {
        Ok(verdicts) => {
            let shown = match args.output.format {
                Format::Json => json::text(&verdicts) + "\n",
                Format::Text => text::text(&verdicts, crate::front::open),
            };
            // A reader that closes its end has seen enough.
            let _ = std::io::stdout().write_all(shown.as_bytes());
            let is_done = verdicts.iter().all(|(_, verdict)| verdict.decision.is_definite());
            if is_done { exit::FINISHED } else { exit::BUG }
        }
        Err(failure) => exit::failed(&failure),
    }
}

fn reach(args: &Args) -> Result<Vec<(Target, Verdict)>, Failure> {
    let parse = |word: &String| Target::parse(word).map_err(|why| Failure::usage(why.to_string()));
    let targets: Vec<Target> = args.targets.iter().map(parse).collect::<Result<_, _>>()?;
    let name = args.method.split('(').next().unwrap_or_default();
    let folder = Folder::create(&args.output.folder(&format!("{name}-reach")), args.output.force)?;
    let deadline = Deadline::new();
    let preparing = deadline.prepare(&folder);
    signals::listen(&deadline);
    let wanted =
        Wanted { path: args.classpath.clone(), method: args.method.clone(), null: !args.no_null, declared: false };
    let prepared = Method::find(wanted, folder.path(), inherited(Path::new("java"))).and_then(|method| {
        let program = method.model()?;
        let resolve = |target: Target| {
            let goal = target.resolve(&program).map_err(|why| Failure::usage(why.to_string()))?;
            Ok(Sought::new(target, goal))
        };
        let sought: Vec<Sought> = targets.into_iter().map(resolve).collect::<Result<_, Failure>>()?;
        Ok((method, program, sought))
    });
    let (method, program, sought) = match preparing.unless_interrupted(prepared) {
        Ok(prepared) => prepared,
        Err(failure) => {
            folder.discard();
            return Err(failure);
        }
    };
    let (time, iterations) = (Some(args.limit.time.unwrap_or(TIME)), args.limit.iterations);
    let allowance = Allowance { engine: Engine::Forward, time, iterations, loop_bound: None, premise: None };
    let (front, program, options) = (Arc::new(method), &program, args.options()?);
    let squad = Squad { front, program, options, allowance, folder, wanted: sought, deadline, elsewhere: None };
    let ready = preparing.unless_interrupted(squad.prepare())?;
    drop(preparing);
    let pursued = ready.run(1)?;
    pursued.limits_met.iter().for_each(|met| eprintln!("symcrete: {met}"));
    Ok(pursued.verdicts)
}

impl Args {
    fn options(&self) -> Result<Options, Failure> {
        Ok(Options {
            limits: self.limit.limits(),
            setting: Setting::default(),
            length: Length::Fixed,
            seed: self.random.seed,
            ..self.solve.session()?
        })
    }
}
