//! What tests may expect of the machine: the time for slow ones, and the tools that set-up installs.
//!
//! `make test` sets `SYMCRETE_PROMISED`: what `scripts/setup.sh` installs is then there, and a test that lacks it fails. Without that, as on a
//! developer's machine, it says what was not tested.

#![allow(dead_code, reason = "each test program uses some of it")]

use std::io::Write;

/// Is there time for the slow ones? `SLOW=0` says no.
pub(crate) fn is_slow() -> bool {
    is_set("SLOW")
}

/// Is this program in `PATH`, which the Debian package `package` brings?
pub(crate) fn has(program: &str, package: &str) -> bool {
    look_for(program, package, is_set("SYMCRETE_PROMISED")).unwrap_or_else(|why| panic!("{why}"))
}

/// Is it there? If it was promised and is not, that is an error.
pub(crate) fn look_for(program: &str, package: &str, is_promised: bool) -> Result<bool, String> {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    if std::env::split_paths(&paths).any(|folder| folder.join(program).is_file()) {
        return Ok(true);
    }
    let why = format!("{program} is not on this machine; `apt-get install {package}` brings it");
    if is_promised {
        return Err(why);
    }
    // Even when the test harness keeps output back.
    let _ = writeln!(std::io::stderr(), "not tested: {why}");
    Ok(false)
}

fn is_set(variable: &str) -> bool {
    std::env::var_os(variable).is_some_and(|value| !value.is_empty() && value != "0")
}
