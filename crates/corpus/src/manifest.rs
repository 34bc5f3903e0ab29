//! A stored test as it is on disk: what the program is given, readable and exact.
//!
//! `NAME.json` is the manifest: which program with which arguments, each input with its name, type and bytes, and how the run
//! ended. Beside it lie the same bytes as they are, for shells and debuggers: `NAME.stdin`; `NAME.values`, if the program asked
//! for values (the plain program reads them where `SYMCRETE_INPUT` says); `NAME.files/`, if there are input files.
//!
//! Invariant: each file is written whole or not at all, the manifest last, so a killed campaign leaves only complete tests.

use crate::bytes::{hex, unhex};
use crate::unread::Unread;
use crate::whole::whole;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::path::{Path, PathBuf};

/// The version of manifests that is written, and the newest that is read.
pub const VERSION: u32 = 1;

/// What a program is given in a test, and how the run ended. Bytes are in hexadecimal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(title = "a test of symcrete", deny_unknown_fields))]
pub struct Manifest {
    /// version of this format
    pub version: u32,
    /// the instrumented program; the plain one lies beside it
    pub program: PathBuf,
    /// the program's arguments; those in given are empty here
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// variables of the environment that the program does not get
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// whether the program may use the network
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub network: bool,
    /// standard input
    #[serde(default)]
    pub stdin: Bytes,
    /// symbolic arguments, variables and files
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
    /// the values that the program asked for, in order
    #[serde(default)]
    pub values: Vec<Value>,
    /// how the run ended
    #[serde(default)]
    pub outcome: String,
}

/// What a symbolic argument, variable or file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum GivenKind {
    /// an argument
    Arg,
    /// a variable of the environment
    Env,
    /// a file in the program's directory
    File,
}

/// A symbolic argument, variable or file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Given {
    /// which of them
    pub kind: GivenKind,
    /// the position of an argument among args, counted from 0; the name of a variable or file
    pub name: String,
    /// the bytes as text, for reading only
    #[serde(default)]
    pub text: String,
    /// the bytes; of an argument or a variable, those before the first zero byte
    pub bytes: Bytes,
    /// most bytes it may have
    #[serde(default)]
    pub room: usize,
}

/// A value that the program asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Value {
    /// what the program calls it
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// the C type; bytes for an object of any type
    #[serde(rename = "type")]
    pub ty: String,
    /// the value as C would print it
    #[serde(rename = "value")]
    pub text: String,
    /// its bytes in memory
    pub bytes: Bytes,
}

/// Bytes that are hexadecimal text in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Bytes(#[cfg_attr(test, schemars(with = "String", regex(pattern = "^([0-9a-f]{2})*$")))] pub Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&hex(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Bytes, D::Error> {
        let text = String::deserialize(from)?;
        let wrong = || serde::de::Error::custom(format!("{text:?} is not a sequence of hexadecimal bytes"));
        unhex(&text).map(Bytes).ok_or_else(wrong)
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Bytes {
        Bytes(bytes)
    }
}

impl From<&[u8]> for Bytes {
    fn from(bytes: &[u8]) -> Bytes {
        Bytes(bytes.to_vec())
    }
}

impl Manifest {
    /// Reads the text of a manifest.
    pub fn parse(text: &str) -> Result<Manifest, Unread> {
        let manifest: Manifest = serde_json::from_str(text).map_err(|why| Unread::Shape("test", why))?;
        match manifest.version {
            1..=VERSION => Ok(manifest),
            other => Err(Unread::Version(other)),
        }
    }

    /// Reads a manifest by its name, with or without `.json`.
    pub fn read(path: &Path) -> Result<Manifest, Unread> {
        Manifest::parse(&std::fs::read_to_string(Manifest::file(path)).map_err(Unread::File)?)
    }

    /// The file of a manifest that is named with or without `.json`.
    pub fn file(path: &Path) -> PathBuf {
        if path.is_file() { path.to_path_buf() } else { path.with_extension("json") }
    }

    /// Writes the test under a base name.
    pub fn write(&self, base: &Path) -> std::io::Result<()> {
        whole(&base.with_extension("stdin"), &self.stdin.0)?;
        if !self.values.is_empty() {
            whole(&base.with_extension("values"), &self.asked())?;
        }
        for given in self.given.iter().filter(|given| given.kind == GivenKind::File) {
            let file = base.with_extension("files").join(&given.name);
            std::fs::create_dir_all(file.parent().unwrap_or(base))?;
            whole(&file, &given.bytes.0)?;
        }
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other)?;
        whole(&base.with_extension("json"), format!("{text}\n").as_bytes())
    }

    /// The bytes of the values, one after the other.
    pub fn asked(&self) -> Vec<u8> {
        self.values.iter().flat_map(|value| value.bytes.0.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let manifest = Manifest {
            version: VERSION,
            program: "/p".into(),
            args: vec![String::new()],
            without: vec!["HOME".into()],
            network: true,
            stdin: Bytes(vec![0x41, 0, 0xff]),
            given: vec![Given {
                kind: GivenKind::Arg,
                name: "0".into(),
                text: "ab".into(),
                bytes: Bytes(b"ab".to_vec()),
                room: 4,
            }],
            values: vec![Value { name: String::new(), ty: "int".into(), text: "1".into(), bytes: Bytes(vec![1]) }],
            outcome: "exit 0".into(),
        };
        let text = serde_json::to_string(&manifest).expect("JSON");
        assert!(text.contains(r#""stdin":"4100ff""#) && text.contains(r#""kind":"arg""#), "{text}");
        assert_eq!(Manifest::parse(&text).expect("a manifest"), manifest);
    }

    #[test]
    fn what_is_none_is_refused_with_a_reason() {
        let text =
            r#"{"version": 1, "program": "/p", "stdin": "41ff", "values": [], "outcome": "exit 2", "later": []}"#;
        assert!(Manifest::parse(text).is_ok());
        assert!(Manifest::parse("{").is_err_and(|why| matches!(why, Unread::Shape("test", _))));
        assert!(Manifest::parse(&text.replace("41ff", "4")).is_err_and(|why| why.to_string().contains("hexadecimal")));
        assert!(Manifest::parse(&text.replace(": 1", ": 9")).is_err_and(|why| matches!(why, Unread::Version(9))));
    }
}
