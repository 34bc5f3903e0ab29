//! A hub on a server, for the workers of this process among those of others.
//!
//! Keeps a [`Local`] one for its own threads and says to the server what others need. A question is asked for here first and then there; what others say
//! comes by the stream, in its order.
//!
//! Invariant: facts that belong together, a run with its test and what was found in it, are one message: whoever dies has told all of them or none.

use crate::listener::{Ear, Listener};
use crate::member::{CATCHING_UP, LOOK, Member, lock, wait_for};
use crate::outbox::Letter;
use crate::package::read_all;
use crate::said::{Message, Progress, Said};
use crate::seats::SILENCE;
use crate::server::Server;
use async_nats::jetstream::consumer::{DeliverPolicy, pull};
use async_nats::jetstream::stream::LastRawMessageErrorKind;
use futures_util::StreamExt;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_corpus::hex;
use symcrete_expr::Stop;
use symcrete_hub::fact::{Fact, Found, Run, WorkerId};
use symcrete_hub::hub::{Hub, Met, Taken};
use symcrete_hub::local::{Group, Local, name_of};
use symcrete_hub::question::{PathName, QuestionId};
use symcrete_search::{Input, Numbered};

/// Numbers of runs that each process has for itself. A seat has several in turn.
const NUMBERS: u64 = 1_000_000_000;
/// How long those who stopped early wait for what others say.
const COURTESY: Duration = Duration::from_secs(2);
/// Time between two words about how far this process is.
const PROGRESS: Duration = Duration::from_secs(1);
/// Damaged messages that are said to be so.
const MOST_SAID: u64 = 10;
/// How often a seat that nobody ever took is passed on before it is thrown away.
const MOST_PASSED: i64 = 60;

/// What a process is to a campaign.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// Its workers.
    pub n_workers: u32,
    /// Branches of the program.
    pub n_branches: usize,
    /// Whether it gathers the tests and findings of all.
    pub gathers: bool,
    /// The same for every end that shows the same bug.
    pub key: fn(&Found) -> String,
}

/// Who has a key.
enum Key {
    /// This seat.
    Own,
    /// Another one, which wrote this.
    Other(String),
    /// Nobody was asked: the server is out of reach.
    Unasked,
}

/// The hub of one process.
pub struct Cluster {
    shared: Arc<Shared>,
}

struct Shared {
    member: Member,
    part: Part,
    local: Local,
    own: Group,
    /// Questions that were taken without asking, because the server was out of reach.
    unasked: Mutex<HashSet<QuestionId>>,
    /// Messages after which what follows from those is known to the server.
    unasked_told: AtomicU64,
    /// Facts of each worker that wait for their run.
    waiting: Mutex<BTreeMap<WorkerId, Vec<Fact>>>,
    /// Up to which message each seat of this process said to have rested.
    rested: Mutex<BTreeMap<u64, u64>>,
    /// Seats of this process whose workers had nothing left to do when everything was explored.
    done: Mutex<BTreeSet<u64>>,
    others: Mutex<Option<Sender<Fact>>>,
    /// Runs of other processes, as they say now and then.
    n_elsewhere: AtomicU64,
    /// Runs that each of them told of, for whoever gathers.
    told: Mutex<BTreeMap<String, u64>>,
    is_over: AtomicBool,
    /// Everything that was there at the beginning was heard.
    has_caught_up: AtomicBool,
    n_damaged: AtomicU64,
}

impl Cluster {
    /// Joins a campaign that has begun. With it come the tests and findings of others, if it gathers them.
    pub fn join(server: Server, part: Part) -> Result<(Cluster, Receiver<Fact>), Failure> {
        let (sender, others) = channel();
        let (member, seat) = Member::join(server)?;
        let own = Group(seat);
        let shared = Arc::new(Shared {
            member,
            part,
            local: Local::of_process(part.n_workers, own),
            own,
            unasked: Mutex::default(),
            unasked_told: AtomicU64::new(0),
            waiting: Mutex::default(),
            rested: Mutex::default(),
            done: Mutex::default(),
            others: Mutex::new(part.gathers.then_some(sender)),
            n_elsewhere: AtomicU64::new(0),
            told: Mutex::default(),
            is_over: AtomicBool::new(false),
            has_caught_up: AtomicBool::new(false),
            n_damaged: AtomicU64::new(0),
        });
        shared.begin(seat)?;
        Ok((Cluster { shared }, others))
    }

