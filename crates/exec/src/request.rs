//! One run that is asked for: its input, and what is different about it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use symcrete_trace::Flags;

/// What a run is given. What is left out is as the executor was started: [`Request::default`] is a run without input.
#[derive(Clone, Debug, Default)]
pub struct Request<'a> {
    /// Bytes of standard input.
    pub stdin: &'a [u8],
    /// Bytes that values asked for by an API (`__VERIFIER_nondet_int`) are made of; behind their end every byte is zero.
    pub asked: &'a [u8],
    /// Bytes of what varies in the target, in its order; missing ones are empty.
    pub given: &'a [Vec<u8>],
    /// How long it may take, instead of [`crate::Limits::time`].
    pub time: Option<Duration>,
    /// What the runtime records, instead of [`crate::Config::flags`].
    pub flags: Option<Flags>,
    /// The first outcome of a two-way site whose comparison the trace tells where it is concrete.
    pub watched: Option<u32>,
    /// How many buffers for `LLVMFuzzerTestOneInput` [`Self::asked`] holds ([`symcrete_trace::volley`]): one process tries them one
    /// after the other, and nobody looks where it crashes. 0: one run, of the values asked for.
    pub n_volley: u32,
    /// Do not look where it stays, if it takes too long: that takes longer than many a run does. Without
    /// [`crate::Config::locate`] nobody looks.
    pub is_hasty: bool,
    /// Ends the run as [`crate::Outcome::Stopped`] as soon as it is set, whoever sets it.
    pub stop: Option<Arc<AtomicBool>>,
}

impl<'a> Request<'a> {
    /// A run with these bytes as standard input.
    pub fn stdin(bytes: &'a [u8]) -> Request<'a> {
        Request { stdin: bytes, ..Request::default() }
    }
}
