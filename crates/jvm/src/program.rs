//! A method of a program of the JVM, as the engine explores it.

use crate::bounds::{MAX_CLASSES, MAX_DEPTH, MAX_LENGTH};
use crate::description::{self, Description, Entry};
use crate::kit::Kit;
use crate::{lower, outside, refusal, run};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use symcrete_build::failure::Failure;
use symcrete_corpus::quoted;
use symcrete_engine::front::{Bound, Caveat, Followed, FrontEnd, Twin};
use symcrete_engine::setting::{Setting, request};
use symcrete_engine::vector::Vector;
use symcrete_exec::{Config, Outcome, Target};
use symcrete_model::Program;

/// The class whose `main` describes programs.
const DESCRIBE: &str = "symcrete.describe.Describe";
/// Memory of the virtual machine that describes the program.
const MEMORY: &str = "-Xmx1g";

/// What is to be explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Folders and jars with classes, with colons between.
    pub path: String,
    /// `pkg.Class.method`, or with the types of its parameters.
    pub method: String,
    /// Can arguments be null?
    pub null: bool,
    /// Are exceptions findings that the method declares?
    pub declared: bool,
}

/// A method under test.
pub struct Method {
    kit: Kit,
    wanted: Wanted,
    description: Description,
    file: PathBuf,
    name: String,
    env: Vec<(OsString, OsString)>,
    /// Says calls as Java; started when the first one is asked for.
    teller: Mutex<Option<run::Running>>,
}

impl Method {
    /// Looks up a method, and writes down in a file of this folder what tests of it need to be run again.
    pub fn find(wanted: Wanted, folder: &Path, env: Vec<(OsString, OsString)>) -> Result<Method, Failure> {
        let wanted = Wanted { path: absolute(&wanted.path)?, ..wanted };
        let kit = Kit::new(&env)?;
        let description = describe(&kit, &wanted)?;
        let entry = &description.entry;
        let name = format!("{}.{}", entry.class, entry.name);
        let file = folder.join("method.txt");
        let text = format!(
            "path {}\nmethod {}\nnull {}\ndeclared {}\n",
            wanted.path, wanted.method, wanted.null, wanted.declared
        );
        std::fs::write(&file, text).map_err(|why| Failure::file(&file, why))?;
        Ok(Method { kit, wanted, description, file, name, env, teller: Mutex::new(None) })
    }

    /// The method of a file that [`Method::find`] wrote.
    pub fn open(file: &Path, env: Vec<(OsString, OsString)>) -> Result<Method, Failure> {
        let text = std::fs::read_to_string(file).map_err(|why| Failure::file(file, why))?;
        let value = |name: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            line.map(str::to_string).ok_or_else(|| Failure::damaged(file, format!("it does not say {name}")))
        };
        let (null, declared) = (value("null")? == "true", value("declared")? == "true");
        let wanted = Wanted { path: value("path")?, method: value("method")?, null, declared };
        Method::find(wanted, file.parent().unwrap_or(Path::new(".")), env)
    }

    /// Is this a file that says which method a test is of?
    pub fn is_file_of(program: &Path) -> bool {
        program.ends_with("method.txt")
    }

    pub(crate) fn entry(&self) -> &Entry {
        &self.description.entry
    }

    /// The call that a test makes, as Java.
    pub fn call(&self, vector: &Vector) -> Result<String, Failure> {
        let mut teller = self.teller.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let running = match &mut *teller {
            Some(running) => running,
            none => none.insert(self.telling("call")?),
        };
        let told = running.told(&request(&vector.input()))?;
        if told.is_empty() { Err(Failure::usage("the test's arguments can no longer be made")) } else { Ok(told) }
    }

    /// Plain classes in a worker that tells, besides running, what this word stands for.
    pub(crate) fn telling(&self, what: &str) -> Result<run::Running, Failure> {
        self.told_by(&format!("tell {what}\n"))
    }

    /// The same, with what earlier runs left in static fields.
    pub(crate) fn telling_on(&self, what: &str) -> Result<run::Running, Failure> {
        self.told_by(&format!("tell {what}\nused true\n"))
    }

    fn told_by(&self, more: &str) -> Result<run::Running, Failure> {
        let starter = self.starter(&Setting::default(), Config::default());
        Starter { plan: format!("{}{more}", starter.plan), ..starter }.start(false, None)
    }
}

/// What starts workers of a method.
#[derive(Clone)]
struct Starter {
    java: PathBuf,
    jar: PathBuf,
    /// What every plan says.
    plan: String,
    folder: PathBuf,
    env: Vec<(OsString, OsString)>,
    network: bool,
    config: Config,
}

impl Method {
    fn starter(&self, setting: &Setting, config: Config) -> Starter {
        let (java, jar, folder) = (self.kit.java().into(), self.kit.jar(), self.kit.folder().into());
        Starter { java, jar, plan: self.plan(), folder, env: self.env.clone(), network: setting.network, config }
    }

    /// What every worker is told.
    fn plan(&self) -> String {
        let entry = &self.description.entry;
        let names: Vec<&str> = entry.parameters.iter().map(|(_, name)| name.as_str()).collect();
        let Wanted { path, null, declared, .. } = &self.wanted;
        let mut text = format!(
            "path {path}\nmethod {} {}\nnames {}\nnull {null}\ndeclared {declared}\nrenew {}\n",
            self.name,
            entry.descriptor,
            names.join(" "),
            self.description.is_renewable
        );
        for (class, all) in &entry.choices {
            let _ = writeln!(text, "choice {class} {}", all.join(" "));
        }
        for class in &self.description.classes {
            let _ = writeln!(text, "module {} {:x} {}", class.name, class.hash, class.n_outcomes);
        }
        text
    }
}

