//! The programs that campaigns are measured on: our own under `subjects/`, compiled into this program, and fetched ones.
//! Inputs keep the length they begin with, as in the publications.

use super::judge::Judge;
use super::packages::{self, Package};
use super::workshop::{Recipe, Workshop};
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use symcrete_build::compiler::own_headers;
use symcrete_build::unit::Unit;
use symcrete_engine::front::FrontEnd;
use symcrete_model::Program;
use symcrete_native::NativeProgram;
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
const XML: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/programs/sample.xml"));
/// The text that cJSON begins with: as long as a document, and none.
const JSON: &str = "                ";
/// Bytes of random values that a program of our own begins with; more than any of them asks for.
const N_BYTES: usize = 160;

/// A program to explore.
pub(super) struct Subject {
    /// Its name.
    pub(super) name: String,
    /// The instrumented program.
    pub(super) front: Arc<dyn FrontEnd>,
    /// Its static model.
    pub(super) program: Program,
    /// What standard input begins with, for a program that reads it.
    stdin: Option<Vec<u8>>,
    source: Source,
}

/// What a program is built from.
enum Source {
    /// A file of values, written in C.
    Own(PathBuf),
    /// A fetched package.
    Package(Package),
}

impl Subject {
    /// Builds one of our own.
    pub(super) fn own(workshop: &Workshop, name: &str) -> Result<Subject, Trouble> {
        let wrong = |why: String| Trouble::Wrong(format!("{name}: {why}"));
        let (_, text) = OWN.iter().find(|(own, _)| *own == name).ok_or_else(|| wrong("no such subject".into()))?;
        Subject::compiled(workshop, name, text, None)
    }

    /// One that is fetched, or one of our own.
    pub(super) fn named(workshop: &Workshop, name: &str) -> Result<Subject, Trouble> {
        match name {
            "expat" => Subject::expat(workshop),
            "cjson" => Subject::cjson(workshop),
            _ => Subject::own(workshop, name),
        }
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
        let unit = Unit::build(std::slice::from_ref(&file), &folder).map_err(|why| wrong(why.to_string()))?;
        Subject::new(name, unit, stdin, Source::Own(file))
    }

    /// expat 2.1.0's xmlwf, the version of the publication on CGS.
    pub(super) fn expat(workshop: &Workshop) -> Result<Subject, Trouble> {
        Subject::fetched(workshop, packages::expat, XML)
    }

    /// cJSON on a document.
    pub(super) fn cjson(workshop: &Workshop) -> Result<Subject, Trouble> {
        Subject::fetched(workshop, packages::cjson, JSON)
    }

    fn fetched(workshop: &Workshop, package: Package, document: &str) -> Result<Subject, Trouble> {
        let recipe = package(workshop)?;
        workshop.build_instrumented(&recipe)?;
        let (name, program) = (recipe.name, workshop.pair(recipe.name).instrumented);
        Subject::new(name, Unit { name: name.into(), program }, Some(document.into()), Source::Package(package))
    }

    /// Who judges what inputs cover: the program as clang builds it for llvm-cov, with values from standard input.
    pub(super) fn judge(&self, workshop: &Workshop) -> Result<Judge, Trouble> {
        let folder = workshop.folder.join("judged").join(&self.name);
        fs::create_dir_all(&folder).map_err(|why| Trouble::Missing(format!("{}: {why}", folder.display())))?;
        let recipe = match &self.source {
            Source::Package(package) => package(workshop)?,
            Source::Own(file) => {
                let headers = own_headers().ok_or_else(|| Trouble::Missing("our headers cannot be written".into()))?;
                let flags = vec!["-idirafter".into(), headers.display().to_string()];
                let sources = vec![file.clone(), workshop.own("values.c")];
                Recipe { name: &self.name, sources, flags, libraries: &[] }
            }
        };
        Ok(Judge::new(workshop.build_counted(&recipe)?, Vec::new(), &folder))
    }

    /// What a run of the counted program reads.
    pub(super) fn bytes<'a>(&self, input: &'a Input) -> &'a [u8] {
        let stream = usize::from(self.stdin.is_none());
        input.streams.get(stream).map_or(&[], Vec::as_slice)
    }

    fn new(name: &str, unit: Unit, stdin: Option<Vec<u8>>, source: Source) -> Result<Subject, Trouble> {
        let program = unit.model().map_err(|why| Trouble::Wrong(format!("{name}: {why}")))?;
        Ok(Subject { name: name.into(), front: Arc::new(NativeProgram::from(unit)), program, stdin, source })
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
