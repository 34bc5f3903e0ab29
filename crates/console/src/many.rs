//! A campaign on a server: what the process that began it and those that join it do at its beginning and its end.
//!
//! Whoever begins it sends the program and how it is explored, and gathers the tests, findings and reports of all. Whoever joins gets the program, works, and
//! tells. Invariant: options are what they are elsewhere, by their hash, or nothing is begun.

use crate::board::Board;
use crate::gathered::Gatherer;
use crate::sought::Sought;
use crate::{printable, show};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::thread::JoinHandle;
use std::time::Duration;
use symcrete_build::failure::Failure;
use symcrete_build::link::{is_system, plain_path};
use symcrete_build::program::Program as Binary;
use symcrete_corpus::Bytes;
use symcrete_corpus::report::Report as Facts;
use symcrete_engine::deadline::Deadline;
use symcrete_engine::finding::{Finding, commands};
use symcrete_engine::folder::Folder;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::options::Options;
use symcrete_engine::part::Subject;
use symcrete_engine::recorder::key_of;
use symcrete_engine::report::{concluded, reported};
use symcrete_exec::Varying;
use symcrete_hub::fact::{Begun, Fact};
use symcrete_hub::hub::Hub;
use symcrete_nats::cluster::{Cluster, Part};
use symcrete_nats::package::{Package, Source};
use symcrete_nats::server::Server;
use symcrete_search::Input;

/// The file of a package that says how the program is explored.
const SETTINGS: &str = "settings.json";
/// The folder of a package with the program's own libraries.
pub const LIBRARIES: &str = "lib";

/// The folder beside a program or library with its plain form.
const BESIDE: &str = ".symcrete";
/// Time between two looks for something to say.
const LOOK: Duration = Duration::from_millis(200);

/// How a program is explored: the arguments of the command, and what it read from files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The arguments.
    pub command: Vec<String>,
    seeds: Vec<Vec<Bytes>>,
    words: Vec<Bytes>,
    rooms: Vec<usize>,
    /// The targets, if it is about these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pursuit: Option<Sought>,
}

impl Settings {
    pub(crate) fn of(options: &Options, command: &[String]) -> Settings {
        let seed = |input: &Input| input.streams.iter().cloned().map(Bytes).collect();
        Settings {
            command: command.to_vec(),
            seeds: options.seeds.iter().map(seed).collect(),
            words: options.words.iter().cloned().map(Bytes).collect(),
            rooms: options.setting.varying.iter().map(Varying::room).collect(),
            pursuit: None,
        }
    }

    /// Those of a package that was fetched into this folder.
    pub fn read(folder: &Path) -> Result<Settings, Failure> {
        let path = folder.join(SETTINGS);
        let bytes = std::fs::read(&path).map_err(|why| Failure::file(&path, why))?;
        serde_json::from_slice(&bytes).map_err(|why| Failure::damaged(&path, why))
    }

    /// Lets options be what they are where the campaign began: with what was read from files there.
    pub fn apply(&self, options: &mut Options) {
        let seed = |streams: &Vec<Bytes>| Input { streams: streams.iter().map(|bytes| bytes.0.clone()).collect() };
        options.seeds = self.seeds.iter().map(seed).collect();
        options.words = self.words.iter().map(|word| word.0.clone()).collect();
        for (k, &room) in self.rooms.iter().enumerate() {
            options.setting.make_room(k + symcrete_engine::setting::GIVEN, room);
        }
    }
}

