//! The hub for many machines: a campaign's facts in NATS JetStream.
//!
//! | what | where it is kept |
//! |---|---|
//! | facts, in one order for everybody | a stream ([`said`]) |
//! | who has which question | a key-value bucket, by atomic creation |
//! | who is at work | a work queue of *seats* (`seats`): one message per process, delivered to somebody else when it is no longer acknowledged |
//! | which targets are left to pursue | another work queue ([`pursuers`]) |
//! | the program, and how each process ended | an object store ([`package`]) |
//!
//! Nothing of a queue, a lease or an agreement is written here: `log` only reads the one order that the stream gives.
//! [`Cluster`](cluster::Cluster) puts this behind the trait [`Hub`](symcrete_hub::hub::Hub).
//!
//! Invariant: what comes from the server is checked before it is used, and what is wrong with it is said and harms nothing. A server that is out of reach costs
//! double work, never facts: they are kept and sent later (`outbox`).

pub mod cluster;
mod listener;
mod log;
mod member;
mod outbox;
pub mod package;
pub mod pursuers;
pub mod said;
mod seats;
pub mod server;
pub mod watch;
