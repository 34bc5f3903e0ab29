//! Targets as work on a server, for one process among others that pursue them.
//!
//! Each target is a message of a work queue, which whoever took it acknowledges as in progress until the server has its verdict; one that is no longer acknowledged is
//! delivered to somebody else. Verdicts and doubts are messages of the stream, in one order for everybody.
//!
//! Invariant: a target leaves the queue when its verdict is in the stream, not before. Whoever gathers does not end while one who took part may have something to
//! say: each says that it has ended after everything else, or has been silent for so long that its seat is somebody else's.

use crate::cluster::{lock, process_name, wait_for};
use crate::listener::{Ear, Listener};
use crate::log::Log;
use crate::outbox::{Letter, Outbox};
use crate::said::{Message, Progress, Said};
use crate::seats::{SILENCE, Seats};
use crate::server::{Campaign, Server};
use async_nats::jetstream::context::Publish;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;

/// The key that says that all targets are in the queue.
const KEY: &str = "targets";
/// Time between two looks.
const LOOK: Duration = Duration::from_millis(20);
/// How long hearing everything that was said before may take.
const CATCHING_UP: Duration = Duration::from_secs(120);
/// How long one that was interrupted waits for what others say.
const COURTESY: Duration = Duration::from_secs(5);
/// Time between two words about how far this process is.
const PROGRESS: Duration = Duration::from_secs(1);

/// What a process is to a pursuit.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its workers.
    pub n_workers: u32,
    /// The targets.
    pub n_targets: usize,
    /// Whether it gathers the verdicts of all.
    pub gathers: bool,
}

/// What there is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivered {
    /// This target.
    Target(u32),
    /// Nothing for now.
    Nothing,
    /// The server is out of reach.
    Away,
}

/// One process among those that pursue targets.
pub struct Pursuers {
    shared: Arc<Shared>,
}

struct Shared {
    server: Server,
    campaign: Campaign,
    seats: Seats,
    targets: Seats,
    part: Part,
    name: String,
    begun: Instant,
    log: Mutex<Log>,
    outbox: Outbox,
    /// The messages of targets that this process is at.
    at: Mutex<BTreeMap<u32, Vec<u64>>>,
    /// Messages of targets that have a verdict, each with how much the server must have before it may go.
    settled: Mutex<Vec<(u64, u64)>>,
    heard: Mutex<Sender<Said>>,
    news: Mutex<Receiver<Said>>,
    is_closed: AtomicBool,
    remarks: Mutex<Vec<String>>,
}

/// Puts all targets into the queue, unless somebody has.
pub fn publish(server: &Server, n_targets: usize) -> Result<(), Failure> {
    let refused = |why: String| server.refused(&why);
    server.runtime.block_on(async {
        let campaign = server.open().await?;
        server.create_targets().await?;
        let known = campaign.claims.get(KEY).await.map_err(|why| refused(why.to_string()))?;
        if known.is_some() {
            return Ok(());
        }
        for target in 0..n_targets {
            let text = target.to_string();
            let publish = Publish::build().payload(text.clone().into()).message_id(format!("target.{text}"));
            let sent = server.context.send_publish(server.address.target(), publish).await;
            sent.map_err(|why| refused(why.to_string()))?.await.map_err(|why| refused(why.to_string()))?;
        }
        let told = campaign.claims.put(KEY, n_targets.to_string().into()).await;
        told.map(|_| ()).map_err(|why| refused(why.to_string()))
    })
}

impl Pursuers {
    /// Joins those who pursue the targets of a campaign.
    pub fn join(server: Server, part: Part) -> Result<Pursuers, Failure> {
        let (campaign, seats, targets) = server.runtime.block_on(async {
            let campaign = server.open().await?;
            let seats = Seats::open(&server, &campaign.seats, "seats").await?;
            let targets = Seats::open(&server, &server.create_targets().await?, "targets").await?;
            Ok::<_, Failure>((campaign, seats, targets))
        })?;
        let seat = server.runtime.block_on(seats.take(&server))?;
        let (sender, news) = channel();
        let shared = Arc::new(Shared {
            server,
            campaign,
            seats,
            targets,
            part,
            name: process_name(seat),
            begun: Instant::now(),
            log: Mutex::default(),
            outbox: Outbox::default(),
            at: Mutex::default(),
            settled: Mutex::default(),
            heard: Mutex::new(sender),
            news: Mutex::new(news),
            is_closed: AtomicBool::new(false),
            remarks: Mutex::default(),
        });
        shared.begin(seat)?;
        Ok(Pursuers { shared })
    }

