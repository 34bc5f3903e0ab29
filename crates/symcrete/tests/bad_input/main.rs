//! Bad input: what is wrong is said in one sentence, with the next step and the documented exit code;
//! whatever the program under test does has a defined outcome and its trace is kept.

mod build;
mod folder;
mod hostile;
mod machine;
