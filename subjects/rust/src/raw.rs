// test: raw::read
// exit: 1
// says: SIGSEGV
// findings: 1
// in release: says: SIG

pub fn read(far: u32, on: bool) -> u8 {
    let bytes = [1u8, 2, 3, 4];
    if on && far > 1 << 30 {
        // Wrong on purpose: `far` is far outside.
        return unsafe { *bytes.as_ptr().add(far as usize) };
    }
    bytes[far as usize % 4]
}
