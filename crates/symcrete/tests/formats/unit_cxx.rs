//! Exported tests of one function in C++: as a person would write them, compiled beside the unit alone, and failing when the unit changes.

use crate::folder::{Folder, text};
use crate::machine::{has, is_slow};
use crate::unit::{mutants_of, octal};
use std::io::Write;
use std::process::Output;

const FUNCTIONS: &str = include_str!("unit/functions.cpp");

/// A function by the name that it is asked for and the one that it has, the flavour of its tests by default, and what is found among them.
struct Case {
    entry: &'static str,
    function: &'static str,
    flavour: &'static str,
    said: &'static [&'static str],
    is_default: bool,
}

const fn case(
    entry: &'static str,
    function: &'static str,
    flavour: &'static str,
    is_default: bool,
    said: &'static [&'static str],
) -> Case {
    Case { entry, function, flavour, said, is_default }
}

const CASES: &[Case] = &[
    case(
        "area(int, int)",
        "area",
        "gtest",
        true,
        &[
            "TEST(GeoArea, Returns)",
            "EXPECT_THROW(geo::area(-1, 0), std::invalid_argument);",
            "int area(int width, int height);",
        ],
    ),
    case("geo::area(double)", "double area", "assert", false, &["assert(geo::area(0.0) == 0.0);"]),
    case("is_warm", "is_warm", "gtest", false, &["EXPECT_TRUE(geo::is_warm(geo::color::red));"]),
    case("geo::next", "next", "catch2", false, &["CHECK(geo::next(geo::color::red) == geo::color::green);"]),
    case("kind_of", "kind_of", "gtest", false, &["EXPECT_EQ(geo::kind_of(4), geo::SQUARE);"]),
    case(
        "move",
        "move",
        "gtest",
        true,
        &["geo::point p = {};", "const geo::point by = { .x = 8, .y = 0 };", "EXPECT_EQ(p.x, 8);"],
    ),
    case("is_inside", "is_inside", "gtest", false, &[".visible = true };"]),
    case("middle", "middle", "gtest", false, &["geo::point result = geo::middle(b);"]),
    case("mix", "mix", "gtest", false, &["namespace geo { namespace detail {", "0xdeadbeefU"]),
    case("weight", "weight", "gtest", false, &["#include \"", "EXPECT_EQ(weight('x'), 16);"]),
    case("clamp", "clamp", "gtest", false, &["EXPECT_EQ(clamp(-1L, 0, 0), 0);"]),
    case("weigh", "weigh", "gtest", false, &["EXPECT_EQ(weigh(nullptr), -2);"]),
    case("vowels", "vowels", "catch2", false, &["vowels(\"\") == 0"]),
    case(
        "label",
        "label",
        "assert",
        true,
        &[
            "assert(label(0, \"\") == \"nobody\");",
            "assert(throws<std::length_error>([&] { label(4, \"\"); }));",
            "\"root\") == \"#\"",
        ],
    ),
    case("starts", "starts", "gtest", false, &["EXPECT_TRUE(starts(\"\", \"\"));"]),
    case("total", "total", "gtest", false, &["const std::vector<int> values = {"]),
    case("evens", "evens", "gtest", false, &["std::vector<int>({ 0 })"]),
    case("append", "append", "gtest", true, &["EXPECT_EQ(values, std::vector<unsigned int>({ 100U }));"]),
    case("shout", "shout", "gtest", false, &["std::string text = \"h\";", "EXPECT_EQ(text, \"h!\");"]),
    case("parse", "parse", "gtest", false, &["int value = ", "bool is_negative = "]),
    case("twice", "twice", "gtest", false, &["EXPECT_EQ(twice(101), 200);"]),
    case("corner", "corner", "gtest", false, &["const int grid[2][3] = {"]),
    case("biggest<short>", "T biggest", "gtest", false, &["biggest<short>("]),
    case("account::fee", "fee", "gtest", false, &["EXPECT_EQ(account::fee(501), 5);"]),
    case("halve", "halve", "gtest", false, &["EXPECT_ANY_THROW(halve(77));", "EXPECT_THROW(halve(78), int);"]),
    case("ratio", "ratio", "gtest", false, &["extern \"C\" float ratio(float a, float b);"]),
    case("counter", "counter", "gtest", false, &["run_test_counter"]),
    case("at", " at", "gtest", false, &["EXPECT_EQ(at("]),
];

