//! Floating-point formats in SMT-LIB: sorts, reading bits as a number, and being the bits of a number.
//! float and double are IEEE formats; the x87 format writes its leading bit out, so bits are taken apart and put
//! together around it, and encodings that the hardware rejects read as NaN. Invariant: a NaN has one encoding, the
//! canonical one of [`symcrete_expr::apply`]. Knows no operators.

/// Exponent bits and significand bits, the hidden one included.
pub(super) fn sizes(width: u32) -> (u32, u32) {
    match width {
        32 => (8, 24),
        64 => (11, 53),
        _ => (15, 64),
    }
}

/// The sort of a format.
pub(super) fn sort(width: u32) -> String {
    let (exponent, significand) = sizes(width);
    format!("(_ FloatingPoint {exponent} {significand})")
}

/// The conversion operator into a format.
pub(super) fn to(width: u32) -> String {
    let (exponent, significand) = sizes(width);
    format!("(_ to_fp {exponent} {significand})")
}

/// The number that a bit vector encodes.
pub(super) fn decoded(width: u32, bits: &str) -> String {
    if width != 80 {
        return format!("({} {bits})", to(width));
    }
    let exponent = format!("((_ extract 78 64) {bits})");
    let leading = format!("((_ extract 63 63) {bits})");
    let zero = format!("(= {exponent} (_ bv0 15))");
    // Exponent 0 with the leading bit set is the same number as exponent 1.
    let exponent = format!("(ite (and {zero} (= {leading} #b1)) (_ bv1 15) {exponent})");
    let number = format!("(fp ((_ extract 79 79) {bits}) {exponent} ((_ extract 62 0) {bits}))");
    format!("(ite (and (not {zero}) (= {leading} #b0)) (_ NaN 15 64) {number})")
}

/// The condition that a bit vector is the encoding of a number.
pub(super) fn encodes(width: u32, bits: &str, float: &str) -> String {
    let nan = match width {
        32 => "#x7fc00000",
        64 => "#x7ff8000000000000",
        _ => "#x7fffc000000000000000",
    };
    let same = format!("(= {} {float})", decoded(width, bits));
    let canonical = if width == 80 {
        format!("(= ((_ extract 63 63) {bits}) (ite (= ((_ extract 78 64) {bits}) (_ bv0 15)) #b0 #b1))")
    } else {
        "true".to_owned()
    };
    format!("(ite (fp.isNaN {float}) (= {bits} {nan}) (and {canonical} {same}))")
}

/// Two to a power as a number, or infinity if that is too large.
pub(super) fn power_of_two(width: u32, power: u32, is_negative: bool) -> String {
    let (exponent, significand) = sizes(width);
    let bias = (1 << (exponent - 1)) - 1;
    let biased = (power + bias).min(2 * bias + 1);
    let sign = u8::from(is_negative);
    format!("(fp #b{sign} (_ bv{biased} {exponent}) (_ bv0 {}))", significand - 1)
}
