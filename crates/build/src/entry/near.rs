//! Names that somebody may have meant.

/// Most names that are suggested.
const MOST: usize = 3;

/// The known names nearest to a wanted one, nearest first; none that has little in common with it.
pub(super) fn names<'a>(wanted: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let limit = wanted.chars().count().div_ceil(4).max(2);
    let is_part = |name: &str| wanted.len() >= 3 && (name.contains(wanted) || wanted.contains(name));
    let mut near: Vec<(usize, &str)> = known
        .map(|name| (if is_part(name) { 1 } else { distance(wanted, name) }, name))
        .filter(|&(distance, name)| distance <= limit && !name.is_empty())
        .collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().map(|(_, name)| name).take(MOST).collect()
}

/// Insertions, deletions and exchanges that make one name of the other, letter case aside.
fn distance(a: &str, b: &str) -> usize {
    strsim::levenshtein(&a.to_lowercase(), &b.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["parse_header", "parse_body", "main", "checksum"];
        assert_eq!(names("parse_heder", known.into_iter()), ["parse_header"]);
        assert_eq!(names("header", known.into_iter()), ["parse_header"]);
        assert_eq!(names("Checksun", known.into_iter()), ["checksum"]);
        assert_eq!(names("zzzzzz", known.into_iter()), [""; 0]);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