    /// Does this when somebody says that nobody need go on.
    pub fn when_closed(&self, act: impl FnOnce() + Send + 'static) {
        self.shared.member.when_closed(act);
    }

    /// What there is to say about the server, each sentence once.
    pub fn remarks(&self) -> Vec<String> {
        self.shared.member.remarks()
    }

    /// Tells the report of this process, and gives its seats away: for good when everything is explored, else to whoever goes on.
    pub fn report(&self, text: &str) {
        let shared = &self.shared;
        let is_done = self.is_over();
        if !is_done && !shared.part.gathers && !shared.member.is_closed.load(Ordering::Relaxed) {
            // What it did, its heir does again and tells.
            shared.empty_outbox(COURTESY);
            shared.member.server.runtime.block_on(shared.member.seats.leave(false));
            return;
        }
        let object = format!("report.{}", shared.member.name);
        let put = async {
            let put = shared.member.campaign.files.put(object.as_str(), &mut text.as_bytes()).await;
            put.is_ok().then(|| shared.member.say(Said::Reported, true));
        };
        shared.member.server.runtime.block_on(put);
        shared.empty_outbox(COURTESY);
        shared.member.server.runtime.block_on(shared.member.seats.leave(is_done));
    }

    /// The reports of the other processes, when everything that they said was heard; those that did not tell one are missing.
    pub fn reports(&self) -> Vec<String> {
        let shared = &self.shared;
        let is_there = || {
            let log = lock(&shared.member.log);
            log.enders()
                .iter()
                .all(|name| *name == shared.member.name || log.reporters().any(|reporter| reporter == name))
        };
        wait_for(COURTESY, is_there);
        shared.member.catch_up(COURTESY);
        let names: Vec<String> =
            lock(&shared.member.log).reporters().filter(|name| **name != shared.member.name).cloned().collect();
        let fetch = async {
            let mut reports = Vec::new();
            for name in names {
                let bytes = read_all(&shared.member.campaign.files, &format!("report.{name}")).await;
                reports.extend(bytes.and_then(|bytes| String::from_utf8(bytes).ok()));
            }
            reports
        };
        let reports = shared.member.server.runtime.block_on(fetch);
        // Nobody tells anything more.
        lock(&shared.others).take();
        reports
    }

    /// Runs of processes that told no report: they were killed.
    pub fn n_unreported(&self) -> u64 {
        let log = lock(&self.shared.member.log);
        let is_told = |name: &String| log.reporters().any(|reporter| reporter == name);
        lock(&self.shared.told).iter().filter(|(name, _)| !is_told(name)).map(|(_, n)| n).sum()
    }

    /// Is everything explored, by all processes together?
    pub fn is_over(&self) -> bool {
        self.shared.is_over.load(Ordering::Relaxed)
    }

    /// Messages and bytes that this process sent.
    pub fn sent(&self) -> (u64, u64) {
        self.shared.member.outbox.sent()
    }
}

impl Shared {
    /// Begins to listen and to speak, and hears what was said before.
    fn begin(self: &Arc<Shared>, seat: u64) -> Result<(), Failure> {
        self.member.say(Said::Joined { seat, n_workers: self.part.n_workers, gathers: self.part.gathers }, true);
        let handle = self.member.server.runtime.handle();
        let shared = self.clone();
        handle.spawn(async move { shared.member.send().await });
        let shared = self.clone();
        handle.spawn(async move { shared.member.seats.beat().await });
        let shared = self.clone();
        handle.spawn(async move { shared.progress().await });
        let shared = self.clone();
        handle.spawn(async move {
            let address = &shared.member.server.address;
            let subject = if shared.part.gathers { address.all() } else { address.heard() };
            let n_branches = shared.part.n_branches;
            Listener { server: &shared.member.server, campaign: &shared.member.campaign, subject, n_branches }
                .listen(&*shared)
                .await;
        });
        self.member.hear_joining(seat)?;
        let place = lock(&self.member.log).place(&self.member.name).unwrap_or_default();
        self.local.number_behind(place.saturating_mul(NUMBERS));
        match wait_for(CATCHING_UP, || self.inherit(seat, WorkerId::default())) {
            true => Ok(()),
            false => Err(self.member.server.refused("what was told by whoever had its seat before does not come")),
        }
    }

