//! With a real nats-server on loopback: what others may have written there, a store that is full, a server that goes away. Whatever it is, it is said and
//! harms nothing.

use async_nats::jetstream;
use futures_util::StreamExt;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use symcrete_corpus::Bytes;
use symcrete_expr::Stop;
use symcrete_hub::fact::{Begun, Fact, Run, WorkerId};
use symcrete_hub::hub::{Hub, Taken};
use symcrete_hub::question::QuestionId;
use symcrete_nats::cluster::{Cluster, Part};
use symcrete_nats::package::{Package, Source};
use symcrete_nats::server::{Address, Server};
use symcrete_search::Input;

const A: WorkerId = WorkerId(0);

/// A server for one test.
struct Nats {
    folder: tempfile::TempDir,
    port: u16,
    config: &'static str,
    process: Child,
}

impl Nats {
    /// Nothing if the machine has none; where set-up promised one, that is an error.
    fn new(config: &'static str) -> Option<Nats> {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        if !std::env::split_paths(&paths).any(|folder| folder.join("nats-server").is_file()) {
            let why = "nats-server is not on this machine; `apt-get install nats-server` brings it";
            assert!(std::env::var_os("SYMCRETE_PROMISED").is_none(), "{why}");
            let _ = writeln!(std::io::stderr(), "not tested: {why}");
            return None;
        }
        let folder = tempfile::tempdir().expect("a folder");
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
        let process = start(folder.path(), port, config);
        Some(Nats { folder, port, config, process })
    }

    fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    fn restart(&mut self) {
        self.process = start(self.folder.path(), self.port, self.config);
    }

    fn address(&self) -> Address {
        Address { hub: format!("nats://127.0.0.1:{}", self.port), campaign: "x".into(), credentials: None }
    }

    fn server(&self) -> Server {
        Server::connect(&self.address()).expect("it answers")
    }

    /// A campaign about a file.
    fn begin(&self) {
        self.package("0.1.0").publish(&self.server(), &[source("program", b"\x7fELF")]).expect("begun");
    }

    fn package(&self, version: &str) -> Package {
        let begun = Begun { version: version.into(), program: "p".into(), options: "o".into(), ..Begun::default() };
        Package { begun, name: "x".into(), program: PathBuf::from("program"), files: Vec::new() }
    }

    fn join(&self, gathers: bool) -> Cluster {
        let key = |_: &symcrete_hub::fact::Found| String::new();
        Cluster::join(self.server(), Part { n_workers: 1, n_branches: 9, gathers, key }).expect("joined").0
    }

    /// What anybody can do who may write to the server.
    fn raw(&self, act: impl AsyncFnOnce(jetstream::Context)) {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let client = async_nats::connect(self.address().hub).await.expect("it answers");
            act(jetstream::new(client)).await;
        });
    }

    /// Writes over what the campaign is about.
    fn forge(&self, package: &Package) {
        let text = serde_json::to_vec(package).expect("text");
        self.raw(async |context| {
            let claims = context.get_key_value("symcrete-x-claims").await.expect("a bucket");
            claims.put("begun", text.into()).await.expect("written");
        });
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

fn start(folder: &Path, port: u16, config: &str) -> Child {
    let store = folder.join("store");
    let text = format!(
        "listen: \"127.0.0.1:{port}\"\njetstream {{ store_dir: {:?}\n {config} }}\n",
        store.display().to_string()
    );
    std::fs::write(folder.join("nats.conf"), text).expect("written");
    let mut command = Command::new("nats-server");
    command.arg("-c").arg(folder.join("nats.conf")).stdout(Stdio::null()).stderr(Stdio::null());
    let process = command.spawn().expect("nats-server starts");
    let begun = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(begun.elapsed() < Duration::from_secs(20), "nats-server does not answer");
        std::thread::sleep(Duration::from_millis(10));
    }
    process
}

fn source(path: &str, bytes: &[u8]) -> Source {
    Source { path: path.into(), bytes: bytes.to_vec() }
}

