//! Programs that misbehave in every way: each gives a defined outcome, and the branch it took
//! before is in the trace.

use crate::folder::{Done, Folder, finish};

const HEAD: &str = "#define _GNU_SOURCE\n#include <pthread.h>\n#include <signal.h>\n#include <stdio.h>\n\
    #include <stdlib.h>\n#include <string.h>\n#include <unistd.h>\n#include <sys/wait.h>\n";

/// A program that takes one symbolic branch and then does what `body` says.
fn run(body: &str, args: &[&str]) -> Done {
    let folder = Folder::new("bad-input");
    folder.program(&format!(
        "{HEAD}static char in[4];\nint main(void) {{ read(0, in, 4);\n if (in[0] == 'A') in[1]++;\n {body}\n}}\n"
    ));
    folder.write("in", "Axyz");
    let all = [&["run", "./main", "--stdin", "in", "--trace", "--verify"], args].concat();
    finish(&mut folder.command(&all))
}

/// The outcome is the expected one, the branch was kept, the trace replays.
fn check(done: &Done, code: i32, outcome: &str) {
    assert!(done.stdout.contains(outcome), "expected {outcome:?} in\n{}{}", done.stdout, done.stderr);
    assert_eq!(done.code, Some(code), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("stdin[0] == 'A'"), "{}", done.stdout);
    assert!(done.stdout.contains(" 0 faults"), "{}", done.stdout);
}

#[test]
fn a_crash_names_signal_and_line() {
    check(&run("*(volatile int *)(long)(in[2] - 'y') = 1;\n return 0;", &[]), 1, "outcome: SIGSEGV at ");
    let done = run("\nabort();", &[]);
    check(&done, 1, "outcome: SIGABRT at ");
    assert!(done.stdout.contains("main.c:13"), "{}", done.stdout);
    check(&run("volatile int z = in[3] - 'z'; return 1000 / z;", &[]), 1, "outcome: SIGFPE at ");
}

#[test]
fn a_stack_overflow_is_a_crash() {
    let body = "int (*volatile f)(void) = (int (*)(void))main; return f() + in[1];";
    let done = run(body, &[]);
    assert!(done.stdout.contains("outcome: SIGSEGV"), "{}{}", done.stdout, done.stderr);
}

/// The plain program faults at once; ours must not look at every shadow of the range first. (A size of -1 wraps around: whether the C library's copy of
/// so many bytes faults, or ends after a few, depends on where the objects lie.)
#[test]
fn a_copy_that_no_memory_holds_is_a_crash() {
    let length = "volatile size_t n = (-1ul - (in[3] - 'z')) >> 1; static char to[8];";
    check(&run(&format!("{length} memcpy(to, in, n); return to[0];"), &["--time", "5"]), 1, "outcome: SIGSEGV");
    check(
        &run(&format!("{length} memset(to, in[1], n >> 20); return to[0];"), &["--time", "5"]),
        1,
        "outcome: SIGSEGV at ",
    );
}

#[test]
fn a_hang_is_a_time_out() {
    check(&run("for (;;) in[1] ^= 1;", &["--time", "1"]), 1, "outcome: time limit");
    check(&run("for (;;) pause();", &["--time", "1"]), 1, "outcome: time limit");
}

#[test]
fn eating_memory_is_a_value() {
    check(&run("for (;;) { char *p = malloc(1 << 24); memset(p, 1, 1 << 24); }", &[]), 1, "outcome: memory limit");
}

#[test]
fn printing_without_end_is_a_value() {
    let body = "char b[65536]; memset(b, 'x', sizeof b); for (;;) fwrite(b, 1, sizeof b, stdout);";
    let done = run(body, &[]);
    assert!(
        done.stdout.ends_with("outcome: output limit\n"),
        "…{}",
        &done.stdout[done.stdout.len().saturating_sub(200)..]
    );
    assert_eq!(done.code, Some(1));
}

#[test]
fn forking_is_followed_in_the_parent_and_cleaned_up() {
    check(
        &run("if (fork() == 0) { if (in[2] == 'q') in[3]++; _exit(5); } int s; wait(&s); return WEXITSTATUS(s);", &[]),
        0,
        "outcome: exit 5",
    );
    check(
        &run("for (int k = 0; k < 500; k++) if (fork() == 0) { sleep(100); _exit(0); } sleep(5); return 0;", &[]),
        1,
        "outcome: process limit",
    );
}

#[test]
fn closing_every_descriptor_loses_nothing() {
    check(
        &run("for (int k = 0; k < 1024; k++) close(k); if (in[1] == 'y') return 3; return 4;", &[]),
        0,
        "outcome: exit 3",
    );
}

#[test]
fn leaving_early_loses_nothing() {
    check(&run("_exit(9);", &[]), 0, "outcome: exit 9");
    check(&run("quick_exit(8);", &[]), 0, "outcome: exit 8");
    check(&run("raise(SIGTERM); return 0;", &[]), 1, "outcome: SIGTERM");
    check(&run("kill(0, SIGKILL); return 0;", &[]), 1, "outcome: SIGKILL");
}

#[test]
fn signal_handlers_of_the_program_work() {
    let body = "struct sigaction a; memset(&a, 0, sizeof a); a.sa_handler = (void (*)(int))_exit; \
        sigaction(SIGSEGV, &a, 0); *(volatile int *)8 = 1; return 0;";
    check(&run(body, &[]), 0, "outcome: exit 11");
}

#[test]
fn threads_run_and_are_counted_as_lost() {
    let body = "pthread_t t; extern void *work(void *); pthread_create(&t, 0, work, 0); pthread_join(t, 0); \
        return in[2]; }\nvoid *work(void *p) { if (in[1] == 'y') in[2] = 6; return p;";
    let done = run(body, &[]);
    check(&done, 0, "outcome: exit 6");
    assert!(done.stderr.contains("thread"), "{}", done.stderr);
}

#[test]
fn refused_shadow_memory_falls_back_and_says_so() {
    let folder = Folder::new("bad-input");
    folder.program(&format!("{HEAD}int main(void) {{ char c = 0; read(0, &c, 1); return c == 'A' ? 1 : 2; }}\n"));
    folder.write("in", "A");
    let symcrete = env!("CARGO_BIN_EXE_symcrete");
    let line = format!("ulimit -v 8000000; exec {symcrete} run ./main --stdin in --trace --verify");
    let done = finish(std::process::Command::new("sh").args(["-c", &line]).current_dir(&folder));
    assert!(done.stderr.contains("a slower table is used"), "{}", done.stderr);
    assert!(done.stdout.contains("stdin[0] == 'A'"), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("outcome: exit 1"), "{}", done.stdout);
}
