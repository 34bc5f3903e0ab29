//! The hub in a file: each fact a line of the result folder's journal, so that a campaign goes on after whatever stopped it.
//!
//! ```text
//! 5f0c33a1e9d2b47c {"fact":"refuted","question":"…","core":[0,3]}
//! └ first half of the BLAKE3 hash of what follows, up to the end of the line
//! ```
//!
//! Lines are appended, each by one write, and never changed. A line whose hash is wrong is none: the last one without an end, where a killed
//! campaign or a full disk cut it off, is removed; a whole one was damaged later, is passed over and said to be so, and since it may have been
//! a doubt it forbids claims. There are no times in it: the same campaign writes the same bytes.

use crate::fact::{Begun, Fact, Found, Run, WorkerId};
use crate::hub::{Hub, Taken};
use crate::local::Local;
use crate::question::{PathName, QuestionId};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use symcrete_build::failure::Failure;
use symcrete_corpus::hex;
use symcrete_expr::Stop;
use symcrete_search::{Input, Numbered};

/// The file of a result folder.
pub const NAME: &str = "journal";
/// Digits of a line's hash.
const DIGITS: usize = 16;

/// A hub that writes down what it is told.
pub struct Journal {
    path: PathBuf,
    /// Nothing once it could not be written to.
    file: Mutex<Option<File>>,
    local: Local,
}

/// What a journal says.
#[derive(Debug, Default)]
pub struct Journaled {
    /// Its facts, in order.
    pub facts: Vec<Fact>,
    /// Damaged lines, counted from 1.
    pub damaged: Vec<usize>,
    /// Bytes up to the end of the last whole line.
    n_bytes: u64,
}

impl Journaled {
    /// Reads a journal.
    pub fn read(folder: &Path) -> Result<Journaled, Failure> {
        let path = folder.join(NAME);
        let mut bytes = Vec::new();
        let read = File::open(&path).and_then(|mut file| file.read_to_end(&mut bytes));
        read.map_err(|why| Failure::file(&path, why))?;
        Ok(Journaled::parse(&bytes))
    }

    /// How the campaign of a folder began, if its journal can be read.
    pub fn begun(folder: &Path) -> Option<Begun> {
        let mut line = Vec::new();
        BufReader::new(File::open(folder.join(NAME)).ok()?).read_until(b'\n', &mut line).ok()?;
        match fact(&line)? {
            Fact::Begun(begun) => Some(begun),
            _ => None,
        }
    }

    /// What these bytes say.
    pub fn parse(bytes: &[u8]) -> Journaled {
        let mut journaled = Journaled::default();
        let mut end = 0;
        for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
            end += line.len() as u64;
            match fact(line) {
                Some(fact) => {
                    journaled.facts.push(fact);
                    journaled.n_bytes = end;
                }
                // What has no end was not written to the end.
                None => journaled.damaged.extend(line.ends_with(b"\n").then_some(number)),
            }
        }
        journaled
    }
}

/// The fact of a whole line.
fn fact(line: &[u8]) -> Option<Fact> {
    let text = std::str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let (hash, text) = text.split_once(' ')?;
    if hash != hash_of(text) {
        return None;
    }
    serde_json::from_str(text).ok()
}

fn hash_of(text: &str) -> String {
    hex(&blake3::hash(text.as_bytes()).as_bytes()[..DIGITS / 2])
}

fn line(fact: &Fact) -> serde_json::Result<String> {
    let text = serde_json::to_string(fact)?;
    Ok(format!("{} {text}\n", hash_of(&text)))
}

impl Journal {
    /// A new journal in a result folder; one that is there is replaced.
    pub fn create(folder: &Path, local: Local) -> Result<Journal, Failure> {
        Journal::open(folder, local, 0)
    }

    /// Goes on with a journal that was read, behind its last whole line.
    pub fn resume(folder: &Path, local: Local, journaled: &Journaled) -> Result<Journal, Failure> {
        Journal::open(folder, local, journaled.n_bytes)
    }

