//! `symcrete init` on projects of our own making: what it finds is what `symcrete test` then tests.

use crate::folder::Folder;
use crate::machine::has;

const STDIN: &str = "#include <stdio.h>\nint main(void)\n{\n    int c = getchar();\n    if (c == 'x')\n        return 3;\n    return 0;\n}\n";
const ARGUMENT: &str = "int main(int argc, char **argv)\n{\n    if (argc < 2)\n        return 1;\n    if (argv[1][0] == 'q')\n        return 3;\n    return 0;\n}\n";
const FILE: &str = "#include <stdio.h>\nint main(int argc, char **argv)\n{\n    FILE *f = argc > 1 ? fopen(argv[1], \"r\") : 0;\n    if (!f)\n        return 1;\n    int c = fgetc(f);\n    if (c == 'z')\n        return 3;\n    return 0;\n}\n";

fn init(folder: &Folder) -> String {
    let said = folder.says(0, &["init"]);
    assert!(said.contains("wrote ./symcrete.toml"), "{said}");
    std::fs::read_to_string(folder.join("symcrete.toml")).expect("it was written")
}

#[test]
fn a_makefile_and_what_its_programs_read() {
    let folder = Folder::new("init-make");
    folder.write("reader.c", STDIN);
    folder.write("option.c", ARGUMENT);
    folder.write("viewer.c", FILE);
    folder.write(
        "Makefile",
        "CC = gcc\nall: reader option viewer\n%: %.c\n\t$(CC) -o $@ $<\nclean:\n\trm -f reader option viewer\n",
    );
    let toml = init(&folder);
    assert!(toml.contains("[target.option]\nprogram = \"option\"\narg = [8]"), "{toml}");
    assert!(toml.contains("[target.viewer]\nprogram = \"viewer\"\nfile = [\"input=64\"]\nargs = [\"@@\"]"), "{toml}");
    assert!(toml.contains("[target.reader]\nprogram = \"reader\"\n# It reads standard input"), "{toml}");
    for (name, line) in [("reader", 5), ("option", 5), ("viewer", 8)] {
        let said = folder.says(0, &["test", name, "--time", "10s"]);
        assert!(said.contains("findings: 0"), "{name}: {said}");
        assert!(!said.contains(&format!("not covered: {name}.c:{line}:")), "{name}: {said}");
    }
    let said = folder.says(2, &["init"]);
    assert!(said.contains("it is there already"), "{said}");
    folder.says(0, &["init", "--force"]);
}

#[test]
fn cmake_with_a_program_and_a_test_of_it() {
    let folder = Folder::new("init-cmake");
    folder.write("main.c", STDIN);
    folder.write("test.c", "int main(void) { return 0; }\n");
    folder.write(
        "CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.10)\nproject(thing C)\nadd_executable(thing main.c)\nadd_executable(test_thing test.c)\n",
    );
    let toml = init(&folder);
    assert!(
        toml.contains("[target.thing]\nprogram = \"symcrete-out/build/thing\"") && !toml.contains("default ="),
        "{toml}"
    );
    assert!(folder.says(0, &["test"]).contains("branches: 2 of 2 covered"));
}

/// Meson names sources from the folder that it builds in. People and git name them from the project's, and so does what is said of them.
#[test]
fn sources_of_a_build_beside_them_are_named_as_people_do() {
    if !has("meson", "meson") || !has("ninja", "ninja-build") {
        return;
    }
    let folder = Folder::new("init-meson");
    folder.write("src/main.c", STDIN);
    folder.write("src/part.c", "int part(int c)\n{\n    if (c == 'p')\n        return 1;\n    return 0;\n}\n");
    folder.write("meson.build", "project('thing', 'c')\nlib = shared_library('part', 'src/part.c')\nexecutable('thing', 'src/main.c', link_with : lib)\n");
    folder.write(".gitignore", "symcrete-out\n.cache\n");
    let commit = "git add -A . && git -c user.name=a -c user.email=a@b -c commit.gpgsign=false commit -q -m change";
    folder.shell(&format!("git init -q . && {commit}"));
    let toml = init(&folder);
    assert!(toml.contains("[target.thing]\nprogram = \"symcrete-out/build/thing\""), "{toml}");
    folder.shell(commit);
    let changed = STDIN.replace("#include <stdio.h>", "#include <stdio.h>\n#include <stdlib.h>\nint part(int c);");
    folder
        .write("src/main.c", changed.replace("        return 3;", "        return part(getchar()) ? abort(), 1 : 3;"));
    folder.shell(commit);
    let said = folder.says(1, &["ci", "--budget", "30s"]);
    assert!(!said.contains("/../") && !said.contains("is newer than"), "{said}");
    assert!(said.contains("**SIGABRT** at `src/main.c:8`") && !said.contains("| 0 of 0 |"), "{said}");
    let read = |name: &str| std::fs::read_to_string(folder.join("symcrete-out/ci").join(name)).expect("readable");
    assert!(read("annotations.txt").contains("::error file=src/main.c,line=8,"), "{said}");
    assert!(read("coverage.info").contains("SF:src/part.c\n"), "{said}");
}

