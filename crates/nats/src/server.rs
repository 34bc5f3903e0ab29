//! The server: where it is, how it is spoken to, and what is said when that fails.
//!
//! Invariant: no sentence has credentials in it, whether they are in a file or in the address.

use async_nats::jetstream::context::Context;
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::object_store::ObjectStore;
use async_nats::jetstream::stream::{DiscardPolicy, RetentionPolicy, Stream};
use async_nats::jetstream::{self, kv, object_store, stream};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use symcrete_build::failure::Failure;
use tokio::runtime::{Builder, Runtime};

/// Time for one request. A server on the same continent answers in a hundredth of that.
const PATIENCE: Duration = Duration::from_secs(3);
/// Longest name of a campaign: names of streams are names of folders on the server.
const MAX_NAME: usize = 64;

/// Which campaign on which server.
#[derive(Clone, Debug)]
pub struct Address {
    /// The server, or several with commas between them.
    pub hub: String,
    /// The campaign.
    pub campaign: String,
    /// A file with credentials.
    pub credentials: Option<PathBuf>,
}

impl Address {
    /// Refuses names that a server cannot have.
    pub fn check(&self) -> Result<(), Failure> {
        let is_usual = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        match !self.campaign.is_empty() && self.campaign.len() <= MAX_NAME && self.campaign.chars().all(is_usual) {
            true => Ok(()),
            false => Err(Failure::usage(format!(
                "--campaign {:?} cannot be a name: use up to {MAX_NAME} letters, digits, '-' and '_'",
                self.campaign
            ))),
        }
    }

    /// The servers without what may be secret.
    fn shown(&self) -> String {
        let host = |server: &str| match server.rsplit_once('@') {
            Some((before, host)) => match before.split_once("://") {
                Some((scheme, _)) => format!("{scheme}://{host}"),
                None => host.into(),
            },
            None => server.to_string(),
        };
        self.hub.split(',').map(host).collect::<Vec<_>>().join(",")
    }

    /// Who is asked for by the first address that says so: a name with its password, or a token.
    fn user(&self) -> Option<(String, Option<String>)> {
        let (before, _) = self.hub.split(',').find_map(|server| server.rsplit_once('@'))?;
        let user = before.split_once("://").map_or(before, |(_, user)| user);
        Some(match user.split_once(':') {
            Some((name, password)) => (name.into(), Some(password.into())),
            None => (user.into(), None),
        })
    }

    fn stream(&self) -> String {
        format!("symcrete-{}", self.campaign)
    }

    fn seats(&self) -> String {
        format!("symcrete-{}-seats", self.campaign)
    }

    fn targets(&self) -> String {
        format!("symcrete-{}-targets", self.campaign)
    }

    fn claims(&self) -> String {
        format!("symcrete-{}-claims", self.campaign)
    }

    fn files(&self) -> String {
        format!("symcrete-{}-files", self.campaign)
    }

    /// The subject of what everybody hears.
    pub(crate) fn heard(&self) -> String {
        format!("symcrete.{}.hear", self.campaign)
    }

    /// The subject of what only an heir of this seat needs.
    pub(crate) fn log_of(&self, seat: u64) -> String {
        format!("symcrete.{}.log.{seat}", self.campaign)
    }

    /// The subject of everything.
    pub(crate) fn all(&self) -> String {
        format!("symcrete.{}.>", self.campaign)
    }

    /// The subject of targets.
    pub(crate) fn target(&self) -> String {
        format!("symcrete-targets.{}", self.campaign)
    }

    /// The subject of seats.
    pub(crate) fn seat(&self) -> String {
        format!("symcrete-seats.{}", self.campaign)
    }
}

/// A server that answers.
pub struct Server {
    /// What was asked for.
    pub address: Address,
    pub(crate) runtime: Runtime,
    pub(crate) client: Client,
    pub(crate) context: Context,
    /// Whether it answered last time.
    pub(crate) is_up: Arc<AtomicBool>,
}

/// A campaign on a server.
pub(crate) struct Campaign {
    pub(crate) facts: Stream,
    pub(crate) seats: Stream,
    pub(crate) claims: Store,
    pub(crate) files: ObjectStore,
}

impl Server {
    /// Connects.
    pub fn connect(address: &Address) -> Result<Server, Failure> {
        address.check()?;
        let mut builder = Builder::new_multi_thread();
        let built = builder.worker_threads(1).thread_name("hub").enable_all().build();
        let runtime = built.map_err(|why| Failure::System(why.into()))?;
        let is_up = Arc::new(AtomicBool::new(true));
        let client = runtime.block_on(client(address, &is_up))?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        let server = Server { address: address.clone(), runtime, client, context, is_up };
        server.runtime.block_on(server.check())?;
        Ok(server)
    }

    /// Is there JetStream?
    async fn check(&self) -> Result<(), Failure> {
        self.context.query_account().await.map(|_| ()).map_err(|why| {
            let shown = self.address.shown();
            let text = why.to_string();
            Failure::usage(match text.contains("time") && !text.contains("JetStream") {
                true => format!("the NATS server at {shown} does not answer ({text}): try again, or name another one with --hub"),
                false => format!(
                    "the NATS server at {shown} has no JetStream ({text}): start it with `nats-server -js`, or allow it for this account"
                ),
            })
        })
    }

