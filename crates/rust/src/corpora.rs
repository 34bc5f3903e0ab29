//! The folders in which cargo-fuzz keeps inputs of a target: what lies there begins a campaign, and what the campaign finds is put there.
//!
//! Invariant: files that are there stay as they are, and an input that is there already, under whatever name, is not put there again.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use symcrete_build::failure::Failure;
use symcrete_corpus::{Outcome, Suite, whole_shared};

/// The folders of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corpora {
    corpus: PathBuf,
    artifacts: PathBuf,
}

/// How many inputs were put into each folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Inputs that end by themselves.
    pub corpus: usize,
    /// Inputs that do not.
    pub artifacts: usize,
}

impl Corpora {
    /// Of a target of the fuzz package in this folder.
    pub(crate) fn of(package: &Path, target: &str) -> Corpora {
        Corpora { corpus: package.join("corpus").join(target), artifacts: package.join("artifacts").join(target) }
    }

    /// The folders that have inputs, first that of those that crashed: whether they still do is what matters most.
    pub fn filled(&self) -> impl Iterator<Item = &Path> {
        [&self.artifacts, &self.corpus].into_iter().map(PathBuf::as_path).filter(|folder| !files(folder).is_empty())
    }

    /// Puts the inputs of a result folder where cargo-fuzz would.
    pub fn keep(&self, results: &Path) -> Result<Kept, Failure> {
        let suite = Suite::open(results).map_err(|why| Failure::at(results, why))?;
        let (mut corpus, mut artifacts) = (Shelf::open(&self.corpus), Shelf::open(&self.artifacts));
        for test in &suite.tests {
            let input = test.payload();
            match test.end() {
                Outcome::Exit(_) => corpus.put("", &input)?,
                Outcome::Signal { .. } | Outcome::Fault(_) => artifacts.put("crash-", &input)?,
                Outcome::Other(_) => artifacts.put("timeout-", &input)?,
            }
        }
        Ok(Kept { corpus: corpus.n_new, artifacts: artifacts.n_new })
    }

    /// What was kept, in a sentence; `None` if there was nothing new.
    pub fn told(&self, kept: Kept) -> Option<String> {
        let place = |n: usize, folder: &Path| match n {
            0 => None,
            1 => Some(format!("1 in {}", folder.display())),
            n => Some(format!("{n} in {}", folder.display())),
        };
        let all = [place(kept.corpus, &self.corpus), place(kept.artifacts, &self.artifacts)];
        let told: Vec<String> = all.into_iter().flatten().collect();
        (!told.is_empty()).then(|| format!("new inputs for cargo fuzz: {}", told.join(", ")))
    }
}

/// A folder with the inputs in it.
struct Shelf<'a> {
    folder: &'a Path,
    known: HashSet<Vec<u8>>,
    n_new: usize,
}

impl<'a> Shelf<'a> {
    fn open(folder: &'a Path) -> Shelf<'a> {
        let known = files(folder).iter().filter_map(|file| std::fs::read(file).ok()).collect();
        Shelf { folder, known, n_new: 0 }
    }

    fn put(&mut self, kind: &str, input: &[u8]) -> Result<(), Failure> {
        if !self.known.insert(input.to_vec()) {
            return Ok(());
        }
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        let file = self.folder.join(format!("{kind}symcrete-{:016x}", hasher.finish()));
        whole_shared(&file, input).map_err(|why| Failure::file(&file, why))?;
        self.n_new += 1;
        Ok(())
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_put_there_once_and_nothing_else_is_touched() {
        let folder = tempfile::tempdir().expect("a folder");
        let corpora = Corpora::of(folder.path(), "t");
        assert_eq!(corpora.filled().count(), 0);
        std::fs::create_dir_all(&corpora.corpus).expect("made");
        std::fs::write(corpora.corpus.join("mine"), "abc").expect("written");
        let mut shelf = Shelf::open(&corpora.corpus);
        for input in [&b"abc"[..], b"new", b"new", b""] {
            shelf.put("", input).expect("put");
        }
        assert_eq!(shelf.n_new, 2);
        let mut inputs: Vec<_> = files(&corpora.corpus).iter().map(|file| std::fs::read(file).expect("read")).collect();
        inputs.sort();
        assert_eq!(inputs, [&b""[..], b"abc", b"new"]);
        assert_eq!(corpora.filled().count(), 1);
        let kept = Kept { corpus: 2, artifacts: 0 };
        assert!(corpora.told(kept).expect("something").starts_with("new inputs for cargo fuzz: 2 in "));
        assert_eq!(corpora.told(Kept::default()), None);
    }
}
