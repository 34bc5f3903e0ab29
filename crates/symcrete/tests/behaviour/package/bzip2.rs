//! bzip2: its six sample files, compressed and decompressed.

use super::{built_twice, sample};
use crate::folder::Folder;

#[test]
fn its_own_tests_pass_and_compression_is_traced() {
    let folder = Folder::new("bzip2");
    // Its makefile sets CC itself, so the variable must be given on the command line. The program
    // uses the shared library, which it finds by the environment.
    let script = r#"make -j2 CC="$CC" >/dev/null; make -s test CC="$CC""#;
    let Some([plain, instrumented]) = built_twice(&folder, "bzip2", script) else { return };
    assert!(plain.contains("If you got this far and the 'cmp's didn't complain"), "{plain}");
    assert_eq!(instrumented, plain);
    folder.write("text", sample(1024));
    for (name, link) in [("plain", "clang-19"), ("instrumented", "symcrete cc")] {
        folder.run(&format!("cd {name}; {link} bzip2.o libbz2.a -o static"));
    }
    folder.run("./plain/static -1 <text >text.bz2; ./instrumented/static -1 <text | cmp - text.bz2");
    let compress = folder.trace("instrumented/static -- -1", "text").unwrap();
    compress.assert_right();
    assert_eq!(compress.outcome, "exit 0");
    let decompress = folder.trace("instrumented/static -- -d", "text.bz2").unwrap();
    decompress.assert_right();
    assert_eq!(decompress.stdout, String::from_utf8_lossy(&sample(1024)));
}
