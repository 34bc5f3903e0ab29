//! `--hub`, `--campaign`, `--hub-creds`: a campaign on a server, for the commands that take part in one.

use clap::Args;
use std::path::PathBuf;
use symcrete_build::failure::Failure;
use symcrete_nats::server::{Address, Server};

/// Which campaign on which server.
#[derive(Args)]
#[command(next_help_heading = "Many machines")]
pub(crate) struct HubOptions {
    /// Work at a campaign together with other machines, through this NATS server with JetStream: nats://HOST:4222 or tls://HOST:4222;
    /// several with commas.
    #[arg(long, value_name = "URL", requires = "campaign")]
    hub: Option<String>,
    /// Name of the campaign on the server.
    #[arg(long, value_name = "NAME", requires = "hub")]
    campaign: Option<String>,
    /// File with the credentials for the server, as `nsc` writes it.
    #[arg(long, value_name = "FILE", requires = "hub")]
    hub_creds: Option<PathBuf>,
}

impl HubOptions {
    /// The server, if one was named.
    pub(crate) fn server(&self) -> Result<Option<Server>, Failure> {
        let Some((hub, campaign)) = self.hub.clone().zip(self.campaign.clone()) else { return Ok(None) };
        Server::connect(&Address { hub, campaign, credentials: self.hub_creds.clone() }).map(Some)
    }

    /// The same for commands that are about nothing else.
    pub(crate) fn needed(&self) -> Result<Server, Failure> {
        let missing = || Failure::usage("name the server with --hub URL and the campaign with --campaign NAME");
        self.server()?.ok_or_else(missing)
    }
}

/// The arguments of a command without these: they may be secret, and are nobody else's matter.
pub(crate) fn without(words: &[String]) -> Vec<String> {
    const NAMES: [&str; 3] = ["--hub", "--campaign", "--hub-creds"];
    let mut kept = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.split_once('=') {
            _ if word == "--" => {
                kept.push(word.clone());
                kept.extend(words.by_ref().cloned());
            }
            _ if NAMES.contains(&word.as_str()) => drop(words.next()),
            Some((name, _)) if NAMES.contains(&name) => {}
            _ => kept.push(word.clone()),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn credentials_stay_here() {
        let words = ["a.c", "--hub", "nats://u:p@h", "--campaign=x", "--stdin", "3", "--", "--hub", "y"];
        let kept = without(&words.map(String::from));
        assert_eq!(kept, ["a.c", "--stdin", "3", "--", "--hub", "y"]);
    }
}
