//! A long campaign of long runs, in memory only: how the search's own time and memory grow.
//!
//! `cargo run --release -p symcrete-search --example endurance [STRATEGY] [RUNS] [BYTES]` prints, for each tenth of the
//! campaign, microseconds of processor time per run and the size of the tree. Each run takes about 20 branches per byte of input.

#[path = "../tests/search/long.rs"]
mod long;
#[path = "../tests/search/toy.rs"]
#[expect(dead_code, reason = "the tests use the rest")]
mod toy;

use std::time::{Duration, Instant};
use symcrete_search::{Budget, Campaign, Input, Iteration, Observer, Options, Plan};

/// Prints a line at each tenth.
struct Tenths {
    every: u64,
    since: u64,
}

/// Nanoseconds on the processor so far, which neighbours on the machine don't change; 0 where Linux does not tell.
fn cpu() -> u64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0)
}

impl Observer for Tenths {
    #[expect(clippy::print_stdout, reason = "an example prints")]
    fn ran(&mut self, iteration: &Iteration) {
        if iteration.number.is_multiple_of(self.every) {
            let per_run = (cpu() - self.since) / 1000 / self.every;
            let statistics = iteration.statistics;
            let solver = statistics.solver;
            println!(
                "{:8} runs {per_run:6} us/run  {} paths  {} calls  {} untried  {:?} in the solver",
                iteration.number, statistics.paths, solver.calls, statistics.untried, solver.wall
            );
            self.since = cpu();
        }
    }
}

#[expect(clippy::print_stdout, reason = "an example prints")]
fn main() {
    let mut args = std::env::args().skip(1);
    let plan = args.next().and_then(|name| Plan::from_name(&name)).unwrap_or_default();
    let n_runs = args.next().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let n_bytes = args.next().and_then(|n| n.parse().ok()).unwrap_or(500);
    let toy = long::model();
    let budget = Budget { iterations: Some(n_runs), ..Budget::default() };
    let mut campaign = Campaign::new(&toy.program, long::Long, long::OneByte, budget);
    let mut strategy = plan.build(&toy.program, &Options::default(), 1);
    let start = Instant::now();
    let mut clock = move || -> Duration { start.elapsed() };
    let mut observer = Tenths { every: (n_runs / 10).max(1), since: cpu() };
    let result = campaign.explore(&[Input::stdin(vec![100; n_bytes])], &mut *strategy, &mut clock, &mut observer);
    let reason = result.map_or("failed", |reason| reason.name());
    println!(
        "{}: {reason}, tree {} MiB, arena {} terms",
        plan.name(),
        campaign.tree().n_bytes() >> 20,
        campaign.arena().len()
    );
    println!("{:?}", campaign.statistics().notes);
}
