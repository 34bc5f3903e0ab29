//! The last lines: why it stopped, what is covered, what is not.

use crate::branch;
use crate::recorder::Recorder;
use crate::session::Session;
use crate::setting::STDIN;
use symcrete_search::StopReason;

/// Uncovered branches shown at the end.
const SHOWN: usize = 5;

pub(super) fn print(session: &Session, recorder: &Recorder) {
    let campaign = session.campaign();
    let s = campaign.statistics();
    let why = match session.stop() {
        StopReason::Exhausted if s.is_complete() => "every feasible path was explored".to_string(),
        StopReason::Exhausted if s.is_complete_up_to_length() => {
            let options = session.options();
            match options.setting.first_file() {
                Some(_) => "every feasible path with inputs as long as allowed was explored".to_string(),
                None => {
                    let most = options.most()[STDIN];
                    format!("every feasible path with at most {most} bytes of standard input was explored")
                }
            }
        }
        StopReason::Exhausted => "nothing is left to try".to_string(),
        other => format!("stopped by: {}", other.name()),
    };
    println!("{why}");
    println!("tests: {} in {}", recorder.n_tests(), recorder.folder().path().join("tests").display());
    println!("branches: {} of {} covered, {} runs, {} paths", s.covered, s.branches, s.iterations, s.paths);
    println!(
        "solver: {} calls, {} sat, {} unsat, {} unknown; {} divergences",
        s.solver.calls, s.solver.sat, s.solver.unsat, s.solver.unknown, s.divergences
    );
    println!("findings: {}", recorder.findings().len());
    let n_lost = campaign.target().lost().len();
    if n_lost > 0 {
        println!("symbolic data was dropped at {n_lost} places: see \"lost\" in report.json");
    }
    for branch in campaign.coverage().uncovered().take(SHOWN) {
        println!("not covered: {}", branch::name(session.program(), branch));
    }
}
