//! Inputs that vary from run to run. (How a fork server's child gets them is the runtime's part.)

use crate::program::{Dir, compile, generous};
use symcrete_exec::{Config, Error, Executor, Mode, Request, Target, Varying};

fn config() -> Config {
    Config { mode: Mode::Spawn, limits: generous(), ..Config::default() }
}

#[test]
fn each_run_has_its_own_arguments_variables_and_files() {
    let dir = Dir::new();
    let mut target = Target::new(compile(&dir, "given.c", &[]));
    target.args = vec!["-x".into(), "".into()];
    target.env = vec![("V".into(), "old".into()), ("W".into(), "w".into())];
    target.varying = vec![
        Varying::Arg { position: 1, room: 4 },
        Varying::Env { name: "V".into(), room: 2 },
        Varying::File { name: "in/data".into(), room: 3 },
    ];
    let mut executor = Executor::start(&target, config()).expect("it starts");
    let mut run = |streams: &[&[u8]]| {
        let given: Vec<Vec<u8>> = streams.iter().map(|bytes| bytes.to_vec()).collect();
        let request = Request { given: &given, ..Request::default() };
        String::from_utf8(executor.run(&request).expect("it runs").stdout).expect("text")
    };
    assert_eq!(run(&[b"abc", b"1", b"\0\xff"]), "[-x][abc] V=1 00ff 2\n");
    assert_eq!(run(&[]), "[-x][] V= 0\n");
    assert_eq!(run(&[b"a\0bc", b"12345", b"abcd"]), "[-x][a] V=12 616263 3\n");
}

#[test]
fn a_file_outside_the_directory_is_refused() {
    let dir = Dir::new();
    let mut target = Target::new(compile(&dir, "given.c", &[]));
    target.varying = vec![Varying::File { name: "../x".into(), room: 3 }];
    assert!(matches!(Executor::start(&target, config()), Err(Error::Outside { .. })));
}
