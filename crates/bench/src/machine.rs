//! On what a measurement was made. Figures without it are opinions.

use super::contest::{first_line, timed};
use std::ffi::OsStr;
use std::process::Command;

/// The machine and the compiler.
pub(super) struct Machine {
    processor: String,
    n_cores: usize,
    kernel: String,
    clang: String,
    load_before: String,
    load_after: String,
}

impl Machine {
    /// Looks around before the first measurement.
    pub(super) fn look(clang: &OsStr) -> Machine {
        let cpuinfo = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let model = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        let version = timed(Command::new(clang).arg("--version"));
        Machine {
            processor: model.map_or("unknown", |(_, name)| name).to_string(),
            n_cores: std::thread::available_parallelism().map_or(1, usize::from),
            kernel: word_of("/proc/sys/kernel/osrelease"),
            clang: version.map_or("unknown".into(), |(_, output)| first_line(&output.stdout)),
            load_before: word_of("/proc/loadavg"),
            load_after: String::new(),
        }
    }

    /// Looks again after the last one: a load far above 1 at either end means that others used the machine.
    pub(super) fn look_again(&mut self) {
        self.load_after = word_of("/proc/loadavg");
    }

    /// What is known, in words.
    pub(super) fn facts(&self) -> [(&'static str, String); 6] {
        [
            ("processor", self.processor.clone()),
            ("cores", self.n_cores.to_string()),
            ("kernel", self.kernel.clone()),
            ("clang", self.clang.clone()),
            ("symcrete", env!("CARGO_PKG_VERSION").to_string()),
            ("load before and after", format!("{}, {}", self.load_before, self.load_after)),
        ]
    }
}

/// The first word of a file, or that it is unknown.
fn word_of(path: &str) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    text.split_whitespace().next().unwrap_or("unknown").to_string()
}