    /// Says something that only an heir needs, and whoever gathers tests.
    fn log(&self, seat: u64, facts: Vec<Fact>) {
        let subject = self.member.server.address.log_of(seat);
        let may_be_lost = !facts.iter().any(|fact| matches!(fact, Fact::Stored { .. }));
        let bytes = Message { by: self.member.name.clone(), said: Said::Told { seat, facts } }.bytes();
        self.member.outbox.put(Letter { subject, bytes, is_last: false, may_be_lost });
    }

    /// Tells what a worker has told, to whom it concerns.
    fn tell(&self, worker: WorkerId, fact: Fact) {
        let mut waiting = lock(&self.waiting);
        let held = waiting.entry(worker).or_default();
        match fact {
            Fact::Stored { .. } => held.push(fact),
            Fact::Ran(run) => {
                let mut facts = std::mem::take(held);
                drop(waiting);
                // In this process first: whoever hears of it from the server has it then.
                let is_new = self.local.keep(worker, Fact::Ran(run.clone()));
                facts.push(Fact::Ran(run.clone()));
                self.send(worker, facts, is_new);
                self.note_unasked(worker, run);
            }
            Fact::Found(_) | Fact::Doubted { .. } => {
                self.local.keep(worker, fact.clone());
                match held.is_empty() {
                    true => self.send(worker, vec![fact], true),
                    false => held.push(fact),
                }
            }
            Fact::Refuted { .. } | Fact::Done { .. } => {
                self.local.keep(worker, fact.clone());
                self.log(self.local.group(worker).0, vec![fact]);
            }
            Fact::Begun(_) | Fact::Claimed { .. } => {}
        }
    }

    /// A run whose question nobody was asked for is an offer to the own seat: its heir must come to what is taken on from there, and the question
    /// itself may be somebody else's. Until the server has that, nothing is asked for.
    fn note_unasked(&self, worker: WorkerId, run: Run) {
        if self.is_unasked(&run) {
            self.member.say(Said::Offered { to: self.local.group(worker).0, run }, false);
            self.unasked_told.fetch_max(self.member.outbox.n_put(), Ordering::Relaxed);
        }
    }

    /// Was the question of this run taken by this process without asking?
    fn is_unasked(&self, run: &Run) -> bool {
        run.question.is_some_and(|question| lock(&self.unasked).contains(&question))
    }

    fn send(&self, worker: WorkerId, facts: Vec<Fact>, is_public: bool) {
        let seat = self.local.group(worker).0;
        match is_public || facts.iter().any(|fact| matches!(fact, Fact::Found(_) | Fact::Doubted { .. })) {
            true => self.member.say(Said::Told { seat, facts: public(facts, is_public) }, false),
            false => self.log(seat, facts),
        }
    }

    /// Tells what waits for a run that does not come.
    fn flush(&self, worker: WorkerId) {
        let held = lock(&self.waiting).remove(&worker).unwrap_or_default();
        if !held.is_empty() {
            self.send(worker, held, false);
        }
    }

    /// Takes a key for a seat, if nobody has it. A server that does not answer leaves it to whoever asks.
    fn take(&self, key: &str, seat: u64, value: String) -> Key {
        let is_told = self.member.outbox.has_sent(self.unasked_told.load(Ordering::Relaxed));
        if !self.member.server.is_up.load(Ordering::Relaxed) || !is_told {
            return Key::Unasked;
        }
        let claims = &self.member.campaign.claims;
        self.member.server.runtime.block_on(async {
            // At revision 0 there is none: of several who ask, one is first.
            if claims.update(key, value.into(), 0).await.is_ok() {
                return Key::Own;
            }
            let known = match claims.get(key).await {
                Ok(known) => known.and_then(|bytes| String::from_utf8(bytes.to_vec()).ok()),
                Err(_) => {
                    self.member.server.is_up.store(false, Ordering::Relaxed);
                    None
                }
            };
            let is_own = |known: &str| known.split(' ').next() == Some(seat.to_string().as_str());
            match known {
                Some(known) if is_own(&known) => Key::Own,
                Some(known) => Key::Other(known),
                None => Key::Unasked,
            }
        })
    }

    /// Says that a seat of this process has nothing left to do, if that was not said since it last had.
    fn note_rest(&self, group: Group) {
        let log = lock(&self.member.log);
        let mut rested = lock(&self.rested);
        let is_said = rested.get(&group.0).is_some_and(|&upto| upto >= log.relevant(group.0));
        if !is_said && self.local.is_group_idle(group) {
            rested.insert(group.0, log.heard);
            self.member.say(Said::Rested { seat: group.0, upto: log.heard }, true);
        }
    }

