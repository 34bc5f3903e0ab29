//! Exceptions that every test can name, and where they are declared.

/// Exceptions of the library by their headers.
const HEADERS: &[(&str, &[&str])] = &[
    (
        "stdexcept",
        &[
            "domain_error",
            "invalid_argument",
            "length_error",
            "logic_error",
            "out_of_range",
            "overflow_error",
            "range_error",
            "runtime_error",
            "underflow_error",
        ],
    ),
    ("exception", &["bad_exception", "exception"]),
    ("functional", &["bad_function_call"]),
    ("new", &["bad_alloc", "bad_array_new_length"]),
    ("optional", &["bad_optional_access"]),
    ("system_error", &["system_error"]),
    ("typeinfo", &["bad_cast", "bad_typeid"]),
    ("variant", &["bad_variant_access"]),
];

/// Types that need no header.
const BUILT_IN: &[&str] = &["bool", "char", "char const*", "double", "int", "long", "unsigned int", "unsigned long"];

/// The header of a type that is thrown, empty for one that needs none; `None` for a type of the program's own.
pub(super) fn header(what: &str) -> Option<&'static str> {
    if BUILT_IN.contains(&what) {
        return Some("");
    }
    let name = what.strip_prefix("std::")?;
    HEADERS.iter().find(|(_, names)| names.contains(&name)).map(|(header, _)| *header)
}
