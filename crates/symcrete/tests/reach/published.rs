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
            let answer =
                reached(&format!("{name}.c:{line}"), "prog", &["--engine", "gct", "--merge", "never"], &folder);
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
    let (answers, code) = reach(&[&infeasible, "prog", "--engine", "gct", "--merge", "never"], &folder);
    assert_eq!((answers[0]["verdict"].as_str(), code), (Some("not-found"), 1));
    assert!(answers[0]["iterations"].as_u64().expect("a number") <= 4, "{answers:?}");
    assert!(answers[0]["closest"]["left"].as_str().expect("a branch").contains("state-machine.c:9"), "{answers:?}");
    for line in &lines[1..] {
        let answer =
            reached(&format!("state-machine.c:{line}"), "prog", &["--engine", "gct", "--merge", "never"], &folder);
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

/// The answer of the symcretic engine for one target of a program.
fn symcretic(name: &str, flags: &[&str], line: u32) -> serde_json::Value {
    let folder = folder(&format!("symcretic-{name}{}", flags.concat()));
    compile(&subject(&format!("{name}.c")), flags, &folder);
    let target = format!("{name}.c:{line}");
    reach(&[&target, "prog", "--engine", "symcretic", "--time", "60s"], &folder).0[0].clone()
}

/// A contradiction behind n ifs: proved, and as quickly for every n.
#[test]
fn a_contradiction_is_proved_whatever_comes_before() {
    let line = lines_with(&subject("unreach.c"), "TARGET */")[0];
    let mut segments = Vec::new();
    for n in [5, 20, 100] {
        let answer = symcretic("unreach", &[&format!("-DN={n}")], line);
        assert_eq!(answer["verdict"], "unreachable", "{answer}");
        let proof = answer["proof"].to_string();
        assert!(proof.contains("y > 0") && proof.contains("y <= 0"), "{proof}");
        segments.push(answer["segments"].as_u64().expect("a number"));
    }
    assert!(segments.iter().all(|&n| n == segments[0] && n <= 4), "{segments:?}");
}

/// What the target does not depend on is not walked through.
#[test]
fn what_does_not_matter_is_sliced_away() {
    let line = lines_with(&subject("slicing.c"), "TARGET */")[0];
    let mut segments = Vec::new();
    for n in [5, 20, 100] {
        let answer = symcretic("slicing", &[&format!("-DN={n}")], line);
        assert_eq!((answer["verdict"].as_str(), answer["iterations"].as_u64()), (Some("reached"), Some(2)), "{answer}");
        segments.push(answer["segments"].as_u64().expect("a number"));
    }
    assert!(segments.iter().all(|&n| n == segments[0] && n <= 20), "{segments:?}");
}

/// The first `else` of the state machine is proved unreachable.
#[test]
fn the_first_state_is_proved() {
    let line = lines_with(&subject("state-machine.c"), "TARGET 0")[0];
    let answer = symcretic("state-machine", &[], line);
    assert_eq!(answer["verdict"], "unreachable", "{answer}");
}

/// The other programs of the publication: every target is reached. For hard-loop see `walk.rs`.
#[test]
fn the_reachable_programs_are_reached() {
    for name in ["narrow", "easy-loop", "trityp", "dart"] {
        for line in lines_with(&subject(&format!("{name}.c")), "/* TARGET") {
            let answer = symcretic(name, &[], line);
            assert_eq!(answer["verdict"], "reached", "{name}: {answer}");
        }
    }
}
