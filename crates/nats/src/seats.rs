//! Seats: who is at work, by messages of a work queue.
//!
//! A process publishes a seat and takes one, which it acknowledges as in progress for as long as it lives. The server delivers a seat that is no longer
//! acknowledged to somebody else, who does its work. A seat's number is that of its message. Targets that are pursued are kept in the same way.

use crate::server::Server;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::Stream;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use symcrete_build::failure::Failure;

/// How long a process may be silent before its work is somebody else's: longer than a server takes to start again on a store of some gigabytes.
pub(crate) const SILENCE: Duration = Duration::from_secs(10);
/// Time between two signs of life.
const BEAT: Duration = Duration::from_secs(2);
/// Time that one look for a seat takes, at most.
const WAIT: Duration = Duration::from_millis(300);
/// Time that a new process waits for its seat. Whoever was killed or held while it looked for one may have been given this one, and it comes again only
/// when it was silent for long enough; so it may go twice in a row.
const PATIENCE: Duration = Duration::from_secs(3 * SILENCE.as_secs());
/// Most seats of a campaign at the same time.
const MOST: i64 = 100_000;

/// The queue, and the seats that this process has.
pub(crate) struct Seats {
    queue: PullConsumer,
    held: Mutex<BTreeMap<u64, Message>>,
}

/// A seat that was delivered.
pub(crate) struct Delivered {
    pub(crate) number: u64,
    /// How often it was.
    pub(crate) n_times: i64,
    message: Message,
}

impl Delivered {
    /// What the message says.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.message.payload).into_owned()
    }
}

impl Seats {
    /// The queue of this name on a stream.
    pub(crate) async fn open(server: &Server, stream: &Stream, name: &str) -> Result<Seats, Failure> {
        let config = pull::Config {
            durable_name: Some(name.into()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: SILENCE,
            max_ack_pending: MOST,
            ..pull::Config::default()
        };
        let queue = stream.get_or_create_consumer(name, config).await;
        let queue = queue.map_err(|why| server.refused(&why.to_string()))?;
        Ok(Seats { queue, held: Mutex::new(BTreeMap::new()) })
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<u64, Message>> {
        // Whoever panicked left whole messages.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits a moment for a seat that nobody has.
    pub(crate) async fn next(&self) -> Option<Delivered> {
        let mut messages = self.queue.batch().max_messages(1).expires(WAIT).messages().await.ok()?;
        let message = messages.next().await?.ok()?;
        let (number, n_times) = message.info().ok().map(|info| (info.stream_sequence, info.delivered))?;
        Some(Delivered { number, n_times, message })
    }

    /// Takes one: the first that nobody has, else a new one.
    pub(crate) async fn take(&self, server: &Server) -> Result<u64, Failure> {
        if let Ok(mut messages) = self.queue.fetch().max_messages(1).messages().await
            && let Some(Ok(message)) = messages.next().await
            && let Some(number) = message.info().ok().map(|info| info.stream_sequence)
        {
            self.keep(Delivered { number, n_times: 1, message });
            return Ok(number);
        }
        let refused = |why: String| server.refused(&why);
        let sent = server.context.publish(server.address.seat(), "seat".into()).await;
        sent.map_err(|why| refused(why.to_string()))?.await.map_err(|why| refused(why.to_string()))?;
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(delivered) = self.next().await {
                let number = delivered.number;
                self.keep(delivered);
                return Ok(number);
            }
            // The server may be away, and then says so at once.
            tokio::time::sleep(WAIT / 10).await;
        }
        Err(refused("no seat was delivered".into()))
    }

    /// Keeps a seat that was delivered.
    pub(crate) fn keep(&self, delivered: Delivered) {
        self.held().insert(delivered.number, delivered.message);
    }

    /// Does this process have a seat?
    pub(crate) fn has(&self, number: u64) -> bool {
        self.held().contains_key(&number)
    }

    /// The seats of this process.
    pub(crate) fn numbers(&self) -> Vec<u64> {
        self.held().keys().copied().collect()
    }

    /// Gives a seat back to whoever waits for one, or away for good.
    pub(crate) async fn pass_on(&self, delivered: Delivered, for_good: bool) {
        let kind = if for_good { AckKind::Ack } else { AckKind::Nak(Some(WAIT / 4)) };
        let _ = delivered.message.ack_with(kind).await;
    }

    /// Gives one that this process has away for good.
    pub(crate) async fn done(&self, number: u64) {
        let message = self.held().remove(&number);
        if let Some(message) = message {
            let _ = message.ack().await;
        }
    }

    /// Gives all seats away: for good when their work is done, else to whoever goes on with it.
    pub(crate) async fn leave(&self, is_done: bool) {
        let held = std::mem::take(&mut *self.held());
        for message in held.into_values() {
            let _ = match is_done {
                true => message.double_ack().await,
                false => message.ack_with(AckKind::Nak(None)).await,
            };
        }
    }

    /// Says that this process is at work, for as long as it lives.
    pub(crate) async fn beat(&self) {
        loop {
            let held: Vec<Message> = self.held().values().cloned().collect();
            for message in held {
                let _ = message.ack_with(AckKind::Progress).await;
            }
            tokio::time::sleep(BEAT).await;
        }
    }
}
