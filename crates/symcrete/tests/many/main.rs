//! A campaign of many machines: `--hub`, `symcrete worker`, `symcrete watch`, through a real nats-server on loopback.
//!
//! Each path once and the same claim as of one process, whoever joins, leaves or is killed; and a clear sentence for whatever is wrong with the server.

#[path = "../folder/mod.rs"]
mod folder;
#[path = "../machine/mod.rs"]
mod machine;
mod server;

mod faults;
mod random;
mod refusals;
mod targets;
mod trouble;

use folder::{Folder, tests};
use serde_json::Value;
use server::Server;
use std::path::Path;
use std::process::{Child, Output, Stdio};

/// Three ways for each of N bytes, and a bug on one of them.
fn ways_of(n: usize) -> String {
    format!(
        "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{\n    unsigned char b[{n}];\n    int n = 0;\n\
         if (fread(b, 1, {n}, stdin) != {n}) return 9;\n    for (int i = 0; i < {n}; i++) {{\n        \
         if (b[i] == 65) {{ puts(\"a\"); n++; }}\n        else if (b[i] > 200) {{ puts(\"b\"); n += 8; }}\n    }}\n    \
         if (n == 8 * {n}) abort();\n    return 0;\n}}\n"
    )
}

/// Which of its three ways each byte of each test takes.
fn ways(out: &Path) -> Vec<Vec<u8>> {
    let way = |input: Vec<u8>| input.iter().map(|&byte| u8::from(byte == 65) + 2 * u8::from(byte > 200)).collect();
    let read = |test: &String| std::fs::read(out.join(format!("tests/{test}.stdin"))).expect("an input");
    let mut ways: Vec<Vec<u8>> = tests(out).iter().map(|test| way(read(test))).collect();
    ways.sort();
    ways
}

fn report(out: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(out.join("report.json")).expect("a report")).expect("a report")
}

impl Folder {
    /// With a program of N bytes that is built.
    fn with_ways(n: usize) -> Folder {
        let folder = Folder::new("many");
        folder.write("unit.c", ways_of(n));
        folder.says(0, &["cc", "unit.c", "-o", "prog"]);
        folder
    }

    /// Starts a campaign on a server, whose results go to `out`.
    fn begin(&self, server: &Server, n: usize, out: &str) -> Child {
        let (n, url) = (n.to_string(), server.url());
        let args = ["test", "./prog", "--quiet", "--stdin", &n, "--stdin-fixed", "--strategy", "dfs", "-o", out];
        self.start(&[&args[..], &["--hub", &url, "--campaign", "ways"]].concat())
    }

    /// Starts a worker, once there is a campaign.
    fn worker(&self, server: &Server) -> Child {
        let url = server.url();
        while self.symcrete(&["watch", "--once", "--hub", &url, "--campaign", "ways"]).status.code() != Some(0) {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        self.start(&["worker", "--hub", &url, "--campaign", "ways"])
    }

    fn start(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symcrete starts")
    }
}

/// What a process says to its end.
fn end(process: Child) -> (Option<i32>, String) {
    let done: Output = process.wait_with_output().expect("it ends");
    (done.status.code(), folder::text(&done))
}

/// Is everything there, each path once, with the claim that it is everything?
fn assert_whole(out: &Path, n: usize, said: &str) {
    assert_eq!(ways(out).len(), 3_usize.pow(n as u32), "{said}");
    assert_complete(out, n, said);
}

/// Is everything there, and the bug once? The report.
fn assert_all(out: &Path, n: usize, said: &str) -> Value {
    let mut distinct = ways(out);
    distinct.dedup();
    assert_eq!(distinct.len(), 3_usize.pow(n as u32), "{said}");
    let report = report(out);
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(1), "{said}");
    report
}

/// Is everything there, with the claim that it is everything? While the server is out of reach, questions are taken without asking for them, and
/// a path may be explored twice.
fn assert_complete(out: &Path, n: usize, said: &str) {
    assert_eq!(assert_all(out, n, said)["complete"], true, "{said}");
    assert!(said.contains("every feasible path") && said.contains("findings: 1"), "{said}");
}

fn has_server() -> bool {
    machine::has("nats-server", "nats-server")
}

/// What is shown of decisions is known to whoever saw all runs, and a process of several sees some.
#[test]
fn a_goal_about_decisions_is_not_for_many() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::with_ways(1));
    let hub = ["--hub", &server.url(), "--campaign", "decisions"];
    let said = folder.says(2, &[&["test", "./prog", "--goal", "mcdc", "-o", "out"], &hub[..]].concat());
    assert!(said.contains("leave out --hub"), "{said}");
    assert!(!folder.join("out").exists(), "nothing is begun");
}

#[test]
fn processes_explore_each_path_once_together() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::with_ways(5));
    let test = folder.begin(&server, 5, "out");
    let workers = [folder.worker(&server), folder.worker(&server)];
    let (code, said) = end(test);
    assert_eq!(code, Some(1), "{said}");
    assert_whole(&folder.join("out"), 5, &said);
    assert_eq!(report(&folder.join("out"))["iterations"].as_u64(), Some(243), "{said}");
    for worker in workers {
        let (code, said) = end(worker);
        assert_eq!(code, Some(0), "{said}");
    }
    let seen = folder.says(0, &["watch", "--hub", &server.url(), "--campaign", "ways"]);
    assert!(seen.contains("finding: ") && seen.contains("ended: everything is explored"), "{seen}");
    // Whoever asks again gets everything that is known, without another run of anything.
    let (code, said) = end(folder.begin(&server, 5, "again"));
    assert_eq!(code, Some(1), "{said}");
    assert_whole(&folder.join("again"), 5, &said);
    folder.says(0, &["watch", "--remove", "--hub", &server.url(), "--campaign", "ways"]);
    let gone = folder.says(2, &["watch", "--hub", &server.url(), "--campaign", "ways"]);
    assert!(gone.contains("there is no campaign"), "{gone}");
}
