//! Where the plain program cannot be watched nothing is known about what runs may have met, and nothing is claimed.

use super::{folder, write};
use serde_json::Value;
use std::process::Command;

/// Forbids `ptrace` to the command it starts.
const LAUNCHER: &str = "#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(int argc, char **argv) {
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ptrace, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {4, filter};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    execv(argv[1], argv + 1);
    return 99;
}
";
const PROGRAM: &str = "extern unsigned char __VERIFIER_nondet_uchar(void);
extern int puts(const char *);
int main(void) {
    if (__VERIFIER_nondet_uchar() == 3)
        puts(\"three\");
    else
        puts(\"other\");
    return 0;
}
";

#[test]
fn what_cannot_be_watched_is_not_called_unreachable() {
    let folder = folder("doubt");
    let launcher = write(&folder, "launcher.c", LAUNCHER);
    write(&folder, "program.c", PROGRAM);
    let built = Command::new("clang-19").arg(launcher).arg("-o").arg(folder.join("launcher")).status();
    assert!(built.is_ok_and(|status| status.success()));
    let done = Command::new(folder.join("launcher"))
        .arg(env!("CARGO_BIN_EXE_symcrete"))
        .args(["reach", "program.c:5", "program.c:7", "program.c", "--format", "json", "-o", "out"])
        .current_dir(&folder)
        .output()
        .expect("the launcher starts");
    let document: Value = serde_json::from_slice(&done.stdout).expect("an answer");
    for answer in document["targets"].as_array().expect("targets") {
        assert_eq!(answer["verdict"], "not-found", "{answer}");
    }
}
