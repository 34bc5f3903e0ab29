//! What the one order of messages says: who is at work, and whether anybody has anything left to do.
//!
//! A process rests at a seat when its workers there have nothing left to do, and says up to which message they have heard. It goes on only for a reason that is
//! in the stream: a run of another seat that covered something, or an offer. So everything is explored when every seat rests and nothing behind
//! that could wake it: a matter of the messages up to a point, the same for everybody who reads that far, and true for ever after.
//!
//! Invariant: one that dies does not rest, until somebody has taken its seat and has nothing left to do there.

use crate::said::{Message, Said};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use symcrete_hub::fact::{Fact, Run};

/// What was heard so far.
#[derive(Debug, Default)]
pub(crate) struct Log {
    /// The number of the last message.
    pub(crate) heard: u64,
    seats: BTreeMap<u64, Seat>,
    /// The processes in the order in which they joined.
    joined: Vec<String>,
    /// Runs that covered something, with the seat that made them.
    covers: Vec<(u64, Arc<Run>)>,
    /// Seats that have ended, with the process that said so.
    ended: BTreeMap<u64, String>,
    reported: BTreeSet<String>,
    /// Everything is explored.
    pub(crate) is_over: bool,
    /// Somebody said that nobody need go on.
    pub(crate) closed: Option<String>,
}

#[derive(Debug, Default)]
struct Seat {
    /// The process that has it.
    holder: String,
    n_workers: u32,
    /// Up to which message it had heard when it had nothing left to do.
    rested: Option<u64>,
    /// The last run of its own that covered something, and the last offer to it.
    covered: u64,
    offered: u64,
    offers: Vec<Arc<Run>>,
}

impl Log {
    /// Hears a message.
    pub(crate) fn hear(&mut self, number: u64, message: &Message) {
        self.heard = self.heard.max(number);
        let by = &message.by;
        match &message.said {
            Said::Joined { seat, n_workers, gathers } => {
                self.ended.remove(seat);
                self.closed = self.closed.take().filter(|_| !gathers);
                if !self.joined.contains(by) {
                    self.joined.push(by.clone());
                }
                let known = self.seats.entry(*seat).or_default();
                (known.holder, known.n_workers, known.rested) = (by.clone(), *n_workers, None);
            }
            Said::Rested { seat, upto } => {
                if let Some(known) = self.seats.get_mut(seat).filter(|known| known.holder == *by) {
                    known.rested = Some(*upto);
                }
            }
            Said::Told { seat, facts } => self.told(number, *seat, facts),
            Said::Offered { to, run } => {
                if let Some(known) = self.seats.get_mut(to) {
                    known.offered = number;
                    known.offers.push(Arc::new(run.clone()));
                }
            }
            Said::Ended { seats } => {
                let own = seats.iter().copied().filter(|seat| self.holder(*seat) == Some(by)).collect::<Vec<u64>>();
                self.ended.extend(own.into_iter().map(|seat| (seat, by.clone())));
            }
            Said::Reported => drop(self.reported.insert(by.clone())),
            Said::Closed { why } => drop(self.closed.get_or_insert(why.clone())),
            Said::Long { .. } | Said::Decided { .. } | Said::Doubted { .. } => {}
        }
        let is_idle = |(seat, known): (&u64, &Seat)| known.rested.is_some_and(|upto| upto >= self.relevant(*seat));
        self.is_over |= !self.seats.is_empty() && self.seats.iter().all(is_idle);
    }

    fn told(&mut self, number: u64, seat: u64, facts: &[Fact]) {
        for fact in facts {
            if let Fact::Ran(run) = fact
                && !run.gained.is_empty()
            {
                self.covers.push((seat, Arc::new(run.clone())));
                if let Some(known) = self.seats.get_mut(&seat) {
                    known.covered = number;
                }
            }
        }
    }

    /// The number of the last message that gives a seat something to do.
    pub(crate) fn relevant(&self, seat: u64) -> u64 {
        let others = self.seats.iter().filter(|(other, _)| **other != seat).map(|(_, other)| other.covered);
        let own = self.seats.get(&seat).map_or(0, |own| own.offered);
        others.chain([own]).max().unwrap_or(0)
    }

    /// Has somebody taken this seat?
    pub(crate) fn is_taken(&self, seat: u64) -> bool {
        self.seats.contains_key(&seat)
    }

    /// Who has a seat.
    pub(crate) fn holder(&self, seat: u64) -> Option<&str> {
        self.seats.get(&seat).map(|known| known.holder.as_str())
    }

    /// How many processes joined before this one, if it has. The same for everybody, and no other's.
    pub(crate) fn place(&self, name: &str) -> Option<u64> {
        self.joined.iter().position(|joined| joined == name).map(|place| place as u64)
    }