    /// Learns what was told from a seat by whoever had it before, if that comes.
    fn inherit(&self, seat: u64, heir: WorkerId) -> bool {
        let told = self.told_from(seat);
        told.is_some_and(|told| {
            self.learn(seat, heir, &told);
            true
        })
    }

    fn learn(&self, seat: u64, heir: WorkerId, told: &[Fact]) {
        let own = lock(&self.member.log).inheritance(seat).1;
        told.iter().for_each(|fact| self.local.inherit(heir, fact));
        own.iter().for_each(|run| self.local.inherit(heir, &Fact::Ran((**run).clone())));
    }

    /// Everything that was told from a seat for its heir, and nothing when the server does not give all of it.
    fn told_from(&self, seat: u64) -> Option<Vec<Fact>> {
        let subject = self.member.server.address.log_of(seat);
        self.member.server.runtime.block_on(async {
            match self.member.campaign.facts.get_last_raw_message_by_subject(&subject).await {
                Ok(_) => self.all_of(subject).await,
                Err(why) => (why.kind() == LastRawMessageErrorKind::NoMessageFound).then(Vec::new),
            }
        })
    }

    /// All facts of a subject that has messages.
    async fn all_of(&self, subject: String) -> Option<Vec<Fact>> {
        let config = pull::OrderedConfig {
            filter_subject: subject,
            deliver_policy: DeliverPolicy::All,
            ..pull::OrderedConfig::default()
        };
        let mut messages = self.member.campaign.facts.create_consumer(config).await.ok()?.messages().await.ok()?;
        let mut facts = Vec::new();
        loop {
            let message = tokio::time::timeout(SILENCE, messages.next()).await.ok()??.ok()?;
            if let Ok(Message { said: Said::Told { facts: told, .. }, .. }) =
                Message::parse(&message.payload, self.part.n_branches)
            {
                facts.extend(told);
            }
            if message.info().ok()?.pending == 0 {
                return Some(facts);
            }
        }
    }

    /// Waits until the server has everything; whether it has.
    fn empty_outbox(&self, time: Duration) -> bool {
        wait_for(time, || self.member.outbox.n_kept() == 0)
    }

    /// Says now and then how far this process is, and what is the matter with the server.
    async fn progress(&self) {
        loop {
            self.member.show(self.part.n_workers, self.local.n_own()).await;
            if self.part.gathers {
                let names: Vec<String> =
                    lock(&self.member.log).members().into_keys().filter(|name| *name != self.member.name).collect();
                let mut n_runs = 0;
                for name in names {
                    let known = self.member.campaign.claims.get(Progress::key(&name)).await.ok().flatten();
                    let progress: Option<Progress> = known.and_then(|bytes| serde_json::from_slice(&bytes).ok());
                    n_runs += progress.map_or(0, |progress| progress.runs);
                }
                self.n_elsewhere.store(n_runs, Ordering::Relaxed);
            }
            tokio::time::sleep(PROGRESS).await;
        }
    }
}

/// What everybody is to hear of facts that go to everybody: of a run that covers nothing new, nobody need hear that it covered something.
fn public(mut facts: Vec<Fact>, is_new: bool) -> Vec<Fact> {
    if !is_new {
        for fact in &mut facts {
            if let Fact::Ran(run) = fact {
                run.gained.clear();
            }
        }
    }
    facts
}

impl Ear for Shared {
    fn hear(&self, number: u64, message: Result<Message, String>, is_public: bool, is_last: bool) {
        let mut log = lock(&self.member.log);
        match message {
            Err(why) => {
                log.heard = log.heard.max(number);
                drop(log);
                if self.n_damaged.load(Ordering::Relaxed) < MOST_SAID {
                    self.member.remark(format!("message {number} of the campaign has {why}, and was passed over"));
                }
                if self.n_damaged.fetch_add(1, Ordering::Relaxed) == 0 {
                    let why = "what the hub keeps was damaged: what it said about doubts may be lost".into();
                    self.local.keep(WorkerId::default(), Fact::Doubted { why });
                }
            }
            Ok(message) => {
                match message.by == self.member.name {
                    true => self.hear_own(&message, is_public),
                    false => self.hear_others(&message, is_public),
                }
                match is_public {
                    true => log.hear(number, &message),
                    false => log.heard = log.heard.max(number),
                }
                self.is_over.store(log.is_over, Ordering::Relaxed);
                self.member.is_closed.store(log.closed.is_some(), Ordering::Relaxed);
            }
        }
        self.has_caught_up.fetch_or(is_last, Ordering::Relaxed);
    }
}

