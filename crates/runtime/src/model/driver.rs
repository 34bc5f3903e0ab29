//! What a generated driver (`--entry`) asks for: values by the C expressions that name them.
//!
//! The driver walks the parameters and says where it is (`symcrete_enter(".next")`); each value is
//! listed under the whole expression (`list[0].next`). The driver itself is C, see `build::entry`.

use super::ask::bytes_into;
use crate::state::{PATH, state};
use libc::c_char;
use symcrete_trace::CType;

/// Adds a part to the path; the result is for `symcrete_leave`.
///
/// # Safety
/// The part is a C string.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_enter(part: *const c_char) -> usize {
    // SAFETY: own state; no byte behind the string's end is read, and the path keeps room for its end.
    unsafe {
        let before = (*state()).path_length;
        let mut k = 0;
        while *part.add(k) != 0 && before + k + 1 < PATH {
            (*state()).path[before + k] = *part.add(k) as u8;
            k += 1;
        }
        (*state()).path[before + k] = 0;
        (*state()).path_length = before + k;
        before
    }
}

/// Adds an index.
#[unsafe(no_mangle)]
extern "C" fn symcrete_enter_element(mut index: usize) -> usize {
    let mut text = [0u8; 24];
    let mut at = text.len() - 2;
    text[at] = b']';
    loop {
        at -= 1;
        text[at] = b'0' + (index % 10) as u8;
        index /= 10;
        if index == 0 {
            break;
        }
    }
    text[at - 1] = b'[';
    // SAFETY: the text ends with a zero byte.
    unsafe { symcrete_enter(text[at - 1..].as_ptr().cast()) }
}

/// Goes back to where the path was.
#[unsafe(no_mangle)]
extern "C" fn symcrete_leave(before: usize) {
    // SAFETY: own state; the length is bounded by the path's.
    unsafe {
        let before = before.min(PATH - 1);
        (*state()).path_length = before;
        (*state()).path[before] = 0;
    }
}

/// Fills an object with the next value; it is listed as what the path says.
///
/// # Safety
/// The driver owns the object, which has as many bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_value(address: *mut u8, bytes: usize, ty: u32) {
    let ty = CType::ALL[ty as usize % CType::ALL.len()];
    // SAFETY: forwarded; own state, whose path ends with a zero byte.
    unsafe { bytes_into(address, bytes, ty, (&raw const (*state()).path).cast()) };
}
