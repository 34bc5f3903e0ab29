//! A test as a file: what the program is given, readable and exact.
//!
//! `NAME.json` is the manifest: which program with which arguments, each input with its name, type and bytes, and how the run
//! ended. Beside it lie the same bytes as they are, for shells and debuggers: `NAME.stdin`; `NAME.values`, if the program asked for
//! values (the plain program reads them where `SYMCRETE_INPUT` says); `NAME.files/`, if there are input files.
//! Each file is written whole or not at all (a temporary file renamed), the manifest last, so a killed campaign leaves
//! only complete tests.

mod print;

use crate::folder::result_folder;
use crate::setting::{ASKED, GIVEN, STDIN, Setting, stream};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use symcrete_build::unit::PROGRAM;
use symcrete_exec::Varying;
use symcrete_search::Input;
use symcrete_trace::Asked;

/// One test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Vector {
    /// Version of this format.
    pub version: u32,
    /// The instrumented program; the plain one lies beside it.
    pub program: PathBuf,
    /// The program's arguments; those in `given` are empty here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Bytes of standard input in hexadecimal.
    pub stdin: String,
    /// Symbolic arguments, variables and files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub given: Vec<Given>,
    /// The values that the program asked for, in order.
    pub values: Vec<Value>,
    /// How the run ended.
    pub outcome: String,
}

/// A symbolic argument, variable or file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// `arg`, `env` or `file`.
    pub kind: String,
    /// The position of an argument among `args`, counted from 0; the name of a variable or file.
    pub name: String,
    /// The bytes as text, for reading only.
    pub text: String,
    /// The bytes in hexadecimal; of an argument or a variable, those before the first zero byte.
    pub bytes: String,
    /// Most bytes it may have.
    pub room: usize,
}

/// A value that the program asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// What the program calls it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
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
    pub fn new(program: &Path, setting: &Setting, input: &Input, asked: &[Asked], outcome: &str) -> Vector {
        let values = asked.iter().filter_map(|asked| value(asked, stream(input, ASKED))).collect();
        let given = setting.varying.iter().enumerate().map(|(k, one)| given(one, stream(input, GIVEN + k)));
        Vector {
            version: 1,
            program: program.into(),
            args: setting.args.clone(),
            stdin: hex(stream(input, STDIN)),
            given: given.collect(),
            values,
            outcome: outcome.into(),
        }
    }

    /// The input again.
    pub fn input(&self) -> Result<Input, String> {
        let mut asked = Vec::new();
        for value in &self.values {
            asked.extend(unhex(&value.bytes)?);
        }
        let mut streams = vec![unhex(&self.stdin)?, asked];
        for given in &self.given {
            streams.push(unhex(&given.bytes)?);
        }
        Ok(Input { streams })
    }

    /// The same test with other bytes in the same places, and how it ends with them.
    pub fn with_input(&self, input: &Input, outcome: &str) -> Vector {
        let mut vector = Vector { stdin: hex(stream(input, STDIN)), outcome: outcome.into(), ..self.clone() };
        let mut asked = stream(input, ASKED);
        for value in &mut vector.values {
            let n = (value.bytes.len() / 2).min(asked.len());
            let (bytes, rest) = asked.split_at(n);
            if value.bytes != hex(bytes) {
                (value.bytes, value.value) =
                    (hex(bytes), format!("0x{}", hex(&bytes.iter().rev().copied().collect::<Vec<_>>())));
            }
            asked = rest;
        }
        for (given, bytes) in vector.given.iter_mut().zip(input.streams.get(GIVEN..).unwrap_or_default()) {
            let bytes = if given.kind == "file" { bytes } else { string(bytes) };
            (given.bytes, given.text) = (hex(bytes), print::text(bytes));
        }
        vector
    }

    /// How the program is started.
    pub fn setting(&self) -> Result<Setting, String> {
        let varying = self.given.iter().map(Given::varying).collect::<Result<_, _>>()?;
        // A stored buffer is as long as it is: no bound applies.
        Ok(Setting { args: self.args.clone(), varying, max_buffer: u64::MAX })
    }

    /// Writes the test under a base name.
    pub fn write(&self, base: &Path) -> std::io::Result<()> {
        let input = self.input().map_err(std::io::Error::other)?;
        whole(&base.with_extension("stdin"), stream(&input, STDIN))?;
        if !self.values.is_empty() {
            whole(&base.with_extension("values"), stream(&input, ASKED))?;
        }
        for (given, bytes) in self.given.iter().zip(&input.streams[GIVEN..]).filter(|(given, _)| given.kind == "file") {
            let file = base.with_extension("files").join(&given.name);
            std::fs::create_dir_all(file.parent().unwrap_or(base))?;
            whole(&file, bytes)?;
        }
        let text = serde_json::to_string_pretty(self).map_err(std::io::Error::other)?;
        whole(&base.with_extension("json"), format!("{text}\n").as_bytes())
    }

    /// Reads a test by the name of its manifest, with or without `.json`.
    pub fn read(path: &Path) -> Result<Vector, String> {
        let file = if path.is_file() { path.to_path_buf() } else { path.with_extension("json") };
        let text = std::fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
        let vector: Vector =
            serde_json::from_str(&text).map_err(|why| format!("{}: no test: {why}", file.display()))?;
        match vector.version {
            1 if vector.program.ends_with(PROGRAM) => {
                Ok(Vector { program: own_program(&file).unwrap_or(vector.program), ..vector })
            }
            1 => Ok(vector),
            other => Err(format!("{}: written by another symcrete (version {other})", file.display())),
        }
    }

    /// The plain program on this test as a line for a shell: how it is prepared, what stands before the program, the
    /// program with its arguments, and its standard input.
    pub fn shell(&self, base: &Path) -> Shell {
        print::shell(self, base)
    }
}

