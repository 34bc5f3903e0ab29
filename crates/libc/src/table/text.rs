//! Text: comparisons, searches, copies, characters, options.

use super::row;
use crate::Fact::{
    Body, Closed, Compares, FreshText, Model, ReadsBytes, ReadsText, ReturnsFirst, Uses, WritesArguments, WritesNothing,
};
use crate::Followed::{Nothing, One};
use crate::Function;

/// The functions, one row each.
pub(super) const FUNCTIONS: &[Function] = &[
    // Comparisons.
    row(
        "memcmp",
        &[Model(Nothing), Uses(0, 2), Uses(1, 2), ReadsBytes(0, 2), ReadsBytes(1, 2), WritesNothing, Compares, Closed],
    ),
    row("bcmp", &[Model(Nothing), ReadsBytes(0, 2), ReadsBytes(1, 2), WritesNothing, Compares, Closed]),
    row("strcmp", &[Model(Nothing), ReadsText(0), ReadsText(1), WritesNothing, Closed]),
    row("strncmp", &[Model(Nothing), ReadsBytes(0, 2), ReadsBytes(1, 2), WritesNothing, Closed]),
    row("strcasecmp", &[Model(Nothing), ReadsText(0), ReadsText(1), WritesNothing]),
    row("strncasecmp", &[Model(Nothing), ReadsBytes(0, 2), ReadsBytes(1, 2)]),
    row("strcoll", &[Model(Nothing), ReadsText(0), ReadsText(1)]),
    row("strxfrm", &[ReadsText(1)]),
    // Searches.
    row("strlen", &[Model(Nothing), ReadsText(0), WritesNothing, Closed]),
    row("strnlen", &[Model(Nothing), ReadsBytes(0, 1), WritesNothing]),
    row("strstr", &[Model(Nothing), ReadsText(0), ReadsText(1), ReturnsFirst]),
    row("strspn", &[Model(Nothing), ReadsText(0), ReadsText(1)]),
    row("strcspn", &[Model(Nothing), ReadsText(0), ReadsText(1)]),
    row("strpbrk", &[Model(Nothing), ReadsText(0), ReadsText(1), ReturnsFirst]),
    row("strchr", &[Model(One(1)), ReadsText(0), ReturnsFirst]),
    row("strchrnul", &[Model(One(1)), ReadsText(0), ReturnsFirst]),
    row("strrchr", &[Model(One(1)), ReadsText(0), ReturnsFirst]),
    row("index", &[Model(One(1)), ReturnsFirst]),
    row("rindex", &[Model(One(1)), ReturnsFirst]),
    row("memchr", &[Model(One(1)), ReadsBytes(0, 2), ReturnsFirst]),
    row("memrchr", &[Model(One(1)), ReadsBytes(0, 2), ReturnsFirst]),
    row("rawmemchr", &[Model(One(1)), ReturnsFirst]),
    // Copied, joined and cut strings.
    row("strcpy", &[Body("string.c"), ReadsText(1), WritesArguments, ReturnsFirst]),
    row("stpcpy", &[Body("string.c"), ReadsText(1), ReturnsFirst]),
    row("strncpy", &[Body("string.c"), Uses(0, 2), ReadsText(1), WritesArguments, ReturnsFirst]),
    row("stpncpy", &[Body("string.c"), ReturnsFirst]),
    row("strcat", &[Body("string.c"), ReadsText(1), WritesArguments, ReturnsFirst]),
    row("strncat", &[Body("string.c"), ReadsText(1), ReturnsFirst]),
    row("memccpy", &[Body("string.c")]),
    row("strdup", &[Body("string.c"), ReadsText(0), FreshText]),
    row("strndup", &[Body("string.c"), ReadsText(0), FreshText]),
    row("strtok", &[Body("search.c"), ReadsText(1)]),
    row("strtok_r", &[Body("search.c")]),
    row("strsep", &[Body("search.c")]),
    row("memmem", &[Body("search.c")]),
    row("strcasestr", &[Body("search.c"), ReadsText(0), ReadsText(1), ReturnsFirst]),
    row("__strcpy_chk", &[Body("fortified.c")]),
    row("__stpcpy_chk", &[Body("fortified.c")]),
    row("__strncpy_chk", &[Body("fortified.c")]),
    row("__stpncpy_chk", &[Body("fortified.c")]),
    row("__strcat_chk", &[Body("fortified.c")]),
    row("__strncat_chk", &[Body("fortified.c")]),
    row("__strdup", &[FreshText]),
    row("__strndup", &[FreshText]),
    // Options of the command line.
    row("getopt", &[Body("option.c")]),
    row("getopt_long", &[Body("option.c")]),
    row("getopt_long_only", &[Body("option.c")]),
    // Characters, and the order of bytes in numbers.
    row("isalnum", &[Model(One(0)), WritesNothing, Closed]),
    row("isalpha", &[Model(One(0)), WritesNothing, Closed]),
    row("isblank", &[Model(One(0)), WritesNothing, Closed]),
    row("iscntrl", &[Model(One(0)), WritesNothing, Closed]),
    row("isdigit", &[Model(One(0)), WritesNothing, Closed]),
    row("isgraph", &[Model(One(0)), WritesNothing, Closed]),
    row("islower", &[Model(One(0)), WritesNothing, Closed]),
    row("isprint", &[Model(One(0)), WritesNothing, Closed]),
    row("ispunct", &[Model(One(0)), WritesNothing, Closed]),
    row("isspace", &[Model(One(0)), WritesNothing, Closed]),
    row("isupper", &[Model(One(0)), WritesNothing, Closed]),
    row("isxdigit", &[Model(One(0)), WritesNothing, Closed]),
    row("toupper", &[Model(One(0)), WritesNothing, Closed]),
    row("tolower", &[Model(One(0)), WritesNothing, Closed]),
    row("htonl", &[Model(One(0))]),
    row("ntohl", &[Model(One(0))]),
    row("htons", &[Model(One(0))]),
    row("ntohs", &[Model(One(0))]),
    row("isascii", &[WritesNothing, Closed]),
    row("toascii", &[WritesNothing, Closed]),
];
