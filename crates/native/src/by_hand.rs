//! Commands that run a stored test without us: as lines for a shell, and in a debugger.

use super::sanitizer::Sanitizers;
use std::path::Path;
use symcrete_build::libtool;
use symcrete_build::link::plain_path;
use symcrete_corpus::{GivenKind, Manifest, quoted, word};
use symcrete_engine::folder::result_folder;
use symcrete_engine::vector::Vector;

/// The parts of a command line for a shell: the plain program on a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shell {
    /// Puts input files where the program looks for them; empty if there are none.
    pub prepare: String,
    /// Variables of the environment, each with a space behind it.
    pub env: String,
    /// The program.
    pub program: String,
    /// Its arguments, each with a space before it.
    pub args: String,
    /// The file that is standard input.
    pub stdin: String,
}

/// Commands that run, debug and keep a test.
pub(super) fn commands(test: &Path, vector: &Vector) -> String {
    let debugger = debugger(test, vector);
    let Shell { prepare, env, program, args, stdin } = Shell::of(&vector.manifest, test);
    let kept = result_folder(test).map(quoted);
    let export =
        kept.map_or(String::new(), |kept| format!("Keep as a C test with:\n    symcrete export --to c {kept}\n"));
    format!("Without symcrete:\n    {prepare}{env}{program}{args} < {stdin}\nDebug with:\n    {debugger}\n{export}")
}

/// The command that starts the plain program in a debugger.
pub fn debugger(test: &Path, vector: &Vector) -> String {
    let Shell { prepare, env, program, args, stdin } = Shell::of(&vector.manifest, test);
    // What follows `run` are all arguments: those of `--args` would be forgotten.
    let start = word(format!("run{args} < {stdin}").as_bytes());
    let stop = if Sanitizers::of(&plain_path(&vector.manifest.program)).any() { STOP } else { "" };
    format!("{prepare}{env}gdb{stop} -ex {start} {program}")
}

/// Has the sanitizers of a program abort, so that the debugger is there.
const STOP: &str = " -ex 'set environment ASAN_OPTIONS abort_on_error=1' -ex 'set environment UBSAN_OPTIONS abort_on_error=1:halt_on_error=1'";

impl Shell {
    /// The plain program on a test that is stored under this base name.
    pub fn of(test: &Manifest, base: &Path) -> Shell {
        let given = |kind: GivenKind| test.given.iter().filter(move |given| given.kind == kind);
        let mut args: Vec<String> = test.args.iter().map(|arg| word(arg.as_bytes())).collect();
        for given in given(GivenKind::Arg) {
            if let Some(arg) = given.name.parse::<usize>().ok().and_then(|at| args.get_mut(at)) {
                *arg = word(&given.bytes.0);
            }
        }
        let removed = test.without.iter().map(|name| format!("-u {}", word(name.as_bytes())));
        let varying = given(GivenKind::Env).map(|given| format!("{}={}", given.name, word(&given.bytes.0)));
        let mut env: Vec<String> = removed.chain(varying).collect();
        env.extend(library_path(&test.program));
        if !test.values.is_empty() {
            env.push(format!("SYMCRETE_INPUT={}", path(&base.with_extension("values"))));
        }
        let files = path(&base.with_extension("files"));
        let has_files = given(GivenKind::File).next().is_some();
        Shell {
            prepare: if has_files { format!("cd \"$(mktemp -d)\" && cp -r {files}/. . && ") } else { String::new() },
            env: if env.is_empty() { String::new() } else { format!("env {} ", env.join(" ")) },
            program: path(&plain_path(&test.program)),
            args: args.iter().map(|arg| format!(" {arg}")).collect(),
            stdin: path(&base.with_extension("stdin")),
        }
    }
}

/// Where a program of libtool has its libraries, as the wrapper script that starts it says.
fn library_path(program: &Path) -> Option<String> {
    let folders = libtool::library_path(program)?;
    Some(format!("LD_LIBRARY_PATH={}", word(folders.as_encoded_bytes())))
}

fn path(path: &Path) -> String {
    word(path.to_string_lossy().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use symcrete_engine::setting::Setting;
    use symcrete_exec::Varying;
    use symcrete_search::Input;

    #[test]
    fn paths_with_spaces_are_quoted_in_every_command() {
        let vector = Vector::new(Path::new("/a b/p"), &Setting::default(), &Input::stdin([]), &[], "exit 0");
        let said = commands(Path::new("/a b/tests/1"), &vector);
        let lines: Vec<&str> = said.lines().map(str::trim).collect();
        assert_eq!(lines[1], "'/a b/.symcrete/p.plain' < '/a b/tests/1.stdin'");
        assert_eq!(lines[5], "symcrete export --to c '/a b'");
        assert_eq!(lines[3], r"gdb -ex 'run < '\''/a b/tests/1.stdin'\''' '/a b/.symcrete/p.plain'");
    }

    #[test]
    fn a_shell_gets_arguments_variables_and_files() {
        let varying = vec![
            Varying::Arg { position: 1, room: 4 },
            Varying::Env { name: "V".into(), room: 3 },
            Varying::File { name: "a/b".into(), room: 9 },
        ];
        let (args, without) = (vec!["-x".into(), String::new()], vec!["HOME".into()]);
        let setting = Setting { args, varying, without, ..Setting::default() };
        let streams = vec![b"in".to_vec(), Vec::new(), b"ab\0d".to_vec(), b"\xff'".to_vec(), b"\0\x01".to_vec()];
        let vector = Vector::new(Path::new("p"), &setting, &Input { streams }, &[], "exit 0");
        let shell = Shell::of(&vector.manifest, Path::new("/t/1"));
        assert_eq!((&*shell.program, &*shell.args), (".symcrete/p.plain", " -x ab"));
        assert_eq!(shell.env, "env -u HOME V=$'\\xff\\'' ");
        assert!(debugger(Path::new("/t/1"), &vector).ends_with("gdb -ex 'run -x ab < /t/1.stdin' .symcrete/p.plain"));
        assert_eq!(shell.prepare, "cd \"$(mktemp -d)\" && cp -r /t/1.files/. . && ");
    }
}
