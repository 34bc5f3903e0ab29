//! The facts of a campaign, and who keeps them.
//!
//! A campaign is a log of [facts](fact); a [hub](hub::Hub) keeps them for whoever works at it: the threads of one process ([`local`]),
//! later parts of the campaign ([`journal`]). [`beside`] exchanges inputs with a fuzzer, which knows nothing of facts.
//!
//! Invariant: what comes in from outside, a file or a folder that others write to, is checked here, and what is wrong with it is said and harms nothing.
//! Does not know how a campaign is explored; that is the engine's.

pub mod beside;
pub mod fact;
pub mod hub;
pub mod journal;
pub mod known;
pub mod local;
pub mod question;
pub mod told;
