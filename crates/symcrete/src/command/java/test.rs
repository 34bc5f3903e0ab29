//! `symcrete java test`: explores a method of a class and ends with a test suite.

use crate::command::options::{Format, LimitOptions, OutputOptions, SearchOptions, SolveOptions};
use crate::command::signals;
use crate::command::test::{Beginning, Campaign, Company};
use crate::exit;
use clap::Parser;
use std::path::Path;
use std::sync::Arc;
use symcrete_build::failure::Failure;
use symcrete_build::surroundings::inherited;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::{Length, Options};
use symcrete_engine::recorder::Recorder;
use symcrete_engine::session::Session;
use symcrete_engine::setting::Setting;
use symcrete_jvm::{Method, Wanted};

/// Arguments of `symcrete java test`.
#[derive(Parser)]
#[command(after_help = "Example: symcrete java test build/classes --method shop.Cart.total --time 60s")]
pub(crate) struct Args {
    /// Folders and jars with the classes, separated by colons.
    classpath: String,
    /// The method to explore: pkg.Class.method. If it is overloaded, add its parameter types, in quotes: 'pkg.Class.method(int,java.lang.String)'.
    #[arg(long, value_name = "METHOD")]
    method: String,
    /// Never pass null.
    #[arg(long)]
    no_null: bool,
    /// Also report exceptions that the method declares.
    #[arg(long)]
    declared: bool,
    /// Let the method use the network.
    #[arg(long)]
    network: bool,
    #[command(flatten)]
    search: SearchOptions,
    #[command(flatten)]
    solve: SolveOptions,
    #[command(flatten)]
    limit: LimitOptions,
    /// Stop when this many branches are covered.
    #[arg(long, value_name = "BRANCHES", help_heading = "Limits")]
    coverage: Option<usize>,
    #[command(flatten)]
    output: OutputOptions,
    /// Print only the findings and the closing summary.
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

impl Args {
    fn options(&self) -> Result<Options, Failure> {
        Ok(Options {
            plan: self.search.strategy,
            search: self.search.options(),
            seed: self.search.random.seed,
            budget: self.limit.budget(self.coverage),
            limits: self.limit.limits(),
            setting: Setting { network: self.network, ..Setting::default() },
            length: Length::Fixed,
            mutations: !self.search.no_mutations,
            words: self.search.words()?,
            ..self.solve.session()?
        })
    }

    fn wanted(&self) -> Wanted {
        let (path, method) = (self.classpath.clone(), self.method.clone());
        Wanted { path, method, null: !self.no_null, declared: self.declared }
    }
}

pub(crate) fn main(args: &Args) -> u8 {
    explore(args).unwrap_or_else(|failure| exit::failed(&failure))
}

fn explore(args: &Args) -> Result<u8, Failure> {
    let options = args.options()?;
    let name = args.method.split('(').next().unwrap_or_default();
    let folder = Folder::create(&args.output.folder(name), args.output.force)?;
    let deadline = Deadline::new();
    let preparing = deadline.prepare(&folder);
    signals::listen(&deadline);
    let found = Method::find(args.wanted(), folder.path(), inherited(Path::new("java")));
    let found = found.and_then(|method| Ok((method.model()?, method)));
    let (program, method) = match preparing.unless_interrupted(found) {
        Ok(found) => found,
        Err(failure) => {
            folder.discard();
            return Err(failure);
        }
    };
    let is_json = args.output.format == Format::Json;
    let company = Company::alone(&program);
    let campaign = Campaign { program: &program, options, folder, deadline, is_json, is_quiet: args.quiet, company };
    campaign.run(Arc::new(method), preparing, &Beginning::of(name), &fatal)
}

/// Why the results are worth nothing.
fn fatal(session: &Session, recorder: &Recorder) -> Option<String> {
    if session.campaign().target().is_symbolic() || !recorder.findings().is_empty() {
        return None;
    }
    Some("the method has no parameter, so there is nothing to vary: name one that has".into())
}