    /// Opens it with so many of its bytes, if nobody else writes to it.
    fn open(folder: &Path, local: Local, n_bytes: u64) -> Result<Journal, Failure> {
        let path = folder.join(NAME);
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(|why| Failure::file(&path, why))?;
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let text = "another campaign is writing to this folder: wait for its end, or choose another one with -o";
            return Err(Failure::at(folder, text));
        }
        file.set_len(n_bytes).map_err(|why| Failure::file(&path, why))?;
        Ok(Journal { path, file: Mutex::new(Some(file)), local })
    }

    fn file(&self) -> MutexGuard<'_, Option<File>> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a fact down. A disk that is full says so once; what follows is not written, so that no half line is in the middle.
    fn write(&self, fact: &Fact) -> Result<(), Failure> {
        let line = line(fact).map_err(|why| Failure::System(why.into()))?;
        let mut file = self.file();
        let written = file.as_mut().map_or(Ok(()), |file| file.write_all(line.as_bytes()));
        written.map_err(|why| {
            *file = None;
            Failure::file(&self.path, why)
        })
    }
}

impl Hub for Journal {
    fn tell(&self, worker: WorkerId, fact: Fact) -> Result<(), Failure> {
        // Who has what question is a matter of the process that is over, and tests lie in the same folder.
        if !matches!(fact, Fact::Claimed { .. } | Fact::Stored { .. }) {
            self.write(&fact)?;
        }
        self.local.tell(worker, fact)
    }

    fn claim(&self, worker: WorkerId, question: QuestionId) -> Taken {
        self.local.claim(worker, question)
    }

    fn brought(&self, worker: WorkerId) -> Option<Arc<Run>> {
        self.local.brought(worker)
    }

    fn number(&self, worker: WorkerId, input: &Input, path: Option<PathName>) -> Numbered {
        self.local.number(worker, input, path)
    }

    fn is_shared(&self) -> bool {
        self.local.is_shared()
    }

    fn n_runs(&self, worker: WorkerId) -> u64 {
        self.local.n_runs(worker)
    }

    fn is_wanted(&self, n_since: u64) -> bool {
        self.local.is_wanted(n_since)
    }

    fn offer(&self, worker: WorkerId, run: Arc<Run>) {
        self.local.offer(worker, run);
    }

    fn rest(&self, worker: WorkerId, stop: &Stop) -> bool {
        self.local.rest(worker, stop)
    }

    fn leave(&self, worker: WorkerId) {
        self.local.leave(worker);
    }

    fn discover(&self, key: &str) -> Option<u64> {
        self.local.discover(key)
    }

    fn doubts(&self) -> Vec<String> {
        self.local.doubts()
    }

    fn findings(&self) -> Vec<Found> {
        self.local.findings()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Vec<Fact> {
        let question = |n| QuestionId::new([n; 16]);
        let refuted = (0..6).map(|n| Fact::Refuted { question: question(n), core: vec![n.into()] });
        refuted.chain([Fact::Doubted { why: "a line\nof \u{fc}".into() }]).collect()
    }

    fn text(facts: &[Fact]) -> String {
        facts.iter().map(|fact| line(fact).expect("text")).collect()
    }

    #[test]
    fn cut_at_any_byte_it_has_the_whole_lines_before() {
        let (facts, bytes) = (facts(), text(&facts()).into_bytes());
        for cut in 0..=bytes.len() {
            let read = Journaled::parse(&bytes[..cut]);
            let n_whole = bytes[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!((read.facts.as_slice(), read.damaged.len()), (&facts[..n_whole], 0), "at {cut}");
            let end = bytes[..cut].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            assert_eq!(read.n_bytes, end as u64, "at {cut}");
        }
    }

    #[test]
    fn a_changed_byte_costs_its_line_and_is_said() {
        let (facts, bytes) = (facts(), text(&facts()).into_bytes());
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x11;
            let read = Journaled::parse(&changed);
            assert!(read.facts.iter().all(|fact| facts.contains(fact)), "at {at}");
            assert!(read.facts.len() < facts.len() && read.facts.len() + 2 >= facts.len(), "at {at}");
            assert_eq!(read.damaged.is_empty(), at == bytes.len() - 1, "at {at}");
        }
    }

    #[test]
    fn going_on_takes_the_half_line_away() {
        let folder = tempfile::tempdir().expect("a folder");
        let all = text(&facts());
        std::fs::write(folder.path().join(NAME), &all[..all.len() - 3]).expect("written");
        let read = Journaled::read(folder.path()).expect("readable");
        assert_eq!(read.facts.len(), facts().len() - 1);
        let journal = Journal::resume(folder.path(), Local::new(1), &read).expect("writable");
        journal.tell(WorkerId(0), facts().pop().expect("a fact")).expect("written");
        assert_eq!(std::fs::read_to_string(folder.path().join(NAME)).expect("text"), all);
    }
}
