//! Values as a person writes them in C: characters as characters, enumerators by name, no bytes where there is a text.

use super::declare::{declared, parted};
use super::dialect::Callee;
use crate::signature::{NumberKind, Shape, Signature};

/// A number of a type, from its bytes in memory; `None` for what is no number.
pub(super) fn number(signature: Callee, ty: usize, bytes: &[u8]) -> Option<String> {
    match signature.bare(ty)?.1 {
        Shape::Number { name, number, bytes: size } => {
            let mut word = [0; 8];
            let size = usize::try_from(*size).ok().filter(|&size| size <= 8)?;
            let n = bytes.len().min(size);
            word[..n].copy_from_slice(&bytes[..n]);
            let bits = u64::from_le_bytes(word);
            let is_long_long = name.contains("long long");
            Some(match number {
                NumberKind::Bool if signature.is_cpp() => (bits != 0).to_string(),
                NumberKind::Bool => u8::from(bits != 0).to_string(),
                NumberKind::Float if size == 4 => float(f32::from_bits(bits as u32)),
                NumberKind::Float => double(f64::from_bits(bits)),
                NumberKind::Character => character(bits as u8, name.starts_with("unsigned")),
                NumberKind::Unsigned => unsigned(&signature, bits, size, is_long_long),
                NumberKind::Signed => signed(&signature, sign_extended(bits, size), size, is_long_long),
            })
        }
        Shape::Enum { bytes: size, names, tag, is_class, .. } => {
            let mut word = [0; 8];
            let size = usize::try_from(*size).ok().filter(|&size| size <= 8)?;
            let n = bytes.len().min(size);
            word[..n].copy_from_slice(&bytes[..n]);
            let value = sign_extended(u64::from_le_bytes(word), size);
            let has_name = tag.is_some() || has_alias(&signature, ty);
            let named = names.iter().find(|(_, one)| has_name && *one == value);
            match named {
                Some((name, _)) => Some(enumerator(tag.as_deref(), *is_class, name)),
                None if signature.is_cpp() => {
                    let spelled = declared(signature, bare(&signature, ty)?, "")?;
                    let value = signed(&signature, value, size, false);
                    Some(if spelled == "int" { value } else { signature.cast(&spelled, &value) })
                }
                None => Some(signed(&signature, value, size, false)),
            }
        }
        _ => None,
    }
}

/// The name of a value of an enumeration with this tag: in its namespace, or in the enumeration itself.
fn enumerator(tag: Option<&str>, is_class: bool, name: &str) -> String {
    match (tag, is_class) {
        (Some(tag), true) => format!("{tag}::{name}"),
        (Some(tag), false) => match parted(tag).0 {
            "" => name.into(),
            scope => format!("{scope}::{name}"),
        },
        (None, _) => name.into(),
    }
}

/// A type without what it is to be written through: a reference, `const`.
pub(super) fn bare(signature: &Signature, ty: usize) -> Option<usize> {
    match signature.types.get(ty)? {
        Shape::Reference { to: of, .. } | Shape::Const { of: Some(of) } if *of != ty => bare(signature, *of),
        _ => Some(ty),
    }
}

/// Characters as a text of C++: a literal, or where they are no text, each of them. The flag says whether it stands where commas part
/// things.
pub(super) fn cxx_text(bytes: &[u8], is_in_macro: bool) -> String {
    match text(bytes) {
        Some(text) => text,
        None => {
            let list: Vec<String> = bytes.iter().map(|&byte| character(byte, false)).collect();
            let made = format!("std::string{{ {} }}", list.join(", "));
            if is_in_macro { format!("({made})") } else { made }
        }
    }
}

/// Does a type have another name? Only what has one is declared by a test.
fn has_alias(signature: &Signature, ty: usize) -> bool {
    match signature.types.get(ty) {
        Some(Shape::Typedef { .. }) => true,
        Some(Shape::Const { of: Some(of) }) if *of != ty => has_alias(signature, *of),
        _ => false,
    }
}

/// The bytes in memory of a number of a type that was printed.
pub(super) fn parsed(signature: &Signature, ty: usize, text: &str) -> Option<Vec<u8>> {
    match signature.bare(ty)?.1 {
        Shape::Number { number: NumberKind::Float, bytes: 4, .. } => {
            Some((text.parse::<f64>().ok()? as f32).to_bits().to_le_bytes().into())
        }
        Shape::Number { number: NumberKind::Float, .. } => {
            Some(text.parse::<f64>().ok()?.to_bits().to_le_bytes().into())
        }
        Shape::Number { bytes, .. } | Shape::Enum { bytes, .. } => {
            let value: i128 = text.parse().ok()?;
            value.to_le_bytes().get(..usize::try_from(*bytes).ok()?).map(<[u8]>::to_vec)
        }
        _ => None,
    }
}

fn sign_extended(bits: u64, size: usize) -> i64 {
    let unused = 64 - 8 * size as u32;
    ((bits << unused) as i64) >> unused
}

fn signed(signature: &Signature, value: i64, size: usize, is_long_long: bool) -> String {
    let suffix = match (size, is_long_long) {
        (8, true) => "LL",
        (8, false) => "L",
        _ => "",
    };
    if value == i64::MIN || (size == 4 && value == i64::from(i32::MIN)) {
        return format!("(-{}{suffix} - 1)", (value + 1).unsigned_abs());
    }
    match u64::try_from(value) {
        Ok(value) if signature.hexadecimal.contains(&value) => format!("{value:#x}{suffix}"),
        _ => format!("{value}{suffix}"),
    }
}

