//! expat: its unit tests, built by CMake, and a parse of symbolic XML.
//!
//! Debian patches the source for its own autotools build, for which `XML_DTD` has a value.

use super::{built_twice, lines_with};
use crate::folder::Folder;

/// Elements, attributes, entities, comments, character data, a name in UTF-8.
const XML: &str =
    "<?xml version='1.0'?>\n<!DOCTYPE a [<!ENTITY e 'x'>]>\n<a b=\"1\"><!-- c --><d>&e;&lt;</d><é/></a>\n";

/// Prints what the parser reports.
const DRIVER: &str = include_str!("elements.c");

#[test]
fn xml_is_traced() {
    let folder = Folder::new("expat");
    let script = r#"
        sed -i 's/#cmakedefine XML_DTD$/#cmakedefine XML_DTD 1/' expat/expat_config.h.cmake
        cmake -S expat -B build -DCMAKE_BUILD_TYPE=Release -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_EXAMPLES=OFF \
            -DEXPAT_SHARED_LIBS=OFF -DEXPAT_BUILD_DOCS=OFF -Wno-dev
        make -C build -j2
        $CC -O2 -Iexpat/lib ../elements.c build/libexpat.a -o elements -lm"#;
    folder.write("elements.c", DRIVER);
    if built_twice(&folder, "expat", script).is_none() {
        return;
    }
    folder.write("a.xml", XML);
    let plain = folder.run("plain/elements <a.xml");
    assert!(plain.contains("start é"), "{plain}");
    assert_eq!(folder.run("instrumented/elements <a.xml"), plain);
    let traced = folder.trace("instrumented/elements", "a.xml").unwrap();
    assert_eq!(traced.stdout, plain);
    traced.assert_right();
    let wellformed = "build/xmlwf/xmlwf a.xml";
    assert_eq!(folder.run(&format!("instrumented/{wellformed}")), folder.run(&format!("plain/{wellformed}")));
}

#[test]
fn its_own_tests_pass() {
    if !crate::slow() {
        return eprintln!("expat's own tests run with SLOW=1");
    }
    let folder = Folder::new("expat-suite");
    // Debian's tree has no generated configure script, which is why this is CMake's build.
    let script = r#"
        export CXX="$(echo "$CC" | sed 's/symcrete cc/symcrete c++/; s/clang-/clang++-/')"
        sed -i 's/#cmakedefine XML_DTD$/#cmakedefine XML_DTD 1/' expat/expat_config.h.cmake
        cmake -S expat -B build -DCMAKE_BUILD_TYPE=Release -DEXPAT_BUILD_DOCS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -Wno-dev
        make -C build -j2 >/dev/null
        cd build; for test in tests/runtests tests/runtestspp; do ./$test; done"#;
    let Some([plain, instrumented]) = built_twice(&folder, "expat", script) else { return };
    let said = |output: &str| lines_with(output, &["Checks:", "FAIL"]).join("\n");
    assert!(said(&plain).contains("100%: Checks:"), "{plain}");
    assert_eq!(said(&instrumented), said(&plain));
}
