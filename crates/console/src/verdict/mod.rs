//! Verdicts on lines, for people and for other programs.

pub mod json;
pub mod sarif;
pub mod text;
