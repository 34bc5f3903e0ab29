//! The search on toy programs: no process, no solver, no clock.

mod mock;
mod toy;

mod cases;
mod exhaustion;
mod long;
mod stress;
