//! LLVM IR to LLVM IR: turns the bitcode of one object into an object that can be traced.
//!
//! 1. `sites` numbers the source conditionals on the raw IR and leaves markers; `unset` says where objects without a value are born.
//! 2. LLVM optimises lightly; markers stay. (The static model is taken on the way.)
//! 3. `merge` makes straight code of branches whose arms only compute; their sites stay, softly.
//! 4. `shadow` adds the checks and cold blocks that follow symbolic data.
//! 5. LLVM emits the object.
//!
//! Never sees other objects: numbering is local, so a result depends on the bitcode alone and can
//! be cached by its hash.

mod accesses;
mod bounds;
mod divisions;
mod ends;
mod extract;
mod features;
mod indices;
mod inlinable;
mod libc;
mod lines;
mod locations;
mod meetings;
mod merge;
mod passes;
mod saturation;
mod shadow;
mod shifts;
mod sites;
mod spelled;
mod streams;
mod tails;
mod unset;
mod used;
mod variable;
mod x86;

pub use llvm::Error;
pub use shadow::ops::{Support, intrinsic, support};

use llvm::{Session, Target};
use locations::Locations;
use std::collections::BTreeSet;
use std::path::PathBuf;
use symcrete_llvm as llvm;

/// What comes out of one object's bitcode.
pub struct Instrumented {
    /// The object file.
    pub object: Vec<u8>,
    /// The encoded static model, which the object holds too (section `.symcrete.model`).
    pub model: Vec<u8>,
}

/// How an object is instrumented.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Its conditionals are no branches of the program under test: a model of a library function.
    pub is_model: bool,
    /// What it calls is modelled, though it is a model itself: it is the text of a library, which knows of none.
    pub is_library: bool,
    /// Library functions whose models are not to be used.
    pub without_models: Vec<String>,
    /// Functions of other objects that are instrumented too: what they are handed is followed there.
    pub followed: BTreeSet<String>,
    /// Functions whose calls the linker leads to `__wrap_NAME`.
    pub wrapped: BTreeSet<String>,
    /// Denormal numbers are flushed: the program is linked with what `-ffast-math` adds.
    pub flushes: bool,
    /// Where the instrumented IR is written, for people who work on this crate.
    pub dump: Option<PathBuf>,
}

/// Instruments the bitcode of one object; `hash` identifies it in traces.
pub fn instrument(bitcode: &[u8], hash: u64, options: &Options) -> Result<Instrumented, Error> {
    let mut session = Session::parse(bitcode)?;
    let target = Target::of(&session)?;
    let locations = Locations::new();
    features::forget(&session);
    passes::lower_profile(&mut session, &target)?;
    used::keep(&session);
    inlinable::settle(&session, options);
    libc::wrap(&session, options);
    tails::loosen(&session);
    let (sites, decisions) = if options.is_model { Default::default() } else { sites::mark(&session) };
    let lines = lines::lines(&session);
    let births = if options.is_model { Vec::new() } else { unset::tell(&session, &locations, options) };
    let meetings = if options.is_model { Vec::new() } else { meetings::tell(&session, &locations, options) };
    divisions::drop_unused(&session);
    shifts::cut(&session);
    accesses::keep(&session);
    saturation::spell_out(&session);
    x86::spell_out(&session);
    passes::light(&mut session, &target)?;
    let lets_pass = options.is_model && !options.is_library;
    let mut model = extract::module(&session, &locations, &sites, (hash, lets_pass));
    model.lines = extract::lines(&model, &locations, &lines);
    model.births = births;
    model.meetings = meetings;
    model.decisions = decisions;
    if !options.is_model {
        streams::tell(&session);
    }
    divisions::mark(&session);
    indices::mark(&session);
    passes::before(&mut session, &target)?;
    indices::settle(&session);
    divisions::settle(&session);
    if options.is_model {
        passes::without_switches(&mut session, &target)?;
    }
    if !options.is_model || options.is_library {
        libc::redirect(&session, options);
    }
    let n_outcomes = sites.iter().map(|site| site.n_outcomes()).sum();
    let merged = merge::merge(&session, options, |function| shadow::concrete(&session, function));
    shadow::rewrite(&session, &locations, &merged, (n_outcomes, hash), options);
    bounds::tell_objects(&session);
    unset::guard(&session);
    if let Some(path) = &options.dump {
        // Only a look inside: the object does not depend on it.
        let _ = std::fs::write(path, session.print());
    }
    extract::finish(&mut model, &locations);
    let model = symcrete_model::encode(&model);
    session.append_assembly(&extract::assembly(&model));
    ends::place(&session);
    session.verify()?;
    passes::after(&mut session, &target)?;
    Ok(Instrumented { object: target.emit(&mut session)?, model })
}
