//! A stored test as the engine makes and uses it: from an input to a [`Manifest`], and back to what an executor is given.

mod print;

use crate::folder::result_folder;
use crate::setting::{ASKED, GIVEN, STDIN, Setting, stream};
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_build::unit::PROGRAM;
use symcrete_corpus::manifest::VERSION;
use symcrete_corpus::{Given, GivenKind, Manifest, Value, hex};
use symcrete_exec::Varying;
use symcrete_search::Input;
use symcrete_trace::Asked;

/// One test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// What is stored of it.
    pub manifest: Manifest,
}

impl Vector {
    /// Describes an input and the values that the run asked for.
    pub fn new(program: &Path, setting: &Setting, input: &Input, asked: &[Asked], outcome: &str) -> Vector {
        let values = asked.iter().filter_map(|asked| value(asked, stream(input, ASKED))).collect();
        let given = setting.varying.iter().enumerate().map(|(k, one)| given(one, stream(input, GIVEN + k)));
        let manifest = Manifest {
            version: VERSION,
            program: program.into(),
            args: setting.args.clone(),
            without: setting.without.clone(),
            network: setting.network,
            stdin: stream(input, STDIN).into(),
            given: given.collect(),
            values,
            outcome: outcome.into(),
        };
        Vector { manifest }
    }

    /// The input again.
    pub fn input(&self) -> Input {
        let mut streams = vec![self.manifest.stdin.0.clone(), self.manifest.asked()];
        streams.extend(self.manifest.given.iter().map(|given| given.bytes.0.clone()));
        Input { streams }
    }

    /// The same test with another end.
    #[must_use]
    pub fn with_outcome(&self, outcome: &str) -> Vector {
        Vector { manifest: Manifest { outcome: outcome.into(), ..self.manifest.clone() } }
    }

    /// The same test with other bytes in the same places, and how it ends with them.
    #[must_use]
    pub fn with_input(&self, input: &Input, outcome: &str) -> Vector {
        let mut manifest = self.with_outcome(outcome).manifest;
        manifest.stdin = stream(input, STDIN).into();
        let mut asked = stream(input, ASKED);
        for value in &mut manifest.values {
            let (bytes, rest) = asked.split_at(value.bytes.0.len().min(asked.len()));
            if value.bytes.0 != bytes {
                let number: Vec<u8> = bytes.iter().rev().copied().collect();
                (value.bytes, value.text) = (bytes.into(), format!("0x{}", hex(&number)));
            }
            asked = rest;
        }
        for (given, bytes) in manifest.given.iter_mut().zip(input.streams.get(GIVEN..).unwrap_or_default()) {
            let bytes = if given.kind == GivenKind::File { bytes } else { string(bytes) };
            (given.bytes, given.text) = (bytes.into(), print::text(bytes));
        }
        Vector { manifest }
    }

    /// A test that somebody elsewhere made, as one of this program, which is started so; refused if it says otherwise.
    pub fn told(&self, program: &Path, setting: &Setting) -> Result<Vector, String> {
        let told = &self.manifest;
        let own = Vector::new(program, setting, &self.input(), &[], &told.outcome).manifest;
        let is_same = own.args == told.args
            && own.without == told.without
            && own.network == told.network
            && own.given == told.given;
        match is_same {
            true => Ok(Vector { manifest: Manifest { values: told.values.clone(), ..own } }),
            false => Err("a test has other names than the program is started with".into()),
        }
    }

    /// How the program is started.
    pub fn setting(&self) -> Result<Setting, Failure> {
        let varying = self
            .manifest
            .given
            .iter()
            .map(varying)
            .collect::<Result<_, String>>()
            .map_err(|why| Failure::at(&self.manifest.program, why))?;
        // A stored buffer is as long as it is: no bound applies.
        let Manifest { args, without, network, .. } = self.manifest.clone();
        Ok(Setting { args, varying, max_buffer: u64::MAX, without, network })
    }

    /// Writes the test under a base name.
    pub fn write(&self, base: &Path) -> std::io::Result<()> {
        self.manifest.write(base)
    }

