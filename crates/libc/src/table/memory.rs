//! Memory: copies, fills, allocations, pages, sorts.

use super::row;
use crate::Fact::{
    Allocates, Body, Closed, FillsItems, Fresh, FreshStored, Indifferent, Model, OnlyChecked, Resized, ReturnsFirst,
    Shares, Uses, WritesArguments,
};
use crate::Followed::{All, Nothing, One};
use crate::Function;

/// The functions, one row each.
pub(super) const FUNCTIONS: &[Function] = &[
    // Pages.
    row("mmap", &[Model(Nothing), Shares]),
    row("mmap64", &[Model(Nothing), Shares]),
    row("munmap", &[Indifferent]),
    row("madvise", &[Indifferent]),
    row("mprotect", &[Indifferent]),
    row("shmat", &[Shares]),
    // Copies and fills.
    row("memcpy", &[Model(Nothing), Uses(0, 2), Uses(1, 2), WritesArguments, ReturnsFirst, Closed]),
    row("memmove", &[Model(Nothing), Uses(0, 2), Uses(1, 2), WritesArguments, ReturnsFirst, Closed]),
    row("mempcpy", &[Model(Nothing), Uses(0, 2), Uses(1, 2), ReturnsFirst]),
    row("bcopy", &[Model(Nothing), Uses(0, 2), Uses(1, 2)]),
    row("bzero", &[Model(Nothing), Uses(0, 1)]),
    row("__memcpy_chk", &[Model(Nothing)]),
    row("__memmove_chk", &[Model(Nothing)]),
    row("__mempcpy_chk", &[Model(Nothing)]),
    row("__memset_chk", &[Model(Nothing)]),
    row("memset", &[Model(One(1)), Uses(0, 2), WritesArguments, ReturnsFirst, Closed]),
    row("explicit_bzero", &[Indifferent]),
    // Allocations.
    row("calloc", &[Model(All), Allocates]),
    row("reallocarray", &[Model(All), Resized]),
    row("realloc", &[Model(One(1)), Allocates, Resized]),
    row("malloc", &[Model(One(0)), OnlyChecked, Allocates, Fresh]),
    row("valloc", &[Model(One(0)), OnlyChecked, Fresh]),
    row("aligned_alloc", &[Model(One(1)), OnlyChecked, Fresh]),
    row("memalign", &[Model(One(1)), OnlyChecked, Fresh]),
    row("posix_memalign", &[Model(One(2)), OnlyChecked, FreshStored]),
    row("free", &[Model(Nothing), OnlyChecked, Indifferent, Allocates]),
    row("cfree", &[Indifferent]),
    row("pvalloc", &[Fresh]),
    // Sorts.
    row("qsort", &[Body("sort.c"), Indifferent, FillsItems(0, 2, 1), Closed]),
    row("qsort_r", &[Body("sort.c")]),
    row("bsearch", &[Body("sort.c"), Closed]),
];