/// Explores a function of these sources and writes its tests.
fn exported(entry: &str, flavours: &[&str]) -> Folder {
    let workspace = Folder::new("unit");
    workspace.write("unit.cpp", FUNCTIONS);
    let done =
        workspace.symcrete(&["test", "unit.cpp", "--entry", entry, "-o", "out", "--iterations", "60", "--quiet"]);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{}", text(&done));
    for flavour in flavours {
        workspace.says(0, &["export", "--to", "c", "--flavour", flavour, "out", "-o", flavour]);
    }
    workspace
}

fn tests_of(workspace: &Folder, flavour: &str) -> String {
    std::fs::read_to_string(workspace.join(flavour).join("test_unit.cpp")).expect("readable")
}

/// Builds and runs a file by the command that it names, with another compiler.
fn run(workspace: &Folder, flavour: &str, compiler: &str) -> Output {
    let tests = tests_of(workspace, flavour);
    let command = tests.lines().find_map(|line| line.trim_start().strip_prefix("*     c++ ")).expect("a command");
    assert!(!command.contains("driver") && !command.contains("symcrete_"), "nothing of ours is needed: {command}");
    let mut bash = workspace.tool("bash");
    bash.current_dir(workspace.join(flavour)).args(["-c", &format!("{compiler} {command}")]);
    bash.output().expect("bash starts")
}

#[test]
fn functions_of_cpp_are_called_as_a_person_would() {
    let is_there = has("/usr/include/gtest/gtest.h", "libgtest-dev");
    for Case { entry, function, flavour, said, .. } in CASES.iter().filter(|case| case.is_default || is_slow()) {
        let flavours = if is_slow() { &["assert", "gtest", "catch2"][..] } else { std::slice::from_ref(flavour) };
        let workspace = exported(entry, flavours);
        let tests = tests_of(&workspace, flavour);
        for said in *said {
            assert!(tests.contains(said), "{entry} has no {said}: {tests}");
        }
        assert_eq!(octal(&tests), None, "{tests}");
        let compilers = if is_slow() { &["g++", "clang++-19"][..] } else { &["g++"][..] };
        for flavour in flavours.iter().filter(|flavour| is_there || **flavour != "gtest") {
            for compiler in compilers {
                let done = run(&workspace, flavour, &format!("{compiler} -Wall -Wextra -Werror -DWITH_FINDINGS"));
                assert!(done.status.success(), "{entry}, {flavour}, {compiler}: {}\n{tests}", text(&done));
            }
        }
        if !is_slow() && is_there {
            let mutant = mutants_of(FUNCTIONS, function).swap_remove(0);
            std::fs::write(workspace.join("unit.cpp"), &mutant).expect("writable");
            assert!(!run(&workspace, flavour, "g++ -w").status.success(), "{entry} was changed: {tests}");
        }
    }
}

/// At least four of five changes are noticed; with `SLOW=1`, since each costs a compilation.
#[test]
fn changed_functions_of_cpp_are_noticed() {
    let (mut n_killed, mut n_all, mut alive) = (0, 0, Vec::new());
    for Case { entry, function, .. } in CASES.iter().filter(|_| is_slow()) {
        let workspace = exported(entry, &["assert"]);
        for mutant in mutants_of(FUNCTIONS, function) {
            std::fs::write(workspace.join("unit.cpp"), &mutant).expect("writable");
            let is_killed = !run(&workspace, "assert", "ulimit -t 20; g++ -w").status.success();
            n_all += 1;
            n_killed += usize::from(is_killed);
            let changed = mutant.lines().zip(FUNCTIONS.lines()).find(|(new, old)| new != old).map(|(new, _)| new);
            alive.extend(changed.filter(|_| !is_killed).map(|line| format!("{entry}: {}", line.trim())));
        }
    }
    if is_slow() {
        let _ = writeln!(std::io::stderr(), "{n_killed} of {n_all} changes were noticed, not these: {alive:#?}");
    }
    assert!(5 * n_killed >= 4 * n_all, "{n_killed} of {n_all}: {alive:#?}");
}

