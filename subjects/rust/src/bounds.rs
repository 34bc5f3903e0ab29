// test: bounds::pick
// exit: 1
// says: index out of bounds: the len is 3 but the index is
// findings: 1
// branches: 2 of 2
// default

const NAMES: [&str; 3] = ["one", "two", "three"];

pub fn pick(at: usize, loud: bool) -> usize {
    if loud {
        return NAMES[at].len();
    }
    0
}