    /// Does this when somebody says that nobody need go on.
    pub fn when_closed(&self, act: impl FnOnce() + Send + 'static) {
        let shared = self.shared.clone();
        self.shared.server.runtime.spawn(async move {
            while !shared.is_closed.load(Ordering::Relaxed) {
                tokio::time::sleep(LOOK).await;
            }
            act();
        });
    }

    /// What there is to say about the server and the others.
    pub fn remarks(&self) -> Vec<String> {
        std::mem::take(&mut *lock(&self.shared.remarks))
    }

    /// Does this process gather the verdicts?
    pub fn gathers(&self) -> bool {
        self.shared.part.gathers
    }

    /// Waits a moment for a target that nobody is at.
    pub fn next(&self) -> Delivered {
        let shared = &self.shared;
        if !shared.server.is_up.load(Ordering::Relaxed) {
            return Delivered::Away;
        }
        let Some(delivered) = shared.server.runtime.block_on(shared.targets.next()) else { return Delivered::Nothing };
        let (number, is_again) = (delivered.number, delivered.n_times > 1);
        let target = delivered.text().parse().ok().filter(|&target: &u32| (target as usize) < shared.part.n_targets);
        let Some(target) = target else {
            shared.server.runtime.block_on(shared.targets.pass_on(delivered, true));
            return Delivered::Nothing;
        };
        shared.targets.keep(delivered);
        let mut at = lock(&shared.at);
        let is_own = at.contains_key(&target);
        let numbers = at.entry(target).or_default();
        if !numbers.contains(&number) {
            numbers.push(number);
        }
        drop(at);
        if is_again && !is_own {
            shared.remark("a worker elsewhere has left or fallen silent: its target is pursued by this process".into());
        }
        Delivered::Target(target)
    }

    /// A target has a verdict: it leaves the queue as soon as the server has that.
    pub fn done(&self, target: u32) {
        let numbers = lock(&self.shared.at).remove(&target).unwrap_or_default();
        let n_put = self.shared.outbox.n_put();
        lock(&self.shared.settled).extend(numbers.into_iter().map(|number| (n_put, number)));
    }

    /// Tells everybody. Whoever does not gather waits until the server has it, or is stopped.
    pub fn tell(&self, said: Said, is_stopped: &dyn Fn() -> bool) {
        let shared = &self.shared;
        shared.say(said, false);
        let n_put = shared.outbox.n_put();
        while !shared.part.gathers && !shared.outbox.has_sent(n_put) && !is_stopped() {
            std::thread::sleep(LOOK / 10);
        }
    }

    /// Waits for what others say about targets, at most so long.
    pub fn news(&self, wait: Duration) -> Vec<Said> {
        let news = lock(&self.shared.news);
        let first = news.recv_timeout(wait);
        first.into_iter().chain(news.try_iter()).collect()
    }

    /// Says that it has told everything, and leaves what it did not finish to others. Whoever gathers waits for all of them; the answer is why one may not have told everything.
    pub fn finish(&self, is_interrupted: bool) -> Option<String> {
        let shared = &self.shared;
        let patience = if is_interrupted { COURTESY } else { SILENCE };
        if shared.part.gathers {
            let why = if is_interrupted { "whoever began it has ended" } else { "every target has a verdict" };
            shared.say(Said::Closed { why: why.into() }, true);
        }
        shared.say(Said::Ended { seats: shared.seats.numbers() }, true);
        let is_told = wait_for(patience, || shared.outbox.n_kept() == 0);
        shared.server.runtime.block_on(shared.settle());
        let unheard = match (shared.part.gathers, is_told) {
            (false, _) => None,
            (true, true) => shared.wait_for_others(2 * patience),
            (true, false) => Some(shared.unheard()),
        };
        shared.server.runtime.block_on(async {
            shared.targets.leave(false).await;
            shared.seats.leave(is_told).await;
        });
        unheard
    }
}

impl Shared {
    fn begin(self: &Arc<Shared>, seat: u64) -> Result<(), Failure> {
        self.say(Said::Joined { seat, n_workers: self.part.n_workers, gathers: self.part.gathers }, true);
        let handle = self.server.runtime.handle();
        let shared = self.clone();
        handle.spawn(async move { shared.outbox.send(&shared.server, &shared.campaign.files, &shared.name).await });
        for of_targets in [false, true] {
            let shared = self.clone();
            handle.spawn(async move { if of_targets { &shared.targets } else { &shared.seats }.beat().await });
        }
        let shared = self.clone();
        handle.spawn(async move { shared.attend().await });
        let shared = self.clone();
        handle.spawn(async move {
            let Shared { server, campaign, .. } = &*shared;
            let listener = Listener { server, campaign, subject: server.address.heard(), n_branches: usize::MAX };
            listener.listen(&*shared).await;
        });
        // What was said last before this is that this process has joined.
        match wait_for(CATCHING_UP, || lock(&self.log).holder(seat) == Some(&self.name)) {
            true => Ok(()),
            false => Err(self.server.refused("what was said to it does not come back")),
        }
    }

