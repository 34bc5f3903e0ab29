// test: dropped::guard
// exit: 1
// says: given up
// findings: 1

struct Guard(u8);

impl Drop for Guard {
    fn drop(&mut self) {
        if self.0 == 9 {
            panic!("given up");
        }
    }
}

pub fn guard(n: u8) {
    let _guard = Guard(n);
}
