// test: division::share
// exit: 1
// says: attempt to divide by zero
// findings: 1
// branches: 2 of 2

pub fn share(whole: u32, parts: u32, off: u32) -> Option<u32> {
    if whole > 1000 {
        return Some(whole / (parts ^ off));
    }
    None
}
