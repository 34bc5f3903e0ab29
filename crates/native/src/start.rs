//! Starts a program of the machine under an executor, as a setting says.

use super::sanitizer::Sanitizers;
use std::ffi::OsString;
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_build::surroundings::inherited;
use symcrete_engine::setting::Setting;
use symcrete_exec::{Config, Error, Executor, Target};

/// Starts a program so, in the environment of this process.
pub fn start(setting: &Setting, program: &Path, config: Config) -> Result<Executor, Failure> {
    start_with(setting, program, config, &[])
}

/// Starts a program so, with more variables of the environment.
pub fn start_with(
    setting: &Setting,
    program: &Path,
    config: Config,
    env: &[(OsString, OsString)],
) -> Result<Executor, Failure> {
    let args = setting.args.iter().map(OsString::from).collect();
    let mut all = inherited(program);
    all.retain(|(name, _)| setting.without.iter().all(|other| name != other.as_str()));
    for (name, value) in Sanitizers::of(program).environment().into_iter().chain(env.iter().cloned()) {
        all.retain(|(other, _)| *other != name);
        all.push((name, value));
    }
    let (varying, max_buffer, network) = (setting.varying.clone(), setting.max_buffer, setting.network);
    let target = Target { args, env: all, varying, max_buffer, network, ..Target::new(program) };
    Executor::start(&target, config).map_err(failure)
}

/// Whose matter it is that a run could not be made.
pub fn failure(why: Error) -> Failure {
    match why {
        Error::System { .. } => Failure::System(why.into()),
        Error::Launch { .. }
        | Error::NoServer { .. }
        | Error::ServerVersion { .. }
        | Error::ZeroByte { .. }
        | Error::Outside { .. }
        | Error::TooMuch { .. }
        | Error::Trace(_) => Failure::Program(why.into()),
    }
}
