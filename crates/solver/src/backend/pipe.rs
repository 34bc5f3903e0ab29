//! Any SMT solver that reads SMT-LIB 2 from its standard input, one process per question.
//! A process costs some milliseconds, little for a last resort, and buys that nothing survives from question to question
//! and that a stuck solver is simply killed. It is started directly, not by a shell, so killing it leaves nothing behind.
//! Limits of the solver's own that count steps, like those given to Z3, repeat from run to run; the time limit behind
//! them does not. Invariant: whatever the process writes, the result is an answer; an answer that cannot be read is
//! unknown.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use symcrete_expr::{InputByte, Stop};

use crate::answer::Why;
use crate::backend::smt::{SmtAnswer, SmtSolver};
use crate::smtlib::byte_name;

/// What a solver may write; more is not read.
const MAX_OUTPUT: u64 = 1 << 24;
/// Time between two looks whether to stop.
const LOOK: Duration = Duration::from_millis(20);

/// A solver behind a pipe.
#[derive(Clone, Debug)]
pub struct Piped {
    words: Vec<String>,
    time: Duration,
}

impl Piped {
    /// A command as it would be typed, words apart by blanks, and the time for one question.
    pub fn new(command: &str, time: Duration) -> Piped {
        Piped { words: command.split_whitespace().map(str::to_owned).collect(), time }
    }

    /// Z3 with limits of its own on steps and memory, so that the same question has the same answer in every run. A
    /// million of its steps take about half a second of processor time.
    pub fn z3(time: Duration) -> Piped {
        Piped::new("z3 -in rlimit=2000000 -memory:2048", time)
    }

    /// The program that is started.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    fn start(&self) -> Option<Child> {
        let mut command = Command::new(self.program());
        command.args(self.words.get(1..)?).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        command.spawn().ok()
    }
}

impl SmtSolver for Piped {
    fn check(&mut self, script: &str, bytes: &[InputByte], stop: &Stop) -> SmtAnswer {
        let Some(mut child) = self.start() else { return SmtAnswer::Unknown(Why::Solver) };
        let said = converse(&mut child, whole_script(script, bytes), self.time, stop);
        // It may have ended by itself; either way it is waited for.
        let _ = child.kill();
        let _ = child.wait();
        match said {
            Ok(text) => read_answer(&text, bytes),
            Err(why) => SmtAnswer::Unknown(why),
        }
    }
}

/// Z3 is faster without a logic on incremental questions only; these are single ones, and others insist on a logic.
fn whole_script(script: &str, bytes: &[InputByte]) -> String {
    let logic = if script.contains("FloatingPoint") || script.contains("fp.") { "QF_BVFP" } else { "QF_BV" };
    let names: Vec<String> = bytes.iter().map(|&at| byte_name(at)).collect();
    let values = if names.is_empty() { String::new() } else { format!("(get-value ({}))\n", names.join(" ")) };
    format!("(set-option :produce-models true)\n(set-logic {logic})\n{script}(check-sat)\n{values}(exit)\n")
}