impl Shared {
    /// What this process said, now that everybody has it: its other seats hear of it like all others.
    fn hear_own(&self, message: &Message, is_public: bool) {
        match &message.said {
            Said::Offered { to, run } if !self.is_unasked(run) => self.local.bring(Group(*to), Arc::new(run.clone())),
            Said::Told { seat, facts } if is_public => {
                for fact in facts {
                    if let Fact::Ran(run) = fact
                        && !run.gained.is_empty()
                    {
                        self.local.bring_to_others(Group(*seat), &Arc::new(run.clone()));
                    }
                }
            }
            _ => {}
        }
    }

    /// What another process says.
    fn hear_others(&self, message: &Message, is_public: bool) {
        match &message.said {
            Said::Told { facts, .. } => {
                let n_runs = facts.iter().filter(|fact| matches!(fact, Fact::Ran(_))).count();
                if self.part.gathers && n_runs > 0 {
                    *lock(&self.told).entry(message.by.clone()).or_default() += n_runs as u64;
                }
                for fact in facts {
                    match fact {
                        Fact::Stored { .. } | Fact::Found(_) if self.part.gathers => {
                            if let Some(sender) = &*lock(&self.others) {
                                let _ = sender.send(fact.clone());
                            }
                        }
                        Fact::Ran(_) if !is_public => {}
                        _ => self.local.hear(fact, self.part.key),
                    }
                }
            }
            Said::Offered { to, run } if self.member.seats.has(*to) => {
                self.local.bring(Group(*to), Arc::new(run.clone()))
            }
            _ => {}
        }
    }
}

impl Hub for Cluster {
    fn tell(&self, worker: WorkerId, fact: Fact) -> Result<(), Failure> {
        self.shared.tell(worker, fact);
        Ok(())
    }

    fn claim(&self, worker: WorkerId, question: QuestionId) -> Taken {
        let shared = &self.shared;
        let taken = shared.local.claim(worker, question);
        if taken != Taken::Own {
            return taken;
        }
        let seat = shared.local.group(worker).0;
        match shared.take(&format!("q.{question}"), seat, seat.to_string()) {
            Key::Own => Taken::Own,
            Key::Other(_) => {
                shared.local.leave_elsewhere(worker, question);
                Taken::Other
            }
            Key::Unasked => {
                lock(&shared.unasked).insert(question);
                Taken::Own
            }
        }
    }

    fn brought(&self, worker: WorkerId) -> Option<Arc<Run>> {
        self.shared.local.brought(worker)
    }

    fn number(&self, worker: WorkerId, input: &Input, path: Option<PathName>) -> Numbered {
        let shared = &self.shared;
        let numbered = shared.local.number(worker, input, path);
        if numbered.is_known {
            return numbered;
        }
        // A question that nobody has taken may lead to a path that somebody came to by another one.
        let seat = shared.local.group(worker).0;
        let key = path.map_or_else(|| format!("i.{}", hex(&name_of(input))), |path| format!("p.{}", hex(&path)));
        let Key::Other(known) = shared.take(&key, seat, format!("{seat} {}", numbered.number)) else { return numbered };
        match known.split_once(' ').and_then(|(_, number)| number.parse().ok()) {
            Some(number) => {
                shared.local.leave_run_elsewhere(input, path);
                Numbered { number, is_known: true }
            }
            None => numbered,
        }
    }

    fn n_runs(&self, worker: WorkerId) -> u64 {
        self.shared.local.n_runs(worker) + self.shared.n_elsewhere.load(Ordering::Relaxed)
    }

    fn discover(&self, key: &str) -> Option<u64> {
        self.shared.local.discover(key)
    }

    fn is_wanted(&self, n_since: u64) -> bool {
        self.shared.local.is_wanted(n_since)
            || self.shared.local.may_offer(n_since)
                && lock(&self.shared.member.log).waiting(self.shared.own.0).is_some()
    }

    fn offer(&self, worker: WorkerId, run: Arc<Run>) {
        let shared = &self.shared;
        if shared.local.offer_beside(worker, run.clone()) {
            return;
        }
        let to = lock(&shared.member.log).waiting(shared.local.group(worker).0);
        if let Some(to) = to {
            shared.member.say(Said::Offered { to, run: (*run).clone() }, false);
        }
    }

