//! What can go wrong between bitcode and object file, in words for the one who compiles.

/// Why an object could not be instrumented.
#[derive(Debug)]
pub enum Error {
    /// The bitcode cannot be read: made by a newer clang than this LLVM.
    Bitcode,
    /// LLVM has no back end for the object's target.
    Target(String),
    /// LLVM refused one of our pass pipelines: our bug.
    Pass(String),
    /// We built invalid IR: our bug.
    Verify(String),
    /// LLVM could not emit the object.
    Emit(String),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Bitcode => write!(f, "its bitcode cannot be read: use clang 22 or older"),
            Error::Target(why) => write!(f, "no code can be generated for its target: {why}"),
            Error::Pass(why) => write!(f, "an optimisation failed (a bug in symcrete): {why}"),
            Error::Verify(why) => write!(f, "instrumentation made invalid code (a bug in symcrete): {why}"),
            Error::Emit(why) => write!(f, "no object file could be generated: {why}"),
        }
    }
}

impl std::error::Error for Error {}
