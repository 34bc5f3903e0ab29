//! A folder with a campaign in it, and the programs that read what comes out of it.

use crate::folder::{self, Folder, text};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Reads bytes, prints, and aborts for one input.
pub(crate) const BYTES: &str = r#"#include <stdio.h>
#include <stdlib.h>

static const char *kind(int c)
{
    switch (c) {
    case 'a': return "letter";
    case '?': return "question";
    default: return "other";
    }
}

int main(void)
{
    char b[4] = {0};
    if (fread(b, 1, 4, stdin) < 4)
        return 3;
    printf("%s %d\n", kind(b[0]), b[1] > 'm');
    if (b[0] == 'a' && b[2] == '!' && b[3] == '\n')
        abort();
    return b[1] > 'm' ? 1 : 0;
}
"#;

/// Asks for values of several types, in the manner of Test-Comp.
pub(crate) const VALUES: &str = r#"extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long __VERIFIER_nondet_long(void);
extern double __VERIFIER_nondet_double(void);
extern void abort(void);
extern void reach_error(void);
void reach_error(void) { abort(); }

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    if (x < -1000 && c == 200) {
        if (__VERIFIER_nondet_long() == -9223372036854775807L - 1)
            return 4;
        return 2;
    }
    if (x == 4711 && __VERIFIER_nondet_double() > 1e300)
        reach_error();
    return 0;
}
"#;

/// Calls library functions whose models are C.
pub(crate) const PRINTS: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }

int main(void) {
    char text[8] = {0}, line[32];
    if (!fgets(text, 5, stdin))
        return 1;
    qsort(text, strlen(text), 1, order);
    snprintf(line, sizeof line, "<%s|%d>", text, text[0]);
    if (strcmp(line, "<ab|97>") == 0)
        abort();
    puts(line);
    return 0;
}
"#;

/// Takes an argument, a variable and a file.
pub(crate) const SURROUNDINGS: &str = r#"#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char b[3] = {0};
    const char *mode = getenv("MODE");
    FILE *file = fopen("data", "rb");
    if (argc != 3 || !mode || !file || fread(b, 1, 2, file) > 2)
        return 5;
    printf("%s %s\n", argv[1], argv[2][0] == 'x' ? "yes" : "no");
    if (mode[0] == 'd' && b[1] == '7')
        abort();
    return argv[2][0] == 'x' ? 1 : 0;
}
"#;

/// Written for libFuzzer: a value that nobody guesses, and a bug behind it.
pub(crate) const BUFFER: &str = r#"#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint64_t magic;
    if (size < 10)
        return 0;
    memcpy(&magic, data, 8);
    if (magic != 0x1122334455667788)
        return 0;
    if (data[8] == 'x' && data[9] == 'y')
        abort();
    return 0;
}
"#;

/// For libFuzzer: reads behind the buffer without a crash, and leaks.
pub(crate) const CHECKED: &str = r#"#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    volatile char *kept = malloc(3);
    volatile int sum = 0;
    kept[0] = 1;
    if (size > 2 && data[0] == 'B')
        sum += data[size];
    return 0;
}
"#;

/// A function to be tested alone.
pub(crate) const FUNCTION: &str = r#"#include <stddef.h>

int grade(int points, const char *name)
{
    if (points < 0)
        __builtin_trap();
    if (points == 99)
        return points / 9;
    if (points > 90 && name && name[0] == 'A')
        return 1;
    return 0;
}

int main(void) { return 0; }
"#;

/// A function that returns a struct, and changes what its parameters lead to.
pub(crate) const CHANGES: &str = r#"struct pair { int low, high; char name[8]; struct pair *next; };

struct pair split(char *text, int *sums, const int *given, int n)
{
    struct pair p = { n == 5, n / 2, "pair", 0 };
    if (n == 9)
        __builtin_trap();
    if (text && text[0] == 'a')
        text[1] = 'Z';
    if (sums && n == 5)
        sums[2] = 40;
    if (given && given[0] == 3)
        p.low = 6;
    return p;
}
"#;

/// A function that returns pointers of every origin.
pub(crate) const POINTERS: &str = r#"#include <stdlib.h>

const char *find(char *text, int kind)
{
    if (kind == 1)
        return "one";
    if (kind == 2)
        return calloc(3, 1);
    if (kind == 3)
        free(text);
    if (kind == 4)
        __builtin_trap();
    return kind == 5 && text ? text + 2 : 0;
}
"#;

impl Folder {
    /// With a campaign on a program, in `out`.
    pub(crate) fn explored(program: &str, args: &[&str]) -> Folder {
        let folder = Folder::new("formats");
        folder.write("unit.c", program);
        // Every program has a bug.
        folder.says(1, &[&["test", "unit.c", "-o", "out", "--quiet", "--iterations", "60"], args].concat());
        folder
    }

    /// `symcrete export`, to the folder `to`.
    pub(crate) fn export(&self, format: &str, args: &[&str]) -> PathBuf {
        let to = self.join(format!("to-{format}"));
        let to_text = to.to_str().expect("a plain name");
        self.says(0, &[&["export", "--to", format, "out", "--force", "-o", to_text], args].concat());
        to
    }

    /// A command of another tool that runs here.
    pub(crate) fn tool(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self);
        command
    }

    /// The report of a result folder.
    pub(crate) fn report(&self, folder: &str) -> serde_json::Value {
        let text = std::fs::read_to_string(self.join(folder).join("report.json")).expect("a report");
        serde_json::from_str(&text).expect("JSON")
    }

    /// Names of the stored tests.
    pub(crate) fn tests(&self) -> Vec<String> {
        folder::tests(&self.join("out"))
    }
}

/// Runs a command that must succeed.
pub(crate) fn succeed(command: &mut Command) -> String {
    let done = command.output().unwrap_or_else(|why| panic!("{command:?}: {why}"));
    assert!(done.status.success(), "{command:?}: {}: {}", done.status, text(&done));
    text(&done)
}

/// The files of a folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}
