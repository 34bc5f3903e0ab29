//! Results, defined once: the tests, findings and report of a campaign as plain data, written and read by the same types, and
//! every format that other tools read or write.
//!
//! A [`Suite`] is what a folder holds. Exporters turn it into [`Artifact`]s, which somebody else writes; importers turn
//! foreign bytes into [`Seed`]s. One file per format, each a pure function whose head says where its facts come from.
//!
//! Invariant: nothing here runs a program. What a test printed is an argument ([`Observed`]), so an exporter can only
//! assert what somebody saw.

mod artifact;
mod bytes;
pub mod decision;
mod finding;
mod left_out;
pub mod manifest;
mod outcome;
mod part;
pub mod report;
pub mod sarif;
#[cfg(test)]
mod schema;
mod shell;
pub mod signature;
mod suite;
mod test;
mod unread;
mod whole;
mod xml;

mod comparison;
mod cover;

pub mod export;
pub mod import;

pub use artifact::Artifact;
pub use bytes::{hex, unhex};
pub use comparison::Comparison;
pub use cover::cover;
pub use finding::{Facts, Finding};
pub use import::Seed;
pub use left_out::left_out;
pub use manifest::{Bytes, Given, GivenKind, Manifest, Value};
pub use outcome::Outcome;
pub use part::Part;
pub use report::{Awaited, Branch, BranchState, Held, Refuted, Report};
pub use shell::{quoted, word};
pub use signature::Signature;
pub use suite::{Error, Suite};
pub use test::{Observed, TELLING, Test};
pub use unread::Unread;
pub use whole::{whole, whole_shared};
