//! Scouts: inputs that are run without symbols first, and in full only when they show something new.
//!
//! Where the target can, many of them are tried in one process, a volley, which costs a small part of so many runs. What one of them leaves
//! behind the next one meets, so a volley only chooses: whoever seems to cover something, crashes or does not end there becomes an
//! ordinary scout, in a process of its own. A branch that volleys take and scouts do not (a table is filled for the second time) is soon
//! no reason any more.

use super::{Campaign, Cause, Outside, Scouted, Target, Volley};
use crate::candidate::{Effect, News};
use crate::input::Input;
use crate::question::Solve;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::BuildHasher;
use symcrete_model::BranchId;

/// Scouts that cover nothing and crash, and are run in full all the same.
const MAX_CRASHES: u32 = 64;
/// Scouts of one turn that cover nothing, took a branch as often as none before, and are run in full: a run in full costs as much as some of them.
const MAX_RARE: u32 = 2;
/// Scouts in a process each that are about as dear as one followed run with its questions.
const HANDFUL: usize = 16;
/// Branches that volleys of one turn may take in all, and most inputs of one turn. A branch of a run without symbols takes some nanoseconds.
const STEPS: u64 = 1 << 22;
const MOST: u64 = 8192;
/// Scouts that a branch may make of members of volleys, though none of them takes it.
const MAX_CHOSEN: u32 = 4;
/// Inputs that are kept because they took a branch as often as none before, and their bytes.
const MAX_KEPT: usize = 4096;
const MAX_KEPT_BYTES: usize = 64 << 20;

/// Scouts on their way.
pub(super) struct Scouts {
    /// Nobody has tried these.
    left: std::vec::IntoIter<Input>,
    /// A volley chose these.
    chosen: Vec<Input>,
    n_volleys: usize,
    /// How many branches those before them covered first, and how many were run in full for less.
    gain: u32,
    n_rare: u32,
    /// Whether the strategy asked for them.
    is_own: bool,
}

impl Scouts {
    pub(super) fn new(inputs: Vec<Input>, is_own: bool) -> Scouts {
        Scouts { left: inputs.into_iter(), chosen: Vec::new(), n_volleys: 0, gain: 0, n_rare: 0, is_own }
    }

    fn is_over(&self) -> bool {
        self.left.as_slice().is_empty() && self.chosen.is_empty()
    }
}

/// What becomes of a member of a volley.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Dropped,
    Kept,
    Chosen,
}

/// What became of scouts so far.
#[derive(Default)]
pub(super) struct Scouting {
    /// Those that were run in full because they crashed.
    n_crashes: u32,
    /// By branch, how many a volley chose because of it.
    chosen: FxHashMap<BranchId, u32>,
    /// Those that took a branch as often as none before, and were not run in full for that.
    pub(super) kept: Vec<Input>,
    n_kept_bytes: usize,
    /// Branches that runs in full took lately, each counted as often as it was taken: a decaying mean.
    n_steps: u64,
}

impl Scouting {
    fn keep(&mut self, input: Input) {
        let n_bytes = self.n_kept_bytes + input.n_bytes();
        if self.kept.len() < MAX_KEPT && n_bytes <= MAX_KEPT_BYTES {
            self.n_kept_bytes = n_bytes;
            self.kept.push(input);
        }
    }

    /// A run in full took its branches so many times and ended.
    pub(super) fn saw(&mut self, times: &[u32]) {
        let n_steps: u64 = times.iter().map(|&times| u64::from(times)).sum();
        self.n_steps = (3 * self.n_steps + n_steps) / 4;
    }
}

