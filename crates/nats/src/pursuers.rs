//! Targets as work on a server, for one process among others that pursue them.
//!
//! Each target is a message of a work queue, which whoever took it acknowledges as in progress until the server has its verdict; one that is no longer acknowledged is
//! delivered to somebody else. Verdicts and doubts are messages of the stream, in one order for everybody.
//!
//! Invariant: a target leaves the queue when its verdict is in the stream, not before. Whoever gathers does not end while one who took part may have something to
//! say: each says that it has ended after everything else, or has been silent for so long that its seat is somebody else's.

use crate::listener::{Ear, Listener};
use crate::member::{LOOK, Member, lock, wait_for};
use crate::said::{Message, Said};
use crate::seats::{SILENCE, Seats};
use crate::server::Server;
use async_nats::jetstream::context::Publish;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;

/// The key that says that all targets are in the queue.
const KEY: &str = "targets";
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
    member: Member,
    targets: Seats,
    part: Part,
    /// The messages of targets that this process is at.
    at: Mutex<BTreeMap<u32, Vec<u64>>>,
    /// Messages of targets that have a verdict, each with how much the server must have before it may go.
    settled: Mutex<Vec<(u64, u64)>>,
    heard: Mutex<Sender<Said>>,
    news: Mutex<Receiver<Said>>,
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
        let (member, seat) = Member::join(server)?;
        let targets = member
            .server
            .runtime
            .block_on(async { Seats::open(&member.server, &member.server.create_targets().await?, "targets").await })?;
        let (sender, news) = channel();
        let shared = Arc::new(Shared {
            member,
            targets,
            part,
            at: Mutex::default(),
            settled: Mutex::default(),
            heard: Mutex::new(sender),
            news: Mutex::new(news),
        });
        shared.begin(seat)?;
        Ok(Pursuers { shared })
    }

    /// Does this when somebody says that nobody need go on.
    pub fn when_closed(&self, act: impl FnOnce() + Send + 'static) {
        self.shared.member.when_closed(act);
    }

    /// What there is to say about the server and the others.
    pub fn remarks(&self) -> Vec<String> {
        self.shared.member.remarks()
    }

    /// Does this process gather the verdicts?
    pub fn gathers(&self) -> bool {
        self.shared.part.gathers
    }

    /// Waits a moment for a target that nobody is at.
    pub fn next(&self) -> Delivered {
        let shared = &self.shared;
        if !shared.member.server.is_up.load(Ordering::Relaxed) {
            return Delivered::Away;
        }
        let Some(delivered) = shared.member.server.runtime.block_on(shared.targets.next()) else {
            return Delivered::Nothing;
        };
        let (number, is_again) = (delivered.number, delivered.n_times > 1);
        let target = delivered.text().parse().ok().filter(|&target: &u32| (target as usize) < shared.part.n_targets);
        let Some(target) = target else {
            shared.member.server.runtime.block_on(shared.targets.pass_on(delivered, true));
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
            shared
                .member
                .remark("a worker elsewhere has left or fallen silent: its target is pursued by this process".into());
        }
        Delivered::Target(target)
    }

    /// A target has a verdict: it leaves the queue as soon as the server has that.
    pub fn done(&self, target: u32) {
        let numbers = lock(&self.shared.at).remove(&target).unwrap_or_default();
        let n_put = self.shared.member.outbox.n_put();
        lock(&self.shared.settled).extend(numbers.into_iter().map(|number| (n_put, number)));
    }

    /// Tells everybody. Whoever does not gather waits until the server has it, or is stopped.
    pub fn tell(&self, said: Said, is_stopped: &dyn Fn() -> bool) {
        let shared = &self.shared;
        shared.member.say(said, false);
        let n_put = shared.member.outbox.n_put();
        while !shared.part.gathers && !shared.member.outbox.has_sent(n_put) && !is_stopped() {
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
            shared.member.say(Said::Closed { why: why.into() }, true);
        }
        shared.member.say(Said::Ended { seats: shared.member.seats.numbers() }, true);
        let is_told = wait_for(patience, || shared.member.outbox.n_kept() == 0);
        shared.member.server.runtime.block_on(shared.settle());
        let unheard = match (shared.part.gathers, is_told) {
            (false, _) => None,
            (true, true) => shared.wait_for_others(2 * patience),
            (true, false) => Some(shared.unheard()),
        };
        shared.member.server.runtime.block_on(async {
            shared.targets.leave(false).await;
            shared.member.seats.leave(is_told).await;
        });
        unheard
    }
}

