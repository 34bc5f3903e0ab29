//! CREST's interface: programs written for it compile unchanged, with every type, in C and C++.

use crate::{folder, test};

/// Each `if` has one value of its type behind it; the last can hold only when the variable has both sides.
const TYPES: &str = "#include <crest.h>\n#include <stdlib.h>\n\
    int main(void) { unsigned char uc; unsigned short us; unsigned int ui; unsigned long ul; char c; short s; int i;\n\
    long l; float f; double d; bool b; struct { int pad, x[3]; } in;\n\
    CREST_unsigned_char(uc); CREST_unsigned_short(us); CREST_unsigned_int(ui); CREST_unsigned_long(ul);\n\
    CREST_char(c); CREST_short(s); CREST_int(i); CREST_long(l); CREST_float(f); CREST_double(d); CREST_bool(b);\n\
    CREST_int(in.x[1]);\n\
    if (uc != 200) return 1; if (us != 60000) return 2; if (ui != 4000000000u) return 3;\n\
    if (ul != 1234567890123456789ul) return 4; if (c != -7) return 5; if (s != -30000) return 6;\n\
    if (i != -2000000000) return 7; if (l != -5l) return 8; if (f != 1.5f) return 9; if (d != -2.25) return 10;\n\
    if (!b) return 11; if (in.x[1] != 77) return 12; abort(); }\n";

fn all_types_are_solved(ending: &str, head: &str) {
    let out = folder(&format!("crest-{ending}"));
    let file = out.with_extension(ending);
    std::fs::write(&file, format!("{head}{TYPES}")).expect("the temporary folder is writable");
    let report = test(&file, &out, &[]);
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(1), "{report}");
    assert_eq!(report["divergences"], 0, "{report}");
    assert_eq!(report["branches"]["covered"], 24, "{report}");
    // A stored test calls a value what the program does.
    let test = std::fs::read_to_string(out.join("tests/000001.json")).expect("the first run is kept");
    let test: serde_json::Value = serde_json::from_str(&test).expect("a test is JSON");
    let names: Vec<_> = test["values"].as_array().into_iter().flatten().map(|value| value["name"].as_str()).collect();
    assert_eq!((names.first(), names.last()), (Some(&Some("uc")), Some(&Some("in.x[1]"))), "{test}");
}

#[test]
fn all_types_are_solved_in_c() {
    all_types_are_solved("c", "#include <stdbool.h>\n");
}

#[test]
fn all_types_are_solved_in_cplusplus() {
    all_types_are_solved("cpp", "");
}