/// How a process takes part.
pub enum Role<'a> {
    /// It begins a campaign by this command, or goes on with it.
    Begins(&'a [String]),
    /// It joins one that began so.
    Joins(&'a Begun),
}

/// A process among others of one campaign.
pub struct Many {
    cluster: Arc<Cluster>,
    others: Option<Receiver<Fact>>,
    gathering: Option<JoinHandle<Gatherer>>,
}

/// What a process says of its work.
#[derive(Serialize, Deserialize)]
struct Account {
    paths: u64,
    facts: Facts,
}

/// What came of all processes.
pub struct Total {
    /// The report.
    pub facts: Facts,
    /// Findings of others.
    pub findings: Vec<Finding>,
    /// Paths of others.
    pub n_paths: u64,
}

impl Many {
    /// Takes part.
    pub fn join(server: Server, role: &Role, subject: &Subject, folder: &Folder) -> Result<Many, Failure> {
        if subject.options.aims_at_decisions() {
            return Err(Failure::usage(
                "a goal about decisions is pursued by one worker, which sees every run: leave out --hub",
            ));
        }
        match role {
            Role::Begins(command) => begin(&server, command, subject, folder)?,
            Role::Joins(begun) => check(begun, subject, folder)?,
        }
        let (n_workers, n_branches) = (subject.n_workers, subject.program.n_branches());
        let gathers = matches!(role, Role::Begins(_));
        let (cluster, others) = Cluster::join(server, Part { n_workers, n_branches, gathers, key: key_of })?;
        Ok(Many { cluster: Arc::new(cluster), others: gathers.then_some(others), gathering: None })
    }

    /// Who keeps the facts.
    pub fn hub(&self) -> Arc<dyn Hub> {
        self.cluster.clone()
    }

    /// From here on: writes what others find into the folder, shows it, and ends when nobody need go on.
    pub fn attend(
        &mut self,
        front: &Arc<dyn FrontEnd>,
        options: &Options,
        folder: &Folder,
        board: &Arc<Board>,
        deadline: &Deadline,
    ) {
        let (ending, works) = (deadline.clone(), self.others.is_none());
        self.cluster.when_closed(move || {
            if works {
                eprintln!("symcrete: whoever began the campaign has ended it");
            }
            ending.interrupt();
        });
        let (cluster, screen) = (Arc::downgrade(&self.cluster), board.clone());
        std::thread::spawn(move || {
            while let Some(cluster) = cluster.upgrade() {
                for remark in cluster.remarks() {
                    screen.clear();
                    eprintln!("symcrete: {}", printable(remark));
                }
                drop(cluster);
                std::thread::sleep(LOOK);
            }
        });
        let Some(others) = self.others.take() else { return };
        let (front, board) = (front.clone(), board.clone());
        let mut gatherer = Gatherer::new(folder.again(), front.clone(), options.setting.clone(), self.hub());
        self.gathering = Some(std::thread::spawn(move || {
            for fact in others {
                if let Some(new) = gatherer.take(&fact) {
                    let by_hand = commands(front.as_ref(), &new.test, &new.vector);
                    board.say(&new.what, || show(format_args!("finding: {}\n{by_hand}", new.what)));
                }
            }
            gatherer
        }));
    }

    /// Tells what came of this process. Whoever gathers gets what came of all.
    pub fn end(mut self, facts: Facts, n_paths: u64) -> Result<Total, Failure> {
        let account = Account { paths: n_paths, facts };
        let text = serde_json::to_string(&account).map_err(|why| Failure::System(why.into()))?;
        let facts = account.facts;
        self.cluster.report(&text);
        let Some(gathering) = self.gathering.take() else {
            return Ok(Total { facts, findings: Vec::new(), n_paths: 0 });
        };
        let reports = self.cluster.reports();
        let mut gatherer = gathering.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        gatherer.refused().for_each(|refused| eprintln!("symcrete: {}", printable(refused)));
        if let Some(trouble) = gatherer.take_trouble() {
            return Err(trouble);
        }
        self.cluster.remarks().iter().for_each(|remark| eprintln!("symcrete: {}", printable(remark)));
        let findings = gatherer.findings().to_vec();
        let mut total = Total { facts, findings, n_paths: 0 };
        reports.iter().for_each(|report| total.add(report));
        let n_unreported = self.cluster.n_unreported();
        (total.facts.iterations, total.n_paths) = (total.facts.iterations + n_unreported, total.n_paths + n_unreported);
        let found: Vec<_> = total.findings.iter().map(reported).collect();
        total.facts.findings.extend(found);
        Ok(total)
    }
}

impl Total {
    /// Adds the report of another process.
    fn add(&mut self, report: &str) {
        let parsed = serde_json::from_str::<Account>(report).ok();
        let Some(Account { paths, facts }) =
            parsed.filter(|account| account.facts.outcomes.len() == self.facts.outcomes.len())
        else {
            eprintln!("symcrete: the report of a worker elsewhere cannot be read, and was passed over");
            return;
        };
        // Findings come one by one, with their tests.
        let other = Facts { findings: Vec::new(), ..facts };
        self.facts = concluded(std::mem::take(&mut self.facts), other);
        self.n_paths += paths;
    }
}

/// Begins to explore a program with others.
fn begin(server: &Server, command: &[String], subject: &Subject, folder: &Folder) -> Result<(), Failure> {
    let begun = subject.begun(folder.path(), &[], Path::new(""))?;
    send(server, &Settings::of(subject.options, command), subject, begun)
}

/// Sends the program and what is done with it.
pub(crate) fn send(server: &Server, settings: &Settings, subject: &Subject, begun: Begun) -> Result<(), Failure> {
    let program = subject.front.program();
    let name = PathBuf::from(program.file_name().unwrap_or_default());
    let begun = Begun { file: name.display().to_string(), ..begun };
    let package = Package { begun, name: subject.front.name().into(), program: name, files: Vec::new() };
    let mut sources = files(program)?;
    let bytes = serde_json::to_vec(settings).map_err(|why| Failure::System(why.into()))?;
    sources.push(Source { path: SETTINGS.into(), bytes });
    if package.publish(server, &sources)? {
        eprintln!("symcrete: the campaign {:?} is there already: this goes on with it", server.address.campaign);
    }
    Ok(())
}

/// Refuses to join where the program or the options are something else.
fn check(begun: &Begun, subject: &Subject, folder: &Folder) -> Result<(), Failure> {
    compare(&subject.begun(folder.path(), &[], Path::new(""))?, begun)
}

/// The same for how it would begin here and how it began.
pub(crate) fn compare(own: &Begun, begun: &Begun) -> Result<(), Failure> {
    match () {
        () if own.program != begun.program => {
            Err(Failure::usage("the program of the campaign is not what it says: begin it again under another name"))
        }
        () if own.options != begun.options => Err(Failure::usage(
            "the options of the campaign mean something else on this machine: install the same SMT solver, or begin with --smt none",
        )),
        () => Ok(()),
    }
}

/// The program with all that lies beside it, and its own libraries.
fn files(program: &Path) -> Result<Vec<Source>, Failure> {
    let plain = plain_path(program);
    let beside = [plain.clone(), plain.with_extension("flags"), plain.with_extension("scope")];
    let mut sources = vec![source(program, Path::new(""))?];
    for file in beside.iter().filter(|file| file.is_file()) {
        sources.push(source(file, Path::new(BESIDE))?);
    }
    let mut put = |file: &Path, folder: &Path| {
        let name = folder.join(file.file_name().unwrap_or_default());
        match sources.iter().any(|known| known.path == name) {
            true => Ok(()),
            false => source(file, folder).map(|source| sources.push(source)),
        }
    };
    // As where it was linked: instrumented libraries, and plain ones in a folder of their own.
    let beside_libraries = Path::new(LIBRARIES).join(BESIDE);
    for (program, folder) in [(program, Path::new(LIBRARIES)), (&plain, &beside_libraries)] {
        for library in Binary::libraries(program).iter().filter(|library| !is_system(library)) {
            put(library, folder)?;
            let flags = plain_path(library).with_extension("flags");
            if flags.is_file() {
                put(&flags, &beside_libraries)?;
            }
        }
    }
    Ok(sources)
}

fn source(file: &Path, folder: &Path) -> Result<Source, Failure> {
    let bytes = std::fs::read(file).map_err(|why| Failure::file(file, why))?;
    Ok(Source { path: folder.join(file.file_name().unwrap_or_default()), bytes })
}