impl Shared {
    fn begin(self: &Arc<Shared>, seat: u64) -> Result<(), Failure> {
        self.member.say(Said::Joined { seat, n_workers: self.part.n_workers, gathers: self.part.gathers }, true);
        let handle = self.member.server.runtime.handle();
        let shared = self.clone();
        handle.spawn(async move { shared.member.send().await });
        for of_targets in [false, true] {
            let shared = self.clone();
            handle.spawn(async move { if of_targets { &shared.targets } else { &shared.member.seats }.beat().await });
        }
        let shared = self.clone();
        handle.spawn(async move { shared.attend().await });
        let shared = self.clone();
        handle.spawn(async move {
            let Member { server, campaign, .. } = &shared.member;
            let listener = Listener { server, campaign, subject: server.address.heard(), n_branches: usize::MAX };
            listener.listen(&*shared).await;
        });
        self.member.hear_joining(seat)
    }

    /// Lets targets go whose verdicts the server has, and says now and then how far this process is.
    async fn attend(&self) {
        let mut said: Option<Instant> = None;
        loop {
            self.settle().await;
            if said.is_none_or(|said| said.elapsed() > PROGRESS) {
                self.member.show(self.part.n_workers, 0).await;
                said = Some(Instant::now());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    async fn settle(&self) {
        let mut numbers = Vec::new();
        lock(&self.settled).retain(|&(n_put, number)| {
            let is_told = self.member.outbox.has_sent(n_put);
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
            if lock(&self.member.log).n_missing() == 0 {
                return (!self.member.catch_up(COURTESY)).then(|| self.unheard());
            }
            if begun.elapsed() > patience {
                return Some(self.unheard());
            }
            let silent = self.member.server.runtime.block_on(self.member.seats.next());
            match silent {
                Some(delivered) if self.member.seats.has(delivered.number) => self.member.seats.keep(delivered),
                Some(delivered) => {
                    let seat = delivered.number;
                    self.member.seats.keep(delivered);
                    self.member.say(Said::Joined { seat, n_workers: 0, gathers: false }, true);
                    self.member.say(Said::Ended { seats: vec![seat] }, true);
                    self.member.remark("a worker elsewhere has fallen silent: what it told before that counts".into());
                }
                None => std::thread::sleep(LOOK),
            }
        }
    }

    fn unheard(&self) -> String {
        format!(
            "a worker elsewhere could not be heard to its end through the hub at {}, and may have seen it executed: repeat the command when the hub answers",
            self.member.server.shown()
        )
    }
}

impl Ear for Shared {
    fn hear(&self, number: u64, message: Result<Message, String>, _: bool, _: bool) {
        let mut log = lock(&self.member.log);
        match message {
            Err(why) => {
                log.heard = log.heard.max(number);
                drop(log);
                self.member.remark(format!("message {number} of the campaign has {why}, and was passed over"));
                // It may have been a doubt about any target.
                let why = "what the hub keeps was damaged: what it said about doubts may be lost".to_string();
                for target in 0..self.part.n_targets {
                    let _ = lock(&self.heard).send(Said::Doubted { target: target as u32, why: why.clone() });
                }
            }
            Ok(message) => {
                let is_news = matches!(message.said, Said::Decided { .. } | Said::Doubted { .. });
                if is_news && message.by != self.member.name {
                    let _ = lock(&self.heard).send(message.said.clone());
                }
                log.hear(number, &message);
                self.member.is_closed.store(log.closed.is_some(), Ordering::Relaxed);
            }
        }
    }
}