impl<T: Target, S: Solve> Campaign<'_, T, S> {
    /// How many scouts a strategy has in one turn.
    pub(super) fn handful(&self) -> usize {
        if !self.target.fires() {
            return HANDFUL;
        }
        (STEPS / self.scouting.n_steps.max(1)).clamp(HANDFUL as u64, MOST) as usize
    }

    /// Runs the next scout without symbols, and in full if it shows something new. Behind the last one, one that a limit stopped, or
    /// many that end their process, tells what they brought.
    pub(super) fn scout(&mut self, mut scouts: Scouts, outside: &mut Outside<T::Record>) -> Result<(), T::Error> {
        let mut is_stopped = false;
        if let Some(input) = self.next_scout(&mut scouts)? {
            let scouted = self.target.scout(&input)?;
            self.statistics.scouted += 1;
            is_stopped = scouted.is_stopped;
            let is_rare = scouts.n_rare < MAX_RARE && self.frequencies.is_rare(&scouted.covered, &scouted.times);
            scouts.n_rare += u32::from(is_rare);
            if self.is_news(&scouted) || is_rare {
                scouts.gain += self.run(&input, Cause::Scout, outside)?.unwrap_or(0);
            }
        }
        // What others bring is tried to the end: nobody would make it up again.
        let is_dear = is_stopped || scouts.n_volleys > HANDFUL && scouts.chosen.is_empty();
        if is_dear && scouts.is_own || scouts.is_over() {
            let result = Effect::Scouted { gain: scouts.gain, is_stopped };
            outside.strategy.told(&News { result, is_own: scouts.is_own, n_conditions: 0 });
        } else {
            self.scouts = Some(scouts);
        }
        Ok(())
    }

    /// The next one that is to be run in a process of its own, if there is one by now.
    fn next_scout(&mut self, scouts: &mut Scouts) -> Result<Option<Input>, T::Error> {
        let is_to_fire = scouts.chosen.is_empty() && !scouts.left.as_slice().is_empty() && self.target.fires();
        // Where a volley tries none it is each on its own.
        let has_fired = is_to_fire && self.fire(scouts)?;
        if has_fired || !scouts.chosen.is_empty() {
            return Ok(scouts.chosen.pop().filter(|input| is_first(&mut self.tried, input)));
        }
        Ok(scouts.left.find(|input| is_first(&mut self.tried, input)))
    }

    /// Has a volley try what is left, and says whether it tried any.
    fn fire(&mut self, scouts: &mut Scouts) -> Result<bool, T::Error> {
        let volley = self.target.volley(scouts.left.as_slice(), self.frequencies.known())?;
        self.statistics.scouted += volley.n_tried as u64;
        scouts.n_volleys += 1;
        self.choose(scouts, &volley);
        Ok(volley.n_tried > 0)
    }

    /// Takes out what a volley tried, and chooses what becomes an ordinary scout; the first one of them last. Those that only took a branch
    /// as often as none before are kept, for blind changes to begin with.
    fn choose(&mut self, scouts: &mut Scouts, volley: &Volley) {
        let mut fates = vec![Fate::Dropped; volley.n_tried];
        for &(index, branch, class) in &volley.covered {
            let Some(fate) = fates.get_mut(index) else { continue };
            if self.coverage.is_wanted(branch) {
                let n_chosen = self.scouting.chosen.entry(branch).or_default();
                *n_chosen += 1;
                *fate = if *n_chosen <= MAX_CHOSEN { Fate::Chosen } else { *fate };
            } else if *fate != Fate::Chosen && self.frequencies.learn(branch, class) {
                *fate = Fate::Kept;
            }
        }
        if let Some(last) = fates.last_mut().filter(|_| volley.is_cut) {
            *last = if self.scouting.n_crashes < MAX_CRASHES { Fate::Chosen } else { Fate::Dropped };
        }
        for (fate, input) in fates.into_iter().zip(scouts.left.by_ref()) {
            match fate {
                Fate::Chosen => scouts.chosen.push(input),
                Fate::Kept => self.scouting.keep(input),
                Fate::Dropped => {}
            }
        }
        scouts.chosen.reverse();
    }

    /// Is a scout's input worth a run in full? Crashes are told apart only by such a run, so a number of them gets one.
    fn is_news(&mut self, scouted: &Scouted) -> bool {
        if scouted.covered.iter().any(|&branch| self.coverage.is_wanted(branch)) {
            return true;
        }
        self.scouting.n_crashes += u32::from(scouted.is_crash);
        scouted.is_crash && self.scouting.n_crashes <= MAX_CRASHES
    }
}

/// Was this input not tried before? From now on it was.
pub(super) fn is_first(tried: &mut FxHashSet<u64>, input: &Input) -> bool {
    tried.insert(FxBuildHasher.hash_one(&input.streams))
}
