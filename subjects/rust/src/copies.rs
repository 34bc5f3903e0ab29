// test: copies::both
// exit: 0
// branches: 2 of 2
// default

fn least<T: PartialOrd>(a: T, b: T) -> T {
    if a < b { a } else { b }
}

pub fn both(a: u8, b: u8, c: i64, d: i64) -> (u8, i64) {
    (least(a, b), least(c, d))
}