    fn rest(&self, worker: WorkerId, stop: &Stop) -> bool {
        let shared = &self.shared;
        shared.flush(worker);
        shared.local.begin_rest(worker);
        let group = shared.local.group(worker);
        loop {
            if shared.local.is_awake(worker) {
                return true;
            }
            if shared.is_over.load(Ordering::Relaxed) {
                lock(&shared.done).insert(group.0);
                return false;
            }
            if stop.is_set() {
                return false;
            }
            shared.note_rest(group);
        }
    }

    fn leave(&self, worker: WorkerId) {
        self.shared.flush(worker);
        self.shared.local.leave(worker);
    }

    fn has_heirs(&self) -> bool {
        true
    }

    fn heir(&self) -> Option<WorkerId> {
        let shared = &self.shared;
        let is_set = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if is_set(&shared.is_over) || is_set(&shared.member.is_closed) || !is_set(&shared.member.server.is_up) {
            std::thread::sleep(LOOK);
            return None;
        }
        let delivered = shared.member.server.runtime.block_on(shared.member.seats.next())?;
        let seat = delivered.number;
        if shared.member.seats.has(seat) {
            // It was silent for too long, and nobody else has taken it.
            shared.member.seats.keep(delivered);
            return None;
        }
        let log = lock(&shared.member.log);
        let (is_taken, is_over) = (log.is_taken(seat), log.is_over);
        drop(log);
        if !is_taken || is_over {
            let for_good = !is_taken && delivered.n_times > MOST_PASSED;
            shared.member.server.runtime.block_on(shared.member.seats.pass_on(delivered, for_good));
            return None;
        }
        // What was told by whoever had it has to be there first, all of it.
        let told = if shared.member.hear_all(SILENCE) { shared.told_from(seat) } else { None };
        let Some(told) = told else {
            shared.member.server.runtime.block_on(shared.member.seats.pass_on(delivered, false));
            return None;
        };
        shared.member.seats.keep(delivered);
        let brought = lock(&shared.member.log).inheritance(seat).0;
        let heir = shared.local.join(Group(seat), brought.into_iter());
        shared.learn(seat, heir, &told);
        shared.member.say(Said::Joined { seat, n_workers: 1, gathers: false }, true);
        shared.member.remark("a worker elsewhere has fallen silent: one of this process goes on with its work".into());
        Some(heir)
    }

    fn meet(&self, ended: &[u8], stop: &Stop) -> Met {
        let shared = &self.shared;
        let is_over = shared.is_over.load(Ordering::Relaxed);
        if !is_over && !shared.part.gathers && !shared.member.is_closed.load(Ordering::Relaxed) {
            // Its work is somebody else's now.
            return Met { ended: Vec::new(), missing: Some("this worker left before the campaign ended".into()) };
        }
        if !is_over && shared.part.gathers {
            shared.member.say(Said::Closed { why: "whoever began it has ended".into() }, false);
        }
        let object = format!("end.{}", shared.member.name);
        let is_put = shared
            .member
            .server
            .runtime
            .block_on(async { shared.member.campaign.files.put(object.as_str(), &mut &ended[..]).await.is_ok() });
        if is_put {
            let done = lock(&shared.done).clone();
            let seats =
                shared.member.seats.numbers().into_iter().filter(|seat| !is_over || done.contains(seat)).collect();
            shared.member.say(Said::Ended { seats }, true);
        }
        let patience = if is_over { 2 * SILENCE } else { COURTESY };
        let all_ended =
            wait_for(patience, || is_put && (lock(&shared.member.log).n_missing() == 0 || !is_over && stop.is_set()));
        let log = lock(&shared.member.log);
        let (names, n_missing) = (log.enders(), log.n_missing());
        drop(log);
        let fetch = async {
            let mut ends = Vec::new();
            for name in names.iter().filter(|name| **name != shared.member.name) {
                ends.push(read_all(&shared.member.campaign.files, &format!("end.{name}")).await.unwrap_or_default());
            }
            ends
        };
        let ended = shared.member.server.runtime.block_on(fetch);
        let missing = match all_ended && n_missing == 0 {
            true => None,
            false => Some("not all workers elsewhere said what they saw".into()),
        };
        Met { ended, missing }
    }

    fn doubts(&self) -> Vec<String> {
        self.shared.local.doubts()
    }

    fn findings(&self) -> Vec<Found> {
        Vec::new()
    }
}
