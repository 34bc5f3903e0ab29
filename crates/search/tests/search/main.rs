//! The search on toy programs: no process, no solver, no clock.

mod mock;
mod toy;

mod campaign;
mod cases;
mod exhaustion;
mod grounds;
mod long;
mod stopped;
mod strategies;
mod stress;
mod sweeps;
mod tree;
mod volleys;
