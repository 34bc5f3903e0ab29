//! A fuzzer beside the campaign: what it finds comes in as it appears, and what is covered here goes out.
//!
//! | folder | its inputs | ours |
//! |---|---|---|
//! | output of `afl-fuzz` | `INSTANCE/queue/id:…` of every other instance | `symcrete/queue/id:NNNNNN,src:symcrete` |
//! | corpus of libFuzzer | its files | `symcrete-HASH` |
//!
//! Which of the two it is shows as soon as something lies there; until then ours wait. AFL takes consecutive numbers only, and neither
//! empty inputs nor those above 1 MiB. Nobody is told what it said itself: contents are known by their hashes.
//!
//! Invariant: what others call their files is looked at and never becomes the name of one of ours. A file that cannot be read is passed over, as it
//! may be gone or not yet whole.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{DirEntry, Metadata};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};
use symcrete_build::failure::Failure;
use symcrete_corpus::{hex, whole};

/// Time between two looks into the folder.
const LOOK: Duration = Duration::from_secs(1);
/// A file that was changed so recently may not be whole.
const YOUNG: Duration = Duration::from_millis(200);
/// Largest input that AFL++ takes (`MAX_FILE`), and that is read from a fuzzer.
const MAX_FILE: u64 = 1 << 20;
/// Files that are taken in one look; further ones have the next.
const MAX_FILES: usize = 4096;
/// The name of our instance, and the beginning of those of our files.
const OWN: &str = "symcrete";

/// A folder that a fuzzer writes to and reads from.
#[derive(Debug)]
pub struct Beside {
    folder: PathBuf,
    form: Option<Form>,
    next_look: Instant,
    /// Files that were read.
    files: HashSet<PathBuf>,
    /// Contents that either side had.
    known: HashSet<[u8; 16]>,
    /// What is to go out once it is known in which form.
    waiting: Vec<Vec<u8>>,
    n_given: u32,
    n_taken: u64,
    trouble: Option<Failure>,
}

/// Whose folder it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Afl,
    LibFuzzer,
}

impl Beside {
    /// Beside whoever writes to this folder; it is made if it is missing.
    pub fn new(folder: &Path) -> Result<Beside, Failure> {
        std::fs::create_dir_all(folder).map_err(|why| Failure::file(folder, why))?;
        let folder = folder.canonicalize().map_err(|why| Failure::file(folder, why))?;
        let mut beside = Beside {
            folder,
            form: None,
            next_look: Instant::now(),
            files: HashSet::new(),
            known: HashSet::new(),
            waiting: Vec::new(),
            n_given: 0,
            n_taken: 0,
            trouble: None,
        };
        beside.find_own();
        Ok(beside)
    }

    /// Inputs that appeared since the last look, if it is time for one.
    pub fn appeared(&mut self) -> Vec<Vec<u8>> {
        if Instant::now() < self.next_look {
            return Vec::new();
        }
        let taken = self.look();
        self.next_look = Instant::now() + LOOK;
        self.n_taken += taken.len() as u64;
        taken
    }

    /// Gives an input to the fuzzer, unless it has it.
    pub fn give(&mut self, bytes: &[u8]) {
        if bytes.is_empty() || bytes.len() as u64 > MAX_FILE || !self.known.insert(name_of(bytes)) {
            return;
        }
        match self.form {
            Some(form) => self.write(form, bytes),
            None => self.waiting.push(bytes.to_vec()),
        }
    }

    /// Inputs that were taken in, and those that were given out.
    pub fn n_exchanged(&self) -> (u64, u64) {
        (self.n_taken, self.n_given.into())
    }

    /// The first time that something could not be written, if it was not taken before.
    pub fn take_trouble(&mut self) -> Option<Failure> {
        self.trouble.take()
    }

    /// What an earlier campaign gave out stays, and is counted on.
    fn find_own(&mut self) {
        let queue = self.folder.join(OWN).join("queue");
        for entry in entries(&queue) {
            let number = entry.file_name().to_str().and_then(|name| name.strip_prefix("id:")?.get(..6)?.parse().ok());
            self.n_given = self.n_given.max(number.map_or(0, |number: u32| number + 1));
            if let Ok(bytes) = std::fs::read(entry.path()) {
                self.known.insert(name_of(&bytes));
            }
        }
    }

    fn look(&mut self) -> Vec<Vec<u8>> {
        let form = match self.form.or_else(|| form_of(&self.folder)) {
            Some(form) => form,
            None => return Vec::new(),
        };
        if self.form.replace(form).is_none() {
            std::mem::take(&mut self.waiting).iter().for_each(|bytes| self.write(form, bytes));
        }
        let folders = match form {
            Form::LibFuzzer => vec![self.folder.clone()],
            Form::Afl => {
                let others = entries(&self.folder).filter(|entry| entry.file_name() != OWN);
                others.map(|entry| entry.path().join("queue")).collect()
            }
        };
        let mut files: Vec<PathBuf> =
            folders.iter().flat_map(|folder| entries(folder)).filter_map(|entry| fuzzed(&entry)).collect();
        files.retain(|file| !self.files.contains(file));
        files.sort_unstable();
        files.truncate(MAX_FILES);
        let mut taken = Vec::new();
        for file in files {
            let Ok(bytes) = std::fs::read(&file) else { continue };
            self.files.insert(file);
            if self.known.insert(name_of(&bytes)) {
                taken.push(bytes);
            }
        }
        taken
    }