fn question(n: u8) -> QuestionId {
    QuestionId::new([n; 16])
}

fn ran(number: u64, gained: &[u32], size: usize) -> Fact {
    let input = vec![Bytes(vec![number as u8; size])];
    Fact::Ran(Run { number, input, gained: gained.into(), ..Run::default() })
}

/// Waits until something is so.
fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_question_belongs_to_one_process_and_what_is_new_goes_around() {
    let Some(nats) = Nats::new("") else { return };
    nats.begin();
    let (one, other) = (nats.join(true), nats.join(false));
    assert_eq!((one.claim(A, question(1)), other.claim(A, question(1))), (Taken::Own, Taken::Other));
    assert_eq!((other.claim(A, question(2)), one.claim(A, question(2))), (Taken::Own, Taken::Other));
    let first = one.number(A, &Input::stdin([7]), None);
    assert_eq!((first.is_known, other.number(A, &Input::stdin([7]), None).number), (false, first.number));
    assert!(other.number(A, &Input::stdin([7]), None).is_known);
    // So does a path, whatever inputs lead to it.
    let path = Some([9; 16]);
    let third = one.number(A, &Input::stdin([1]), path);
    assert_eq!((third.is_known, other.number(A, &Input::stdin([2]), path).number), (false, third.number));
    assert!(other.number(A, &Input::stdin([3]), path).is_known);
    one.tell(A, ran(1, &[3], 1)).expect("told");
    wait_for("it goes around", || other.brought(A).is_some_and(|run| run.number == 1));
    assert!(one.brought(A).is_none());
    let resting = std::thread::spawn(move || (other.rest(A, &Stop::new()), other));
    wait_for("somebody waits", || one.is_wanted(99));
    one.offer(A, std::sync::Arc::new(Run { number: 5, ..Run::default() }));
    let (is_awake, other) = resting.join().expect("it ends");
    assert!(is_awake && other.brought(A).is_some_and(|run| run.number == 5));
    let resting = std::thread::spawn(move || other.rest(A, &Stop::new()));
    assert!(!one.rest(A, &Stop::new()), "everybody rests");
    assert!(!resting.join().expect("it ends") && one.is_over());
}

/// Whoever is killed while it looks for a seat is given the next one all the same. Somebody new waits until the server knows better.
#[test]
fn a_seat_that_went_to_a_dead_one_is_waited_for() {
    let Some(nats) = Nats::new("") else { return };
    nats.begin();
    let _first = nats.join(true);
    nats.raw(async |context| {
        let stream = context.get_stream("symcrete-x-seats").await.expect("a stream");
        let queue: jetstream::consumer::PullConsumer = stream.get_consumer("seats").await.expect("a queue");
        let looks = queue.batch().max_messages(1).expires(Duration::from_secs(60)).messages();
        let mut dead = looks.await.expect("it looks");
        std::thread::scope(|scope| scope.spawn(|| nats.join(false)).join().map(drop)).expect("it has its seat");
        assert!(dead.next().await.is_some(), "the dead one was given it first");
    });
}

