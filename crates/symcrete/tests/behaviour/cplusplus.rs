//! C++: classes, templates, exceptions through instrumented frames, the standard library.

use crate::folder::Folder;

const SHAPES: &str = include_str!("c/shapes.cpp");
const THROWS: &str = include_str!("c/throws.cpp");

/// Built with both levels: the same output, and right records where the input decides.
fn check(name: &str, source: &str, input: &str) {
    let folder = Folder::new(name);
    folder.write("main.cpp", source);
    folder.write("input", input);
    for level in ["-O0", "-O2"] {
        folder.run(&format!("symcrete c++ -std=c++17 {level} main.cpp -o prog"));
        let plain = folder.attempt(20, "./.symcrete/prog.plain <input");
        assert!(plain.stdout.ends_with("end\n"), "{plain:?}");
        assert_eq!(folder.attempt(20, "./prog <input"), plain, "{level}");
        let traced = folder.trace("./prog", "input").unwrap();
        assert_eq!((traced.stdout.as_str(), traced.outcome), (plain.stdout.as_str(), format!("exit {}", plain.code)));
        assert_eq!((traced.n_faults, traced.n_stale), (0, 0), "{level}");
        assert!(traced.n_records > 0, "{level}: nothing symbolic happened");
    }
}

#[test]
fn classes_templates_and_the_standard_library() {
    check("shapes", SHAPES, "3 circle 5 square 7 circle 11 what");
}

#[test]
fn exceptions() {
    check("throws", THROWS, "012345");
}

#[test]
fn an_exception_crosses_a_shared_library_and_c() {
    let folder = Folder::new("crossing");
    folder.write("main.cpp", include_str!("c/crossing.cpp"));
    folder.write("callback.c", "void through(void (*f)(int), int x) { int y = x + 1; f(y); }\n");
    folder.write("input", "A");
    folder.run("symcrete cc -fexceptions -fPIC -shared callback.c -o libcallback.so");
    folder.run("symcrete c++ main.cpp -L. -lcallback -Wl,-rpath,'$ORIGIN' -o prog");
    assert_eq!(folder.run("./prog <input"), "caught 66\n");
    let traced = folder.trace_path("./prog", "input").unwrap();
    traced.assert_right();
    assert!(traced.path.iter().any(|step| step.contains("main.cpp:") && step.contains("stdin[0]")), "{traced:?}");
}
