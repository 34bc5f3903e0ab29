//! C++: classes, templates, exceptions through instrumented frames, the standard library.

use crate::folder::Folder;

const SHAPES: &str = include_str!("c/shapes.cpp");
const THROWS: &str = include_str!("c/throws.cpp");
const STREAMS: &str = include_str!("c/streams.cpp");

/// Inputs of `streams.cpp`: good, malformed, too large, in other bases, and ending in every place.
const STREAM_INPUTS: [&str; 8] = [
    "-12 7 123456789012 42 65535 18446744073709551615 1 true ff 17 0x1F 2.5 -1e3 0.125 x yabcdefgh ij\nline one\n\
     to;this line is long\nslash/ 123456\nrest\n  last 1 2 3 x",
    "99999999999 99999 -9223372036854775809 -1 -70000 99999999999999999999 2 maybe 0xfg 9 08 1e999 -1e-999 .e1 z",
    "2147483648\n-2147483649 9223372036854775807 4294967296 -1 -1 0 false -7F -17 -010 +.5e+2x 1e+ 0x10 \t\x0b q\n\n\n;\n/",
    "+ - +5 -0 00012 0 01 t 0x x0 - 1. 1.5.5 5e5e5",
    "",
    " ",
    "5",
    "7 8 9 10 11 12 1 true a 7 07 1.5 2.5 3",
];

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

/// The C library sorts in place as it goes: what a comparison throws leaves an array half sorted.
#[test]
fn what_a_comparison_throws_leaves_the_array_as_it_does_without_symcrete() {
    check("sorting", include_str!("c/sorting.cpp"), "5381x0729436");
}

/// The same by a long jump.
#[test]
fn what_a_comparison_jumps_out_of_is_left_as_it_is_without_symcrete() {
    const JUMPS: &str = include_str!("c/sorting_jumps.cpp");
    check("sorting-jumps", JUMPS, "5381x0729436");
    check(
        "sorting-jumps-checked",
        &format!("#undef _FORTIFY_SOURCE\n#define _FORTIFY_SOURCE 2\n{JUMPS}"),
        "5381x0729436",
    );
}

#[test]
fn input_streams_read_what_they_did_before() {
    let folder = Folder::new("streams");
    folder.write("main.cpp", STREAMS);
    for (level, links) in [("-O0", ""), ("-O2", ""), ("-O1", "-static-libstdc++"), ("-O1", "-static")] {
        folder.run(&format!("symcrete c++ {level} {links} main.cpp -o prog"));
        for (input, option) in STREAM_INPUTS.iter().flat_map(|input| [(input, ""), (input, "unsynced")]) {
            folder.write("input", input);
            let plain = folder.attempt(20, &format!("./.symcrete/prog.plain {option} <input"));
            assert!(plain.stdout.ends_with("end\n"), "{plain:?}");
            assert_eq!(folder.attempt(20, &format!("./prog {option} <input")), plain, "{level} {links} {input}");
            let traced = folder.trace("./prog", "input").unwrap();
            assert_eq!(traced.n_faults, 0, "{level} {links} {input}");
        }
    }
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