/// Sends the script and waits for all that is answered. Both directions have a thread, so that neither a solver that does
/// not read nor one that does not write holds us up.
fn converse(child: &mut Child, script: String, time: Duration, stop: &Stop) -> Result<String, Why> {
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else { return Err(Why::Solver) };
    thread::spawn(move || {
        // A solver that has heard enough closes its end.
        let _ = stdin.write_all(script.as_bytes());
    });
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut said = Vec::new();
        let result = stdout.take(MAX_OUTPUT).read_to_end(&mut said);
        let _ = sender.send(result.map(|_| String::from_utf8_lossy(&said).into_owned()));
    });
    let until = Instant::now() + time;
    loop {
        match receiver.recv_timeout(LOOK.min(until.saturating_duration_since(Instant::now()))) {
            Ok(said) => return said.map_err(|_| Why::Solver),
            Err(RecvTimeoutError::Disconnected) => return Err(Why::Solver),
            Err(RecvTimeoutError::Timeout) if stop.is_set() => return Err(Why::Stopped),
            Err(RecvTimeoutError::Timeout) if Instant::now() >= until => return Err(Why::TimeLimit),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// The first word is the verdict; behind `sat`, each byte's name is followed by its value.
fn read_answer(said: &str, bytes: &[InputByte]) -> SmtAnswer {
    let mut words = said.split(|c: char| c.is_whitespace() || c == '(' || c == ')').filter(|word| !word.is_empty());
    match words.next() {
        Some("unsat") => SmtAnswer::Unsat,
        Some("unknown" | "timeout") => SmtAnswer::Unknown(Why::StepLimit),
        Some("sat") => values(words, bytes).map_or(SmtAnswer::Unknown(Why::Solver), SmtAnswer::Sat),
        _ => SmtAnswer::Unknown(Why::Solver),
    }
}

/// `in_0_7 #x41`, `#b01000001` or `_ bv65 8`, in the order they were asked for.
fn values<'a>(mut words: impl Iterator<Item = &'a str>, bytes: &[InputByte]) -> Option<Vec<u8>> {
    bytes.iter().map(|&at| (words.next()? == byte_name(at)).then(|| value(&mut words))?).collect()
}

fn value<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<u8> {
    let word = words.next()?;
    if let Some(digits) = word.strip_prefix("#x") {
        u8::from_str_radix(digits, 16).ok()
    } else if let Some(digits) = word.strip_prefix("#b") {
        u8::from_str_radix(digits, 2).ok()
    } else if word == "_" {
        let number = words.next()?.strip_prefix("bv")?.parse().ok();
        words.next()?;
        number
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Vec<InputByte> {
        [7, 8].map(|offset| InputByte { stream: 1, offset }).to_vec()
    }

    #[test]
    fn every_way_to_write_a_value_is_read() {
        for said in ["sat\n((in_1_7 #x41)\n (in_1_8 #b00000010))\n", "sat ((in_1_7 (_ bv65 8)) (in_1_8 #x02))"] {
            assert_eq!(read_answer(said, &two()), SmtAnswer::Sat(vec![65, 2]));
        }
        assert_eq!(read_answer("unsat\n(error \"no model\")", &two()), SmtAnswer::Unsat);
    }

    #[test]
    fn what_cannot_be_read_is_unknown() {
        for said in
            ["", "error", "sat", "sat ((in_1_8 #x41))", "sat ((in_1_7 #x141) (in_1_8 #x00))", "(error \"unsat\")"]
        {
            assert_eq!(read_answer(said, &two()), SmtAnswer::Unknown(Why::Solver), "{said}");
        }
        assert_eq!(read_answer("unknown", &two()), SmtAnswer::Unknown(Why::StepLimit));
    }

    #[test]
    fn a_solver_that_is_stuck_or_missing_is_unknown() {
        let script = "(assert true)\n".repeat(100_000);
        let check = |command, ms| Piped::new(command, Duration::from_millis(ms)).check(&script, &[], &Stop::new());
        assert_eq!(check("sleep 1000", 50), SmtAnswer::Unknown(Why::TimeLimit));
        assert_eq!(check("/no/such/solver", 5000), SmtAnswer::Unknown(Why::Solver));
        assert_eq!(check("", 5000), SmtAnswer::Unknown(Why::Solver));
        assert_eq!(check("true", 5000), SmtAnswer::Unknown(Why::Solver));
        assert_eq!(check("echo unsat", 5000), SmtAnswer::Unsat);
    }

    #[test]
    fn a_solver_that_is_not_to_go_on_is_killed() {
        let stop = Stop::new();
        stop.set(true);
        let begun = Instant::now();
        let answer = Piped::new("sleep 1000", Duration::from_secs(1000)).check("(assert true)\n", &[], &stop);
        assert_eq!(answer, SmtAnswer::Unknown(Why::Stopped));
        assert!(begun.elapsed() < Duration::from_secs(100));
    }
}
