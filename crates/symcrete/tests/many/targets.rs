//! `reach --hub`: targets are work that workers elsewhere take; verdicts are those of one process, whoever is killed.

use crate::faults::kill;
use crate::folder::Folder;
use crate::server::Server;
use crate::{end, has_server};
use serde_json::Value;
use std::process::Child;
use std::time::{Duration, Instant};

/// Lines that some byte leads to, and one for each byte that none does.
fn lines(n: usize) -> (String, Vec<String>) {
    let mut source = format!(
        "#include <stdio.h>\nint seen;\nint main(void) {{\n    unsigned char b[{n}];\n    if (fread(b, 1, {n}, stdin) != {n}) return 9;\n"
    );
    let mut targets = Vec::new();
    for k in 0..n {
        source += &format!("    if (b[{k}] == {}) {{\n        seen = {k};\n", 65 + k);
        targets.push(format!("unit.c:{}", source.lines().count()));
        source += &format!("        if (b[{k}] > 200) {{\n            seen = -{k};\n");
        targets.push(format!("unit.c:{}", source.lines().count()));
        source += "        }\n    }\n";
    }
    (source + "    return 0;\n}\n", targets)
}

/// The verdicts of a pursuit, by target.
fn verdicts(stdout: &[u8]) -> Vec<(String, String)> {
    let document: Value = serde_json::from_slice(stdout).expect("verdicts as JSON");
    let text = |value: &Value| value.as_str().expect("a text").to_string();
    let targets = document["targets"].as_array().expect("targets").iter();
    targets.map(|one| (text(&one["target"]), text(&one["verdict"]))).collect()
}

impl Folder {
    fn with_lines(n: usize) -> (Folder, Vec<String>) {
        let (source, targets) = lines(n);
        let folder = Folder::new("targets");
        folder.write("unit.c", source);
        folder.says(0, &["cc", "unit.c", "-o", "prog"]);
        (folder, targets)
    }

    fn with_slow_lines() -> Folder {
        let folder = Folder::new("targets");
        folder.write("unit.c", SLOW);
        folder.says(0, &["cc", "unit.c", "-o", "prog"]);
        folder
    }

    fn reach<'a>(&self, url: &'a str, targets: &'a [String], n: &'a str, out: &'a str) -> Vec<&'a str> {
        let mut args = vec!["reach", "./prog", "--stdin", n, "--stdin-fixed", "--format", "json", "-o", out];
        args.extend(["--hub", url, "--campaign", "ways", "--time", "60s"]);
        args.extend(targets.iter().map(String::as_str));
        args
    }
}

fn wait_for(what: &str, is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what} after a minute");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What must come of these targets, alone or with others.
fn expected(targets: &[String]) -> Vec<(String, String)> {
    let kinds = ["reached", "unreachable"].into_iter().cycle();
    targets.iter().cloned().zip(kinds.map(String::from)).collect()
}

fn gathered(process: Child) -> (Option<i32>, Vec<(String, String)>, String) {
    let done = process.wait_with_output().expect("it ends");
    (done.status.code(), verdicts(&done.stdout), crate::folder::text(&done))
}

#[test]
fn targets_are_work_for_everybody() {
    if !has_server() {
        return;
    }
    let (server, n) = (Server::new(), 6);
    let (folder, targets) = Folder::with_lines(n);
    let (url, n) = (server.url(), n.to_string());
    let begun = folder.start(&folder.reach(&url, &targets, &n, "out"));
    let workers = [folder.worker(&server), folder.worker(&server)];
    let (code, verdicts, said) = gathered(begun);
    assert_eq!((code, verdicts), (Some(0), expected(&targets)), "{said}");
    for (index, target) in targets.iter().enumerate().step_by(2) {
        let input = std::fs::read(folder.join(format!("out/tests/reached-{:03}.stdin", index + 1)));
        assert_eq!(input.expect("a test")[index / 2], 65 + (index / 2) as u8, "{target}");
    }
    for worker in workers {
        let (code, said) = end(worker);
        assert_eq!(code, Some(0), "{said}");
    }
    let seen = folder.says(0, &["watch", "--hub", &url, "--campaign", "ways"]);
    assert!(seen.contains("12 targets decided: 6 reached, 6 unreachable"), "{seen}");
    // Whoever asks again gets what is known, and runs nothing for it but the tests.
    let (code, verdicts, said) = gathered(folder.start(&folder.reach(&url, &targets, &n, "again")));
    assert_eq!((code, verdicts), (Some(0), expected(&targets)), "{said}");
    assert!(said.contains("is there already"), "{said}");
    // Another list of targets is another campaign.
    let refused = folder.says(2, &folder.reach(&url, &targets[1..], &n, "other"));
    assert!(refused.contains("with other options: choose another name") && !folder.join("other").exists(), "{refused}");
}

/// A loop that takes long keeps a worker at its target until it is killed.
const SLOW: &str = "#include <stdio.h>\nint seen;\nint main(void) {\n    unsigned char b[4];\n    if (fread(b, 1, 4, stdin) != 4) return 9;\n\
    for (volatile long k = 0; k < 300000000; k++) {}\n    if (b[0] == 65 && b[1] == 66) {\n        seen = 1;\n    }\n    \
    if (b[2] == 67) {\n        if (b[2] == 68) {\n            seen = 2;\n        }\n    }\n    return 0;\n}\n";

/// One of its lines that can be reached, and one that cannot.
fn slow() -> [String; 2] {
    ["unit.c:8", "unit.c:12"].map(String::from)
}

#[test]
fn targets_of_a_killed_worker_are_taken_again() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::with_slow_lines());
    let (url, targets) = (server.url(), slow());
    let args = folder.reach(&url, &targets, "4", "out");
    // Whoever begins is killed at once, while its first target is being run; a worker, too.
    let mut begun = folder.start(&args);
    let mut killed = folder.worker(&server);
    std::thread::sleep(Duration::from_millis(300));
    kill(&mut begun);
    kill(&mut killed);
    let worker = folder.worker(&server);
    let (code, said) = end(worker);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("has left or fallen silent"), "{said}");
    let (code, verdicts, said) = gathered(folder.start(&folder.reach(&url, &targets, "4", "again")));
    assert_eq!((code, verdicts), (Some(0), expected(&targets)), "{said}");
}

#[test]
fn one_that_is_cut_off_is_waited_for_and_nothing_is_called_unreachable_without_it() {
    if !has_server() {
        return;
    }
    let (mut server, folder) = (Server::new(), Folder::with_slow_lines());
    let (url, targets) = (server.url(), slow());
    // The server goes away for good when the pursuit has begun: whoever began goes on alone, and cannot hear the worker that joined.
    let begun = folder.start(&folder.reach(&url, &targets, "4", "out"));
    let mut worker = folder.worker(&server);
    let joined =
        || folder.says(0, &["watch", "--once", "--hub", &url, "--campaign", "ways"]).matches("worker ").count();
    wait_for("two workers", || joined() == 2);
    server.kill();
    let (code, verdicts, said) = gathered(begun);
    kill(&mut worker);
    let names: Vec<&str> = verdicts.iter().map(|(_, verdict)| verdict.as_str()).collect();
    assert_eq!((code, &names[..]), (Some(1), &["reached", "not-found"][..]), "{said}");
    assert!(said.contains("takes no facts"), "{said}");
    assert!(said.contains("a worker elsewhere could not be heard to its end"), "{said}");
}
