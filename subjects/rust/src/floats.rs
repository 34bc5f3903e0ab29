// test: floats::root
// exit: 1
// says: too close
// findings: 1
// branches: 4 of 4

pub fn root(x: f64) -> f64 {
    if x > 100.0 && x < 100.5 {
        panic!("too close");
    }
    x / 2.0
}