    fn write(&mut self, form: Form, bytes: &[u8]) {
        let path = match form {
            Form::Afl => self.folder.join(OWN).join("queue").join(format!("id:{:06},src:{OWN}", self.n_given)),
            Form::LibFuzzer => self.folder.join(format!("{OWN}-{}", hex(&name_of(bytes)))),
        };
        let made = path.parent().map_or(Ok(()), std::fs::create_dir_all);
        match made.and_then(|()| written(form, &path, bytes)) {
            Ok(()) => self.n_given += 1,
            Err(why) => drop(self.trouble.get_or_insert(Failure::file(&path, why))),
        }
    }
}

/// Writes a file whole or not at all. libFuzzer reads all files of its corpus, so one for it is made elsewhere first.
fn written(form: Form, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if form == Form::Afl {
        return whole(path, bytes);
    }
    let folder = path.parent().and_then(Path::parent).unwrap_or(path);
    let part = tempfile::Builder::new().prefix(".symcrete-").tempfile_in(folder)?;
    std::fs::write(part.path(), bytes)?;
    part.persist(path).map_err(|why| why.error).map(drop)
}

/// Whose folder it is, if that shows: AFL has instances with queues, libFuzzer files.
fn form_of(folder: &Path) -> Option<Form> {
    let has_queue = |entry: &DirEntry| entry.file_name() != OWN && entry.path().join("queue").is_dir();
    if entries(folder).any(|entry| has_queue(&entry)) {
        return Some(Form::Afl);
    }
    entries(folder).any(|entry| entry.path().is_file()).then_some(Form::LibFuzzer)
}

fn entries(folder: &Path) -> impl Iterator<Item = DirEntry> + use<> {
    std::fs::read_dir(folder).into_iter().flatten().flatten()
}

/// The file of an entry, if it may be an input of the fuzzer that is whole.
fn fuzzed(entry: &DirEntry) -> Option<PathBuf> {
    let name = entry.file_name();
    let is_ours = |name: &OsStr| name.to_str().is_some_and(|name| name.starts_with('.') || name.starts_with(OWN));
    let is_fit = |data: &Metadata| {
        let age = data.modified().ok().and_then(|changed| SystemTime::now().duration_since(changed).ok());
        // One from the future is as whole as any: the clocks differ.
        data.is_file() && data.len() <= MAX_FILE && age.is_none_or(|age| age >= YOUNG)
    };
    (!is_ours(&name) && entry.metadata().is_ok_and(|data| is_fit(&data))).then(|| entry.path())
}

fn name_of(bytes: &[u8]) -> [u8; 16] {
    let mut name = [0; 16];
    name.copy_from_slice(&blake3::hash(bytes).as_bytes()[..16]);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(path: &Path, bytes: &[u8]) {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        std::fs::write(path, bytes).expect("writable");
        let old = std::fs::File::options().write(true).open(path).expect("there");
        old.set_modified(SystemTime::now() - Duration::from_secs(5)).expect("ours");
    }

    fn look(beside: &mut Beside) -> Vec<Vec<u8>> {
        beside.next_look = Instant::now();
        beside.appeared()
    }

    #[test]
    fn an_output_of_afl_is_shared_in_both_directions() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut beside = Beside::new(folder.path()).expect("a folder");
        beside.give(b"early");
        assert!(look(&mut beside).is_empty(), "nobody is there yet");
        put(&folder.path().join("main/queue/id:000000,orig:a"), b"a");
        put(&folder.path().join("main/queue/.state/x"), b"no input");
        put(&folder.path().join("main/fuzzer_stats"), b"no input");
        put(&folder.path().join("second/queue/id:000000,orig:b"), b"b");
        assert_eq!(look(&mut beside), [b"a", b"b"]);
        for bytes in [&b"late"[..], b"a", b"late", b""] {
            beside.give(bytes);
        }
        let own =
            |number: u32| std::fs::read(folder.path().join(format!("symcrete/queue/id:{number:06},src:symcrete")));
        assert_eq!(
            (own(0).ok(), own(1).ok(), own(2).is_err()),
            (Some(b"early".to_vec()), Some(b"late".to_vec()), true)
        );
        put(&folder.path().join("main/queue/id:000001,sync:symcrete"), b"late");
        put(&folder.path().join("main/queue/id:000002,op:havoc"), b"c");
        assert_eq!((look(&mut beside), beside.n_exchanged()), (vec![b"c".to_vec()], (3, 2)));
        let mut again = Beside::new(folder.path()).expect("a folder");
        look(&mut again);
        again.give(b"more");
        assert_eq!(own(2).ok(), Some(b"more".to_vec()), "numbers go on");
    }

    #[test]
    fn a_corpus_of_libfuzzer_is_shared_in_both_directions() {
        let folder = tempfile::tempdir().expect("a folder");
        let corpus = folder.path().join("corpus");
        put(&corpus.join("da39a3ee"), b"x");
        let mut beside = Beside::new(&corpus).expect("a folder");
        assert_eq!(look(&mut beside), [b"x"]);
        beside.give(b"ours");
        let names: Vec<String> = entries(&corpus).filter_map(|entry| entry.file_name().into_string().ok()).collect();
        assert!(names.len() == 2 && names.iter().any(|name| name.starts_with("symcrete-")), "{names:?}");
        assert!(look(&mut beside).is_empty());
    }

    #[test]
    fn what_is_not_whole_or_too_large_is_left() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("young"), b"half").expect("writable");
        put(&folder.path().join("large"), &vec![0; MAX_FILE as usize + 1]);
        std::os::unix::fs::symlink("/dev/zero", folder.path().join("endless")).expect("a link");
        let mut beside = Beside::new(folder.path()).expect("a folder");
        assert!(look(&mut beside).is_empty());
    }
}
