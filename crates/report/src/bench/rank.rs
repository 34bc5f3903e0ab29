//! Medians, quartiles, and the rank test of Mann and Whitney: do two sets of numbers differ by more than chance?
//!
//! Without ties, and with few numbers, the p value is exact, by counting orders; otherwise it is the normal approximation
//! with corrections for ties and continuity, as in R and SciPy. Two-sided.

/// Both sets together may be this large for exact counting.
const EXACT: usize = 40;

/// What the test says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rank {
    /// Pairs in which the first is greater; equal pairs count one half.
    pub u: f64,
    /// How likely such a difference is by chance.
    pub p: f64,
}

/// The quantile of some numbers by linear interpolation; 0 for none.
pub fn quantile(numbers: &[f64], share: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (low, high) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    if low == high { low } else { low + (high - low) * place.fract() }
}

/// Compares two sets of numbers. With an empty set nothing can be said: p is 1.
pub fn mann_whitney(first: &[f64], second: &[f64]) -> Rank {
    let (n, m) = (first.len(), second.len());
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    let u: f64 = pairs.map(|(a, b)| if a > b { 1.0 } else { f64::from(u8::from(a == b)) / 2.0 }).sum();
    if n == 0 || m == 0 {
        return Rank { u, p: 1.0 };
    }
    let ties = ties(first, second);
    let p = if ties.is_empty() && n + m <= EXACT { exact(n, m, u) } else { normal(n as f64, m as f64, u, &ties) };
    Rank { u, p }
}

/// The sizes of groups of equal numbers, of those with more than one.
fn ties(first: &[f64], second: &[f64]) -> Vec<f64> {
    let mut all: Vec<f64> = first.iter().chain(second).copied().collect();
    all.sort_by(f64::total_cmp);
    all.chunk_by(|a, b| a == b).map(|group| group.len() as f64).filter(|size| *size > 1.0).collect()
}

/// Twice the share of orders with a U at least as far out.
fn exact(n: usize, m: usize, u: f64) -> f64 {
    let counts = orders(n, m);
    let all: f64 = counts.iter().sum();
    let least = u.min((n * m) as f64 - u) as usize;
    let tail: f64 = counts[..=least].iter().sum();
    (2.0 * tail / all).min(1.0)
}

/// How many orders of n and m things have each U: the greatest thing is of the first kind, and beats all m of the second,
/// or of the second kind.
fn orders(n: usize, m: usize) -> Vec<f64> {
    let mut table = vec![vec![Vec::new(); m + 1]; n + 1];
    for i in 0..=n {
        for j in 0..=m {
            let mut counts = vec![0.0; i * j + 1];
            if i == 0 || j == 0 {
                counts[0] = 1.0;
            } else {
                let (first, second): (&Vec<f64>, &Vec<f64>) = (&table[i - 1][j], &table[i][j - 1]);
                first.iter().enumerate().for_each(|(u, count)| counts[u + j] += count);
                second.iter().enumerate().for_each(|(u, count)| counts[u] += count);
            }
            table[i][j] = counts;
        }
    }
    table[n][m].clone()
}

fn normal(n: f64, m: f64, u: f64, ties: &[f64]) -> f64 {
    let all = n + m;
    let tied: f64 = ties.iter().map(|size| size.powi(3) - size).sum();
    let variance = n * m / 12.0 * (all + 1.0 - tied / (all * (all - 1.0)));
    let distance = ((u - n * m / 2.0).abs() - 0.5).max(0.0);
    if variance <= 0.0 { 1.0 } else { two_tails(distance / variance.sqrt()) }
}

/// The share of a normal distribution beyond ±z: by a continued fraction far out, by a series near zero.
fn two_tails(z: f64) -> f64 {
    let density = (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if z > 3.0 {
        let fraction = (1..=60).rev().fold(z, |below, k| z + f64::from(k) / below);
        return 2.0 * density / fraction;
    }
    let (mut term, mut sum) = (z, z);
    for k in 1..=100 {
        term *= z * z / f64::from(2 * k + 1);
        sum += term;
    }
    1.0 - 2.0 * density * sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn is_near(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-6 * expected.abs().max(1e-3), "{value} is not {expected}");
    }

    /// The example of SciPy's manual (ages of diabetics), exact and approximated, and small cases that can be counted.
    #[test]
    fn p_values_are_the_known_ones() {
        let (males, females) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
        let rank = mann_whitney(&males, &females);
        assert_eq!(rank.u, 17.0);
        is_near(rank.p, 0.111_111_111_1);
        is_near(normal(5.0, 4.0, 17.0, &[]), 0.111_346_886_533_140_41);
        is_near(mann_whitney(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]).p, 0.1);
        is_near(mann_whitney(&[1.0, 2.0, 3.0, 4.0, 5.0], &[6.0, 7.0, 8.0, 9.0, 10.0]).p, 2.0 / 252.0);
        assert_eq!(mann_whitney(&[1.0], &[2.0]).p, 1.0);
        assert_eq!(mann_whitney(&[], &[2.0]).p, 1.0);
    }

    /// Ties: all equal says nothing; one pair of sets by the formula worked out by hand.
    #[test]
    fn ties_are_corrected() {
        assert_eq!(mann_whitney(&[3.0; 5], &[3.0; 5]), Rank { u: 12.5, p: 1.0 });
        // U = 0.5; ties of 2: variance = 9/12 · (7 − 6/30) = 5.1; z = (4 − 0.5) / √5.1 = 1.549826…
        let rank = mann_whitney(&[1.0, 2.0, 3.0], &[3.0, 4.0, 5.0]);
        assert_eq!(rank.u, 0.5);
        is_near(rank.p, two_tails(3.5 / 5.1_f64.sqrt()));
    }

    #[test]
    fn normal_tails_are_the_known_ones() {
        is_near(two_tails(0.0), 1.0);
        is_near(two_tails(1.0), 0.317_310_507_9);
        is_near(two_tails(1.959_963_985), 0.05);
        is_near(two_tails(3.290_526_731), 0.001);
        is_near(two_tails(5.0), 5.733_031_4e-7);
    }

    #[test]
    fn quantiles_lie_between() {
        let numbers = [4.0, 1.0, 3.0, 2.0];
        assert_eq!([0.0, 0.25, 0.5, 1.0].map(|share| quantile(&numbers, share)), [1.0, 1.75, 2.5, 4.0]);
        assert_eq!(quantile(&[], 0.5), 0.0);
        assert_eq!(quantile(&[1.0, f64::INFINITY, f64::INFINITY], 0.75), f64::INFINITY);
    }
}
