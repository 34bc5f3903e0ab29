//! One process among those of a campaign on a server: its name and seats, what it says, and what it has heard of the others.
//!
//! What it works on is its user's: paths (`cluster`) or targets (`pursuers`).

use crate::log::Log;
use crate::outbox::{Letter, Outbox};
use crate::said::{Message, Progress, Said};
use crate::seats::Seats;
use crate::server::{Campaign, Server};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;
use symcrete_corpus::hex;

/// Time between two looks.
pub(crate) const LOOK: Duration = Duration::from_millis(20);
/// How long hearing everything that was said before may take.
pub(crate) const CATCHING_UP: Duration = Duration::from_secs(120);

/// The process.
pub(crate) struct Member {
    pub(crate) server: Server,
    pub(crate) campaign: Campaign,
    pub(crate) seats: Seats,
    /// Its name, which no other process has.
    pub(crate) name: String,
    host: String,
    begun: Instant,
    pub(crate) log: Mutex<Log>,
    pub(crate) outbox: Outbox,
    pub(crate) is_closed: Arc<AtomicBool>,
    remarks: Mutex<BTreeSet<String>>,
}

impl Member {
    /// Takes a seat in a campaign that has begun; which one comes with it.
    pub(crate) fn join(server: Server) -> Result<(Member, u64), Failure> {
        let (campaign, seats) = server.runtime.block_on(async {
            let campaign = server.open().await?;
            let seats = Seats::open(&server, &campaign.seats, "seats").await?;
            Ok::<_, Failure>((campaign, seats))
        })?;
        let seat = server.runtime.block_on(seats.take(&server))?;
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_string();
        let member = Member {
            server,
            campaign,
            seats,
            name: process_name(seat),
            host,
            begun: Instant::now(),
            log: Mutex::default(),
            outbox: Outbox::default(),
            is_closed: Arc::default(),
            remarks: Mutex::default(),
        };
        Ok((member, seat))
    }

    /// Does this when somebody says that nobody need go on.
    pub(crate) fn when_closed(&self, act: impl FnOnce() + Send + 'static) {
        let is_closed = self.is_closed.clone();
        self.server.runtime.spawn(async move {
            while !is_closed.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
            act();
        });
    }

    /// Says something to everybody. `is_last`: when everything before it was said.
    pub(crate) fn say(&self, said: Said, is_last: bool) {
        let subject = self.server.address.heard();
        let bytes = Message { by: self.name.clone(), said }.bytes();
        self.outbox.put(Letter { subject, bytes, is_last, may_be_lost: false });
    }

    /// Sends what it says, as long as it lives.
    pub(crate) async fn send(&self) {
        self.outbox.send(&self.server, &self.campaign.files, &self.name).await;
    }

    /// Waits until what was said before this process joined was heard: the last of it is that it has joined.
    pub(crate) fn hear_joining(&self, seat: u64) -> Result<(), Failure> {
        match wait_for(CATCHING_UP, || lock(&self.log).holder(seat) == Some(&self.name)) {
            true => Ok(()),
            false => Err(self.server.refused("what was said to it does not come back")),
        }
    }

    /// Waits until everything was heard that is there now; whether it was.
    pub(crate) fn catch_up(&self, time: Duration) -> bool {
        let last = self.server.runtime.block_on(self.campaign.facts.get_info());
        last.is_ok_and(|info| wait_for(time, || lock(&self.log).heard >= info.state.last_sequence))
    }

    /// Waits until everything was heard that is said to everybody now; whether it was.
    pub(crate) fn hear_all(&self, time: Duration) -> bool {
        let subject = self.server.address.heard();
        let last = self.server.runtime.block_on(self.campaign.facts.get_last_raw_message_by_subject(&subject));
        last.is_ok_and(|last| wait_for(time, || lock(&self.log).heard >= last.sequence))
    }

    /// Shows how far it is, and remarks what is the matter with the server.
    pub(crate) async fn show(&self, n_workers: u32, runs: u64) {
        let wall_ms = self.begun.elapsed().as_millis() as u64;
        let own = Progress { host: self.host.clone(), n_workers, runs, wall_ms };
        if let Ok(text) = serde_json::to_vec(&own) {
            let _ = self.campaign.claims.put(Progress::key(&self.name), text.into()).await;
        }
        self.outbox.remarks(&self.server.shown()).into_iter().for_each(|remark| self.remark(remark));
    }

    /// Keeps a sentence about the server or the others, once.
    pub(crate) fn remark(&self, what: String) {
        lock(&self.remarks).insert(what);
    }

    /// The sentences that were kept since they were asked for last.
    pub(crate) fn remarks(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.remarks)).into_iter().collect()
    }
}

/// A name that no other process has: the seat, and where and when it was taken.
fn process_name(seat: u64) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&std::process::id().to_le_bytes());
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    hasher.update(&now.as_nanos().to_le_bytes());
    hasher.update(&std::fs::read("/proc/sys/kernel/random/uuid").unwrap_or_default());
    format!("{seat}.{}", hex(&hasher.finalize().as_bytes()[..6]))
}

/// What a mutex holds, whoever panicked with it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Whoever panicked left whole values.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until something is so, or the time is over; whether it is.
pub(crate) fn wait_for(time: Duration, is_so: impl Fn() -> bool) -> bool {
    let begun = Instant::now();
    while !is_so() {
        if begun.elapsed() > time {
            return false;
        }
        std::thread::sleep(LOOK);
    }
    true
}
