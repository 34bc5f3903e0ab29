//! What a server takes: processes that do nothing but claim questions and inputs and tell runs, as fast as they can.
//!
//! `cargo run --release -p symcrete-nats --example load -- nats://127.0.0.1:4222 8 5` lets 8 of them do that for 5 seconds. Sizes are those of a recorded
//! campaign (`tests/many` with seven bytes): a run of 7 bytes, and for each its test of 430 bytes.
#![expect(clippy::print_stdout, reason = "an example")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_corpus::Bytes;
use symcrete_hub::fact::{Begun, Fact, Found, Run, WorkerId};
use symcrete_hub::hub::Hub;
use symcrete_hub::question::QuestionId;
use symcrete_nats::cluster::{Cluster, Part};
use symcrete_nats::package::Package;
use symcrete_nats::server::{Address, Server};
use symcrete_search::Input;

/// Bytes of a stored test.
const TEST: usize = 430;

fn main() -> Result<(), Failure> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [hub, n_workers, seconds] = args.as_slice() else {
        return Err(Failure::usage("usage: load URL WORKERS SECONDS"));
    };
    let number = |text: &str| text.parse::<u64>().map_err(|_| Failure::usage(format!("{text} is no number")));
    let (n_workers, time) = (number(n_workers)?, Duration::from_secs(number(seconds)?));
    let address = Address { hub: hub.clone(), campaign: format!("load-{}", std::process::id()), credentials: None };
    let begun = Begun { version: env!("CARGO_PKG_VERSION").into(), ..Begun::default() };
    let package = Package { begun, name: "load".into(), program: PathBuf::from("program"), files: Vec::new() };
    package.publish(&Server::connect(&address)?, &[])?;
    let n_runs = AtomicU64::new(0);
    let clusters = (0..n_workers).map(|_| join(&address)).collect::<Result<Vec<Cluster>, Failure>>()?;
    let start = Instant::now();
    std::thread::scope(|scope| {
        for (k, cluster) in (0..).zip(&clusters) {
            let n_runs = &n_runs;
            scope.spawn(move || work(cluster, k, start + time, n_runs));
        }
    });
    let (elapsed, n_runs) = (start.elapsed().as_secs_f64(), n_runs.load(Ordering::Relaxed));
    let (messages, bytes) = clusters.iter().map(Cluster::sent).fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
    println!(
        "{n_workers} workers: {:.0} runs/s with {:.0} claims/s, {:.0} messages/s and {:.1} MB/s taken",
        n_runs as f64 / elapsed,
        2.0 * n_runs as f64 / elapsed,
        messages as f64 / elapsed,
        bytes as f64 / elapsed / 1e6
    );
    Server::connect(&address)?.remove()
}

fn join(address: &Address) -> Result<Cluster, Failure> {
    let key = |_: &Found| String::new();
    let part = Part { n_workers: 1, n_branches: 9, gathers: false, key };
    Ok(Cluster::join(Server::connect(address)?, part)?.0)
}

/// Claims and tells one run after the other.
fn work(hub: &Cluster, worker: u64, end: Instant, n_runs: &AtomicU64) {
    let id = WorkerId(0);
    for k in 0_u64.. {
        if Instant::now() >= end {
            return;
        }
        let name = [worker.to_le_bytes(), k.to_le_bytes()].concat();
        let question = QuestionId::new(name.clone().try_into().unwrap_or_default());
        hub.claim(id, question);
        let path = name.clone().try_into().ok();
        let numbered = hub.number(id, &Input::stdin(name.clone()), path);
        let manifest = "x".repeat(TEST);
        let (number, input) = (numbered.number, vec![Bytes(name[..7].to_vec())]);
        let run = Run { number, input, question: Some(question), is_kept: true, ..Run::default() };
        let told = [Fact::Stored { number, manifest }, Fact::Ran(run)].map(|fact| hub.tell(id, fact));
        assert!(told.iter().all(Result::is_ok), "it is kept, whatever the server does");
        n_runs.fetch_add(1, Ordering::Relaxed);
    }
}
