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

pub(crate) fn kill(process: &mut Child) {
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
    let (mut killed, other) = (folder.worker(&server), folder.worker(&server));
    wait_for_tests(&folder.join("out"), 200);
    kill(&mut killed);
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
    // One that is killed while it waits for work leaves none, so nobody goes on with it.
    assert!((0..4).any(|_| somebody_goes_on_for_whoever_began()), "nobody went on");
}

/// Kills whoever began, and has all of it again. Did the other worker go on with the work of the dead?
fn somebody_goes_on_for_whoever_began() -> bool {
    let (mut server, folder) = (Server::new(), Folder::with_ways(6));
    let mut test = folder.begin(&server, 6, "out");
    let worker = folder.worker(&server);
    wait_for_tests(&folder.join("out"), 100);
    kill(&mut test);
    // The server, too, comes back on what it stored.
    server.kill();
    server.start();
    let (code, said) = end(worker);
    assert_eq!(code, Some(0), "{said}");
    let goes_on = said.contains("goes on with its work");
    let (code, said) = end(folder.begin(&server, 6, "again"));
    assert_eq!(code, Some(1), "{said}");
    assert_complete(&folder.join("again"), 6, &said);
    goes_on
}

/// Longer than a seat is kept for one that is silent.
pub(crate) const SILENT: Duration = Duration::from_secs(12);

/// Whoever comes when the dead one's seat is free again has it for its own, and tests of both are kept.
#[test]
fn who_takes_the_seat_of_a_dead_one_writes_over_none_of_its_tests() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::with_ways(5));
    let mut test = folder.begin(&server, 5, "out");
    wait_for_tests(&folder.join("out"), 30);
    kill(&mut test);
    std::thread::sleep(SILENT);
    let (code, said) = end(folder.begin(&server, 5, "again"));
    assert_eq!(code, Some(1), "{said}");
    assert_whole(&folder.join("again"), 5, &said);
}

/// A library of the program's own build, which has the branches.
const LIBRARY: &str = "#include <stdio.h>\nint way(unsigned char c) {\n    if (c == 65) { puts(\"a\"); return 1; }\n    \
    if (c > 200) { puts(\"b\"); return 8; }\n    return 0;\n}\n";
const USER: &str = "#include <stdio.h>\n#include <stdlib.h>\nint way(unsigned char c);\nint main(void) {\n    unsigned char b[6];\n    \
    int n = 0;\n    if (fread(b, 1, 6, stdin) != 6) return 9;\n    for (int i = 0; i < 6; i++) n += way(b[i]);\n    \
    if (n == 48) abort();\n    return 0;\n}\n";

#[test]
fn a_program_travels_with_the_libraries_of_its_build() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::new("many"));
    folder.write("way.c", LIBRARY);
    folder.write("unit.c", USER);
    folder.says(0, &["cc", "-shared", "-fPIC", "way.c", "-o", "libway.so"]);
    folder.says(0, &["cc", "unit.c", "-o", "prog", "-L.", "-lway", "-Wl,-rpath,$ORIGIN"]);
    let mut test = folder.begin(&server, 6, "out");
    let worker = folder.worker(&server);
    wait_for_tests(&folder.join("out"), 50);
    kill(&mut test);
    // Nobody but the worker has it now.
    let (here, away) = (folder.join("libway.so"), folder.join("away.so"));
    std::fs::rename(&here, &away).expect("it was built");
    let (code, said) = end(worker);
    assert_eq!(code, Some(0), "{said}");
    std::fs::rename(&away, &here).expect("it is there");
    let (code, said) = end(folder.begin(&server, 6, "again"));
    assert_eq!(code, Some(1), "{said}");
    assert_complete(&folder.join("again"), 6, &said);
}
