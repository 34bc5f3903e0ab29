//! The programs that campaigns are measured on: our own under `subjects/`, compiled into this program, and fetched ones.
//! Inputs keep the length they begin with, as in the publications.

use super::packages;
use super::workshop::Workshop;
use crate::unit::Unit;
use std::fs;
use symcrete_model::Program;
use symcrete_report::bench::figure::Trouble;
use symcrete_search::{Input, Rng};

/// Sources compiled into this program: name and text.
macro_rules! own {
    ($($name:literal),*) => {
        &[$(($name, include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../subjects/", $name, ".c")))),*]
    };
}

const OWN: &[(&str, &str)] =
    own!["gcd", "bsort", "sqrt", "prime", "factor", "replace", "print-tokens", "regex", "paths2047"];

/// The document that expat begins with: prolog, internal subset, namespaces, entities, sections.
const XML: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/bench/sample.xml"));
/// The text that cJSON begins with: as long as a document, and none.
const JSON: &str = "                ";
/// Bytes of random values that a program of our own begins with; more than any of them asks for.
const N_BYTES: usize = 160;

/// A program to explore.
pub(super) struct Subject {
    /// Its name.
    pub(super) name: String,
    /// The instrumented program.
    pub(super) unit: Unit,
    /// Its static model.
    pub(super) program: Program,
    /// What standard input begins with, for a program that reads it.
    stdin: Option<Vec<u8>>,
}

impl Subject {
    /// Builds one of our own.
    pub(super) fn own(workshop: &Workshop, name: &str) -> Result<Subject, Trouble> {
        let wrong = |why: String| Trouble::Wrong(format!("{name}: {why}"));
        let (_, text) = OWN.iter().find(|(own, _)| *own == name).ok_or_else(|| wrong("no such subject".into()))?;
        Subject::compiled(workshop, name, text, None)
    }

    /// Builds a program from its text. With `stdin` it reads that; without, it asks for values.
    pub(super) fn compiled(
        workshop: &Workshop,
        name: &str,
        text: &str,
        stdin: Option<Vec<u8>>,
    ) -> Result<Subject, Trouble> {
        let wrong = |why: String| Trouble::Wrong(format!("{name}: {why}"));
        let folder = workshop.folder.join("subjects").join(name);
        let file = folder.join(format!("{name}.c"));
        fs::create_dir_all(&folder).and_then(|()| fs::write(&file, text)).map_err(|why| wrong(why.to_string()))?;
        let unit = Unit::build(&[file], &folder).map_err(|why| wrong(why.to_string()))?;
        Subject::new(name, unit, stdin)
    }

    /// expat 2.1.0's xmlwf, the version of the publication on CGS.
    pub(super) fn expat(workshop: &Workshop) -> Result<Subject, Trouble> {
        let recipe = packages::expat(workshop)?;
        workshop.build_instrumented(&recipe)?;
        let program = workshop.pair(recipe.name).instrumented;
        Subject::new("expat", Unit { name: "expat".into(), program }, Some(XML.into()))
    }

    /// cJSON on a document.
    pub(super) fn cjson(workshop: &Workshop) -> Result<Subject, Trouble> {
        let recipe = packages::cjson(workshop)?;
        workshop.build_instrumented(&recipe)?;
        let program = workshop.pair(recipe.name).instrumented;
        Subject::new("cjson", Unit { name: "cjson".into(), program }, Some(JSON.into()))
    }

    fn new(name: &str, unit: Unit, stdin: Option<Vec<u8>>) -> Result<Subject, Trouble> {
        let program = unit.model().map_err(|why| Trouble::Wrong(format!("{name}: {why}")))?;
        Ok(Subject { name: name.into(), unit, program, stdin })
    }

    /// The input that a repetition begins with: the document, or random values, zeros the first time.
    pub(super) fn first_input(&self, seed: u64) -> Input {
        match &self.stdin {
            Some(text) => Input::stdin(text.clone()),
            None => {
                let mut rng = Rng::new(seed);
                let byte = |_| if seed <= 1 { 0 } else { rng.below(256) as u8 };
                Input { streams: vec![Vec::new(), (0..N_BYTES).map(byte).collect()] }
            }
        }
    }
}
