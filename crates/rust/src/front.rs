//! A Rust program as the engine sees it: that of C, except that it also ends by panics.
//!
//! A panic of the main thread ends in exit status 101, unless the program or its profile aborts; both are read as
//! [`Outcome::Panic`], if the program also said on standard error that it panicked. A panic that somebody catches is none. Backtraces
//! are told by the plain program alone: the variable that asks for them costs a followed run a hundred times its time.

use crate::panic::{self, STATUS, is_std};
use crate::startup;
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_build::link::plain_path;
use symcrete_build::scope::Scope;
use symcrete_build::unit::Unit;
use symcrete_engine::end::End;
use symcrete_engine::front::{Bound, Caveat, Checks, Followed, FrontEnd, GivingUp, Twin};
use symcrete_engine::setting::Setting;
use symcrete_engine::vector::Vector;
use symcrete_exec::{Config, Mode, Outcome, Record, Refusal, Request, Visit};
use symcrete_libc::Fact;
use symcrete_model::{ConditionId, Module, Program};
use symcrete_native::{self as native, NativeProgram, Plain, Runs, Shell};
use symcrete_reach::Seat;
use symcrete_trace::Trace;

/// The name of the language in a program's [`Scope`].
pub const LANGUAGE: &str = "Rust";

/// The variable by which the standard library is asked for backtraces. It is set for both programs, so that both have as many.
const BACKTRACE: &str = "RUST_BACKTRACE";

/// What the names of functions of the standard library contain that run only when a thread panics.
const BEGINS: &[&str] = &[
    "panic_with_hook",
    "9panicking12default_hook",
    "9panicking13panic_handler",
    "begin_panic_handler",
    "rust_begin_unwind",
    "panic_count8increase",
];

/// What the name of the function contains by which drivers ask for a length (`include/rust/any.rs`).
const LENGTH: &str = "__symcrete6length";

/// The signal of `abort`.
const SIGABRT: i32 = 6;

/// A program that cargo and our linker made.
pub struct RustProgram {
    native: NativeProgram,
    scope: Scope,
}

impl RustProgram {
    /// One with this name; its scope lies beside it.
    pub fn open(name: &str, program: &Path) -> Option<RustProgram> {
        let scope = Scope::of(program).filter(|scope| scope.language == LANGUAGE)?;
        let unit = Unit { name: name.into(), program: program.into() };
        Some(RustProgram { native: unit.into(), scope })
    }
}

impl FrontEnd for RustProgram {
    fn name(&self) -> &str {
        self.native.name()
    }

    fn program(&self) -> &Path {
        self.native.program()
    }

    fn model(&self) -> Result<Program, Failure> {
        self.native.model()
    }

    fn start(&self, setting: &Setting, config: Config) -> Result<Box<dyn Followed>, Failure> {
        let config = Config { mode: Mode::ForkServer, ..config };
        let executor = native::start_with(setting, self.native.program(), config, &[backtrace("0")])?;
        Ok(Box::new(Traced { runs: executor.into() }))
    }

    fn plain(&self, setting: &Setting, config: Config) -> Result<Box<dyn Twin>, Failure> {
        let plain = Plain::start(self.native.program(), setting, config, &[backtrace("1")])?;
        Ok(Box::new(Judge { plain, scope: self.scope.clone() }))
    }

    fn checks(&self) -> Checks {
        Checks::Same
    }

    fn caveats(&self, model: &Program) -> Vec<Caveat> {
        self.native.caveats(model)
    }

    fn is_harmless(&self, function: &str, file: &str) -> bool {
        startup::is_harmless(function, file)
    }

    fn bounds(&self, model: &Program, setting: &Setting) -> Vec<Bound> {
        let mut bounds = self.native.bounds(model, setting);
        if model.proc_ids().any(|proc| model.function(proc).name.contains(LENGTH)) {
            let what = "the sizes of vectors and strings that the function is called with".into();
            bounds.push(Bound { what, remedy: "raise --elements or --string".into(), is_premise: true });
        }
        bounds
    }