    /// The campaign, made if it is not there.
    pub(crate) async fn create(&self) -> Result<Campaign, Failure> {
        let address = &self.address;
        let facts = stream::Config {
            name: address.stream(),
            subjects: vec![address.all()],
            // What is full refuses what is new; nothing is forgotten.
            discard: DiscardPolicy::New,
            ..stream::Config::default()
        };
        let seats = stream::Config {
            name: address.seats(),
            subjects: vec![address.seat()],
            retention: RetentionPolicy::WorkQueue,
            ..stream::Config::default()
        };
        let claims = kv::Config { bucket: address.claims(), history: 1, ..kv::Config::default() };
        let files = object_store::Config { bucket: address.files(), ..object_store::Config::default() };
        let refused = |why: String| self.refused(&why);
        self.context.get_or_create_stream(facts).await.map_err(|why| refused(why.to_string()))?;
        self.context.get_or_create_stream(seats).await.map_err(|why| refused(why.to_string()))?;
        if self.context.get_key_value(address.claims()).await.is_err() {
            self.context.create_key_value(claims).await.map_err(|why| refused(why.to_string()))?;
        }
        if self.context.get_object_store(address.files()).await.is_err() {
            self.context.create_object_store(files).await.map_err(|why| refused(why.to_string()))?;
        }
        self.open().await
    }

    /// The queue of targets, made if it is not there.
    pub(crate) async fn create_targets(&self) -> Result<Stream, Failure> {
        let targets = stream::Config {
            name: self.address.targets(),
            subjects: vec![self.address.target()],
            retention: RetentionPolicy::WorkQueue,
            ..stream::Config::default()
        };
        self.context.get_or_create_stream(targets).await.map_err(|why| self.refused(&why.to_string()))
    }

    /// The campaign, which must be there.
    pub(crate) async fn open(&self) -> Result<Campaign, Failure> {
        let address = &self.address;
        let absent = || self.absent();
        Ok(Campaign {
            facts: self.context.get_stream(address.stream()).await.map_err(|_| absent())?,
            seats: self.context.get_stream(address.seats()).await.map_err(|_| absent())?,
            claims: self.context.get_key_value(address.claims()).await.map_err(|_| absent())?,
            files: self.context.get_object_store(address.files()).await.map_err(|_| absent())?,
        })
    }

    /// Removes the campaign with all that is kept of it.
    pub fn remove(&self) -> Result<(), Failure> {
        let address = &self.address;
        self.runtime.block_on(async {
            self.open().await?;
            let claims = format!("KV_{}", address.claims());
            let files = format!("OBJ_{}", address.files());
            for name in [address.stream(), address.seats(), claims, files] {
                self.context.delete_stream(name).await.map_err(|why| self.refused(&why.to_string()))?;
            }
            // Only a campaign of targets has these.
            let _ = self.context.delete_stream(address.targets()).await;
            Ok(())
        })
    }

    /// There is no such campaign.
    pub(crate) fn absent(&self) -> Failure {
        let (campaign, shown) = (&self.address.campaign, self.address.shown());
        Failure::usage(format!(
            "there is no campaign {campaign:?} on {shown}: start it with `symcrete test … --hub {shown} --campaign {campaign}`"
        ))
    }

    /// The server does not do what it was asked for.
    pub(crate) fn refused(&self, why: &str) -> Failure {
        let shown = self.address.shown();
        Failure::System(
            format!("the NATS server at {shown} refuses: {why}; look at its storage limits and permissions").into(),
        )
    }

    /// The server, as it may be shown.
    pub fn shown(&self) -> String {
        self.address.shown()
    }
}

async fn client(address: &Address, is_up: &Arc<AtomicBool>) -> Result<Client, Failure> {
    let (up, shown) = (is_up.clone(), address.shown());
    let options = ConnectOptions::new().name("symcrete").event_callback(move |event| {
        let up = up.clone();
        async move {
            match event {
                Event::Connected => up.store(true, Ordering::Relaxed),
                Event::Disconnected | Event::Closed => up.store(false, Ordering::Relaxed),
                _ => {}
            }
        }
    });
    let options = match &address.credentials {
        Some(file) => options.credentials_file(file).await.map_err(|why| Failure::file(file, why))?,
        None => options,
    };
    let options = match address.user() {
        Some((user, Some(password))) => options.user_and_password(user, password),
        Some((token, None)) => options.token(token),
        None => options,
    };
    let servers: Vec<&str> = shown.split(',').collect();
    options.connect(servers).await.map_err(|why| {
        Failure::usage(match why.kind() {
            ConnectErrorKind::ServerParse => format!("--hub {shown:?} is not an address: write nats://HOST:4222"),
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => format!(
                "the NATS server at {shown} does not accept these credentials: give it others with --hub-creds FILE"
            ),
            ConnectErrorKind::Tls => {
                format!(
                    "the NATS server at {shown} and this machine cannot agree on TLS: check its certificate, or --hub"
                )
            }
            _ => format!("no NATS server answers at {shown}: start one with `nats-server -js`, or correct --hub"),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(hub: &str, campaign: &str) -> Address {
        Address { hub: hub.into(), campaign: campaign.into(), credentials: None }
    }

    #[test]
    fn credentials_are_never_shown() {
        let shown = |hub: &str| address(hub, "x").shown();
        assert_eq!(shown("nats://bob:secret@host:4222,tls://token@other"), "nats://host:4222,tls://other");
        assert_eq!(shown("nats://host:4222"), "nats://host:4222");
        assert_eq!(shown("bob:se@cret@host"), "host");
        let user = |hub: &str| address(hub, "x").user();
        assert_eq!(user("nats://bob:se@cret@host"), Some(("bob".into(), Some("se@cret".into()))));
        assert_eq!((user("tls://token@host"), user("nats://host")), (Some(("token".into(), None)), None));
    }

    #[test]
    fn names_are_those_of_folders() {
        assert!(address("h", "night-2_B").check().is_ok());
        for wrong in ["", "a.b", "a b", "../x", "a/b", "*", ">", &"x".repeat(65)] {
            assert!(address("h", wrong).check().is_err_and(|why| why.to_string().contains("--campaign")), "{wrong}");
        }
    }
}
