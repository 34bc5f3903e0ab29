//! The cases of the publications, with the bounds that are asked of us.

use super::{compile, folder, lines_with, reach, reached, subject};

/// foo1 to foo4: never more runs than 2 (|a| + |b|) + 4, and for foo4 a number that does not grow.
#[test]
fn flags_in_loops_need_linearly_many_runs() {
    for name in ["foo1", "foo2", "foo3", "foo4"] {
        let source = subject(&format!("{name}.c"));
        let line = lines_with(&source, "TARGET */")[0];
        for n in [2_u64, 4, 8, 16, 32, 64] {
            let folder = folder(&format!("{name}-{n}"));
            compile(&source, &[&format!("-DN={n}")], &folder);
            let answer = reached(&format!("{name}.c:{line}"), "prog", &["--engine", "gct"], &folder);
            let runs = answer["iterations"].as_u64().expect("a number");
            assert!(runs <= 2 * 2 * n + 4, "{name} with n = {n} took {runs} runs");
            assert!(name != "foo4" || runs <= 4, "foo4 with n = {n} took {runs} runs");
        }
    }
}

/// Every target of the state machine but the first, which ends the search by itself.
#[test]
fn the_state_machine_is_searched_by_data_flow() {
    let folder = folder("state-machine");
    let source = subject("state-machine.c");
    compile(&source, &[], &folder);
    let lines = lines_with(&source, "TARGET");
    let infeasible = format!("state-machine.c:{}", lines[0]);
    let (answers, code) = reach(&[&infeasible, "prog", "--engine", "gct"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("not-found"), 1));
    assert!(answers[0]["iterations"].as_u64().expect("a number") <= 4, "{answers:?}");
    assert!(answers[0]["closest"]["left"].as_str().expect("a branch").contains("state-machine.c:9"), "{answers:?}");
    for line in &lines[1..] {
        let answer = reached(&format!("state-machine.c:{line}"), "prog", &["--engine", "gct"], &folder);
        assert!(answer["iterations"].as_u64().expect("a number") <= 20, "{answer:?}");
    }
}

/// One campaign for all targets: what is met on the way is decided on the way.
#[test]
fn many_targets_share_their_runs() {
    let folder = folder("trityp");
    let source = subject("trityp.c");
    let targets: Vec<String> = lines_with(&source, "TARGET").iter().map(|line| format!("trityp.c:{line}")).collect();
    let source = source.to_str().expect("a plain path").to_string();
    let mut args: Vec<&str> = targets.iter().map(String::as_str).collect();
    args.push(&source);
    let (answers, code) = reach(&args, &folder);
    assert_eq!((answers.len(), code), (3, 0), "{answers:?}");
    assert!(answers.iter().all(|answer| answer["verdict"] == "reached"), "{answers:?}");
}
