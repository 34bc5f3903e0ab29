//! A campaign as a library: explore a program, confirm on its plain twin what was found, and say what may be claimed.
//! One line or function is pursued by crate `pursuit`, which stands on this one.
//!
//! | step | item |
//! |---|---|
//! | a language | [`front::FrontEnd`]; that of C and C++ is crate `native` |
//! | sources or a program | [`symcrete_build::unit::Unit`]; one function of it: [`symcrete_build::entry::Entry`] |
//! | one campaign | [`session::Session`] with its [`options::Options`] |
//! | a result folder | [`folder::Folder`], written by [`recorder::Recorder`]; tests are [`vector::Vector`]s |
//! | what came of it | [`report::Report`] |
//!
//! ```no_run
//! use std::sync::Arc;
//! use symcrete_engine::{folder::Folder, front::FrontEnd, options::Options};
//! use symcrete_engine::{recorder::Recorder, report::Report, session::Session};
//!
//! # fn explore(program: Arc<dyn FrontEnd>) -> Result<(), Box<dyn std::error::Error>> {
//! let folder = Folder::create("out".as_ref(), false)?;
//! let model = program.model()?;
//! let mut session = Session::new(program.clone(), &model, Options::default())?;
//! let mut recorder = Recorder::new(folder, program, session.options().setting.clone());
//! session.explore(&mut recorder)?;
//! println!("{}", Report::new(&session, &recorder).facts.to_json()?);
//! # Ok(())
//! # }
//! ```
//! A whole example, from a C file to a report: `crates/native/examples/embed.rs`.
//!
//! Invariant: prints nothing, reads no environment and never exits the process; whoever embeds it does.

pub mod branch;
pub mod claim;
pub mod confirm;
pub mod crew;
pub mod deadline;
pub mod end;
pub mod endless;
pub mod finding;
pub mod folder;
pub mod front;
pub mod lines;
pub mod met;
pub mod neighbours;
pub mod noted;
pub mod options;
pub mod part;
mod patience;
pub mod plain;
mod proved;
pub mod recorder;
pub mod report;
pub mod reporters;
pub mod rerun;
pub mod session;
pub mod setting;
pub mod solve;
pub mod traced;
pub mod vector;
mod worker;
