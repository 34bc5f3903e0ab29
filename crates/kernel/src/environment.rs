//! Variables of the environment, without the functions of libc: a program may have a `getenv` of its own, which means something else.

use core::ffi::{CStr, c_char};

unsafe extern "C" {
    /// libc's list, by the name that no program takes.
    static mut __environ: *mut *mut c_char;
}

/// The value of a variable.
///
/// # Safety
/// Nobody changes the environment meanwhile, nor as long as the value is used.
pub unsafe fn variable(name: &CStr) -> Option<&'static CStr> {
    // SAFETY: an entry is a C string; forwarded from the caller.
    unsafe { find(name).map(|at| CStr::from_ptr((*at).add(name.count_bytes() + 1))) }
}

/// Removes a variable.
///
/// # Safety
/// Nobody else reads or changes the environment meanwhile.
pub unsafe fn remove(name: &CStr) {
    // SAFETY: forwarded from the caller; the list ends with a null, which moves as well.
    unsafe {
        while let Some(mut at) = find(name) {
            while !(*at).is_null() {
                *at = *at.add(1);
                at = at.add(1);
            }
        }
    }
}

/// Where a variable's entry is, `NAME=value`.
///
/// # Safety
/// Nobody changes the environment meanwhile.
unsafe fn find(name: &CStr) -> Option<*mut *mut c_char> {
    // SAFETY: null, or a list of C strings with a null at its end.
    unsafe {
        let mut at = __environ;
        while !at.is_null() && !(*at).is_null() {
            let entry = CStr::from_ptr(*at).to_bytes();
            if entry.strip_prefix(name.to_bytes()).is_some_and(|rest| rest.starts_with(b"=")) {
                return Some(at);
            }
            at = at.add(1);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_found_and_removed() {
        let (first, second) = (c"SYMCRETE_OF_A_TEST", c"SYMCRETE_OF_A_TEST_TOO");
        // SAFETY: no other test of this crate looks at the environment.
        unsafe {
            libc::setenv(first.as_ptr(), c"one".as_ptr(), 1);
            libc::setenv(second.as_ptr(), c"two".as_ptr(), 1);
            assert_eq!((variable(first), variable(second)), (Some(c"one"), Some(c"two")));
            remove(first);
            assert_eq!((variable(first), variable(second)), (None, Some(c"two")));
            assert!(libc::getenv(first.as_ptr()).is_null());
        }
    }
}