impl Starter {
    /// A worker with woven classes, or with plain ones, of which a line may be marked.
    fn start(&self, is_woven: bool, seat: Option<(&str, u32)>) -> Result<run::Running, Failure> {
        let mut plan = format!("{}woven {is_woven}\n", self.plan);
        if let Some((file, line)) = seat {
            let _ = writeln!(plan, "seat {file}:{line}");
        }
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let file = self.folder.join(format!("plan-{}", NEXT.fetch_add(1, Ordering::Relaxed)));
        std::fs::write(&file, plan).map_err(|why| Failure::file(&file, why))?;
        let args = run::arguments(&self.jar, &file, is_woven);
        let target = Target { args, env: self.env.clone(), network: self.network, ..Target::new(self.java.clone()) };
        run::start(&target, self.config)
    }
}

/// The class path with whole paths: workers run elsewhere.
fn absolute(path: &str) -> Result<String, Failure> {
    let mut whole = Vec::new();
    for entry in path.split(':').filter(|entry| !entry.is_empty()) {
        let found = std::fs::canonicalize(entry).map_err(|why| Failure::file(Path::new(entry), why))?;
        whole.push(found.display().to_string());
    }
    Ok(whole.join(":"))
}

fn describe(kit: &Kit, wanted: &Wanted) -> Result<Description, Failure> {
    let mut java = Command::new(kit.java());
    java.args([MEMORY, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"]).arg(kit.jar()).arg(DESCRIBE);
    let ran = java.args([&wanted.path, &wanted.method]).output().map_err(|why| Failure::file(kit.java(), why))?;
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        let first = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it says nothing");
        return Err(Failure::usage(format!("the classes cannot be read: {first}")));
    }
    let text = String::from_utf8_lossy(&ran.stdout);
    let described = description::parse(&text).map_err(|why| Failure::Program(why.into()))?;
    described.map_err(|wrong| refusal::sentence(&wrong, &wanted.path))
}

impl FrontEnd for Method {
    fn name(&self) -> &str {
        &self.name
    }

    fn program(&self) -> &Path {
        &self.file
    }

    fn model(&self) -> Result<Program, Failure> {
        Ok(lower::lower(&self.description))
    }

    fn start(&self, setting: &Setting, config: Config) -> Result<Box<dyn Followed>, Failure> {
        Ok(Box::new(self.starter(setting, config).start(true, None)?))
    }

    fn plain(&self, setting: &Setting, config: Config) -> Result<Box<dyn Twin>, Failure> {
        let starter = self.starter(setting, config);
        let running = starter.start(false, None)?;
        let marked = Box::new(move |file: &str, line| starter.start(false, Some((file, line))));
        Ok(Box::new(run::Plain { running, marked, seat: None }))
    }

    fn is_compiled(&self) -> bool {
        false
    }

    fn caveats(&self, model: &Program) -> Vec<Caveat> {
        let classes = self.description.classes.iter().map(|class| class.name.replace('/', ".")).collect();
        outside::caveats(model, &classes)
    }

    fn tells_by_operands(&self, function: &str) -> bool {
        outside::is_known(function)
    }

    /// What is called besides is a [caveat](FrontEnd::caveats) where a run may have come to it, and what is given to it is counted as lost.
    fn closed(&self, _: &Program) -> Result<(), String> {
        Ok(())
    }

    /// References have no numbers; what depends on where objects are, such as their own hashes, is among the caveats or counted as lost.
    fn has_addresses(&self) -> bool {
        false
    }

    fn bounds(&self, _: &Program, _: &Setting) -> Vec<Bound> {
        let is_said = |name: &str| self.description.entry.bounds.iter().any(|one| one == name);
        let bound = |what: &str, remedy: &str| Bound { what: what.into(), remedy: remedy.into(), is_premise: true };
        let mut bounds = Vec::new();
        let others = "others are not tried";
        let all = [
            (
                "lengths",
                format!("{MAX_LENGTH} elements of each string and array, fewer inside others"),
                "longer ones are not tried",
            ),
            ("objects", format!("{MAX_DEPTH} objects inside each other, by one constructor each"), others),
            ("choices", format!("{MAX_CLASSES} classes for each interface or abstract class"), others),
            ("lambdas", "1 value that each lambda returns".to_string(), others),
            ("distinct", "1 place for each object that is passed".to_string(), "the same one in two is not tried"),
        ];
        for (_, what, remedy) in all.iter().filter(|(name, ..)| is_said(name)) {
            bounds.push(bound(what, remedy));
        }
        if !self.wanted.null && is_said("references") {
            bounds.push(bound("0 null arguments", "leave out --no-null"));
        }
        bounds
    }

    fn by_hand(&self, _: &Path, vector: &Vector) -> String {
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let call = self.call(vector).unwrap_or_else(|why| format!("(it cannot be shown: {why})"));
        let called = format!("The call, as Java:\n    {call}\n");
        // No test waits for what does not end.
        if vector.manifest.outcome == Outcome::TimeOut.to_string() {
            return called;
        }
        format!("{called}Keep as a JUnit test with:\n    symcrete java export {}\n", quoted(folder))
    }
}
