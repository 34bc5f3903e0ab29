//! How large crates are: one that has grown too large is two.

use crate::{Source, Violation};
use std::collections::BTreeMap;

/// Most lines of a crate's source, tests in its files included.
const MOST: usize = 10_000;
/// Crates with another bar.
const OTHERS: &[(&str, usize)] = &[
    // The command line: arguments, printing, exit codes, nothing else.
    ("symcrete", 5_000),
];

/// Checks every crate.
pub fn check(sources: &[Source]) -> Vec<Violation> {
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources.iter().filter(|source| source.path.split('/').nth(2) == Some("src")) {
        *lines.entry(source.crate_name()).or_default() += source.text.lines().count();
    }
    let bar = |name: &str| OTHERS.iter().find(|(other, _)| *other == name).map_or(MOST, |&(_, most)| most);
    let too_large = lines.into_iter().filter(|&(name, n)| n > bar(name));
    let violation = |(name, n): (&str, usize)| Violation {
        path: format!("crates/{name}"),
        line: 0,
        what: format!("{n} lines of source, at most {}: split the crate", bar(name)),
    };
    too_large.map(violation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_source_of_a_crate_counts() {
        let of = |path: &str, n: usize| Source::new(path, &"\n".repeat(n));
        assert_eq!(check(&[of("crates/expr/src/a.rs", 6_000), of("crates/expr/tests/b.rs", 6_000)]), []);
        assert_eq!(check(&[of("crates/expr/src/a.rs", 6_000), of("crates/expr/src/b.rs", 6_000)]).len(), 1);
        assert_eq!(check(&[of("crates/symcrete/src/a.rs", 5_001)]).len(), 1);
    }
}