/// References to pointers and to views, and arrays of the library, are variables of the test, and what a call makes of them is asserted.
#[test]
fn references_to_pointers_and_views_are_variables() {
    let program = "#include <array>\n#include <string_view>\nstruct node { int v; node *next; };\n\
        bool pop(node *&head)\n{\n    if (!head)\n        return false;\n    head = head->next;\n    return true;\n}\n\
        bool skip(std::string_view &s)\n{\n    if (s.empty() || s[0] != '-')\n        return false;\n    s.remove_prefix(1);\n    return true;\n}\n\
        int best(const std::array<int, 3> &all)\n{\n    return all[0] > all[2] ? 0 : 2;\n}\n";
    let workspace = Folder::new("unit");
    workspace.write("unit.cpp", program);
    for (entry, said) in [
        ("pop", &["node *head = &head_0;", "assert(head == nullptr);", "assert(head == &head_next);"][..]),
        ("skip", &["std::string_view s = \"-\";", "assert(s == \"\");"]),
        ("best", &["const std::array<int, 3> all = { { 1 } };"]),
    ] {
        workspace.says(0, &["test", "unit.cpp", "--entry", entry, "-o", "out", "--quiet", "--force"]);
        workspace.says(0, &["export", "--to", "c", "out", "-o", "assert", "--force"]);
        let tests = tests_of(&workspace, "assert");
        for said in said {
            assert!(tests.contains(said), "no {said}: {tests}");
        }
        for compiler in ["g++ -Wall -Wextra -Werror -fsanitize=address", "clang++-19 -Wall -Wextra -Werror"] {
            let done = run(&workspace, "assert", compiler);
            assert!(done.status.success(), "{}\n{tests}", text(&done));
        }
    }
}

/// What cannot be called, or not so, is said in a sentence.
#[test]
fn what_cannot_be_called_in_cpp_is_said() {
    let program = "#include <map>\nstruct stack { int n; int push(int v); };\nint stack::push(int v) { return n += v; }\n\
        int twice(int n) { return n > 3 ? 2 * n : n; }\ndouble twice(double n) { return 2 * n; }\n\
        int size(const std::map<int, int> &m) { return m.empty() ? 0 : 1; }\n\
        namespace bank { static int charge(int n) { return n > 9; } }\n";
    let workspace = Folder::new("unit");
    workspace.write("unit.cpp", program);
    for (entry, why) in [
        ("push", "stack::push needs an object of its class"),
        ("twice", "there are several functions twice: name one of 'twice(int)', 'twice(double)'"),
        ("charge", "a static one that nothing calls is named with its namespace: --entry 'NAMESPACE::charge'"),
        ("size", "parameter m of size: an object that only its constructors can make cannot be created"),
    ] {
        let said = workspace.says(2, &["test", "unit.cpp", "--entry", entry, "-o", "out"]);
        assert!(said.contains(why), "{said}");
    }
    workspace.says(0, &["test", "unit.cpp", "--entry", "bank::charge", "-o", "out", "--quiet"]);
    workspace.says(0, &["test", "unit.cpp", "--entry", "twice(int)", "-o", "out", "--quiet", "--force"]);
    let said = workspace.says(2, &["export", "--to", "c", "--flavour", "unity", "out"]);
    assert!(said.contains("take --flavour gtest, catch2 or assert"), "{said}");
}
