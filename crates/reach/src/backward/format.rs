//! Formats of `printf` and `scanf`: what calls with them write.
//!
//! A format that is not constant may say anything, and so may one with a conversion that is not known here.

use symcrete_libc::format::conversions;
use symcrete_model::{Module, Operand};

/// The text of a format, up to its end, where it is constant.
pub(super) fn text<'m>(module: &'m Module, format: Option<&Operand>) -> Option<&'m [u8]> {
    let Some(Operand::Global { id, offset }) = format else { return None };
    let global = module.global(*id);
    let bytes = global.initializer.as_deref().filter(|_| global.is_constant)?;
    let text = bytes.get(usize::try_from(*offset).ok()?..)?;
    text.split(|&byte| byte == 0).next()
}

/// How many bytes a conversion of a format of `scanf`'s writes at most; `None` when there is no bound.
pub(super) fn most_scanned(text: &[u8]) -> Option<u64> {
    conversions(text).map(scanned).try_fold(0, |most, one| Some(most.max(one?)))
}

fn scanned(rest: &[u8]) -> Option<u64> {
    let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (width, rest) = rest.split_at(n_digits);
    let width: Option<u64> = match width {
        [] => None,
        digits => Some(std::str::from_utf8(digits).ok()?.parse().ok()?),
    };
    // What is read and dropped.
    if rest.first() == Some(&b'*') {
        return Some(0);
    }
    let n_sizes = rest.iter().take_while(|byte| b"hlLqjztm".contains(byte)).count();
    let (sizes, rest) = rest.split_at(n_sizes);
    // A pointer to memory that is made for it.
    if sizes.contains(&b'm') {
        return Some(8);
    }
    let letter = if sizes.contains(&b'l') { 4 } else { 1 };
    match rest.first()? {
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'n' => Some(match sizes {
            [] => 4,
            [b'h'] => 2,
            [b'h', b'h'] => 1,
            _ => 8,
        }),
        b'e' | b'f' | b'g' | b'a' | b'E' | b'F' | b'G' | b'A' => Some(match sizes {
            [] => 4,
            [b'L'] => 16,
            _ => 8,
        }),
        b'p' => Some(8),
        b'c' => width.unwrap_or(1).checked_mul(letter),
        b's' | b'[' => width?.checked_add(1)?.checked_mul(letter),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scanned_numbers_have_a_size_and_words_their_width() {
        let sizes = [("%d", 4), ("%hhd %hd", 2), ("%ld", 8), ("%lf%c", 8), ("%Lf", 16), ("%9s", 10), ("%3[a-z],%i", 4)];
        for (format, size) in sizes {
            assert_eq!(most_scanned(format.as_bytes()), Some(size), "{format}");
        }
        assert_eq!(most_scanned(b"%*s %d"), Some(4));
        assert_eq!(most_scanned(b"%ms"), Some(8));
        assert_eq!(most_scanned(b"text"), Some(0));
        for open in ["%s", "%[a-z]", "%1$s", "%d %S", "%Z", "%99999999999999999999s"] {
            assert_eq!(most_scanned(open.as_bytes()), None, "{open}");
        }
    }
}
