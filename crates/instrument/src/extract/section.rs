//! The encoded model as assembly for a section of its own.
//!
//! A section without the `a` flag goes through the linker, which appends those of all objects, but
//! is not loaded with the program. LLVM has no other way to make one under a name of ours.

use std::fmt::Write;
use symcrete_abi::name;

/// Bytes per line of assembly.
const LINE: usize = 4096;

/// Module-level assembly that holds these bytes.
pub(crate) fn assembly(blob: &[u8]) -> String {
    let mut text = String::with_capacity(4 * blob.len() + 64);
    let _ = writeln!(text, ".section {},\"\",@progbits", name::MODEL);
    for line in blob.chunks(LINE) {
        text.push_str(".ascii \"");
        for &byte in line {
            push(&mut text, byte);
        }
        text.push_str("\"\n");
    }
    text.push_str(".text\n");
    text
}

/// A byte of a quoted string: itself or three octal digits.
fn push(text: &mut String, byte: u8) {
    if byte.is_ascii_alphanumeric() || byte == b' ' || byte == b'.' || byte == b'_' {
        return text.push(char::from(byte));
    }
    text.push('\\');
    for shift in [6, 3, 0] {
        text.push(char::from(b'0' + (byte >> shift & 7)));
    }
}
