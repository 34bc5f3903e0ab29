//! Fifty faults at random moments: processes and the server are killed, or stop answering and come back. With `SLOW=1`, some minutes;
//! `FAULTS_SEED=7` begins elsewhere.
//!
//! Each campaign ends by itself, and whoever asks for it then has every path and each bug once. That it is everything is said on the terminal and in
//! `report.json`, or in neither: one who was away at the end may not have said what it saw.

use crate::faults::{SILENT, kill};
use crate::folder::Folder;
use crate::server::Server;
use crate::{assert_all, end, has_server, machine};
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use symcrete_search::Rng;

const FAULTS: usize = 50;
/// Bytes of the program's input, each of which has three ways.
const BYTES: usize = 7;
const WORKERS: usize = 3;
/// A campaign that takes longer does not end.
const ENDLESS: Duration = Duration::from_secs(300);

/// One campaign with those who work at it.
struct Campaign {
    server: Server,
    folder: Folder,
    /// Whoever asked for it, and how often somebody did.
    asked: Child,
    n_asked: usize,
    workers: Vec<Child>,
}

fn is_over(process: &mut Child) -> bool {
    process.try_wait().expect("it is ours").is_some()
}

fn signal(name: &str, process: u32) {
    let sent = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(sent.is_ok(), "there is a command `kill`");
}

impl Campaign {
    fn new() -> Campaign {
        let (server, folder) = (Server::new(), Folder::with_ways(BYTES));
        let asked = folder.begin(&server, BYTES, "out1");
        let workers = (0..WORKERS).map(|_| folder.worker(&server)).collect();
        Campaign { server, folder, asked, n_asked: 1, workers }
    }

    /// Kills or stops somebody; what it was.
    fn fault(&mut self, rng: &mut Rng) -> &'static str {
        let worker = rng.index(WORKERS);
        match rng.below(6) {
            0 | 1 => {
                kill(&mut self.workers[worker]);
                self.workers[worker] = self.folder.worker(&self.server);
                "a worker was killed"
            }
            2 => {
                kill(&mut self.asked);
                self.ask_again();
                "whoever asked was killed"
            }
            3 => {
                self.server.kill();
                std::thread::sleep(Duration::from_millis(rng.below(3000)));
                self.server.start();
                "the server was killed"
            }
            4 => {
                let process = self.server.process();
                signal("-STOP", process);
                std::thread::sleep(Duration::from_millis(500 + rng.below(4000)));
                signal("-CONT", process);
                "the server did not answer"
            }
            _ => {
                let process = self.workers[worker].id();
                signal("-STOP", process);
                std::thread::sleep(SILENT);
                signal("-CONT", process);
                "a worker was away"
            }
        }
    }

    fn ask_again(&mut self) {
        self.n_asked += 1;
        self.asked = self.folder.begin(&self.server, BYTES, &format!("out{}", self.n_asked));
    }

    /// Faults until it is over; how many.
    fn suffer(&mut self, rng: &mut Rng, most: usize) -> Vec<&'static str> {
        let mut faults = Vec::new();
        while faults.len() < most && !is_over(&mut self.asked) {
            std::thread::sleep(Duration::from_millis(200 + rng.below(1500)));
            faults.push(self.fault(rng));
        }
        faults
    }

    /// Waits for its end, and looks at what is there.
    fn check(mut self, faults: &[&str]) {
        let begun = Instant::now();
        while !is_over(&mut self.asked) {
            assert!(begun.elapsed() < ENDLESS, "it does not end after {faults:?}");
            std::thread::sleep(Duration::from_millis(50));
        }
        // Whoever asked last may have stopped early because the server was away; who asks now has all of it.
        self.ask_again();
        let (code, said) = end(self.asked);
        assert_eq!(code, Some(1), "{faults:?}: {said}");
        let out = self.folder.join(format!("out{}", self.n_asked));
        let said = format!("{faults:?}: {said}");
        let report = assert_all(&out, BYTES, &said);
        assert_eq!(report["complete"] == true, said.contains("every feasible path"), "{said}");
        self.workers.iter_mut().for_each(kill);
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "so that a seed can be tried again")]
fn nothing_is_lost_by_fifty_faults() {
    if !machine::is_slow() || !has_server() {
        return;
    }
    let seed = std::env::var("FAULTS_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let (mut rng, mut n_faults) = (Rng::new(seed), 0);
    while n_faults < FAULTS {
        let mut campaign = Campaign::new();
        let faults = campaign.suffer(&mut rng, FAULTS - n_faults);
        eprintln!("seed {seed}: {faults:?}");
        n_faults += faults.len().max(1);
        campaign.check(&faults);
    }
}
