//! How workers ended, as bytes for other processes of the campaign.
//!
//! ```text
//! {"ended":[{"is_exhausted":true,"doubts":[],…,"n_paths":2},…]}\n   what can be read
//! common: u32, n: u32, n × (site: u64, way: u64)                     each path: steps that it shares with the one before, and its own
//! ```
//!
//! Paths are sorted, so neighbours share most of their steps. Invariant: bytes that nobody wrote are refused, whatever they are.

use super::Ended;
use crate::session::Step;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use symcrete_search::StopReason;

/// Most steps of all paths that are told; of more, nothing is claimed. 64 MB.
const MOST_STEPS: usize = 1 << 22;

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
pub(super) fn encode<'e>(all: impl Iterator<Item = &'e Ended>) -> Vec<u8> {
    let (mut ended, mut steps) = (Vec::new(), Vec::new());
    for one in all {
        let paths = one.paths.as_ref().filter(|paths| n_steps(paths) <= MOST_STEPS);
        ended.push(One {
            is_exhausted: one.stop == Some(StopReason::Exhausted),
            has_stopped: one.stop.is_some(),
            doubts: one.doubts.clone(),
            too_long: one.too_long.clone(),
            splits: one.grounds.0,
            has_taken: one.grounds.1,
            n_paths: paths.map(Vec::len),
        });
        encode_paths(paths.cloned().unwrap_or_default(), &mut steps);
    }
    let mut bytes = serde_json::to_vec(&Head { ended }).unwrap_or_default();
    bytes.push(b'\n');
    bytes.extend(steps);
    bytes
}

fn n_steps(paths: &[Box<[Step]>]) -> usize {
    paths.iter().map(|path| path.len()).sum()
}

fn encode_paths(mut paths: Vec<Box<[Step]>>, bytes: &mut Vec<u8>) {
    paths.sort_unstable();
    let mut before: &[Step] = &[];
    for path in &paths {
        let n_common = before.iter().zip(path.iter()).take_while(|(one, other)| one.bits() == other.bits()).count();
        bytes.extend((n_common as u32).to_le_bytes());
        bytes.extend(((path.len() - n_common) as u32).to_le_bytes());
        for (site, way) in path[n_common..].iter().map(|step| step.bits()) {
            bytes.extend(site.to_le_bytes());
            bytes.extend(way.to_le_bytes());
        }
        before = path;
    }
}

/// The same again; what is wrong with the bytes, if they are none of ours.
pub(super) fn decode(bytes: &[u8]) -> Result<Vec<Ended>, String> {
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
    fn ended(&mut self, one: One) -> Result<Ended, String> {
        let paths = one.n_paths.map(|n_paths| self.paths(n_paths)).transpose()?;
        let stop = if one.is_exhausted { StopReason::Exhausted } else { StopReason::Interrupted };
        Ok(Ended {
            stop: one.has_stopped.then_some(stop),
            doubts: one.doubts,
            too_long: one.too_long,
            grounds: (one.splits, one.has_taken),
            paths,
        })
    }

    fn paths(&mut self, n_paths: usize) -> Result<Vec<Box<[Step]>>, String> {
        let mut paths: Vec<Box<[Step]>> = Vec::new();
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
                path.push(Step::of_bits(u64::from_le_bytes(self.take()?), u64::from_le_bytes(self.take()?)));
            }
            paths.push(path.into());
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

    fn path(steps: &[(u64, u64)]) -> Box<[Step]> {
        steps.iter().map(|&(site, way)| Step::of_bits(site, way)).collect()
    }

    fn ended() -> Vec<Ended> {
        let paths = vec![path(&[(3, 0), (5, 1)]), path(&[(3, 0), (5, 2), (7, 0)]), path(&[])];
        let first = Ended {
            stop: Some(StopReason::Exhausted),
            doubts: vec!["a\nb".into()],
            too_long: [4].into(),
            grounds: (true, [false, true]),
            paths: Some(paths),
        };
        vec![first, Ended::default()]
    }

    #[test]
    fn what_was_told_comes_back() {
        let all = decode(&encode(ended().iter())).expect("ours");
        assert_eq!(all.len(), 2);
        let (one, want) = (&all[0], &ended()[0]);
        assert_eq!((one.stop, &one.doubts), (want.stop, &want.doubts));
        assert_eq!((&one.too_long, one.grounds), (&want.too_long, want.grounds));
        let mut paths = want.paths.clone().expect("paths");
        paths.sort_unstable();
        assert_eq!(one.paths.as_ref(), Some(&paths));
        assert!(all[1].stop.is_none() && all[1].paths.is_none());
    }

    #[test]
    fn bytes_that_were_cut_or_changed_never_make_it_fail() {
        let bytes = encode(ended().iter());
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
