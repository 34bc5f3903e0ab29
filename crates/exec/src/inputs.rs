//! What changes from run to run besides standard input: values asked for, arguments, variables, files.
//!
//! The strings of arguments and variables lie in memory shared with the keeper, so that the next process it
//! starts gets the current ones without a new keeper. A fork server is started with placeholders of full length
//! instead; its children overwrite them with the bytes that the region carries, because their strings cannot be
//! exchanged any more. Files are written into the scratch directory, which is empty before.

use crate::error::{Doing, Error};
use crate::{Target, Varying};
use std::ffi::CString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path};
use std::ptr::NonNull;
use symcrete_trace::{FIRST_GIVEN, Given, GivenKind, MAX_GIVEN, MAX_GIVEN_BYTES};

/// Fills the room of a placeholder. Any byte but zero will do.
const PLACEHOLDER: u8 = b'x';

/// The inputs of the next run.
pub(crate) struct Inputs {
    varying: Vec<Varying>,
    /// Where each one's string or name lies in the shared memory, with what stands before the value.
    slots: Vec<Slot>,
    memory: Shared,
    values: Vec<Vec<u8>>,
    /// Bytes of the values that the program asks an API for.
    pub(crate) asked: Vec<u8>,
    /// Most bytes of a libFuzzer buffer; 0 for the usual bound.
    pub(crate) max_buffer: u64,
    /// First outcome of the site whose comparison is told.
    pub(crate) watched: Option<u32>,
    /// Buffers that the bytes of asked values are; 0 where they are values.
    pub(crate) n_volley: u32,
}

/// A string of the target: `NAME=value` or `value`, then a zero byte.
struct Slot {
    at: usize,
    index: usize,
    prefix: Vec<u8>,
}

impl Inputs {
    /// Places for what varies in this target.
    pub(crate) fn new(target: &Target) -> Result<Inputs, Error> {
        let varying = target.varying.clone();
        let n_fixed = target.fixed_env().count();
        let (mut slots, mut size, mut n_env) = (Vec::new(), 0, 0);
        for one in &varying {
            let (index, prefix) = match one {
                Varying::Arg { position, .. } => (position + 1, Vec::new()),
                Varying::Env { name, .. } => {
                    n_env += 1;
                    (n_fixed + n_env - 1, [name.as_bytes(), b"="].concat())
                }
                Varying::File { name, .. } => (0, inside(name)?),
            };
            CString::new(prefix.as_slice()).map_err(|_| Error::ZeroByte { what: "name of an input" })?;
            let room = one.string_room();
            slots.push(Slot { at: size, index, prefix });
            size += slots[slots.len() - 1].prefix.len() + room + 1;
        }
        if varying.len() > MAX_GIVEN || size > MAX_GIVEN_BYTES {
            return Err(Error::TooMuch { inputs: MAX_GIVEN, bytes: MAX_GIVEN_BYTES });
        }
        let memory = Shared::new(size.max(1))?;
        let values = vec![Vec::new(); varying.len()];
        let inputs = Inputs {
            varying,
            slots,
            memory,
            values,
            asked: Vec::new(),
            max_buffer: target.max_buffer,
            watched: None,
            n_volley: 0,
        };
        inputs.write_strings(|_| &[]);
        Ok(inputs)
    }

    /// The bytes of the inputs from stream [`FIRST_GIVEN`] on; missing ones are empty, longer ones are cut to
    /// their room.
    pub(crate) fn set(&mut self, streams: &[Vec<u8>]) {
        for (k, value) in self.values.iter_mut().enumerate() {
            value.clear();
            let given = streams.get(k).map_or(&[][..], Vec::as_slice);
            value.extend(&given[..given.len().min(self.varying[k].room())]);
        }
    }

    /// Gives the next process that is started the current strings.
    pub(crate) fn write_current(&self) {
        self.write_strings(|k| &self.values[k]);
    }

    /// Gives the next process that is started strings of full length.
    pub(crate) fn write_placeholders(&self) {
        let longest = self.varying.iter().map(Varying::room).max().unwrap_or(0);
        let filler = vec![PLACEHOLDER; longest];
        self.write_strings(|k| &filler[..self.varying[k].room()]);
    }