fn unsigned(signature: &Signature, value: u64, size: usize, is_long_long: bool) -> String {
    let suffix = match (size, is_long_long) {
        (8, true) => "ULL",
        (8, false) => "UL",
        (4, _) => "U",
        _ => "",
    };
    if signature.hexadecimal.contains(&value) { format!("{value:#x}{suffix}") } else { format!("{value}{suffix}") }
}

/// Plain and signed characters are text, unsigned ones numbers.
fn character(byte: u8, is_unsigned: bool) -> String {
    match escaped(byte, '\'').filter(|_| !is_unsigned) {
        Some(text) => format!("'{text}'"),
        None if is_unsigned => byte.to_string(),
        None if byte == 0 => "'\\0'".into(),
        None => (byte as i8).to_string(),
    }
}

/// A byte inside of quotes, if it is text.
fn escaped(byte: u8, quote: char) -> Option<String> {
    match byte {
        b'\n' => Some("\\n".into()),
        b'\t' => Some("\\t".into()),
        b'\r' => Some("\\r".into()),
        b'\\' => Some("\\\\".into()),
        _ if char::from(byte) == quote => Some(format!("\\{quote}")),
        b' '..=b'~' => Some(char::from(byte).into()),
        _ => None,
    }
}

/// Bytes as a string literal, if they are text.
pub(super) fn text(bytes: &[u8]) -> Option<String> {
    let parts: Option<String> = bytes.iter().map(|&byte| escaped(byte, '"')).collect();
    // Two question marks may begin a trigraph.
    parts.map(|text| format!("\"{}\"", text.replace("??", "?\\?")))
}

/// A text that may hold any characters: those that have no other name are written by their numbers.
pub(super) fn any_text(bytes: &[u8]) -> String {
    let parts = bytes.iter().enumerate().map(|(k, &byte)| {
        // A number goes on as long as there are digits of it.
        let is_split = bytes.get(k + 1).is_some_and(u8::is_ascii_hexdigit);
        escaped(byte, '"').unwrap_or_else(|| format!("\\x{byte:02x}{}", if is_split { "\" \"" } else { "" }))
    });
    format!("\"{}\"", parts.collect::<String>().replace("??", "?\\?"))
}

/// The initial value of an array of characters of a size: a text if it is one and has an end, else its characters.
pub(super) fn characters(bytes: &[u8], is_unsigned: bool) -> String {
    let n = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    match text(&bytes[..n]) {
        Some(text) if n < bytes.len() => text,
        _ => {
            let list: Vec<String> = bytes[..n.max(1)].iter().map(|&byte| character(byte, is_unsigned)).collect();
            format!("{{ {} }}", list.join(", "))
        }
    }
}

/// Most digits of a number that is written in decimal.
const DIGITS: usize = 7;

fn double(value: f64) -> String {
    special(value).unwrap_or_else(|| match format!("{value:?}") {
        short if is_short(&short) => short,
        _ => hexadecimal(value),
    })
}

fn float(value: f32) -> String {
    special(f64::from(value)).unwrap_or_else(|| match format!("{value:?}") {
        short if is_short(&short) => short + "f",
        _ => hexadecimal(f64::from(value)) + "f",
    })
}

fn special(value: f64) -> Option<String> {
    match value {
        _ if value.is_nan() => Some(if value.is_sign_negative() { "-NAN" } else { "NAN" }.into()),
        _ if value.is_infinite() => Some(if value > 0.0 { "INFINITY" } else { "-INFINITY" }.into()),
        _ => None,
    }
}

fn is_short(text: &str) -> bool {
    text.len() <= DIGITS + 1 && !text.contains('e')
}

/// A number by its bits, which every compiler reads exactly.
fn hexadecimal(value: f64) -> String {
    let bits = value.to_bits();
    let sign = if value.is_sign_negative() { "-" } else { "" };
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
    let (lead, exponent) = if exponent == 0 { (0, -1022) } else { (1, exponent - 1023) };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}0x{lead}{point}{digits}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_fractions_are_exact() {
        assert_eq!([double(2.5), double(0.0), double(-0.0)], ["2.5", "0.0", "-0.0"]);
        assert_eq!([double(0.1 + 0.2), double(f64::MIN_POSITIVE / 2.0)], ["0x1.3333333333334p-2", "0x0.8p-1022"]);
        assert_eq!([float(2.500_000_2), float(1.5)], ["0x1.400002p+1f".to_string(), "1.5f".into()]);
        assert_eq!([double(f64::NAN), double(-f64::NAN), double(f64::NEG_INFINITY)], ["NAN", "-NAN", "-INFINITY"]);
    }

    #[test]
    fn texts_are_texts_and_bytes_are_characters() {
        assert_eq!(characters(b"a\"b\n\0\0", false), "\"a\\\"b\\n\"");
        assert_eq!(characters(b"ab", false), "{ 'a', 'b' }", "there is no room for an end");
        assert_eq!(characters(&[0, 0xd4, b'x', 0], false), "{ '\\0', -44, 'x' }");
        assert_eq!(characters(&[0; 4], false), "\"\"");
        assert_eq!(text(b"what??!"), Some("\"what?\\?!\"".into()));
    }
}
