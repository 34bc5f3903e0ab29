//! Symcrete as a library: compile a program, explore it, report. The programs `symcrete` and `symcrete-ld` are thin layers on it.
//!
//! | step | item |
//! |---|---|
//! | sources or a program | [`unit::Unit`], [`compiler`]; one function of it: [`entry::Entry`] |
//! | one campaign | [`session::Session`] with its [`session::Options`] |
//! | a result folder | [`folder::Folder`], written by [`recorder::Recorder`]; tests are [`vector::Vector`]s |
//! | what came of it | [`report::Report`] |
//! | one line or function | [`pursuit::Pursuit`] |
//!
//! ```no_run
//! use symcrete::{folder::Folder, recorder::Recorder, report::Report, session::{Options, Session}, unit::Unit};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let folder = Folder::create("out".as_ref(), false)?;
//! let unit = Unit::build(&["prog.c".into()], folder.path())?;
//! let model = unit.model()?;
//! let mut session = Session::new(&unit, &model, Options::default())?;
//! let mut recorder = Recorder::new(folder, unit.program.clone(), session.last());
//! session.explore(&mut recorder)?;
//! println!("{}", Report::new(&session, &recorder).to_json()?);
//! # Ok(())
//! # }
//! ```
//!
//! The only crate that parses arguments, prints, reads the environment and exits; all of that in [`command`], except the
//! messages of the compilers.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this crate is the user interface")]

pub mod command;
pub mod compiler;
pub mod entry;
pub mod exit;
pub mod failure;

pub mod link;
pub mod program;
pub mod unit;

pub mod session;
pub mod setting;
pub mod solve;
pub mod traced;

pub mod branch;
pub mod claim;
pub mod confirm;
mod contradiction;
mod endless;
pub mod finding;
pub mod folder;
mod identity;
mod lines;
mod met;
mod patience;
pub mod plain;
pub mod pursuit;
pub mod recorder;
pub mod report;
mod reporters;
mod rerun;
pub mod sanitizer;
pub mod vector;
mod view;
