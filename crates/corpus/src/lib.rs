//! Result folders: the tests of a campaign as plain data, and every format that other tools read or write.
//!
//! A [`Suite`] is what a folder holds. Exporters turn it into [`Artifact`]s, which somebody else writes; importers turn
//! foreign bytes into [`Seed`]s. One file per format, each a pure function whose head says where its facts come from.
//!
//! Invariant: nothing here runs a program. What a test printed is an argument ([`Observed`]), so an exporter can only
//! assert what somebody saw.

mod artifact;
mod bytes;
mod outcome;
mod part;
mod shell;
mod suite;
mod summary;
mod test;
mod xml;

mod cover;

pub mod export;
pub mod import;

pub use artifact::Artifact;
pub use bytes::{hex, unhex};
pub use cover::cover;
pub use import::Seed;
pub use outcome::Outcome;
pub use part::{Part, left_out};
pub use shell::{quoted, word};
pub use suite::{Error, Suite};
pub use summary::{Branch, Finding, Held, Lost, Refuted, Summary};
pub use test::{Observed, Test, Value};