    fn interrupts(&self, model: &Program) -> Option<&'static str> {
        // The standard library's own handler tells of stack overflows and of nothing else.
        let others = model.modules().iter().filter(|module| !is_std_crate(module));
        let names: HashSet<&str> = others.flat_map(|one| one.functions.iter().map(|one| one.name.as_str())).collect();
        let handlers = symcrete_libc::functions().filter(|function| function.is(Fact::Handler));
        handlers.map(|function| function.name).find(|name| names.contains(name))
    }

    fn giving_up(&self, model: &Program) -> Option<GivingUp> {
        let conditions = || (0..model.n_conditions()).map(ConditionId::new);
        let begins = |id: ConditionId| {
            let (module, site) = model.site(id);
            let name = &model.module(module).functions[site.function.index()].name;
            BEGINS.iter().any(|part| name.contains(part))
        };
        let library = |id: ConditionId| {
            let (module, site) = model.site(id);
            site.loc.is_some_and(|loc| is_std(model.location(module, loc).0))
        };
        Some(GivingUp { begins: conditions().map(begins).collect(), library: conditions().map(library).collect() })
    }

    fn is_support(&self, file: &str) -> bool {
        self.native.is_support(file) || !self.scope.has(file)
    }

    fn by_hand(&self, test: &Path, vector: &Vector) -> String {
        let debugger = native::debugger(test, vector);
        let Shell { prepare, env, args, stdin, .. } = Shell::of(&vector.manifest, test);
        let program = plain_path(self.native.program());
        let run = format!("{prepare}{env}{BACKTRACE}=1 {}{args} < {stdin}", program.display());
        format!("Without symcrete:\n    {run}\nDebug with:\n    {debugger}\n")
    }
}

/// May a program keep something from one call of a function to the next: has a crate of it, besides the standard library and what that is made of, a
/// variable that is not constant?
pub fn keeps_state(model: &Program) -> bool {
    let is_users = |file: &String| file.ends_with(".rs") && !is_std(file) && !file.starts_with("/rust/deps/");
    let is_ours = |name: &str| name.contains("__symcrete") || name.starts_with("__rust");
    let keeps =
        |module: &Module| module.globals.iter().any(|one| one.is_defined && !one.is_constant && !is_ours(&one.name));
    model.modules().iter().any(|module| module.files.iter().any(is_users) && !is_std_crate(module) && keeps(module))
}

/// Is a module part of the standard library, which rustc brings?
fn is_std_crate(module: &Module) -> bool {
    const CRATES: &[&str] = &["std", "core", "alloc", "panic_unwind", "panic_abort", "compiler_builtins"];
    module.name.split_once('.').is_some_and(|(name, _)| CRATES.contains(&name))
}

fn backtrace(value: &str) -> (OsString, OsString) {
    (BACKTRACE.into(), value.into())
}

/// The followed program.
struct Traced {
    runs: Runs,
}

impl Followed for Traced {
    fn run(&mut self, request: &Request) -> Result<Record, Failure> {
        self.runs.run(request).map(read)
    }

    fn trace(&self) -> Result<Trace<'_>, Failure> {
        self.runs.trace()
    }

    fn stdin_taken(&self) -> Result<u64, Failure> {
        self.runs.stdin_taken()
    }
}

/// The plain program.
struct Judge {
    plain: Plain,
    scope: Scope,
}

impl Twin for Judge {
    fn run(&mut self, request: &Request) -> Result<Record, Failure> {
        self.plain.run(request).map(read)
    }

    fn named(&self, run: Record) -> End {
        if overflowed(&run) {
            let stack = run.stack.into_iter().filter(|place| !is_std(&place.file)).collect();
            return End { kind: "stack overflow".into(), stack, n_reporting: 0, sentence: None };
        }
        let Some(panic) = panic::told(&run.stderr).filter(|_| matches!(run.outcome, Outcome::Panic { .. })) else {
            return self.plain.named(run);
        };
        let kind = panic.kind().into();
        let told = if panic.stack.is_empty() { run.stack } else { panic.stack };
        let mut stack: Vec<_> = told.into_iter().filter(|place| !is_std(&place.file)).collect();
        if stack.is_empty() {
            stack.extend(panic.place);
        }
        let n_reporting = stack.iter().position(|place| self.scope.has(&place.file)).unwrap_or(0);
        End { kind, stack, n_reporting, sentence: Some(panic.message) }
    }

    fn visits(&mut self, request: &Request, seat: &Seat) -> Result<Visit, Failure> {
        self.plain.visits(request, seat)
    }

    fn refused(&mut self, request: &Request) -> Result<Option<Refusal>, Failure> {
        self.plain.refused(request)
    }
}

/// A record with the panic in it that the program tells of.
fn read(run: Record) -> Record {
    let may_panic = matches!(run.outcome, Outcome::Exit(STATUS) | Outcome::Signal { signal: SIGABRT, .. });
    match panic::told(&run.stderr).filter(|_| may_panic && !overflowed(&run)) {
        Some(panic) => Record { outcome: Outcome::Panic { place: panic.place }, ..run },
        None => run,
    }
}

/// Did the standard library say that a stack overflowed?
fn overflowed(run: &Record) -> bool {
    matches!(run.outcome, Outcome::Signal { signal: SIGABRT, .. }) && panic::tells_of_overflow(&run.stderr)
}
