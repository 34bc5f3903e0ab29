//! Two contestants measured in turns, so that whatever else the machine does hits both alike.
//!
//! Each round measures both and gives one ratio; who begins changes from round to round. Compares what the contestants
//! print: a fast program with another answer has not won.

use std::process::{Command, Output};
use std::time::Duration;
use symcrete_report::bench::figure::{Bar, Figure, Trouble, Unit, median};

/// Processor times of one round in seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// Of the yardstick.
    pub(super) plain: f64,
    /// Of ours.
    pub(super) ours: f64,
}

/// Measures both in turns, `n_rounds` times.
pub(super) fn rounds(
    n_rounds: usize,
    mut plain: impl FnMut() -> Result<f64, Trouble>,
    mut ours: impl FnMut() -> Result<f64, Trouble>,
) -> Result<Vec<Round>, Trouble> {
    let mut rounds = Vec::new();
    for index in 0..n_rounds {
        rounds.push(if index % 2 == 0 {
            let plain = plain()?;
            Round { plain, ours: ours()? }
        } else {
            let ours = ours()?;
            Round { plain: plain()?, ours }
        });
    }
    Ok(rounds)
}

/// How many times as much ours takes as the yardstick.
pub(super) fn ratio(rounds: &[Round], bar: Bar) -> Figure {
    let of = |pick: fn(&Round) -> f64| median(&rounds.iter().map(pick).collect::<Vec<_>>());
    let note = format!("{} against {} CPU", seconds(of(|round| round.ours)), seconds(of(|round| round.plain)));
    Figure { samples: rounds.iter().map(|round| round.ours / round.plain).collect(), unit: Unit::Times, bar, note }
}

/// Two programs that must print the same, and how many times as much processor time ours takes.
pub(super) fn programs(n_rounds: usize, plain: &mut Command, ours: &mut Command, bar: Bar) -> Result<Figure, Trouble> {
    let expected = answer(plain)?;
    let rounds = rounds(
        n_rounds,
        || measure(plain, &expected).map(|cpu| cpu.as_secs_f64()),
        || measure(ours, &expected).map(|cpu| cpu.as_secs_f64()),
    )?;
    Ok(ratio(&rounds, bar))
}

/// Runs a command; its processor time with that of everything it waited for.
pub(super) fn timed(command: &mut Command) -> Result<(Duration, Output), Trouble> {
    let before = symcrete_exec::cpu_of_children();
    let output = command.output();
    let cpu = symcrete_exec::cpu_of_children().saturating_sub(before);
    let output = output.map_err(|why| Trouble::Missing(format!("{}: {why}", command.get_program().display())))?;
    Ok((cpu, output))
}

/// Seconds in words, with three digits that matter.
pub(super) fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 10.0 => format!("{s:.1} s"),
        s if s >= 1.0 => format!("{s:.2} s"),
        s => format!("{:.1} ms", s * 1e3),
    }
}

/// What the yardstick prints; it must succeed.
pub(super) fn answer(command: &mut Command) -> Result<Output, Trouble> {
    let (_, output) = timed(command)?;
    if output.status.success() {
        return Ok(output);
    }
    let name = command.get_program().display().to_string();
    Err(Trouble::Missing(format!("{name} ended with {}: {}", output.status, first_line(&output.stderr))))
}

/// Processor time of a run that must end and print as expected.
fn measure(command: &mut Command, expected: &Output) -> Result<Duration, Trouble> {
    let (cpu, output) = timed(command)?;
    if output.stdout == expected.stdout && output.status == expected.status {
        return Ok(cpu);
    }
    let name = command.get_program().display().to_string();
    Err(Trouble::Wrong(format!("{name} ended with {} or printed something else than the plain program", output.status)))
}

/// The first line of what a program said.
pub(super) fn first_line(text: &[u8]) -> String {
    String::from_utf8_lossy(text).lines().next().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    #[test]
    fn contestants_take_turns() {
        let order = RefCell::new(String::new());
        let note = |name: char, time: f64| {
            order.borrow_mut().push(name);
            Ok(time)
        };
        let rounds = rounds(3, || note('p', 2.0), || note('o', 5.0)).unwrap();
        assert_eq!(order.into_inner(), "pooppo");
        assert_eq!(ratio(&rounds, Bar::Open).samples, [2.5; 3]);
    }

    #[test]
    fn another_answer_is_no_figure() {
        let echo = |text: &str| {
            let mut command = Command::new("echo");
            command.arg(text);
            command
        };
        assert!(programs(1, &mut echo("a"), &mut echo("a"), Bar::Open).is_ok());
        assert!(matches!(programs(1, &mut echo("a"), &mut echo("b"), Bar::Open), Err(Trouble::Wrong(_))));
        assert!(matches!(programs(1, &mut Command::new("/none"), &mut echo("b"), Bar::Open), Err(Trouble::Missing(_))));
    }
}
