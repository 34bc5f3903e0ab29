//! What is the same in every run here and differs elsewhere: time, random bytes, the environment.

use super::row;
use crate::Fact::{ByVariable, Environment, Errno, Model, ReadsText, Rounding, Stores, Surroundings, WritesNothing};
use crate::Followed::Nothing;
use crate::Function;

/// The functions, one row each.
pub(super) const FUNCTIONS: &[Function] = &[
    // What differs from run to run.
    row("getrandom", &[Model(Nothing), Environment]),
    row("getentropy", &[Model(Nothing), Environment]),
    row("arc4random", &[Model(Nothing), Environment]),
    row("arc4random_buf", &[Model(Nothing), Environment]),
    row("time", &[Model(Nothing), Environment, Stores(0, 8)]),
    row("rand", &[WritesNothing]),
    row("random", &[WritesNothing]),
    row("srand", &[WritesNothing]),
    row("getpid", &[WritesNothing, Environment]),
    row("clock", &[Environment]),
    row("clock_gettime", &[Environment, Stores(1, 16)]),
    row("gettimeofday", &[Environment, Stores(0, 16)]),
    row("ftime", &[Environment]),
    row("times", &[Environment]),
    row("getrusage", &[Environment]),
    row("timespec_get", &[Environment]),
    row("arc4random_uniform", &[Environment]),
    row("getppid", &[Environment]),
    row("gettid", &[Environment]),
    // Variables.
    row("getenv", &[ReadsText(0), WritesNothing, ByVariable]),
    row("secure_getenv", &[ByVariable]),
    row("environ", &[Surroundings]),
    row("__environ", &[Surroundings]),
    row("_environ", &[Surroundings]),
    row("__errno_location", &[Errno]),
    // How numbers are rounded.
    row("fesetround", &[Rounding]),
    row("fesetenv", &[Rounding]),
    row("feupdateenv", &[Rounding]),
    row("fesetmode", &[Rounding]),
    row("llvm.x86.sse.ldmxcsr", &[Rounding]),
    row("llvm.set.rounding", &[Rounding]),
    row("llvm.set.fpenv", &[Rounding]),
    row("llvm.set.fpmode", &[Rounding]),
    // Numbers from a seed, and dates of a given time.
    row("srandom", &[]),
    row("rand_r", &[]),
    row("random_r", &[]),
    row("initstate", &[]),
    row("setstate", &[]),
    row("drand48", &[]),
    row("erand48", &[]),
    row("lrand48", &[]),
    row("nrand48", &[]),
    row("mrand48", &[]),
    row("jrand48", &[]),
    row("srand48", &[]),
    row("seed48", &[]),
    row("lcong48", &[]),
    row("gmtime", &[]),
    row("gmtime_r", &[]),
    row("timegm", &[]),
    row("asctime", &[]),
    row("asctime_r", &[]),
    row("difftime", &[]),
    row("strftime", &[ReadsText(2)]),
];
