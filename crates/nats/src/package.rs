//! The program of a campaign, with all it needs, as it travels: its files in the object store, and what they are in the bucket of claims.
//!
//! What they are is written last and by atomic creation, so whoever reads it finds the files, and of two who begin one campaign one only does.
//!
//! Invariant: a name from the server becomes a path inside the folder that it is meant for, or is refused; a file is what its hash says.

use crate::server::{Campaign, Server};
use async_nats::jetstream::object_store::ObjectStore;
use serde::{Deserialize, Serialize};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_corpus::hex;
use symcrete_hub::fact::Begun;
use tokio::io::AsyncReadExt;

/// The key of what a campaign is about.
const KEY: &str = "begun";
/// Most bytes of a program with all it needs, and most files.
const MAX_BYTES: usize = 4 << 30;
const MAX_FILES: usize = 1 << 10;

/// What a campaign is about.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Package {
    /// How it began.
    pub begun: Begun,
    /// What the program is called.
    pub name: String,
    /// Its file.
    pub program: PathBuf,
    /// All files.
    pub files: Vec<Part>,
}

/// A file of a package.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Where it lies in the folder.
    pub path: PathBuf,
    /// The hash of its bytes.
    pub hash: String,
}

/// A file that is to travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where it will lie.
    pub path: PathBuf,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Does a path stay in the folder that it is joined to? Few and usual parts only.
fn is_inside(path: &Path) -> bool {
    let is_usual = |part: Component| matches!(part, Component::Normal(name) if name.len() < 200);
    (1..=3).contains(&path.components().count()) && path.components().all(is_usual) && !path.as_os_str().is_empty()
}

fn hash_of(bytes: &[u8]) -> String {
    hex(blake3::hash(bytes).as_bytes())
}

impl Package {
    /// Begins a campaign about these files, or joins one about the same. Whether it was there.
    pub fn publish(mut self, server: &Server, sources: &[Source]) -> Result<bool, Failure> {
        let part = |source: &Source| Part { path: source.path.clone(), hash: hash_of(&source.bytes) };
        self.files = sources.iter().map(part).collect();
        server.runtime.block_on(async {
            let campaign = server.create().await?;
            if let Some(known) = Package::read(server, &campaign).await? {
                return self.compare(&known, server).map(|()| true);
            }
            for (k, source) in sources.iter().enumerate() {
                let put = campaign.files.put(file(k).as_str(), &mut &source.bytes[..]).await;
                put.map_err(|why| server.refused(&why.to_string()))?;
            }
            let text = serde_json::to_vec(&self).map_err(|why| Failure::System(why.into()))?;
            // At revision 0 there is none: whoever comes second is refused.
            match campaign.claims.update(KEY, text.into(), 0).await {
                Ok(_) => Ok(false),
                Err(why) => match Package::read(server, &campaign).await? {
                    Some(known) => self.compare(&known, server).map(|()| true),
                    None => Err(server.refused(&why.to_string())),
                },
            }
        })
    }

    /// Refuses to work at a campaign about something else.
    fn compare(&self, known: &Package, server: &Server) -> Result<(), Failure> {
        known.check_version(server)?;
        let campaign = &server.address.campaign;
        let differs = match () {
            () if self.begun.program != known.begun.program => "another program",
            () if self.begun.options != known.begun.options => "this program with other options",
            () => return Ok(()),
        };
        Err(Failure::usage(format!(
            "the campaign {campaign:?} on {} explores {differs}: choose another name with --campaign, or remove it with `symcrete watch --remove`",
            server.shown()
        )))
    }

    fn check_version(&self, server: &Server) -> Result<(), Failure> {
        let own = env!("CARGO_PKG_VERSION");
        match self.begun.version == own {
            true => Ok(()),
            false => Err(Failure::usage(format!(
                "the campaign {:?} on {} was begun by symcrete {}, and this is {own}: use the same version everywhere",
                server.address.campaign,
                server.shown(),
                self.begun.version
            ))),
        }
    }

    async fn read(server: &Server, campaign: &Campaign) -> Result<Option<Package>, Failure> {
        let entry = campaign.claims.get(KEY).await.map_err(|why| server.refused(&why.to_string()))?;
        let Some(bytes) = entry else { return Ok(None) };
        match serde_json::from_slice(&bytes) {
            Ok(package) => Ok(Some(package)),
            Err(_) => Err(Failure::usage(format!(
                "what the campaign {:?} on {} is about cannot be read: it was begun by another version of symcrete, or is damaged",
                server.address.campaign,
                server.shown()
            ))),
        }
    }

    /// What a campaign is about.
    pub fn look(server: &Server) -> Result<Package, Failure> {
        server.runtime.block_on(async {
            let campaign = server.open().await?;
            let package = Package::read(server, &campaign).await?.ok_or_else(|| server.absent())?;
            package.check_version(server)?;
            Ok(package)
        })
    }

    /// Puts the files of a campaign into a folder.
    pub fn fetch(server: &Server, folder: &Path) -> Result<Package, Failure> {
        let package = Package::look(server)?;
        package.check_names(server)?;
        server.runtime.block_on(async {
            let campaign = server.open().await?;
            for (k, part) in package.files.iter().enumerate() {
                let bytes = read_all(&campaign.files, &file(k)).await.unwrap_or_default();
                if hash_of(&bytes) != part.hash {
                    return Err(package.damaged(server, "one of its files is missing or damaged"));
                }
                write(&folder.join(&part.path), &bytes)?;
            }
            Ok(())
        })?;
        Ok(package)
    }

    /// Refuses paths that lead elsewhere.
    fn check_names(&self, server: &Server) -> Result<(), Failure> {
        let paths = self.files.iter().map(|part| &part.path).chain([&self.program]);
        match self.files.len() <= MAX_FILES && paths.into_iter().all(|path| is_inside(path)) {
            true => Ok(()),
            false => Err(self.damaged(server, "its files have names that no program of ours has")),
        }
    }

    fn damaged(&self, server: &Server, what: &str) -> Failure {
        let (campaign, shown) = (&server.address.campaign, server.shown());
        Failure::System(
            format!("the campaign {campaign:?} on {shown} was refused: {what}; begin it again under another name")
                .into(),
        )
    }
}

/// The object of a file.
fn file(k: usize) -> String {
    format!("file.{k}")
}

/// All bytes of an object, if it is there and of a size that a program of ours may have.
pub(crate) async fn read_all(files: &ObjectStore, name: &str) -> Option<Vec<u8>> {
    let mut object = files.get(name).await.ok()?;
    if object.info().size > MAX_BYTES {
        return None;
    }
    let mut bytes = Vec::new();
    object.read_to_end(&mut bytes).await.ok()?;
    Some(bytes)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let failed = |why| Failure::file(path, why);
    path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(failed)?;
    std::fs::write(path, bytes).map_err(failed)?;
    std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).map_err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_lead_out_of_the_folder() {
        for path in ["program", ".symcrete/program.plain", "lib/.symcrete/liba.so.plain"] {
            assert!(is_inside(Path::new(path)), "{path}");
        }
        let long = "x".repeat(300);
        for path in ["", "..", "../x", "a/../../b", "/etc/passwd", ".", "a/b/c/d", &long] {
            assert!(!is_inside(Path::new(path)), "{path}");
        }
    }
}