/// The parts of a command line for a shell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell {
    /// Puts input files where the program looks for them; empty if there are none.
    pub prepare: String,
    /// Variables of the environment, each with a space behind it.
    pub env: String,
    /// Program and arguments.
    pub command: String,
    /// The file that is standard input.
    pub stdin: String,
}

impl Given {
    fn varying(&self) -> Result<Varying, String> {
        let room = self.room.max(self.bytes.len() / 2);
        match self.kind.as_str() {
            "arg" => {
                let position = self.name.parse().map_err(|_| format!("{:?} is no position", self.name))?;
                Ok(Varying::Arg { position, room })
            }
            "env" => Ok(Varying::Env { name: self.name.clone().into(), room }),
            "file" => Ok(Varying::File { name: self.name.clone().into(), room }),
            other => Err(format!("{other:?} is no kind of input")),
        }
    }
}

/// The program in the result folder that a test lies in; a folder that was moved or copied brings its own along.
fn own_program(test: &Path) -> Option<PathBuf> {
    let program = result_folder(&test.canonicalize().ok()?)?.join(PROGRAM);
    program.is_file().then_some(program)
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
    let bytes: Vec<u8> = (asked.offset as usize..asked.end()).map(|k| given.get(k).copied().unwrap_or(0)).collect();
    let name = String::from_utf8_lossy(asked.name()).into_owned();
    Some(Value { name, ty: ty.text().into(), value: print::value(ty, &bytes), bytes: hex(&bytes) })
}

fn given(one: &Varying, bytes: &[u8]) -> Given {
    let (kind, name, bytes) = match one {
        Varying::Arg { position, .. } => ("arg", position.to_string(), string(bytes)),
        Varying::Env { name, .. } => ("env", name.to_string_lossy().into_owned(), string(bytes)),
        Varying::File { name, .. } => ("file", name.to_string_lossy().into_owned(), bytes),
    };
    let bytes = &bytes[..bytes.len().min(one.room())];
    Given { kind: kind.into(), name, text: print::text(bytes), bytes: hex(bytes), room: one.room() }
}

/// What an argument or a variable holds: the bytes before the first zero byte.
fn string(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
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
    use symcrete_trace::CType;

    #[test]
    fn a_test_gives_back_its_input() {
        let input = Input { streams: vec![b"A\0\xff".to_vec(), vec![0xfe, 0xff, 0xff, 0xff, 1]] };
        let asked = [(CType::Int, 0), (CType::UChar, 4), (CType::Short, 5)].map(|(ty, offset)| Asked::new(ty, offset));
        let vector = Vector::new(Path::new("p"), &Setting::default(), &input, &asked, "exit 0");
        let values: Vec<&str> = vector.values.iter().map(|value| value.value.as_str()).collect();
        assert_eq!(values, ["-2", "1", "0"]);
        let mut expected = input.clone();
        expected.streams[1].extend([0, 0]);
        assert_eq!(vector.input(), Ok(expected));
    }

    #[test]
    fn arguments_variables_and_files_come_back() {
        let varying = vec![
            Varying::Arg { position: 1, room: 4 },
            Varying::Env { name: "V".into(), room: 3 },
            Varying::File { name: "a/b".into(), room: 9 },
        ];
        let setting = Setting { args: vec!["-x".into(), String::new()], varying, max_buffer: 0 };
        let streams = vec![b"in".to_vec(), Vec::new(), b"ab\0d".to_vec(), b"\xff'".to_vec(), b"\0\x01".to_vec()];
        let vector = Vector::new(Path::new("p"), &setting, &Input { streams: streams.clone() }, &[], "exit 0");
        let texts: Vec<&str> = vector.given.iter().map(|given| given.text.as_str()).collect();
        assert_eq!(texts, ["ab", "\\xff'", "\\x00\\x01"]);
        let again = vector.input().unwrap();
        assert_eq!(again.streams[2..], [b"ab".to_vec(), b"\xff'".to_vec(), b"\0\x01".to_vec()]);
        assert_eq!(vector.setting().unwrap().varying, setting.varying);
        let shell = vector.shell(Path::new("/t/1"));
        assert_eq!(shell.command, ".symcrete/p.plain -x ab");
        assert_eq!(shell.env, "env V=$'\\xff\\'' ");
        assert_eq!(shell.prepare, "cd \"$(mktemp -d)\" && cp -r /t/1.files/. . && ");
    }

    #[test]
    fn bytes_that_are_none_are_refused() {
        assert_eq!(unhex("0aFf"), Ok(vec![10, 255]));
        assert!(unhex("0").is_err() && unhex("zz").is_err());
    }
}
