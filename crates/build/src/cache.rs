//! Instrumented objects by the hash of their bitcode, so that an unchanged object is instrumented
//! once, whatever program it is linked into.
//!
//! The key covers this program too: another build of symcrete never meets old entries. Files are
//! written whole or not at all, so parallel links share the folder. A cache that cannot be
//! written only costs time.

use std::path::PathBuf;
use std::time::UNIX_EPOCH;
use symcrete_corpus::whole_shared;
use symcrete_instrument::Options;

/// A hash of bitcode, of how it is instrumented and of this program.
#[derive(Clone, Copy)]
pub(crate) struct Key([u8; 32]);

impl Key {
    pub(crate) fn of(bitcode: &[u8], options: &Options) -> Key {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&program_identity());
        hasher.update(format!("{options:?}").as_bytes());
        hasher.update(bitcode);
        Key(*hasher.finalize().as_bytes())
    }

    /// The number that identifies the object in traces.
    pub(crate) fn number(self) -> u64 {
        let first = [self.0[0], self.0[1], self.0[2], self.0[3], self.0[4], self.0[5], self.0[6], self.0[7]];
        u64::from_le_bytes(first).max(1)
    }

    fn file(self) -> Option<PathBuf> {
        let text: String = self.0[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        Some(folder()?.join(format!("{text}.o")))
    }
}

/// Changes whenever symcrete is rebuilt.
fn program_identity() -> Vec<u8> {
    let built = std::env::current_exe().and_then(std::fs::metadata).ok();
    let time = built.as_ref().and_then(|m| m.modified().ok()).and_then(|t| t.duration_since(UNIX_EPOCH).ok());
    let size = built.map_or(0, |m| m.len());
    format!("{} {size} {:?}", env!("CARGO_PKG_VERSION"), time.unwrap_or_default()).into_bytes()
}

/// `SYMCRETE_CACHE`, or the user's cache folder.
pub(crate) fn folder() -> Option<PathBuf> {
    if let Some(chosen) = std::env::var_os("SYMCRETE_CACHE") {
        return (!chosen.is_empty()).then(|| PathBuf::from(chosen));
    }
    let base = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let base = base.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache")))?;
    Some(base.join("symcrete"))
}

/// The instrumented object, if it was made before.
pub(crate) fn get(key: Key) -> Option<Vec<u8>> {
    std::fs::read(key.file()?).ok()
}

/// Remembers an instrumented object.
pub(crate) fn put(key: Key, object: &[u8]) {
    if let Some(file) = key.file() {
        let _ = whole_shared(&file, object);
    }
}
