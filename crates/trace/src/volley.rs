//! A volley as it lies in the region, and what of an outcome is worth telling.
//!
//! First comes what is known of each outcome, then buffer behind buffer, each of these parts behind its length of eight bytes. What is known is a byte: the
//! [classes of times](times_class) in which the outcome was seen, or [`ONCE`]. An outcome of which nothing can be news any more need not be counted, so that
//! its check may fall silent, which is what makes most of a volley run at full speed.

use crate::times_class;

/// What is known of an outcome of which only the first visit is news, whatever number of them a buffer makes.
pub const ONCE: u8 = !1;

/// The first part of a volley, and what lies behind it. Nothing when no whole part is left.
pub fn part(laid: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = laid.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

/// The class of an outcome that was taken so many times, if that is not known; else 0.
pub const fn news(known: u8, times: u32) -> u8 {
    let class = if known == ONCE && times > 0 { 1 } else { times_class(times) };
    class & !known
}

/// Is what is news of an outcome the same, however often it is taken after so many times?
pub const fn is_settled(known: u8, times: u32) -> bool {
    let higher = times_class(times).wrapping_neg();
    known == ONCE || known & higher == higher
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_end_with_the_volley() {
        let laid = [&2_u64.to_le_bytes()[..], b"ab", &0_u64.to_le_bytes(), &9_u64.to_le_bytes(), b"c"].concat();
        let (first, rest) = part(&laid).expect("two bytes");
        let (second, rest) = part(rest).expect("none");
        assert_eq!((first, second, part(rest)), (&b"ab"[..], &b""[..], None));
        assert_eq!((part(&[]), part(&[0; 7]), part(&[0xff; 20])), (None, None, None));
    }

    #[test]
    fn what_is_settled_tells_the_same_however_often_it_comes() {
        for known in 0..=u8::MAX {
            for times in (1..200).filter(|&times| is_settled(known, times)) {
                let later = (times..400).map(|later| news(known, later));
                assert!(later.clone().all(|class| class == news(known, times)), "{known:b} {times}");
            }
        }
        assert!(is_settled(u8::MAX, 1) && is_settled(ONCE, 1) && is_settled(0b1000_0000, 128));
        assert!(!is_settled(0, 1) && !is_settled(0b11, 2) && !is_settled(0b1, 1));
    }

    #[test]
    fn a_class_is_news_until_it_is_known() {
        assert_eq!([1, 2, 5, 300].map(|times| news(0b10, times)), [1, 0, 8, 128]);
        assert_eq!([0, 1, 5].map(|times| news(ONCE, times)), [0, 1, 1]);
        assert_eq!([0, 1, 5].map(|times| news(u8::MAX, times)), [0, 0, 0]);
    }
}
