//! Reads the messages of a campaign in their order, from the first on, for as long as the process lives.
//!
//! Invariant: whoever listens gets each message once, in order, whatever happens to the connection.

use crate::package::read_all;
use crate::said::{Message, Said};
use crate::server::{Campaign, Server};
use async_nats::jetstream::consumer::{DeliverPolicy, pull};
use futures_util::StreamExt;
use std::time::Duration;

/// Time between two tries.
const PAUSE: Duration = Duration::from_millis(200);

/// Gets what is heard.
pub(crate) trait Ear: Send + Sync {
    /// A message, whether everybody hears it, and whether it was the last one for now; or what is wrong with it.
    fn hear(&self, number: u64, message: Result<Message, String>, is_public: bool, is_last: bool);
}

/// What is listened to.
pub(crate) struct Listener<'a> {
    pub(crate) server: &'a Server,
    pub(crate) campaign: &'a Campaign,
    pub(crate) subject: String,
    pub(crate) n_branches: usize,
}

impl Listener<'_> {
    /// Listens for ever.
    pub(crate) async fn listen(&self, ear: &dyn Ear) {
        let mut next = 1;
        loop {
            next = self.until_trouble(next, ear).await;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Listens from this number on; the number to go on with.
    async fn until_trouble(&self, mut next: u64, ear: &dyn Ear) -> u64 {
        let config = pull::OrderedConfig {
            filter_subject: self.subject.clone(),
            deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: next },
            ..pull::OrderedConfig::default()
        };
        let Ok(consumer) = self.campaign.facts.create_consumer(config).await else { return next };
        let Ok(mut messages) = consumer.messages().await else { return next };
        while let Some(Ok(message)) = messages.next().await {
            let Ok(info) = message.info() else { continue };
            let (number, is_last) = (info.stream_sequence, info.pending == 0);
            // What was heard before the connection broke.
            if number < next {
                continue;
            }
            let is_public = message.subject.as_str() == self.server.address.heard();
            let parsed = match Message::parse(&message.payload, self.n_branches) {
                Ok(Message { by, said: Said::Long { object } }) => self.long(&by, &object).await,
                parsed => parsed,
            };
            ear.hear(number, parsed, is_public, is_last);
            next = number + 1;
        }
        next
    }

    /// A message that was too long for one.
    async fn long(&self, by: &str, object: &str) -> Result<Message, String> {
        let bytes = read_all(&self.campaign.files, object).await.ok_or("a message whose object is not there")?;
        match Message::parse(&bytes, self.n_branches)? {
            Message { said: Said::Long { .. }, .. } => Err("a message that only names another".into()),
            message if message.by != by => Err("a message of somebody else".into()),
            message => Ok(message),
        }
    }
}
