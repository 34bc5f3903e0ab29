//! Whoever is killed, at whatever moment: nothing is lost, no path is explored twice while the server is there, and the claim is as true as before.

use crate::folder::{Folder, tests};
use crate::server::Server;
use crate::{assert_complete, assert_whole, end, has_server};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

/// Waits until so many tests are there.
fn wait_for_tests(out: &Path, n: usize) {
    let begun = Instant::now();
    while tests(out).len() < n {
        assert!(begun.elapsed() < Duration::from_secs(60), "{} tests after a minute", tests(out).len());
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn kill(mut process: Child) {
    process.kill().expect("it runs");
    process.wait().expect("it ended");
}

#[test]
fn what_a_killed_worker_had_is_done_by_another() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::with_ways(6));
    let test = folder.begin(&server, 6, "out");
    let (killed, other) = (folder.worker(&server), folder.worker(&server));
    wait_for_tests(&folder.join("out"), 200);
    kill(killed);
    let (code, said) = end(test);
    assert_eq!(code, Some(1), "{said}");
    assert_whole(&folder.join("out"), 6, &said);
    assert_eq!(end(other).0, Some(0));
}

#[test]
fn what_whoever_began_had_is_done_by_others_and_can_be_had_again() {
    if !has_server() {
        return;
    }
    let (mut server, folder) = (Server::new(), Folder::with_ways(6));
    let test = folder.begin(&server, 6, "out");
    let worker = folder.worker(&server);
    wait_for_tests(&folder.join("out"), 100);
    kill(test);
    // The server, too, comes back on what it stored.
    server.kill();
    server.start();
    let (code, said) = end(worker);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("goes on with its work"), "{said}");
    let (code, said) = end(folder.begin(&server, 6, "again"));
    assert_eq!(code, Some(1), "{said}");
    assert_complete(&folder.join("again"), 6, &said);
}
