//! zlib: its example and minigzip tests, with static and shared library and 64-bit offsets.

use super::{built_twice, lines_with, sample};
use crate::folder::Folder;

#[test]
fn its_own_tests_pass_and_compression_is_traced() {
    let folder = Folder::new("zlib");
    let script = "./configure && make -j2 test";
    let Some([plain, instrumented]) = built_twice(&folder, "zlib", script) else { return };
    // The tests run side by side, and end as they like.
    let said = |output: &str| {
        let mut lines = lines_with(output, &["zlib test", "***"]);
        lines.sort_unstable();
        lines.join("\n")
    };
    assert!(said(&plain).contains("zlib shared test OK"), "{plain}");
    assert_eq!(said(&instrumented), said(&plain));
    assert!(folder.has("instrumented/.symcrete/minigzip.plain"));
    traced_compression(&folder);
}

/// Compresses and decompresses symbolic bytes.
fn traced_compression(folder: &Folder) {
    folder.write("text", sample(1024));
    let compressed = "./plain/minigzip -6 <text";
    folder.run(&format!("{compressed} >text.gz; ./instrumented/minigzip -6 <text | cmp - text.gz"));
    let deflate = folder.trace("instrumented/minigzip -- -6", "text").unwrap();
    deflate.assert_right();
    assert_eq!(deflate.outcome, "exit 0");
    let inflate = folder.trace("instrumented/minigzip -- -d", "text.gz").unwrap();
    inflate.assert_right();
    assert_eq!(inflate.stdout, String::from_utf8_lossy(&sample(1024)));
}
