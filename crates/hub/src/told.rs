//! How workers ended, as bytes for other processes of the campaign.
//!
//! ```text
//! {"ended":[{"is_exhausted":true,"doubts":[],…,"n_paths":2},…]}\n   what can be read
//! common: u32, n: u32, n × (site: u64, way: u64)                     each path: steps that it shares with the one before, and its own
//! ```
//!
//! Paths are sorted, so neighbours share most of their steps. Invariant: bytes that nobody wrote are refused, whatever they are.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Most steps of all paths that are told; of more, nothing is claimed. 64 MB.
const MOST_STEPS: usize = 1 << 22;

/// How a worker ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// Whether it stopped by itself, and because nothing was left to do.
    pub has_stopped: bool,
    /// The second of these.
    pub is_exhausted: bool,
    /// What it doubts.
    pub doubts: Vec<String>,
    /// The streams of which something needed more bytes than allowed.
    pub too_long: BTreeSet<u16>,
    /// Whether its last tree is one without merged ways, and on which of the two, merged and not, it has taken questions.
    pub grounds: (bool, [bool; 2]),
    /// The steps of its paths, each a site and a way.
    pub paths: Option<Vec<Path>>,
}

/// The steps of a path.
pub type Path = Vec<(u64, u64)>;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    ended: Vec<One>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct One {
    is_exhausted: bool,
    has_stopped: bool,
    doubts: Vec<String>,
    too_long: BTreeSet<u16>,
    splits: bool,
    has_taken: [bool; 2],
    n_paths: Option<usize>,
}

/// What these ended with.
pub fn encode(all: Vec<Told>) -> Vec<u8> {
    let (mut ended, mut steps) = (Vec::new(), Vec::new());
    for one in all {
        let Told { has_stopped, is_exhausted, doubts, too_long, grounds: (splits, has_taken), paths } = one;
        let paths = paths.filter(|paths| paths.iter().map(Vec::len).sum::<usize>() <= MOST_STEPS);
        let n_paths = paths.as_ref().map(Vec::len);
        ended.push(One { is_exhausted, has_stopped, doubts, too_long, splits, has_taken, n_paths });
        encode_paths(paths.unwrap_or_default(), &mut steps);
    }
    let mut bytes = serde_json::to_vec(&Head { ended }).unwrap_or_default();
    bytes.push(b'\n');
    bytes.extend(steps);
    bytes
}

fn encode_paths(mut paths: Vec<Path>, bytes: &mut Vec<u8>) {
    paths.sort_unstable();
    let mut before: &[(u64, u64)] = &[];
    for path in &paths {
        let n_common = before.iter().zip(path.iter()).take_while(|(one, other)| one == other).count();
        bytes.extend((n_common as u32).to_le_bytes());
        bytes.extend(((path.len() - n_common) as u32).to_le_bytes());
        for (site, way) in &path[n_common..] {
            bytes.extend(site.to_le_bytes());
            bytes.extend(way.to_le_bytes());
        }
        before = path;
    }
}

/// The same again; what is wrong with the bytes, if they are none of ours.
pub fn decode(bytes: &[u8]) -> Result<Vec<Told>, String> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("no end of its first line")?;
    let head: Head = serde_json::from_slice(&bytes[..end]).map_err(|why| format!("a wrong first line ({why})"))?;
    let mut rest = Rest { bytes: &bytes[end + 1..], n_steps: 0 };
    head.ended.into_iter().map(|one| rest.ended(one)).collect()
}

/// What is still to be read.
struct Rest<'b> {
    bytes: &'b [u8],
    n_steps: usize,
}

impl Rest<'_> {
    fn ended(&mut self, one: One) -> Result<Told, String> {
        let paths = one.n_paths.map(|n_paths| self.paths(n_paths)).transpose()?;
        let One { is_exhausted, has_stopped, doubts, too_long, splits, has_taken, .. } = one;
        Ok(Told { has_stopped, is_exhausted, doubts, too_long, grounds: (splits, has_taken), paths })
    }

    fn paths(&mut self, n_paths: usize) -> Result<Vec<Path>, String> {
        let mut paths: Vec<Path> = Vec::new();
        for _ in 0..n_paths {
            let n_common = u32::from_le_bytes(self.take()?) as usize;
            let n_own = u32::from_le_bytes(self.take()?) as usize;
            let before = paths.last().map_or(&[][..], |path| path);
            let mut path = before.get(..n_common).ok_or("a path that goes on from nowhere")?.to_vec();
            self.n_steps += n_common + n_own;
            if self.n_steps > MOST_STEPS {
                return Err("too many steps".into());
            }
            for _ in 0..n_own {
                path.push((u64::from_le_bytes(self.take()?), u64::from_le_bytes(self.take()?)));
            }
            paths.push(path);
        }
        Ok(paths)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (taken, rest) = self.bytes.split_first_chunk().ok_or("too few bytes")?;
        self.bytes = rest;
        Ok(*taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told() -> Vec<Told> {
        let first = Told {
            has_stopped: true,
            is_exhausted: true,
            doubts: vec!["a\nb".into()],
            too_long: [4].into(),
            grounds: (true, [false, true]),
            paths: Some(vec![vec![], vec![(3, 0), (5, 1)], vec![(3, 0), (5, 2), (7, 0)]]),
        };
        vec![first, Told::default()]
    }

    #[test]
    fn what_was_told_comes_back() {
        assert_eq!(decode(&encode(told())), Ok(told()));
    }

    #[test]
    fn bytes_that_were_cut_or_changed_never_make_it_fail() {
        let bytes = encode(told());
        for cut in 0..bytes.len() {
            assert!(decode(&bytes[..cut]).is_err(), "at {cut}");
        }
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut changed = bytes.clone();
                changed[at] ^= 1 << bit;
                drop(decode(&changed));
            }
        }
    }
}
