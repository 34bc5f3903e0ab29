//! The front end of C and C++: a program that [`symcrete_build`] instrumented, with its plain twin beside it.
//!
//! What campaigns on programs of the machine need to know of sanitizers, debuggers, signals and the C library is here, and nowhere
//! in the engine. The front end of Rust builds on it.
//!
//! Invariant: prints nothing and never exits the process; the environment that programs get is that of [`symcrete_build::surroundings`].

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

use sanitizer::Sanitizers;
use std::path::Path;
use strangers::Strangers;
use symcrete_build::failure::Failure;
use symcrete_build::link::{is_model, plain_path};
use symcrete_build::unit::Unit;
use symcrete_engine::front::{Bound, Caveat, Checks, Followed, FrontEnd, Twin};
use symcrete_engine::setting::Setting;
use symcrete_engine::vector::Vector;
use symcrete_exec::{Config, Executor, Mode, Record, Request};
use symcrete_libc::Fact;
use symcrete_model::Program;
use symcrete_reach::{Mention, mentions};
use symcrete_trace::Trace;

/// A program in C or C++.
pub struct NativeProgram {
    unit: Unit,
}

impl From<Unit> for NativeProgram {
    fn from(unit: Unit) -> NativeProgram {
        NativeProgram { unit }
    }
}

impl FrontEnd for NativeProgram {
    fn name(&self) -> &str {
        &self.unit.name
    }

    fn program(&self) -> &Path {
        &self.unit.program
    }

    fn model(&self) -> Result<Program, Failure> {
        self.unit.model()
    }

    fn start(&self, setting: &Setting, config: Config) -> Result<Box<dyn Followed>, Failure> {
        let config = Config { mode: Mode::ForkServer, ..config };
        Ok(Box::new(Runs { executor: start(setting, &self.unit.program, config)? }))
    }

    fn plain(&self, setting: &Setting, config: Config) -> Result<Box<dyn Twin>, Failure> {
        Ok(Box::new(Plain::start(&self.unit.program, setting, config, &[])?))
    }

    fn is_provable(&self) -> bool {
        true
    }

    fn checks(&self) -> Checks {
        let sanitizers = Sanitizers::of(&plain_path(&self.unit.program));
        match () {
            () if sanitizers.sees_more() => Checks::More,
            () if sanitizers.any() => Checks::Named,
            () => Checks::Same,
        }
    }

    fn caveats(&self, model: &Program) -> Vec<Caveat> {
        let strangers = Strangers::of(&self.unit.program);
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

/// The followed program, started.
pub struct Runs {
    executor: Executor,
}

impl From<Executor> for Runs {
    fn from(executor: Executor) -> Runs {
        Runs { executor }
    }
}

impl Followed for Runs {
    fn run(&mut self, request: &Request) -> Result<Record, Failure> {
        self.executor.run(request).map_err(failure)
    }

    fn trace(&self) -> Result<Trace<'_>, Failure> {
        self.executor.trace().map_err(failure)
    }

    fn stdin_taken(&self) -> Result<u64, Failure> {
        self.executor.stdin_taken().map_err(failure)
    }
}
