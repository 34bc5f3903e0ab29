//! A finding and its folder: what happened, where, by which calls, the input that shows it and the commands to paste.
//!
//! The folder is written when the bug is found and once more when its input was made smaller, each file whole or not at all, so that a
//! campaign that is killed has lost no finding.

use crate::end::{self, ERROR_FUNCTION, End};
use crate::front::FrontEnd;
use crate::traced::UnsetAt;
use crate::vector::Vector;
use std::path::{Path, PathBuf};
use symcrete_corpus::{Facts, quoted, whole};
use symcrete_exec::{Outcome, Place, Refusal};
use symcrete_search::Input;

/// What a decision by memory that was never set is called. The plain program goes on with whatever the memory holds.
const UNSET: &str = "use of memory that was never set";

/// A finding of the campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind and place.
    pub what: String,
    /// Its kind alone.
    pub kind: String,
    /// The lines that led to it, innermost first.
    pub stack: Vec<Place>,
    /// How many of them, from the innermost on, only report what is wrong.
    pub n_reporting: usize,
    /// What the program or a sanitizer said about it.
    pub sentence: Option<String>,
    /// What the program was kept from before, which may be why.
    pub refused: Option<Refusal>,
    /// Its folder.
    pub folder: PathBuf,
    /// The test that shows it, without an ending.
    pub test: PathBuf,
    /// The test itself.
    pub vector: Vector,
}

impl Finding {
    /// What the plain program did on a test.
    pub fn new(end: End, folder: PathBuf, test: PathBuf, vector: Vector) -> Finding {
        let what = end.what();
        let End { kind, stack, n_reporting, sentence } = end;
        Finding { what, kind, stack, n_reporting, sentence, refused: None, folder, test, vector }
    }

    /// What a reader should know before the program is blamed, if anything.
    pub fn caveat(&self) -> Option<String> {
        Some(match self.refused.as_ref()? {
            Refusal::File(path) => format!(
                "it was prevented from writing to {}, which may be the cause: programs under test may write only in their \
                 own directory",
                path.display()
            ),
            Refusal::Network => {
                "it was kept from the network, which may be the cause: programs under test have none without --network"
                    .into()
            }
        })
    }

    /// Is it that the program did not end?
    pub(crate) fn is_time_out(&self) -> bool {
        self.kind == Outcome::TimeOut.to_string()
    }

    /// Is it a decision by memory that was never set, of which the plain program shows nothing?
    pub fn is_unset(&self) -> bool {
        self.kind == UNSET
    }

    /// Its place.
    pub fn place(&self) -> Option<&Place> {
        self.stack.get(self.n_reporting)
    }

    /// The same for every end that shows the same bug.
    pub(crate) fn key(&self) -> String {
        end::key(&self.kind, &self.stack[self.n_reporting..])
    }

    /// Is this end of the plain program the same bug?
    pub fn is_shown_by(&self, end: &End) -> bool {
        let kind = if self.kind == ERROR_FUNCTION { ERROR_FUNCTION } else { &end.kind };
        self.kind == kind && self.key() == end.key_as(kind)
    }

    /// Writes its folder with an input that shows it; `confirmed`: the plain program ended so with this input.
    pub fn store(&self, front: &dyn FrontEnd, input: &Input, confirmed: bool) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let base = self.folder.join("input");
        let vector = self.vector.with_input(input, &self.what);
        vector.write(&base)?;
        let stack: Vec<String> = self.stack.iter().map(ToString::to_string).collect();
        let facts = self.facts(&base, &stack, confirmed);
        let text = serde_json::to_string_pretty(&facts).map_err(std::io::Error::other)?;
        whole(&self.folder.join("finding.json"), format!("{text}\n").as_bytes())?;
        let said = match confirmed {
            _ if self.is_unset() => {
                "Seen in a run that watches such memory; the plain program continues with whatever it contains.".into()
            }
            true => format!("The plain program ends with: {}", self.kind),
            false => "Not confirmed: the plain program did not end this way again with this input.".into(),
        };
        let sentence: String = self.said().map(|sentence| format!("    {sentence}\n")).collect();
        let frames: String = stack.iter().map(|frame| format!("    {frame}\n")).collect();
        let calls = if frames.is_empty() { String::new() } else { format!("Call stack:\n{frames}") };
        let text = format!("{}\n{said}\n{sentence}{calls}\n{}", self.what, commands(front, &base, &vector));
        whole(&self.folder.join("finding.txt"), text.as_bytes())
    }

    fn said(&self) -> impl Iterator<Item = String> {
        self.sentence.iter().cloned().chain(self.caveat())
    }

    fn facts(&self, input: &Path, stack: &[String], confirmed: bool) -> Facts {
        let place = self.place();
        Facts {
            kind: self.kind.clone(),
            file: place.map_or_else(String::new, |place| place.file.clone()),
            line: place.map_or(0, |place| place.line),
            column: place.map_or(0, |place| place.column),
            confirmed,
            said: self.said().collect::<Vec<_>>().join("; "),
            stack: stack.to_vec(),
            test: self.test.display().to_string(),
            input: input.display().to_string(),
        }
    }
}

/// What a decision by memory that was never set is as an end, although it ends nothing.
pub(crate) fn unset(at: &UnsetAt) -> End {
    let place = Place { function: None, file: at.file.clone(), line: at.line, column: at.column };
    let stack = if at.line == 0 { Vec::new() } else { vec![place] };
    End { kind: UNSET.into(), stack, n_reporting: 0, sentence: Some(at.to_string()) }
}

/// Complete commands to reproduce a test, with us and by hand.
pub fn commands(front: &dyn FrontEnd, test: &Path, vector: &Vector) -> String {
    format!("Reproduce with:\n    symcrete replay {}\n{}", quoted(test), front.by_hand(test, vector))
}
