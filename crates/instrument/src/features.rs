//! Features of processors that older clangs name (`-march=native`) and our LLVM knows no more: it would say so of each of them, for every object.
//!
//! They came with processors that are no longer made, or are said by other names beside them. The plain program keeps them.

use crate::llvm::Session;

/// What LLVM took out since version 14.
const FORGOTTEN: &[&str] =
    &["avx10.1-256", "avx10.2-256", "avx512er", "avx512pf", "prefetchwt1", "3dnow", "3dnowa", "mpx"];

/// The attribute of functions that has them, with commas between.
const FEATURES: &str = "target-features";

/// Takes them out of each function's list.
pub(crate) fn forget(session: &Session) {
    for function in session.functions() {
        let all = function.string_attribute(FEATURES);
        let is_kept = |feature: &&str| !FORGOTTEN.contains(&feature.trim_start_matches(['+', '-']));
        let kept: Vec<&str> = all.split(',').filter(is_kept).collect();
        if kept.len() < all.split(',').count() {
            function.set_string_attribute(session, FEATURES, &kept.join(","));
        }
    }
}