    /// Another seat whose workers have nothing left to do, and nothing on its way to them.
    pub(crate) fn waiting(&self, own: u64) -> Option<u64> {
        let is_waiting = |(seat, known): &(&u64, &Seat)| {
            **seat != own && known.rested.is_some_and(|upto| upto >= self.relevant(**seat))
        };
        self.seats.iter().find(is_waiting).map(|(seat, _)| *seat)
    }

    /// What the workers of a seat got from others, and what they told that others were to hear: runs to begin with, and own ones.
    pub(crate) fn inheritance(&self, seat: u64) -> (Vec<Arc<Run>>, Vec<Arc<Run>>) {
        let covers = self.covers.iter().map(|(_, run)| run.clone());
        let offers = self.seats.get(&seat).into_iter().flat_map(|known| known.offers.iter().cloned());
        let own = self.covers.iter().filter(|(by, _)| *by == seat).map(|(_, run)| run.clone());
        (covers.chain(offers).collect(), own.collect())
    }

    /// Seats whose holder has not said how it ended.
    pub(crate) fn n_missing(&self) -> usize {
        self.seats.keys().filter(|seat| !self.ended.contains_key(seat)).count()
    }

    /// The processes that have said how they ended, and of which somebody's seat is.
    pub(crate) fn enders(&self) -> BTreeSet<String> {
        self.ended.values().cloned().collect()
    }

    /// The processes that have said how they ended and told their report. Of one whose seat somebody else has taken since, the report is no longer true.
    pub(crate) fn reporters(&self) -> impl Iterator<Item = &String> {
        self.reported.iter().filter(|name| self.ended.values().any(|ender| ender == *name))
    }

    /// The processes that have a seat, with the number of their workers.
    pub(crate) fn members(&self) -> BTreeMap<String, u32> {
        let mut members: BTreeMap<String, u32> = BTreeMap::new();
        for seat in self.seats.values().filter(|seat| !seat.holder.is_empty()) {
            *members.entry(seat.holder.clone()).or_default() += seat.n_workers;
        }
        members
    }

    /// The branches that all runs covered.
    pub(crate) fn covered(&self) -> BTreeSet<u32> {
        self.covers.iter().flat_map(|(_, run)| run.gained.iter().copied()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn log(said: &[(&str, Said)]) -> Log {
        let mut log = Log::default();
        for (number, (by, said)) in (1..).zip(said) {
            log.hear(number, &Message { by: (*by).into(), said: said.clone() });
        }
        log
    }

    fn joined(seat: u64) -> Said {
        Said::Joined { seat, n_workers: 1, gathers: false }
    }

    fn rested(seat: u64, upto: u64) -> Said {
        Said::Rested { seat, upto }
    }

    fn covered(seat: u64) -> Said {
        Said::Told { seat, facts: vec![Fact::Ran(Run { number: 1, gained: vec![0], ..Run::default() })] }
    }

    #[test]
    fn processes_have_places_of_their_own_whatever_seats_they_take() {
        let log = log(&[("a", joined(1)), ("b", joined(2)), ("a", joined(2)), ("c", joined(1))]);
        assert_eq!(["a", "b", "c", "d"].map(|name| log.place(name)), [Some(0), Some(1), Some(2), None]);
    }

    #[test]
    fn everything_is_explored_when_everybody_rests_and_nothing_wakes_them() {
        assert!(!log(&[]).is_over);
        assert!(!log(&[("a", joined(1)), ("b", joined(2)), ("a", rested(1, 2))]).is_over);
        assert!(log(&[("a", joined(1)), ("b", joined(2)), ("a", rested(1, 2)), ("b", rested(2, 2))]).is_over);
        let woken = [("a", joined(1)), ("b", joined(2)), ("a", rested(1, 2)), ("b", covered(2)), ("b", rested(2, 4))];
        assert!(!log(&woken).is_over, "the first has not heard of what the second covered");
        let heard = [&woken[..], &[("a", rested(1, 4))]].concat();
        assert!(log(&heard).is_over);
        let late = [&heard[..], &[("c", joined(3))]].concat();
        assert!(log(&late).is_over, "whoever comes later finds it explored");
    }

    #[test]
    fn an_offer_wakes_one() {
        let run = Run { number: 1, ..Run::default() };
        let offered = Said::Offered { to: 1, run };
        let said = [("a", joined(1)), ("b", joined(2)), ("a", rested(1, 2)), ("b", offered), ("b", rested(2, 3))];
        assert_eq!(log(&said[..3]).waiting(2), Some(1));
        assert_eq!(log(&said[..4]).waiting(2), None, "it has something now");
        assert!(!log(&said).is_over);
        assert_eq!(log(&said).inheritance(1).0.len(), 1);
    }

    #[test]
    fn one_that_died_does_not_rest_until_its_heir_does() {
        let said = [("a", joined(1)), ("b", joined(2)), ("a", rested(1, 2)), ("a", joined(2)), ("b", rested(2, 4))];
        assert!(!log(&said).is_over, "the seat is no longer b's");
        assert!(log(&[&said[..], &[("a", rested(2, 5))]].concat()).is_over);
    }
}
