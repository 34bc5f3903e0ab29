//! The branch sites of small C functions: one test per construct, the sites as `line:column kind` in their order.
//!
//! Compiled as `symcrete cc` does, with names. Counts are compared with llvm-cov's in `crates/symcrete/tests/sites`.
//! Needs clang-19.

use std::io::Write;
use std::process::{Command, Stdio};
use symcrete_model::{Module, SiteKind, decode_all};

/// The model of a C text.
fn model(text: &str, flags: &[&str]) -> Module {
    let mut compiler = Command::new("clang-19")
        .args(["-g", "-O1", "-Xclang", "-disable-llvm-passes", "-w", "-xc", "-c", "-emit-llvm", "-o", "-", "-"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("clang-19 is installed");
    compiler.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("clang reads its input");
    let done = compiler.wait_with_output().expect("clang ends");
    assert!(done.status.success(), "{text}");
    let made = symcrete_instrument::instrument(&done.stdout, 1, &symcrete_instrument::Options::default())
        .expect("the program can be instrumented");
    decode_all(&made.model).expect("the model can be read back").remove(0)
}

/// The sites of a model on one line.
fn sites(model: &Module) -> String {
    let one = |site: &symcrete_model::Site| {
        let loc = &model.locs[site.loc.expect("a site has a place").index()];
        let kind = match &site.kind {
            SiteKind::Branch => "branch".to_string(),
            SiteKind::Select => "select".to_string(),
            SiteKind::Switch { cases } => format!("switch{cases:?}"),
        };
        format!("{}:{} {kind}", loc.line, loc.column)
    };
    model.sites.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Compares the sites of a function body over `int a, b, c, d`, whose first line is 1.
fn check(body: &str, expected: &str) {
    let text = format!("#line 0\nint f(int a, int b, int c, int d, int g(int)) {{\n{body}\nreturn a; }}");
    assert_eq!(sites(&model(&text, &["-fno-discard-value-names"])), expected, "{body}");
}

#[test]
fn ifs() {
    check("if (a) b++;", "1:5 branch");
    check("if (!a) b++;", "1:6 branch");
    check("if (a < b) b++; else if (g(a)) b--;", "1:7 branch, 1:26 branch");
    check("if ((a = b)) b++;", "1:8 branch");
}

#[test]
fn operands() {
    check("if (a && !b) b++;", "1:5 branch, 1:11 branch");
    check("if (!(a || b) && c == d) b++;", "1:7 branch, 1:12 branch, 1:20 branch");
    check("a = a && b;", "1:5 branch, 1:10 branch");
    check("a = b || !(c && d);", "1:5 branch, 1:12 branch, 1:17 branch");
    check("a = g(a && b) + g(c || d);", "1:7 branch, 1:12 branch, 1:19 branch, 1:24 branch");
}

/// `a || b` is where its operands are, unless its value is kept: then the source asks once more.
#[test]
fn kept_values() {
    check("if ((c = (a || b))) d++;", "1:11 branch, 1:16 branch, 1:8 branch");
    check("while ((c = (a || b))) d++;", "1:14 branch, 1:19 branch, 1:11 branch");
    check("while (!(a || b)) d++;", "1:10 branch, 1:15 branch");
}

#[test]
fn loops() {
    check("while (a) a--;", "1:8 branch");
    check("while (!a) a--;", "1:8 branch");
    check("while (g(a)) a--;", "1:8 branch");
    check("while ((a = b)) b--;", "1:11 branch");
    check("for (; a < b; a++) ;", "1:10 branch");
    check("for (;;) if (a++) break;", "1:15 branch");
    check("do a--; while (a > 0 && b);", "1:18 branch, 1:25 branch");
    check("while (a ? b : c) a--;", "1:8 branch, 1:8 branch");
}

#[test]
fn choices() {
    check("a = b ? 1 : 2;", "1:5 select");
    check("a = b ? g(1) : g(2);", "1:5 branch");
    check("a = b && c ? 1 : 2;", "1:5 branch, 1:10 branch");
    check("a = b ? c ? 1 : 2 : 3;", "1:5 branch, 1:9 select");
    check("a = b ?: g(c);", "1:5 branch");
    check("if (a ? b : !c) d++;", "1:5 branch, 1:9 branch, 1:14 branch");
}

#[test]
fn constants_are_no_sites() {
    check("while (1) if (a--) break;", "1:16 branch");
    check("if (sizeof a == 4) b++; do b++; while (0);", "");
    check("if (1 && a) b++; if (b || 0) c++; a = 0 ? b : c;", "1:10 branch, 1:22 branch");
}

#[test]
fn switches() {
    check("switch (a) { case 3: b++; case 1: c++; break; default: d++; }", "1:9 switch[3, 1]");
    check("switch (a) { case 1 ... 3: b++; }", "1:9 switch[1, 2, 3]");
    check("switch (a) { case 1000 ... 2000: b++; break; case 5: c++; }", "1:9 switch[5, 1000]");
    check("switch (a) { default: b++; }", "1:9 switch[]");
    check("switch (a & 1) { case 0: do { b++; case 1: c++; } while (--a > 0); }", "1:11 switch[0, 1], 1:62 branch");
}

/// What clang makes without the source asking.
#[test]
fn clean_up_is_no_site() {
    let text = "void drop(int *p); int f(int n) {
        for (int i = 0; i < n; i++) {
            __attribute__((cleanup(drop))) int kept = i;
            if (kept == 3) break;
            if (kept == 5) return 1;
            if (kept == 7) continue;
        }
        return 0; }";
    assert_eq!(
        sites(&model(text, &["-fno-discard-value-names"])),
        "2:27 branch, 4:22 branch, 5:22 branch, 6:22 branch"
    );
}

#[test]
fn library_code_is_no_site() {
    let arguments = "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n);
        return __builtin_va_arg(l, int) + (int)__builtin_va_arg(l, double); }";
    assert_eq!(sites(&model(arguments, &["-fno-discard-value-names"])), "");
    let atomic = "_Atomic float x; int f(int *e) { x += 1; _Atomic int *p = (void *)e;
        return __c11_atomic_compare_exchange_strong(p, e, 1, 5, 5); }";
    assert_eq!(sites(&model(atomic, &["-fno-discard-value-names"])), "");
    check("static void *to[] = {&&x, &&y}; goto *to[a & 1]; x: b++; y: c++;", "");
}

/// Bitcode without names has the same sites for plain code, and nothing breaks.
#[test]
fn names_may_be_missing() {
    let text =
        "int f(int a, int b) { if (!a && b) return 1; while (b) b--; switch (a) { case 1: b++; } return a ? 1 : b; }";
    assert_eq!(sites(&model(text, &[])), sites(&model(text, &["-fno-discard-value-names"])));
}
