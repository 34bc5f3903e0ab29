//! Verdicts on lines for other programs.

pub mod json;
pub mod sarif;
