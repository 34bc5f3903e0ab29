//! Functions to be explored, one module each; what must come out stands at their heads (see `crates/symcrete/tests/rust/main.rs`).

pub mod add;
pub mod bounds;
pub mod boxed;
pub mod cells;
pub mod chars;
pub mod colours;
pub mod copies;
pub mod division;
pub mod dropped;
pub mod floats;
pub mod forever;
pub mod machine;
pub mod nested;
pub mod parts;
pub mod question;
pub mod raw;
pub mod recursion;
pub mod slices;
pub mod texts;
pub mod threads;
pub mod times;
pub mod waiting;