#[test]
fn what_no_process_says_is_passed_over_and_forbids_claims() {
    let Some(nats) = Nats::new("") else { return };
    nats.begin();
    let hub = nats.join(true);
    let wrong: Vec<Vec<u8>> = vec![
        b"".to_vec(),
        b"\xff\x00garbage".to_vec(),
        br#"{"by":"../../etc","said":"reported"}"#.to_vec(),
        br#"{"by":"a","said":{"told":{"seat":1,"facts":[{"fact":"ran","number":1,"input":[],"gained":[9999999]}]}}}"#
            .to_vec(),
        br#"{"by":"a","said":{"long":{"object":"../../x"}}}"#.to_vec(),
        br#"{"by":"a","said":{"long":{"object":"nowhere"}}}"#.to_vec(),
        br#"{"by":"a","said":{"offered":{"to":1,"run":{"number":0,"input":[]}}}}"#.to_vec(),
        vec![b'['; 100_000],
    ];
    let n_wrong = wrong.len();
    nats.raw(async |context| {
        for bytes in wrong {
            context.publish("symcrete.x.hear", bytes.into()).await.expect("sent").await.expect("taken");
        }
    });
    let mut said = Vec::new();
    let begun = Instant::now();
    while said.len() < n_wrong && begun.elapsed() < Duration::from_secs(20) {
        said.extend(hub.remarks());
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(said.len(), n_wrong, "{said:?}");
    assert!(said.iter().all(|line| line.contains("was passed over")), "{said:?}");
    assert!(hub.doubts().iter().any(|doubt| doubt.contains("damaged")));
    assert_eq!(hub.claim(A, question(1)), Taken::Own, "it goes on");
    assert_eq!(hub.brought(A), None);
}

#[test]
fn names_versions_and_files_of_a_campaign_are_checked() {
    let Some(nats) = Nats::new("") else { return };
    nats.begin();
    let folder = tempfile::tempdir().expect("a folder");
    let inside = folder.path().join("inside");
    let fetch = || Package::fetch(&nats.server(), &inside).map(|_| ()).map_err(|why| why.to_string());
    assert_eq!(fetch(), Ok(()));
    let good = Package::look(&nats.server()).expect("a campaign");
    for path in ["../outside", "/tmp/outside-of-symcrete", "a/../../outside"] {
        let mut package = good.clone();
        package.files[0].path = path.into();
        nats.forge(&package);
        assert!(fetch().is_err_and(|why| why.contains("names that no program of ours has")), "{path}");
    }
    assert!(!folder.path().join("outside").exists());
    let mut package = good.clone();
    package.files[0].hash = "00".into();
    nats.forge(&package);
    assert!(fetch().is_err_and(|why| why.contains("missing or damaged")));
    nats.forge(&Package { begun: nats.package("0.0.9").begun, ..good.clone() });
    assert!(fetch().is_err_and(|why| why.contains("was begun by symcrete 0.0.9")));
    nats.raw(async |context| {
        let claims = context.get_key_value("symcrete-x-claims").await.expect("a bucket");
        claims.put("begun", "nonsense".into()).await.expect("written");
    });
    assert!(fetch().is_err_and(|why| why.contains("cannot be read")));
}

#[test]
fn facts_are_kept_while_the_server_is_away() {
    let Some(mut nats) = Nats::new("") else { return };
    nats.begin();
    let hub = nats.join(false);
    hub.tell(A, ran(1, &[1], 1)).expect("told");
    wait_for("it is sent", || hub.sent().0 >= 2);
    nats.kill();
    for number in 2..5 {
        hub.tell(A, ran(number, &[number as u32], 1)).expect("kept");
    }
    assert_eq!(hub.claim(A, question(3)), Taken::Own, "work goes on");
    wait_for("it says that the server takes no facts", || {
        hub.remarks().iter().any(|line| line.contains("takes no facts"))
    });
    nats.restart();
    wait_for("they are sent later", || hub.sent().0 >= 5);
    let other = nats.join(false);
    let mut numbers = Vec::new();
    wait_for("and heard", || other.brought(A).is_some());
    while let Some(run) = other.brought(A) {
        numbers.push(run.number);
    }
    assert_eq!(numbers, [2, 3, 4]);
}

#[test]
fn a_full_store_is_said_and_costs_nothing_here() {
    let Some(nats) = Nats::new("max_file_store: 300KB") else { return };
    nats.begin();
    let hub = nats.join(false);
    for number in 1..200 {
        hub.tell(A, ran(number, &[1], 4000)).expect("kept");
    }
    wait_for("it says that the server takes no facts", || {
        hub.remarks().iter().any(|line| line.contains("takes no facts"))
    });
    assert_eq!(hub.claim(A, question(4)), Taken::Own, "work goes on");
    let refused = nats.package("0.1.0").publish(&nats.server(), &[source("other", &[1; 100])]);
    assert!(refused.is_ok_and(|was_there| was_there), "it is there already");
}
