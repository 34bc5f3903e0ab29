//! A small suite for the tests of the formats.

use crate::{Facts, Finding, Observed, Outcome, Report, Suite, Test, Value};

fn test(name: &str, stdin: &[u8], values: &[(&str, &str, &[u8])], outcome: &str) -> Test {
    let value = |&(ty, text, bytes): &(&str, &str, &[u8])| Value {
        name: String::new(),
        ty: ty.into(),
        text: text.into(),
        bytes: bytes.into(),
    };
    Test {
        name: name.into(),
        program: "/work/prog".into(),
        args: Vec::new(),
        varied: Vec::new(),
        env: Vec::new(),
        files: Vec::new(),
        stdin: stdin.into(),
        values: values.iter().map(value).collect(),
        outcome: Outcome::parse(outcome),
        observed: None,
        varies: None,
    }
}

/// Three tests: bytes, values, and one that crashes.
pub(crate) fn suite() -> Suite {
    let mut first = test("000001", b"A\0", &[], "exit 2");
    first.observed = Some(Observed {
        outcome: Outcome::Exit(2),
        stdout: Some(b"hi\n".into()),
        shows: None,
        shown: None,
        is_outside: false,
        micros: 1500,
    });
    let second = test(
        "000002",
        b"",
        &[("int", "-2", &[0xfe, 0xff, 0xff, 0xff]), ("float", "inf", &[0, 0, 0x80, 0x7f])],
        "exit 0",
    );
    let third = test("000003", b"!!", &[], "SIGABRT at /src/a.c:7:3 in f");
    let facts = Facts {
        kind: "abort".into(),
        file: "/src/a.c".into(),
        line: 7,
        test: "/out/tests/000003".into(),
        ..Facts::default()
    };
    let finding = Finding { facts, ..Finding::default() };
    let report = Report { unit: "prog".into(), ..Report::default() };
    Suite {
        folder: "/out".into(),
        unit: "prog".into(),
        tests: vec![first, second, third],
        findings: vec![finding],
        report: Some(report),
        signature: None,
        n_left_out: 0,
        unreadable: Vec::new(),
    }
}