    fn write_strings<'a>(&self, value: impl Fn(usize) -> &'a [u8]) {
        for (k, slot) in self.slots.iter().enumerate() {
            let value = if self.varying[k].is_file() { &[] } else { value(k) };
            let text = value.split(|&byte| byte == 0).next().unwrap_or_default();
            self.memory.put(slot.at, &[&slot.prefix[..], text, &[0]].concat());
        }
    }

    /// Writes the files into the empty scratch directory.
    pub(crate) fn write_files(&self, scratch: &Path) -> Result<(), Error> {
        for (one, value) in self.varying.iter().zip(&self.values) {
            let Varying::File { name, .. } = one else { continue };
            let path = scratch.join(name);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder).doing("create a folder for an input file")?;
            }
            fs::write(&path, value).doing("write an input file")?;
        }
        Ok(())
    }

    /// The string of the argument at this position, if it varies; it is one as long as `self` lives.
    pub(crate) fn argument(&self, position: usize) -> Option<*const libc::c_char> {
        let is = |one: &Varying| matches!(one, Varying::Arg { position: at, .. } if *at == position);
        self.varying.iter().position(is).map(|k| self.memory.at(self.slots[k].at))
    }

    /// The strings of the variables that vary, in order.
    pub(crate) fn variables(&self) -> impl Iterator<Item = *const libc::c_char> + '_ {
        let env = self.varying.iter().zip(&self.slots).filter(|(one, _)| matches!(one, Varying::Env { .. }));
        env.map(|(_, slot)| self.memory.at(slot.at))
    }

    /// The inputs as the region lists them, and their bytes.
    pub(crate) fn listing(&self) -> (Vec<Given>, Vec<u8>) {
        let mut bytes = Vec::new();
        let entries = self.varying.iter().zip(&self.slots).zip(&self.values).map(|((one, slot), value)| {
            let (kind, text) = match one {
                Varying::Arg { .. } => (GivenKind::Arg, value),
                Varying::Env { .. } => (GivenKind::Env, value),
                Varying::File { .. } => (GivenKind::File, &slot.prefix),
            };
            let at = bytes.len() as u32;
            bytes.extend(text);
            bytes.push(0);
            Given {
                kind: kind as u8,
                used: 0,
                pad: 0,
                index: if one.is_file() { value.len() as u32 } else { slot.index as u32 },
                at,
                length: text.len() as u32,
                room: one.room() as u32,
                skip: slot.prefix.len() as u32,
            }
        });
        let entries = entries.collect();
        (entries, bytes)
    }
}

/// The name of a file as bytes, if it names one inside the directory.
fn inside(name: &Path) -> Result<Vec<u8>, Error> {
    let normal = name.components().all(|part| matches!(part, Component::Normal(_)));
    if !normal || name.as_os_str().is_empty() {
        return Err(Error::Outside { name: name.to_path_buf() });
    }
    Ok(name.as_os_str().as_bytes().to_vec())
}

/// Memory that processes forked from this one share with it.
struct Shared {
    base: NonNull<u8>,
    size: usize,
}

// SAFETY: the memory belongs to its owner alone, apart from other processes, which only read it.
unsafe impl Send for Shared {}

impl Shared {
    fn new(size: usize) -> Result<Shared, Error> {
        let protection = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: a new mapping, which overlaps nothing.
        let base = unsafe {
            libc::mmap(std::ptr::null_mut(), size, protection, libc::MAP_SHARED | libc::MAP_ANONYMOUS, -1, 0)
        };
        match NonNull::new(base.cast::<u8>()).filter(|_| base != libc::MAP_FAILED) {
            Some(base) => Ok(Shared { base, size }),
            None => Err(std::io::Error::last_os_error()).doing("map memory for arguments"),
        }
    }

    fn put(&self, at: usize, bytes: &[u8]) {
        let n = bytes.len().min(self.size.saturating_sub(at));
        // SAFETY: `at + n` is within the mapping, of which no reference exists.
        unsafe { self.base.add(at.min(self.size)).as_ptr().copy_from(bytes.as_ptr(), n) };
    }

    fn at(&self, at: usize) -> *const libc::c_char {
        // SAFETY: slots lie within the mapping.
        unsafe { self.base.add(at.min(self.size)).as_ptr().cast() }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours and nothing refers to it any more.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.size) };
    }
}

const _: () = assert!(FIRST_GIVEN == 2);

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;

    fn target() -> Target {
        let varying = vec![
            Varying::Arg { position: 1, room: 3 },
            Varying::Env { name: "V".into(), room: 2 },
            Varying::File { name: "a/b".into(), room: 9 },
        ];
        Target { args: vec!["x".into(), "".into()], env: vec![("V".into(), "old".into())], varying, ..Target::new("p") }
    }

    fn text(at: *const libc::c_char) -> String {
        // SAFETY: the tests pass strings of an `Inputs` that lives.
        unsafe { CStr::from_ptr(at) }.to_string_lossy().into_owned()
    }

    #[test]
    fn strings_hold_placeholders_or_values() {
        let mut inputs = Inputs::new(&target()).unwrap();
        assert_eq!(inputs.argument(0), None);
        inputs.write_placeholders();
        assert_eq!(inputs.argument(1).map(text).as_deref(), Some("xxx"));
        assert_eq!(inputs.variables().map(text).collect::<Vec<_>>(), ["V=xx"]);
        inputs.set(&[b"ab\0c".to_vec(), b"q".to_vec(), b"f".to_vec()]);
        inputs.write_current();
        assert_eq!(inputs.argument(1).map(text).as_deref(), Some("ab"));
        assert_eq!(inputs.variables().map(text).collect::<Vec<_>>(), ["V=q"]);
        let (entries, bytes) = inputs.listing();
        assert_eq!(bytes, b"ab\0\0q\0a/b\0");
        assert_eq!(
            entries.iter().map(|e| (e.kind, e.index, e.at, e.length, e.skip)).collect::<Vec<_>>(),
            [(1, 2, 0, 3, 0), (2, 0, 4, 1, 2), (3, 1, 6, 3, 3)]
        );
    }

    #[test]
    fn files_outside_the_directory_are_refused() {
        for name in ["/etc/x", "../x", "a/../../x", ""] {
            let varying = vec![Varying::File { name: name.into(), room: 1 }];
            let target = Target { varying, ..Target::new("p") };
            assert!(matches!(Inputs::new(&target), Err(Error::Outside { .. })), "{name}");
        }
    }
}
