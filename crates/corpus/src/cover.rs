//! A smaller suite with the same coverage.
//!
//! Greedy set cover: take the test that adds most, again and again; of equal ones the one that costs less, then the
//! earlier. Chvátal (1979) bounds the result by ln(n) + 1 times the optimum; a last pass drops tests that later ones
//! made superfluous. Same input, same output.

use std::collections::BTreeSet;

/// Positions of the tests to keep, in order. `sets` says what each covers, `costs` what it costs (its bytes).
pub fn cover<T: Ord + Copy>(sets: &[BTreeSet<T>], costs: &[usize]) -> Vec<usize> {
    let mut missing: BTreeSet<T> = sets.iter().flatten().copied().collect();
    let mut kept = Vec::new();
    while !missing.is_empty() {
        let gain = |index: &usize| sets[*index].intersection(&missing).count();
        let rank = |index: &usize| (gain(index), std::cmp::Reverse((costs.get(*index).copied(), *index)));
        let Some(best) = (0..sets.len()).max_by_key(rank) else { break };
        missing.retain(|item| !sets[best].contains(item));
        kept.push(best);
    }
    drop_superfluous(sets, &mut kept);
    kept.sort_unstable();
    kept
}

/// Drops, from the first taken on, each test whose items the others have.
fn drop_superfluous<T: Ord + Copy>(sets: &[BTreeSet<T>], kept: &mut Vec<usize>) {
    let mut at = 0;
    while at < kept.len() {
        let has = |item: &T| kept.iter().enumerate().any(|(other, &index)| other != at && sets[index].contains(item));
        if sets[kept[at]].iter().all(has) {
            kept.remove(at);
        } else {
            at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(lists: &[&[u32]]) -> Vec<BTreeSet<u32>> {
        lists.iter().map(|list| list.iter().copied().collect()).collect()
    }

    #[test]
    fn nothing_is_lost_and_nothing_is_superfluous() {
        // Greedy takes the middle one first, which the two others make superfluous.
        assert_eq!(cover(&sets(&[&[1, 2, 3], &[2, 3, 4, 5], &[4, 5, 6]]), &[1, 1, 1]), [0, 2]);
        assert_eq!(cover(&sets(&[&[1], &[1], &[]]), &[9, 2, 0]), [1], "the cheaper of equals");
        assert_eq!(cover(&sets(&[&[1], &[1]]), &[]), [0], "the earlier of equals");
        assert_eq!(cover::<u32>(&[], &[]), [0; 0]);
    }
}
