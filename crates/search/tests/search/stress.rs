//! Long campaigns stay small: two million branches in runs of ten thousand, and every strategy at work on them.

use crate::long::{Long, OneByte, model};
use crate::mock::{Blind, runs, ticking};
use symcrete_search::{Campaign, Input, Options, Plan, StopReason};

/// Runs of about ten thousand branches.
const N_BYTES: usize = 500;

fn n_bytes_after(plan: Plan, n_runs: u64) -> usize {
    let toy = model();
    let mut campaign = Campaign::new(&toy.program, Long, OneByte, runs(n_runs));
    let mut strategy = plan.build(&toy.program, &Options::default(), 1);
    let seed = Input::stdin(vec![100; N_BYTES]);
    let reason = campaign.explore(&[seed], &mut *strategy, &mut ticking(), &mut Blind);
    assert_eq!(reason, Ok(StopReason::Iterations));
    let statistics = campaign.statistics();
    assert_eq!((statistics.divergences, statistics.surprises), (0, 0));
    assert!(statistics.paths > n_runs / 2, "{} paths", statistics.paths);
    campaign.tree().n_bytes()
}

#[test]
fn two_million_branches_in_two_megabytes() {
    let n_bytes = n_bytes_after(Plan::Bfs, 200);
    assert!(n_bytes < 2 << 20, "{n_bytes} bytes");
    // What a run adds is bounded by what is new in it, not by its ten thousand turns of eight bytes.
    let more = n_bytes_after(Plan::Bfs, 400) - n_bytes;
    assert!(more / 200 < 8 * 1024, "{} bytes per run", more / 200);
}

#[test]
fn every_strategy_works_on_long_paths() {
    for &plan in Plan::ALL {
        let n_bytes = n_bytes_after(plan, 40);
        assert!(n_bytes < 4 << 20, "{}: {n_bytes} bytes", plan.name());
    }
}
