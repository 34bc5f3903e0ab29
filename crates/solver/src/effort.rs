//! How much is done for an answer: a campaign has thousands of questions, and most of what one hard question would take is better spent on others.
//! Invariant: less effort may leave a question open, and never changes an answer.

/// How much is done for an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Only the cheap stages, and of the SAT solver only a little; where more could be done, not knowing is [`Why::PutOff`](crate::Why::PutOff).
    Quick,
    /// All stages.
    #[default]
    Whole,
}
