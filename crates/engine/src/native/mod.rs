//! The front end of C and C++: a program that [`symcrete_build`] instrumented, with its plain twin beside it.
//!
//! The only folder of the engine that knows of object files, sanitizers, debuggers and the C library.

mod bound;
mod by_hand;
mod changed;
mod channel;
mod observe;
mod outside;
pub mod sanitizer;
mod start;
mod strangers;
mod twin;

pub use by_hand::{Shell, debugger};
pub use changed::changed;
pub use observe::{observe, unit_of};
pub use start::{failure, start, start_with};
pub use twin::Plain;

use crate::front::{Bound, Caveat, Checks, Followed, FrontEnd, Twin};
use crate::setting::Setting;
use crate::vector::Vector;
use sanitizer::Sanitizers;
use std::path::Path;
use strangers::Strangers;
use symcrete_build::failure::Failure;
use symcrete_build::link::{is_model, plain_path};
use symcrete_build::unit::Unit;
use symcrete_exec::{Config, Executor, Mode, Record, Request};
use symcrete_libc::Fact;
use symcrete_model::Program;
use symcrete_reach::{Mention, mentions};
use symcrete_trace::Trace;

impl FrontEnd for Unit {
    fn name(&self) -> &str {
        &self.name
    }

    fn program(&self) -> &Path {
        &self.program
    }

    fn model(&self) -> Result<Program, Failure> {
        Unit::model(self)
    }

    fn start(&self, setting: &Setting, config: Config) -> Result<Box<dyn Followed>, Failure> {
        let config = Config { mode: Mode::ForkServer, ..config };
        Ok(Box::new(start(setting, &self.program, config)?))
    }

    fn plain(&self, setting: &Setting, config: Config) -> Result<Box<dyn Twin>, Failure> {
        Ok(Box::new(Plain::start(&self.program, setting, config, &[])?))
    }

    fn is_provable(&self) -> bool {
        true
    }

    fn checks(&self) -> Checks {
        let sanitizers = Sanitizers::of(&plain_path(&self.program));
        match () {
            () if sanitizers.sees_more() => Checks::More,
            () if sanitizers.any() => Checks::Named,
            () => Checks::Same,
        }
    }

    fn caveats(&self, model: &Program) -> Vec<Caveat> {
        let strangers = Strangers::of(&self.program);
        let is_meant = |name: &str| strangers.define(name) || channel::concerns(name) || outside::concerns(name);
        let (foreign, others): (Vec<Mention>, Vec<Mention>) =
            mentions(model, is_meant).into_iter().partition(|at| strangers.define(&at.name));
        // Models count themselves what they do not follow.
        let others: Vec<Mention> = others.into_iter().filter(|at| !is_model(&at.place.0)).collect();
        [strangers.caveats(&foreign), channel::caveats(&others), outside::caveats(model, &others)].concat()
    }

    fn bounds(&self, model: &Program, setting: &Setting) -> Vec<Bound> {
        bound::bounds(model, setting)
    }

    fn interrupts(&self, model: &Program) -> Option<&'static str> {
        let calls = |name: &str| model.find_procs(name).into_iter().any(|proc| !model.function(proc).is_defined());
        let handlers = symcrete_libc::functions().filter(|function| function.is(Fact::Handler));
        handlers.map(|function| function.name).find(|name| calls(name))
    }

    fn is_support(&self, file: &str) -> bool {
        is_model(file)
    }

    fn by_hand(&self, test: &Path, vector: &Vector) -> String {
        by_hand::commands(test, vector)
    }
}

impl Followed for Executor {
    fn run(&mut self, request: &Request) -> Result<Record, Failure> {
        Executor::run(self, request).map_err(failure)
    }

    fn trace(&self) -> Result<Trace<'_>, Failure> {
        Executor::trace(self).map_err(failure)
    }

    fn stdin_taken(&self) -> Result<u64, Failure> {
        Executor::stdin_taken(self).map_err(failure)
    }
}
