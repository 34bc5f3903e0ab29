//! What was measured, kept from the moment it is there: a benchmark that was interrupted goes on where it stopped.
//!
//! One file for each thing measured, named after it, beneath `.measured/SUITE`. Everything that a measurement depends on
//! is written beside them as settings; a folder with other settings is refused, so that one table never mixes two. What
//! could not be measured is not kept and tried again the next time.

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_corpus::whole;
use symcrete_report::bench::figure::Trouble;

/// What measurements depend on: option or thing, and its value.
pub(super) type Settings = BTreeMap<String, String>;

/// The measurements of one suite in one folder.
pub(super) struct Store {
    folder: PathBuf,
}

impl Store {
    /// Opens what was measured before with the same settings, or begins. `is_anew`: throws away what there is.
    pub(super) fn open(out: &Path, suite: &str, settings: &Settings, is_anew: bool) -> Result<Store, Failure> {
        let folder = out.join(".measured").join(suite);
        let file = folder.join("settings.json");
        let failed = |why| Failure::file(&file, why);
        if is_anew && folder.exists() {
            fs::remove_dir_all(&folder).map_err(failed)?;
        }
        match fs::read_to_string(&file) {
            Ok(text) => {
                let before: Settings = serde_json::from_str(&text).map_err(|why| Failure::damaged(&file, why))?;
                if let Some(difference) = difference(&before, settings) {
                    return Err(Failure::usage(format!(
                        "{} holds measurements of suite {suite} with {difference}: choose another folder with -o, or discard \
                         them with --anew",
                        out.display()
                    )));
                }
            }
            Err(_) => {
                let text = serde_json::to_string_pretty(settings).map_err(|why| failed(why.into()))?;
                fs::create_dir_all(&folder).and_then(|()| whole(&file, text.as_bytes())).map_err(failed)?;
            }
        }
        Ok(Store { folder })
    }

    /// What was measured under this name; measures and keeps it if nothing was.
    pub(super) fn keep<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        measure: impl FnOnce() -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let file = self.folder.join(format!("{}.json", file_name(name)));
        let kept = fs::read_to_string(&file).ok().and_then(|text| serde_json::from_str(&text).ok());
        if let Some(kept) = kept {
            return Ok(kept);
        }
        let measured = measure()?;
        let text = serde_json::to_string(&measured).map_err(std::io::Error::from);
        let written = text.and_then(|text| whole(&file, text.as_bytes()));
        written.map_err(|why| Trouble::Missing(format!("{}: {why}", file.display())))?;
        Ok(measured)
    }
}

/// The first setting that differs, in words.
fn difference(before: &Settings, now: &Settings) -> Option<String> {
    let none = || "none".to_string();
    let names: std::collections::BTreeSet<&String> = before.keys().chain(now.keys()).collect();
    names.into_iter().find_map(|name| {
        let (before, now) =
            (before.get(name).cloned().unwrap_or_else(none), now.get(name).cloned().unwrap_or_else(none));
        (before != now).then(|| format!("{name} {before}, not {now}"))
    })
}

/// A name as a file's: every other character than letters, digits, dots and minus signs becomes its number.
fn file_name(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '.';
    name.chars().map(|c| if plain(c) { c.to_string() } else { format!("_{:x}", c as u32) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(iterations: &str) -> Settings {
        [("--iterations".to_string(), iterations.to_string())].into()
    }

    #[test]
    fn what_was_measured_is_not_measured_again_and_other_settings_are_refused() {
        let out = std::env::temp_dir().join(format!("symcrete-store-{}", std::process::id()));
        let store = Store::open(&out, "s", &settings("30"), false).unwrap();
        let failed: Result<u32, Trouble> = store.keep("a b", || Err(Trouble::Missing("no network".into())));
        assert!(failed.is_err(), "what could not be measured is tried again");
        assert_eq!(store.keep("a b", || Ok(7)), Ok(7));
        let again = Store::open(&out, "s", &settings("30"), false).unwrap();
        assert_eq!(again.keep("a b", || Ok(8)), Ok(7));
        assert_eq!(again.keep("a-b", || Ok(9)), Ok(9), "names do not meet");
        let refused = Store::open(&out, "s", &settings("50"), false).err().unwrap().to_string();
        assert!(refused.contains("--iterations 30, not 50") && refused.contains("--anew"), "{refused}");
        let anew = Store::open(&out, "s", &settings("50"), true).unwrap();
        assert_eq!(anew.keep("a b", || Ok(8)), Ok(8));
        fs::remove_dir_all(out).unwrap();
    }
}
