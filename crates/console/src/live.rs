//! How far a campaign is: a few lines that stay in place on a terminal, now and then a plain line elsewhere.
//!
//! What is shown is made by pure functions of the campaign's numbers. On a terminal the lines are drawn over
//! their last version, without colours; too long ones are cut by the terminal itself. Without a terminal the pauses
//! between lines grow, so that a log stays short.

use std::fmt::Write;
use std::io::Write as _;
use std::time::{Duration, Instant};
use symcrete_search::Statistics;

/// How often the lines are drawn on a terminal.
const REFRESH: Duration = Duration::from_millis(200);
/// First and longest pause between plain lines.
const PAUSE: Duration = Duration::from_secs(10);
const LONGEST: Duration = Duration::from_secs(120);
/// Characters of the coverage bar.
const BAR: usize = 24;

/// Where progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nowhere.
    Nowhere,
    /// Lines that stay in place.
    Terminal,
    /// Plain lines.
    Log,
}

/// What is known besides the numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subject {
    /// What is tested.
    pub name: String,
    /// How the next input is chosen.
    pub strategy: &'static str,
    /// Findings so far, and the last of them.
    pub n_findings: usize,
    /// What the last bug was, in a line.
    pub last_finding: Option<String>,
    /// Runs per second of each worker, if there are several.
    pub rates: Vec<f64>,
}

/// Progress on standard error.
pub struct Live {
    place: Place,
    next: Instant,
    pause: Duration,
    n_drawn: usize,
}

impl Live {
    /// Shown there, from now on.
    pub fn new(place: Place) -> Live {
        let pause = if place == Place::Log { PAUSE } else { REFRESH };
        Live { place, next: Instant::now() + pause, pause, n_drawn: 0 }
    }

    /// Is it time to show something?
    pub fn is_due(&self) -> bool {
        self.place != Place::Nowhere && Instant::now() >= self.next
    }

    /// Shows the numbers if it is time to.
    pub fn show(&mut self, numbers: &Statistics, subject: &Subject) {
        if !self.is_due() {
            return;
        }
        match self.place {
            Place::Terminal => self.draw(&lines(numbers, subject)),
            _ => {
                eprintln!("symcrete: {}", line(numbers, subject));
                self.pause = (self.pause * 2).min(LONGEST);
            }
        }
        self.next = Instant::now() + self.pause;
    }

    /// Takes the lines away, so that something else can be printed.
    pub fn clear(&mut self) {
        if self.n_drawn > 0 {
            eprint!("\x1b[{}A\r\x1b[J", self.n_drawn);
            self.n_drawn = 0;
        }
    }

    fn draw(&mut self, lines: &[String]) {
        let mut text = String::new();
        if self.n_drawn > 0 {
            let _ = write!(text, "\x1b[{}A\r", self.n_drawn);
        }
        // Without wrapping, a long line takes one row on a narrow terminal, too.
        text.push_str("\x1b[?7l");
        for line in lines {
            let _ = write!(text, "\x1b[K{line}\r\n");
        }
        text.push_str("\x1b[?7h");
        self.n_drawn = lines.len();
        let _ = std::io::stderr().write_all(text.as_bytes());
    }
}

/// The lines for a terminal.
fn lines(numbers: &Statistics, subject: &Subject) -> Vec<String> {
    let s = numbers;
    let seconds = s.wall.as_secs_f64().max(0.001);
    let filled = (BAR * s.covered).checked_div(s.branches).unwrap_or(0);
    let bar: String = (0..BAR).map(|k| if k < filled { '█' } else { '░' }).collect();
    let share = (100 * s.covered).checked_div(s.branches).unwrap_or(0);
    let solving = (100.0 * s.solver.wall.as_secs_f64() / seconds).min(100.0);
    let last = subject.last_finding.as_ref().map(|what| format!(", last: {what}")).unwrap_or_default();
    let mut lines = vec![
        format!("testing   {}, {} so far, Ctrl-C stops and writes the report", subject.name, time(s.wall)),
        format!("coverage  {bar} {share} %, {} of {} branches", s.covered, s.branches),
        format!("runs      {}, {:.0} per second, {} paths", s.iterations, s.iterations as f64 / seconds, s.paths),
        format!(
            "solver    {} questions: {} sat, {} unsat, {} unknown; {solving:.0} % of the time",
            s.solver.calls, s.solver.sat, s.solver.unsat, s.solver.unknown
        ),
        format!("strategy  {}, {} divergences", subject.strategy, s.divergences),
        format!("findings  {}{last}", subject.n_findings),
    ];
    if !subject.rates.is_empty() {
        let rates: Vec<String> = subject.rates.iter().map(|rate| format!("{rate:.0}")).collect();
        lines.push(format!("workers   {}, runs per second: {}", rates.len(), rates.join(", ")));
    }
    lines
}

/// The line for a log.
fn line(numbers: &Statistics, subject: &Subject) -> String {
    let s = numbers;
    let rate = s.iterations as f64 / s.wall.as_secs_f64().max(0.001);
    format!(
        "{}: {} runs ({rate:.0} per second), {} of {} branches, {} solver questions, {} findings",
        time(s.wall),
        s.iterations,
        s.covered,
        s.branches,
        s.solver.calls,
        subject.n_findings
    )
}

fn time(wall: Duration) -> String {
    match wall.as_secs() {
        seconds @ 0..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> Statistics {
        let mut s = Statistics { iterations: 800, covered: 30, branches: 40, paths: 70, ..Statistics::default() };
        s.wall = Duration::from_secs(125);
        (s.solver.calls, s.solver.sat, s.solver.unsat) = (90, 60, 30);
        s.solver.wall = Duration::from_secs(25);
        s
    }

    #[test]
    fn the_numbers_in_lines() {
        let subject = Subject {
            name: "a.c".into(),
            strategy: "dfs",
            n_findings: 1,
            last_finding: Some("SIGSEGV".into()),
            rates: Vec::new(),
        };
        let several = Subject { rates: vec![3.2, 4.0], ..subject.clone() };
        assert_eq!(lines(&numbers(), &several)[6..], ["workers   2, runs per second: 3, 4"]);
        let lines = lines(&numbers(), &subject);
        assert_eq!(lines[0], "testing   a.c, 2 min 5 s so far, Ctrl-C stops and writes the report");
        assert_eq!(lines[1], "coverage  ██████████████████░░░░░░ 75 %, 30 of 40 branches");
        assert_eq!(lines[2], "runs      800, 6 per second, 70 paths");
        assert_eq!(lines[3], "solver    90 questions: 60 sat, 30 unsat, 0 unknown; 20 % of the time");
        assert_eq!(lines[4..], ["strategy  dfs, 0 divergences", "findings  1, last: SIGSEGV"]);
        let one = line(&numbers(), &subject);
        assert_eq!(one, "2 min 5 s: 800 runs (6 per second), 30 of 40 branches, 90 solver questions, 1 findings");
    }

    #[test]
    fn a_program_without_branches_has_an_empty_bar() {
        let lines = lines(&Statistics::default(), &Subject::default());
        assert!(lines[1].ends_with(" 0 %, 0 of 0 branches"), "{}", lines[1]);
    }
}
