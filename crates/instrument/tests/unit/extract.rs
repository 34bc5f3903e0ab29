//! Tests of `src/extract`, from inside.

use super::path;

#[test]
fn files_are_named_with_their_folder() {
    assert_eq!(path("/work", "src/a.c"), "/work/src/a.c");
    assert_eq!(path("/work/", "a.c"), "/work/a.c");
    assert_eq!(path("/work", "/usr/include/stdio.h"), "/usr/include/stdio.h");
    assert_eq!(path("", "a.c"), "a.c");
    assert_eq!(path("/work", ""), "", "unknown stays unknown");
}
