//! Standard input, output and error of the target: files in memory.
//!
//! Files rather than pipes, so that nothing can block, the output is bounded by the file size limit, and a run
//! leaves its output behind however it ends. The target's descriptors are read-only for the input, write-only
//! for the outputs; we keep a duplicate of each open file description to rewind it, and a writable one of the file.
//! A target that reopens or seeks them harms only its own run: `reset` rebuilds everything. Decides no outcome.

use crate::error::{Doing, Error};
use crate::syscall::{check, memfd, sizes};
use std::fs::{File, OpenOptions};
use std::os::fd::{AsRawFd, OwnedFd, RawFd};
use std::os::unix::fs::FileExt;

/// The three streams.
pub(crate) struct Streams {
    stdin: Stream,
    stdout: Stream,
    stderr: Stream,
}

/// One stream: the file, and the description that the target has.
struct Stream {
    file: File,
    given: OwnedFd,
}

impl Streams {
    /// Three empty files.
    pub(crate) fn new() -> Result<Streams, Error> {
        let stdin = Stream::new(c"symcrete-stdin", OpenOptions::new().read(true))?;
        let stdout = Stream::new(c"symcrete-stdout", OpenOptions::new().write(true))?;
        let stderr = Stream::new(c"symcrete-stderr", OpenOptions::new().write(true))?;
        Ok(Streams { stdin, stdout, stderr })
    }

    /// An empty input, and outputs that go nowhere.
    pub(crate) fn muted() -> Result<Streams, Error> {
        let mut streams = Streams::new()?;
        for stream in [&mut streams.stdout, &mut streams.stderr] {
            let nowhere = OpenOptions::new().write(true).open("/dev/null").doing("open /dev/null")?;
            stream.given = nowhere.into();
        }
        Ok(streams)
    }

    /// The descriptors to give to the target as 0, 1 and 2.
    pub(crate) fn given(&self) -> [RawFd; 3] {
        [&self.stdin, &self.stdout, &self.stderr].map(|stream| stream.given.as_raw_fd())
    }

    /// Makes the streams as a fresh process would see them, with this input.
    pub(crate) fn reset(&self, input: &[u8]) -> Result<(), Error> {
        self.stdin.file.set_len(input.len() as u64).doing("size the input")?;
        self.stdin.file.write_all_at(input, 0).doing("write the input")?;
        self.stdin.rewind()?;
        for stream in [&self.stdout, &self.stderr] {
            if stream.size()? != 0 {
                stream.file.set_len(0).doing("empty the output")?;
            }
            stream.rewind()?;
        }
        Ok(())
    }

    /// The size of the longer output.
    pub(crate) fn output_size(&self) -> Result<u64, Error> {
        Ok(self.stdout.size()?.max(self.stderr.size()?))
    }

    /// How many bytes of standard input were taken, by whomever: those that a stream's buffer holds at the end too, unless
    /// the target gave them back.
    pub(crate) fn position(&self) -> Result<u64, Error> {
        // SAFETY: the call touches no memory; the descriptor is open because `self` owns it.
        let at = unsafe { libc::lseek(self.stdin.given.as_raw_fd(), 0, libc::SEEK_CUR) };
        u64::try_from(at).map_err(|_| std::io::Error::last_os_error()).doing("look at the input")
    }

    /// What the target wrote to standard output and standard error, at most `limit` bytes each.
    pub(crate) fn outputs(&self, limit: u64) -> Result<(Vec<u8>, Vec<u8>), Error> {
        Ok((self.stdout.contents(limit)?, self.stderr.contents(limit)?))
    }
}

impl Stream {
    fn new(name: &std::ffi::CStr, access: &OpenOptions) -> Result<Stream, Error> {
        let file = memfd(name, false).doing("create a file in memory")?;
        let path = format!("/proc/self/fd/{}", file.as_raw_fd());
        let reopened = access.open(path).doing("reopen a file in memory through /proc")?;
        let given = crate::syscall::duplicate(&reopened.into()).doing("duplicate a descriptor")?;
        Ok(Stream { file: file.into(), given })
    }

    /// Puts the target's description back to its start and to its first flags.
    fn rewind(&self) -> Result<(), Error> {
        let fd = self.given.as_raw_fd();
        // SAFETY: neither call touches memory; the descriptor is open because `self` owns it.
        check(unsafe { libc::lseek(fd, 0, libc::SEEK_SET) } as libc::c_int).doing("rewind a stream")?;
        // SAFETY: as above.
        check(unsafe { libc::fcntl(fd, libc::F_SETFL, 0) }).doing("reset a stream")?;
        Ok(())
    }

    fn size(&self) -> Result<u64, Error> {
        Ok(sizes(self.file.as_raw_fd()).doing("measure the output")?.0)
    }

    fn contents(&self, limit: u64) -> Result<Vec<u8>, Error> {
        let mut bytes = vec![0; self.size()?.min(limit) as usize];
        let mut filled = 0;
        while filled < bytes.len() {
            match self.file.read_at(&mut bytes[filled..], filled as u64).doing("read the output")? {
                0 => break,
                n => filled += n,
            }
        }
        bytes.truncate(filled);
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn a_reset_gives_fresh_streams() {
        let streams = Streams::new().unwrap();
        let dup = |fd: &OwnedFd| File::from(fd.try_clone().unwrap());
        for input in ["first input", "2"] {
            streams.reset(input.as_bytes()).unwrap();
            let mut read = String::new();
            dup(&streams.stdin.given).read_to_string(&mut read).unwrap();
            assert_eq!(read, input);
            dup(&streams.stdout.given).write_all(input.as_bytes()).unwrap();
            assert_eq!(streams.outputs(100).unwrap(), (input.as_bytes().to_vec(), Vec::new()));
        }
        assert_eq!(streams.outputs(0).unwrap().0, b"");
    }

    #[test]
    fn the_target_cannot_write_its_input_descriptor() {
        let streams = Streams::new().unwrap();
        assert!(File::from(streams.stdin.given.try_clone().unwrap()).write_all(b"x").is_err());
    }
}