/// A fresh checkout of what Autoconf and Automake make a build of.
#[test]
fn autotools_without_a_script_called_configure() {
    if !has("autoreconf", "autoconf") || !has("automake", "automake") {
        return;
    }
    let folder = Folder::new("init-autotools");
    folder.write("src/main.c", STDIN);
    folder.write("configure.ac", "AC_INIT([thing], [1.0])\nAM_INIT_AUTOMAKE([foreign subdir-objects])\nAC_PROG_CC\nAC_CONFIG_FILES([Makefile])\nAC_OUTPUT\n");
    folder.write("Makefile.am", "bin_PROGRAMS = thing\nthing_SOURCES = src/main.c\n");
    assert!(init(&folder).contains("[target.thing]\nprogram = \"symcrete-out/build/thing\""));
    assert!(folder.says(0, &["test"]).contains("branches: 2 of 2 covered"));
    let said = folder.says(0, &["explain", "src/main.c:5"]);
    assert!(said.starts_with("src/main.c:5"), "{said}");
}

#[test]
fn a_script_called_configure() {
    let folder = Folder::new("init-configure");
    folder.write("main.c", STDIN);
    folder.write("configure", "#!/bin/sh\necho 'thing: main.c' >Makefile\nprintf '\\tgcc -o thing main.c\\nclean:\\n\\trm -f thing\\n' >>Makefile\n");
    folder.shell("chmod +x configure");
    assert!(init(&folder).contains("[target.thing]\nprogram = \"thing\""));
    assert!(folder.says(0, &["test"]).contains("branches: 2 of 2 covered"));
}

#[test]
fn sources_alone_and_nothing_at_all() {
    let folder = Folder::new("init-sources");
    folder.write("main.c", "int help(int c);\n#include <stdio.h>\nint main(void) { return help(getchar()); }\n");
    folder.write("help.c", "int help(int c) { if (c == 'x') return 3; return 0; }\n");
    assert!(init(&folder).contains("sources = [\"main.c\", \"help.c\"]"));
    assert!(folder.says(0, &["test"]).contains("branches: 2 of 2 covered"));
    let empty = Folder::new("init-empty");
    assert!(empty.says(2, &["init"]).contains("nothing that can be tested was found"));
}

/// The wrapper of Gradle is a script of the project: here one that needs no network.
#[test]
fn a_wrapper_of_gradle_and_methods_that_take_values() {
    if !has("javac", "openjdk-17-jdk-headless") {
        return;
    }
    let folder = Folder::new("init-gradle");
    folder.write(
        "src/main/java/shop/Cart.java",
        "package shop;\n\npublic class Cart {\n    public static int total(int price, int n) {\n        if (n > 7)\n            return price;\n        return n;\n    }\n}\n",
    );
    folder.write(
        "gradlew",
        "#!/bin/sh\nmkdir -p build/classes/java/main\njavac -g -d build/classes/java/main src/main/java/shop/*.java\n",
    );
    folder.shell("chmod +x gradlew");
    let toml = init(&folder);
    let want = "language = \"java\"\nclasspath = \"build/classes/java/main\"\nmethod = \"shop.Cart.total\"";
    assert!(toml.contains(want), "{toml}");
    assert!(folder.says(0, &["test"]).contains("branches: 2 of 2 covered"));
}

/// Maven without what it needs: the sources need none of it.
#[test]
fn java_sources_without_a_build_that_works() {
    if !has("javac", "openjdk-17-jdk-headless") {
        return;
    }
    let folder = Folder::new("init-javac");
    folder.write(
        "src/main/java/shop/Stock.java",
        "package shop;\n\npublic class Stock {\n    public static boolean isLow(int n) {\n        return n < 3;\n    }\n}\n",
    );
    folder.write("pom.xml", "<project>this is none</project>\n");
    let toml = init(&folder);
    let want = "language = \"java\"\nclasspath = \"symcrete-out/classes\"\nmethod = \"shop.Stock.isLow\"";
    assert!(toml.contains(want) && toml.contains("# Found src/main/java/ (javac)."), "{toml}");
    assert!(folder.says(0, &["test"]).contains("branches: 2 of 2 covered"));
}

/// Where no program reads anything, a function of what it was built from is called.
#[test]
fn a_library_whose_test_reads_nothing() {
    let folder = Folder::new("init-library");
    folder.write(
        "lib.c",
        "int thing_parse(const char *s)\n{\n    if (s && s[0] == 'x')\n        return 3;\n    return 0;\n}\n",
    );
    folder.write("check.c", "int thing_parse(const char *);\nint main(void) { return thing_parse(\"y\"); }\n");
    folder.write("Makefile", "check: check.c lib.c\n\t$(CC) -o $@ $^\n");
    let toml = init(&folder);
    assert!(toml.contains("[target.thing_parse]\nprogram = \"check\"\nentry = \"thing_parse\""), "{toml}");
    assert!(folder.says(0, &["test"]).contains("branches: 4 of 4 covered"));
}
