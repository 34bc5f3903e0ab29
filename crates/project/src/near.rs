//! The name that somebody may have meant.

use std::cmp::Reverse;

/// The known name nearest to a wanted one; none that has little in common with it.
pub(crate) fn nearest<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_lowercase().replace('_', "-");
    // A third of the letters: `stdn` is `stdin`, and `colour` is nothing.
    let most = wanted.chars().count().div_ceil(3).max(1);
    let distances = known.map(|name| (strsim::damerau_levenshtein(&wanted, name), name));
    // Of two, the longer one: letters are forgotten more often than added.
    let near = distances.filter(|&(distance, _)| distance <= most);
    near.min_by_key(|&(distance, name)| (distance, Reverse(name.len()), name)).map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_has_a_near_name_and_a_stranger_has_none() {
        let known = || ["std", "stdin", "stdin-max", "strategy", "sources", "seed", "seeds"].into_iter();
        assert_eq!(nearest("stdn", known()), Some("stdin"));
        assert_eq!(nearest("stdin_max", known()), Some("stdin-max"));
        assert_eq!(nearest("source", known()), Some("sources"));
        assert_eq!(nearest("colour", known()), None);
    }
}
