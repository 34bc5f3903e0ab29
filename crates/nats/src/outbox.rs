//! What this process says, until the server has it.
//!
//! Messages are sent in order, many at a time. One that the server does not take, because it is out of reach or full, is kept and sent again; the server
//! recognises by its number what it has already. A message that speaks of others before it waits until the server has those.
//!
//! Invariant: a message is left out only when so many are kept that there is no room, and then it is one whose loss costs a repetition.

use crate::said::{Message, Said};
use crate::server::Server;
use async_nats::jetstream::context::Publish;
use async_nats::jetstream::object_store::ObjectStore;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use symcrete_corpus::hex;

/// Messages on their way at the same time. More did not make it faster on loopback.
const AT_ONCE: usize = 128;
/// Most messages that are kept: some hundred megabytes.
const MOST: usize = 1 << 20;
/// Bytes of a message besides what it says.
const MARGIN: usize = 4096;
/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(200);
/// Time between two looks for something to send.
const LOOK: Duration = Duration::from_millis(2);

/// A message that is to be sent.
#[derive(Clone, Debug)]
pub(crate) struct Letter {
    pub(crate) subject: String,
    pub(crate) bytes: Vec<u8>,
    /// It speaks of what was sent before.
    pub(crate) is_last: bool,
    /// Losing it costs a repetition and nothing else.
    pub(crate) may_be_lost: bool,
}

/// Messages on their way.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    letters: Mutex<VecDeque<(u64, Letter)>>,
    n_put: AtomicU64,
    n_bytes: AtomicU64,
    n_sent: AtomicU64,
    n_lost: AtomicU64,
    /// Why the server did not take the last one, if it did not.
    trouble: Mutex<Option<String>>,
    /// What was said about that.
    is_trouble_said: AtomicBool,
    is_loss_said: AtomicBool,
}

impl Outbox {
    fn letters(&self) -> MutexGuard<'_, VecDeque<(u64, Letter)>> {
        // Whoever panicked left whole letters.
        self.letters.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a message, now or later.
    pub(crate) fn put(&self, letter: Letter) {
        let mut letters = self.letters();
        if letters.len() >= MOST && letter.may_be_lost {
            self.n_lost.fetch_add(1, Ordering::Relaxed);
            return;
        }
        letters.push_back((self.n_put.fetch_add(1, Ordering::Relaxed), letter));
    }

    /// How many were put so far.
    pub(crate) fn n_put(&self) -> u64 {
        self.n_put.load(Ordering::Relaxed)
    }

    /// Has the server the first so many of them?
    pub(crate) fn has_sent(&self, n: u64) -> bool {
        self.letters().front().is_none_or(|(number, _)| *number >= n)
    }

    /// How many are still here.
    pub(crate) fn n_kept(&self) -> usize {
        self.letters().len()
    }

    /// Messages and bytes that the server took.
    pub(crate) fn sent(&self) -> (u64, u64) {
        (self.n_sent.load(Ordering::Relaxed), self.n_bytes.load(Ordering::Relaxed))
    }

    /// Says once when the server takes no facts, and once when it does again.
    pub(crate) fn remarks(&self, shown: &str) -> Vec<String> {
        let trouble = self.trouble.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let was_troubled = self.is_trouble_said.swap(trouble.is_some(), Ordering::Relaxed);
        let mut remarks = Vec::new();
        match trouble {
            Some(why) if !was_troubled => remarks.push(format!(
                "the hub at {shown} takes no facts ({why}): work goes on here, and they are kept until it does"
            )),
            None if was_troubled => {
                remarks.push(format!("the hub at {shown} takes facts again, and gets those that were kept"))
            }
            _ => {}
        }
        if self.n_lost.load(Ordering::Relaxed) > 0 && !self.is_loss_said.swap(true, Ordering::Relaxed) {
            remarks.push("too many facts wait for the hub: answers to questions are no longer kept for it".into());
        }
        remarks
    }

    fn set_trouble(&self, trouble: Option<String>) {
        *self.trouble.lock().unwrap_or_else(PoisonError::into_inner) = trouble;
    }