    /// Reads a test by the name of its manifest, with or without `.json`. What is none is damaged in a result folder, and the wrong
    /// file elsewhere.
    pub fn read(path: &Path) -> Result<Vector, Failure> {
        let file = Manifest::file(path);
        let text = std::fs::read_to_string(&file).map_err(|why| Failure::file(&file, why))?;
        let mut manifest = Manifest::parse(&text).map_err(|why| match result_folder(&file) {
            Some(_) => Failure::damaged(&file, why),
            None => Failure::at(&file, why),
        })?;
        if manifest.program.ends_with(PROGRAM)
            && let Some(own) = own_program(&file)
        {
            manifest.program = own;
        }
        Ok(Vector { manifest })
    }
}

fn varying(given: &Given) -> Result<Varying, String> {
    let room = given.room.max(given.bytes.0.len());
    Ok(match given.kind {
        GivenKind::Arg => {
            let position = given.name.parse();
            Varying::Arg { position: position.map_err(|_| format!("{:?} is not a position", given.name))?, room }
        }
        GivenKind::Env => Varying::Env { name: given.name.clone().into(), room },
        GivenKind::File => Varying::File { name: given.name.clone().into(), room },
    })
}

/// The program in the result folder that a test lies in; a folder that was moved or copied brings its own along.
fn own_program(test: &Path) -> Option<PathBuf> {
    let program = result_folder(&test.canonicalize().ok()?)?.join(PROGRAM);
    program.is_file().then_some(program)
}

/// One value in words; bytes behind the given ones are zero.
fn value(asked: &Asked, given: &[u8]) -> Option<Value> {
    let ty = asked.ctype()?;
    let bytes: Vec<u8> = (asked.offset as usize..asked.end()).map(|k| given.get(k).copied().unwrap_or(0)).collect();
    let name = String::from_utf8_lossy(asked.name()).into_owned();
    Some(Value { name, ty: ty.text().into(), text: print::value(ty, &bytes), bytes: bytes.into() })
}

fn given(one: &Varying, bytes: &[u8]) -> Given {
    let (kind, name, bytes) = match one {
        Varying::Arg { position, .. } => (GivenKind::Arg, position.to_string(), string(bytes)),
        Varying::Env { name, .. } => (GivenKind::Env, name.to_string_lossy().into_owned(), string(bytes)),
        Varying::File { name, .. } => (GivenKind::File, name.to_string_lossy().into_owned(), bytes),
    };
    let bytes = &bytes[..bytes.len().min(one.room())];
    Given { kind, name, text: print::text(bytes), bytes: bytes.into(), room: one.room() }
}

/// What an argument or a variable holds: the bytes before the first zero byte.
fn string(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
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
        let values: Vec<&str> = vector.manifest.values.iter().map(|value| value.text.as_str()).collect();
        assert_eq!(values, ["-2", "1", "0"]);
        let mut expected = input.clone();
        expected.streams[1].extend([0, 0]);
        assert_eq!(vector.input(), expected);
    }

    #[test]
    fn arguments_variables_and_files_come_back() {
        let varying = vec![
            Varying::Arg { position: 1, room: 4 },
            Varying::Env { name: "V".into(), room: 3 },
            Varying::File { name: "a/b".into(), room: 9 },
        ];
        let args = vec!["-x".into(), String::new()];
        let setting = Setting { args, varying, without: vec!["HOME".into()], ..Setting::default() };
        let streams = vec![b"in".to_vec(), Vec::new(), b"ab\0d".to_vec(), b"\xff'".to_vec(), b"\0\x01".to_vec()];
        let vector = Vector::new(Path::new("p"), &setting, &Input { streams: streams.clone() }, &[], "exit 0");
        let texts: Vec<&str> = vector.manifest.given.iter().map(|given| given.text.as_str()).collect();
        assert_eq!(texts, ["ab", "\\xff'", "\\x00\\x01"]);
        let again = vector.input();
        assert_eq!(again.streams[2..], [b"ab".to_vec(), b"\xff'".to_vec(), b"\0\x01".to_vec()]);
        let again = vector.setting().unwrap();
        assert_eq!((again.varying, again.without), (setting.varying, setting.without));
    }
}
