//! Values and texts as people read them.

use symcrete_trace::CType;

/// A value as C would print it.
pub(super) fn value(ty: CType, bytes: &[u8]) -> String {
    let mut whole = [0; 16];
    let n = bytes.len().min(16);
    whole[..n].copy_from_slice(&bytes[..n]);
    let bits = u128::from_le_bytes(whole) as u64;
    match ty {
        CType::Bool => (bits & 1).to_string(),
        CType::Char | CType::Short | CType::Int | CType::Long => signed(bits, 8 * n as u32).to_string(),
        CType::UChar | CType::UShort | CType::UInt | CType::ULong | CType::Pointer => bits.to_string(),
        CType::Float => f32::from_bits(bits as u32).to_string(),
        CType::Double => f64::from_bits(bits).to_string(),
        CType::LongDouble => long_double(u128::from_le_bytes(whole)).to_string(),
        CType::Object => (if bits & 1 == 0 { "NULL" } else { "object" }).into(),
        CType::Bytes => text(bytes),
    }
}

fn signed(bits: u64, width: u32) -> i64 {
    let unused = 64 - width.clamp(1, 64);
    ((bits << unused) as i64) >> unused
}

/// The nearest double of an 80-bit number, for reading.
fn long_double(bits: u128) -> f64 {
    let mantissa = bits as u64;
    let exponent = (bits >> 64) as i32 & 0x7fff;
    let sign = if bits >> 79 & 1 == 1 { -1.0 } else { 1.0 };
    if exponent == 0x7fff {
        return if mantissa << 1 == 0 { sign * f64::INFINITY } else { f64::NAN };
    }
    // Two steps: the power alone may be out of a double's range where the product is not.
    let half = (exponent - 16383 - 63) / 2;
    let rest = exponent - 16383 - 63 - half;
    sign * mantissa as f64 * 2f64.powi(half) * 2f64.powi(rest)
}

/// Bytes as text; what cannot be printed is escaped.
pub(super) fn text(bytes: &[u8]) -> String {
    let escape = |&byte: &u8| match byte {
        b'\\' => "\\\\".to_string(),
        b' '..=b'~' => char::from(byte).to_string(),
        b'\n' => "\\n".to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    bytes.iter().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_as_c_prints_them() {
        assert_eq!(value(CType::Char, &[0xff]), "-1");
        assert_eq!(value(CType::Long, &(-5i64).to_le_bytes()), "-5");
        assert_eq!(value(CType::Double, &2.5f64.to_le_bytes()), "2.5");
        // 1.5 = 0xc000000000000000 * 2^(0x3fff - 16383 - 63)
        assert_eq!(value(CType::LongDouble, &[0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0x3f]), "1.5");
        assert_eq!(value(CType::Bytes, b"a\x00\\"), "a\\x00\\\\");
    }
}
