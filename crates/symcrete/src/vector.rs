//! A test as a file: what the program is given, readable and exact.
//!
//! `NAME.json` says which program, the values that it asked for with their C types, and how the run
//! ended; `NAME.stdin` holds the bytes of standard input as they are. Both are written whole or not
//! at all (a temporary file renamed), so a killed campaign leaves only complete tests.

use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use symcrete_search::Input;
use symcrete_trace::{Asked, CType};

/// Stream number of standard input.
pub const STDIN: usize = 0;
/// Stream number of values asked for.
pub const ASKED: usize = 1;

/// One test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vector {
    /// Version of this format.
    pub version: u32,
    /// The instrumented program; the plain one lies beside it.
    pub program: PathBuf,
    /// Bytes of standard input in hexadecimal.
    pub stdin: String,
    /// The values that the program asked for, in order.
    pub values: Vec<Value>,
    /// How the run ended.
    pub outcome: String,
}

/// A value that the program asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// The C type.
    #[serde(rename = "type")]
    pub ty: String,
    /// The value as C would print it.
    pub value: String,
    /// Its bytes in memory, in hexadecimal.
    pub bytes: String,
}

impl Vector {
    /// Describes an input and the values that the run asked for.
    pub fn new(program: &Path, input: &Input, asked: &[Asked], outcome: &str) -> Vector {
        let empty = Vec::new();
        let stdin = input.streams.get(STDIN).unwrap_or(&empty);
        let given = input.streams.get(ASKED).unwrap_or(&empty);
        let values = asked.iter().filter_map(|asked| value(asked, given)).collect();
        Vector { version: 1, program: program.into(), stdin: hex(stdin), values, outcome: outcome.into() }
    }

    /// The input again.
    pub fn input(&self) -> Result<Input, String> {
        let mut asked = Vec::new();
        for value in &self.values {
            asked.extend(unhex(&value.bytes)?);
        }
        Ok(Input { streams: vec![unhex(&self.stdin)?, asked] })
    }

    /// Writes `NAME.json` and `NAME.stdin` for a base name.
    pub fn write(&self, base: &Path) -> std::io::Result<()> {
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other)?;
        whole(&base.with_extension("stdin"), &unhex(&self.stdin).unwrap_or_default())?;
        whole(&base.with_extension("json"), format!("{text}\n").as_bytes())
    }

    /// Reads a test by the name of its manifest, with or without `.json`.
    pub fn read(path: &Path) -> Result<Vector, String> {
        let file = if path.is_file() { path.to_path_buf() } else { path.with_extension("json") };
        let text = std::fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
        let vector: Vector =
            serde_json::from_str(&text).map_err(|why| format!("{}: no test: {why}", file.display()))?;
        match vector.version {
            1 => Ok(vector),
            other => Err(format!("{}: written by another symcrete (version {other})", file.display())),
        }
    }
}

/// Writes a file whole or not at all.
pub fn whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".part");
    let part = path.with_file_name(name);
    std::fs::write(&part, bytes)?;
    std::fs::rename(&part, path)
}

/// One value in words; bytes behind the given ones are zero.
fn value(asked: &Asked, given: &[u8]) -> Option<Value> {
    let ty = asked.ctype()?;
    let at = asked.offset as usize;
    let bytes: Vec<u8> = (at..at + ty.bytes()).map(|k| given.get(k).copied().unwrap_or(0)).collect();
    let mut whole = [0; 8];
    whole[..bytes.len()].copy_from_slice(&bytes);
    Some(Value { ty: ty.text().into(), value: print(ty, u64::from_le_bytes(whole)), bytes: hex(&bytes) })
}

fn print(ty: CType, bits: u64) -> String {
    match ty {
        CType::Bool => (bits & 1).to_string(),
        CType::Char => (bits as i8).to_string(),
        CType::Short => (bits as i16).to_string(),
        CType::Int => (bits as i32).to_string(),
        CType::Long => (bits as i64).to_string(),
        CType::UChar | CType::UShort | CType::UInt | CType::ULong | CType::Pointer => bits.to_string(),
        CType::Float => f32::from_bits(bits as u32).to_string(),
        CType::Double => f64::from_bits(bits).to_string(),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(text: &str) -> Result<Vec<u8>, String> {
    let digits = text.as_bytes();
    let pair = |pair: &[u8]| {
        let text = std::str::from_utf8(pair).ok().filter(|_| pair.len() == 2)?;
        u8::from_str_radix(text, 16).ok()
    };
    digits.chunks(2).map(pair).collect::<Option<Vec<u8>>>().ok_or_else(|| format!("{text:?} are no bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_gives_back_its_input() {
        let input = Input { streams: vec![b"A\0\xff".to_vec(), vec![0xfe, 0xff, 0xff, 0xff, 1]] };
        let asked = [(CType::Int, 0), (CType::UChar, 4), (CType::Short, 5)].map(|(ty, offset)| Asked {
            ty: ty as u8,
            pad: [0; 3],
            offset,
        });
        let vector = Vector::new(Path::new("p"), &input, &asked, "exit 0");
        let values: Vec<&str> = vector.values.iter().map(|value| value.value.as_str()).collect();
        assert_eq!(values, ["-2", "1", "0"]);
        let mut expected = input.clone();
        expected.streams[1].extend([0, 0]);
        assert_eq!(vector.input(), Ok(expected));
    }

    #[test]
    fn bytes_that_are_none_are_refused() {
        assert_eq!(unhex("0aFf"), Ok(vec![10, 255]));
        assert!(unhex("0").is_err() && unhex("zz").is_err());
    }
}