    fn say(&self, said: Said, is_last: bool) {
        let subject = self.server.address.heard();
        let bytes = Message { by: self.name.clone(), said }.bytes();
        self.outbox.put(Letter { subject, bytes, is_last, may_be_lost: false });
    }

    fn remark(&self, what: String) {
        let mut remarks = lock(&self.remarks);
        if !remarks.contains(&what) {
            remarks.push(what);
        }
    }

    /// Lets targets go whose verdicts the server has, and says now and then how far this process is.
    async fn attend(&self) {
        let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().to_string();
        let mut said: Option<Instant> = None;
        loop {
            self.settle().await;
            if said.is_none_or(|said| said.elapsed() > PROGRESS) {
                let wall_ms = self.begun.elapsed().as_millis() as u64;
                let own = Progress { host: host.clone(), n_workers: self.part.n_workers, runs: 0, wall_ms };
                if let Ok(text) = serde_json::to_vec(&own) {
                    let _ = self.campaign.claims.put(format!("progress.{}", self.name), text.into()).await;
                }
                self.outbox.remarks(&self.server.shown()).into_iter().for_each(|remark| self.remark(remark));
                said = Some(Instant::now());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn settle(&self) {
        let mut numbers = Vec::new();
        lock(&self.settled).retain(|&(n_put, number)| {
            let is_told = self.outbox.has_sent(n_put);
            numbers.extend(is_told.then_some(number));
            !is_told
        });
        for number in numbers {
            self.targets.done(number).await;
        }
    }

    /// Waits until everybody who took part has said that it has ended, or is known to have died; why not, if so.
    fn wait_for_others(&self, patience: Duration) -> Option<String> {
        let begun = Instant::now();
        loop {
            if lock(&self.log).n_missing() == 0 {
                return (!self.has_caught_up()).then(|| self.unheard());
            }
            if begun.elapsed() > patience {
                return Some(self.unheard());
            }
            let silent = self.server.runtime.block_on(self.seats.next());
            match silent {
                Some(delivered) if self.seats.has(delivered.number) => self.seats.keep(delivered),
                Some(delivered) => {
                    let seat = delivered.number;
                    self.seats.keep(delivered);
                    self.say(Said::Joined { seat, n_workers: 0, gathers: false }, true);
                    self.say(Said::Ended { seats: vec![seat] }, true);
                    self.remark("a worker elsewhere has fallen silent: what it told before that counts".into());
                }
                None => std::thread::sleep(LOOK),
            }
        }
    }

    fn unheard(&self) -> String {
        format!(
            "a worker elsewhere could not be heard to its end through the hub at {}, and may have seen it executed: repeat the command when the hub answers",
            self.server.shown()
        )
    }

    /// Was everything heard that is there now?
    fn has_caught_up(&self) -> bool {
        let last = self.server.runtime.block_on(self.campaign.facts.get_info());
        last.is_ok_and(|info| wait_for(COURTESY, || lock(&self.log).heard >= info.state.last_sequence))
    }
}

impl Ear for Shared {
    fn hear(&self, number: u64, message: Result<Message, String>, _: bool, _: bool) {
        let mut log = lock(&self.log);
        match message {
            Err(why) => {
                log.heard = log.heard.max(number);
                drop(log);
                self.remark(format!("message {number} of the campaign has {why}, and was passed over"));
                // It may have been a doubt about any target.
                let why = "what the hub keeps was damaged: what it said about doubts may be lost".to_string();
                for target in 0..self.part.n_targets {
                    let _ = lock(&self.heard).send(Said::Doubted { target: target as u32, why: why.clone() });
                }
            }
            Ok(message) => {
                let is_news = matches!(message.said, Said::Decided { .. } | Said::Doubted { .. });
                if is_news && message.by != self.name {
                    let _ = lock(&self.heard).send(message.said.clone());
                }
                log.hear(number, &message);
                self.is_closed.store(log.closed.is_some(), Ordering::Relaxed);
            }
        }
    }
}
