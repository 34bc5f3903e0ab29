//! How much of the inputs was explored: everything, everything within the limits that the user set, or less.
//!
//! "No input takes it" needs the first. A limit that was never hit may still be one: an argument of four bytes is read
//! to its end without a question, so what is given with a length counts as bounded.

use crate::claim::Everything;
use crate::front::Bound;
use crate::options::Length;
use crate::session::Session;
use crate::setting::{GIVEN, STDIN};
use symcrete_exec::Varying;

/// How much of what inputs can do was explored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// There may be more, whatever the limits.
    Open,
    /// Everything that inputs within these limits can do.
    Within(Vec<Limit>),
    /// Everything.
    Whole(Everything),
}

/// A limit on the length of an input.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Limit {
    /// What is limited: `16 bytes of standard input`.
    pub(super) what: String,
    /// What to do about it: `raise --stdin or --stdin-max`.
    pub(super) remedy: String,
}

/// How much of what inputs can do was explored in a campaign.
pub(super) fn extent(session: &Session) -> Extent {
    let Some(everything) = session.claim().everything() else { return Extent::Open };
    let options = session.options();
    let mut limits: Vec<Limit> = session.too_long().into_iter().map(|stream| of_stream(session, stream)).collect();
    if options.length == Length::Fixed && options.most().get(STDIN).is_some_and(|&bytes| bytes > 0) {
        limits.push(fixed(session));
    }
    let given = GIVEN..GIVEN + options.setting.varying.len();
    limits.extend(given.map(|stream| of_stream(session, stream as u16)));
    limits.extend(session.bounds().into_iter().map(|Bound { what, remedy, .. }| Limit { what, remedy }));
    limits.sort();
    limits.dedup();
    if limits.is_empty() { Extent::Whole(everything) } else { Extent::Within(limits) }
}

/// The limits within which a campaign explored everything, in words; `None` when it did not.
pub fn explored(session: &Session) -> Option<Vec<String>> {
    match extent(session) {
        Extent::Open => None,
        Extent::Within(limits) => Some(limits.iter().map(Limit::bound).collect()),
        Extent::Whole(_) => Some(Vec::new()),
    }
}

impl Limit {
    /// What inputs within it have: `at most 16 bytes of standard input`.
    fn bound(&self) -> String {
        match (self.what.strip_prefix("the "), self.what.starts_with("exactly ")) {
            (Some(what), _) => format!("limited {what}"),
            (None, true) => self.what.clone(),
            (None, false) => format!("at most {}", self.what),
        }
    }
}

/// The limit on the length of a stream.
pub(super) fn of_stream(session: &Session, stream: u16) -> Limit {
    let options = session.options();
    let most = options.most().get(stream as usize).copied().unwrap_or(0);
    let given = (stream as usize).checked_sub(GIVEN).and_then(|k| options.setting.varying.get(k));
    let (what, remedy) = match given {
        None => ("standard input".to_string(), "raise --stdin or --stdin-max".to_string()),
        Some(Varying::Arg { position, .. }) => (format!("argument {}", position + 1), "raise --arg".to_string()),
        Some(Varying::Env { name, .. }) => (format!("the variable {}", name.display()), "raise --env".to_string()),
        Some(Varying::File { name, .. }) => (format!("the file {}", name.display()), "raise --file".to_string()),
    };
    Limit { what: format!("{most} bytes of {what}"), remedy }
}

fn fixed(session: &Session) -> Limit {
    let bytes = session.options().most().get(STDIN).copied().unwrap_or(0);
    Limit { what: format!("exactly {bytes} bytes of standard input"), remedy: "leave out --stdin-fixed".into() }
}