    /// The next ones: up to one that speaks of those before it, or that one alone.
    fn next(&self) -> Vec<(u64, Letter)> {
        let letters = self.letters();
        let n_before = letters.iter().take(AT_ONCE).take_while(|(_, letter)| !letter.is_last).count();
        letters.iter().take(n_before.max(1)).cloned().collect()
    }

    /// Sends for as long as the process lives.
    pub(crate) async fn send(&self, server: &Server, files: &ObjectStore, by: &str) {
        loop {
            let letters = self.next();
            if letters.is_empty() {
                tokio::time::sleep(LOOK).await;
                continue;
            }
            let refused = self.send_all(&letters, server, files, by).await;
            server.is_up.store(refused.is_none(), Ordering::Relaxed);
            let is_refused = refused.is_some();
            self.set_trouble(refused);
            if is_refused {
                tokio::time::sleep(PAUSE).await;
            }
        }
    }

    /// Sends these; why the last one was not taken that was not.
    async fn send_all(
        &self,
        letters: &[(u64, Letter)],
        server: &Server,
        files: &ObjectStore,
        by: &str,
    ) -> Option<String> {
        let most = server.client.server_info().max_payload.saturating_sub(MARGIN);
        let mut on_their_way = Vec::new();
        for (number, letter) in letters {
            let bytes = match letter.bytes.len() > most {
                true => long(files, by, &letter.bytes).await,
                false => Ok(letter.bytes.clone()),
            };
            let sent = match bytes {
                Ok(bytes) => {
                    let publish = Publish::build().payload(bytes.into()).message_id(format!("{by}.{number}"));
                    server.context.send_publish(letter.subject.clone(), publish).await.map_err(|why| why.to_string())
                }
                Err(why) => Err(why),
            };
            on_their_way.push(sent);
        }
        let mut refused = None;
        for (sent, (number, letter)) in on_their_way.into_iter().zip(letters) {
            let taken = match sent {
                Ok(sent) => sent.await.map_err(|why| why.to_string()),
                Err(why) => Err(why),
            };
            match taken {
                Ok(_) => self.taken(*number, letter),
                Err(why) => refused = Some(why),
            }
        }
        refused
    }

    fn taken(&self, number: u64, letter: &Letter) {
        self.letters().retain(|(kept, _)| *kept != number);
        self.n_sent.fetch_add(1, Ordering::Relaxed);
        self.n_bytes.fetch_add(letter.bytes.len() as u64, Ordering::Relaxed);
    }
}

/// Puts a message that is too long into the object store; one that names it.
async fn long(files: &ObjectStore, by: &str, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let object = format!("long.{}", hex(&blake3::hash(bytes).as_bytes()[..16]));
    files.put(object.as_str(), &mut &bytes[..]).await.map_err(|why| why.to_string())?;
    Ok(Message { by: by.into(), said: Said::Long { object } }.bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter(is_last: bool) -> Letter {
        Letter { subject: "x".into(), bytes: Vec::new(), is_last, may_be_lost: true }
    }

    #[test]
    fn what_speaks_of_others_goes_alone_and_after_them() {
        let outbox = Outbox::default();
        for is_last in [false, false, true, false] {
            outbox.put(letter(is_last));
        }
        let numbers = |outbox: &Outbox| outbox.next().iter().map(|(number, _)| *number).collect::<Vec<_>>();
        assert_eq!(numbers(&outbox), [0, 1]);
        outbox.taken(1, &letter(false));
        assert_eq!(numbers(&outbox), [0], "what was not taken is sent again");
        outbox.taken(0, &letter(false));
        assert_eq!(numbers(&outbox), [2]);
        outbox.taken(2, &letter(true));
        assert_eq!((numbers(&outbox), outbox.n_kept(), outbox.sent().0), (vec![3], 1, 3));
        assert_eq!((outbox.has_sent(3), outbox.has_sent(4), outbox.n_put()), (true, false, 4));
    }
}
