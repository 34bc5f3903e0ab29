//! A campaign on a server as `symcrete watch` shows it: coverage, speed of each process, findings.

use crate::show;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};
use symcrete_nats::said::Progress;
use symcrete_nats::watch::{Standing, Watch};

/// How long the server may take to tell what was said before.
const PATIENCE: Duration = Duration::from_secs(10);

/// Shows a campaign now and then until it ends, or once. On a terminal each time in place of the time before.
pub fn follow(watch: &Watch, once: bool, pause: Duration) {
    let begun = Instant::now();
    while !watch.has_caught_up() && begun.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(20));
    }
    let is_terminal = std::io::stdout().is_terminal();
    loop {
        let standing = watch.standing();
        let text = text(&standing);
        if is_terminal && !once {
            let _ = write!(std::io::stdout(), "\x1b[2J\x1b[H");
        }
        show(format_args!("{text}"));
        if once || standing.ended.is_some() {
            return;
        }
        std::thread::sleep(pause);
    }
}

/// The lines about a campaign.
fn text(standing: &Standing) -> String {
    let mut lines = vec![format!("{}: {}", standing.program, state(standing))];
    for (name, one) in &standing.members {
        let host = if one.host.is_empty() { "?" } else { &one.host };
        lines.push(format!("worker {name} on {host}: {} threads, {}", one.n_workers, work(standing, name, one)));
    }
    for found in &standing.findings {
        let place =
            found.stack.get(found.n_reporting).map_or(String::new(), |at| format!(" at {}:{}", at.file, at.line));
        lines.push(format!("finding: {}{place}", found.kind));
    }
    lines.extend(standing.ended.iter().map(|why| format!("ended: {why}")));
    lines.join("\n")
}

/// How far all of them are.
fn state(standing: &Standing) -> String {
    if standing.decided.is_empty() {
        let runs: u64 = standing.members.values().map(|one| one.runs).sum();
        return format!("{} branches covered, {runs} runs", standing.n_covered);
    }
    let count = |name: &str| standing.decided.values().filter(|(known, _)| known == name).count();
    let [reached, unreachable, open] = ["reached", "unreachable", "not-found"].map(count);
    let n_targets = standing.decided.len();
    format!("{n_targets} targets decided: {reached} reached, {unreachable} unreachable, {open} not found")
}

/// What one of them did.
fn work(standing: &Standing, name: &str, one: &Progress) -> String {
    if standing.decided.is_empty() {
        let rate = one.runs as f64 / (one.wall_ms as f64 / 1000.0).max(0.001);
        return format!("{} runs, {rate:.0} runs/s", one.runs);
    }
    let n_targets = standing.decided.values().filter(|(_, by)| by == name).count();
    format!("{n_targets} targets decided")
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_hub::fact::{Found, Frame};

    #[test]
    fn a_line_for_each_process_and_finding() {
        let frame = Frame { file: "a.c".into(), line: 7, ..Frame::default() };
        let found = Found { kind: "SIGSEGV".into(), stack: vec![frame], ..Found::default() };
        let progress = Progress { host: "box".into(), n_workers: 2, runs: 100, wall_ms: 2000 };
        let standing = Standing {
            program: "orders".into(),
            n_covered: 9,
            members: [("1.ab".to_string(), progress)].into(),
            findings: vec![found],
            decided: Default::default(),
            ended: Some("everything is explored".into()),
        };
        let want = "orders: 9 branches covered, 100 runs\nworker 1.ab on box: 2 threads, 100 runs, 50 runs/s\n\
                    finding: SIGSEGV at a.c:7\nended: everything is explored";
        assert_eq!(text(&standing), want);
        let decided = [("reached", "1.ab"), ("not-found", "2.cd")].map(|(name, by)| (name.to_string(), by.to_string()));
        let decided = (0..).zip(decided).collect();
        let want = "orders: 2 targets decided: 1 reached, 0 unreachable, 1 not found\n\
                    worker 1.ab on box: 2 threads, 1 targets decided";
        assert_eq!(text(&Standing { decided, findings: Vec::new(), ended: None, ..standing }), want);
    }
}
