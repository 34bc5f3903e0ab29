// test: machine::run --elements 6
// exit: 1
// says: opened twice
// findings: 1

#[derive(PartialEq)]
enum State {
    Closed,
    Asked,
    Open,
}

pub fn run(steps: &[u8]) -> usize {
    let mut state = State::Closed;
    let mut n = 0;
    for step in steps {
        state = match (state, step) {
            (State::Closed, b'k') => State::Asked,
            (State::Asked, b'o') => State::Open,
            (State::Open, b'o') => panic!("opened twice"),
            (other, b'w') => other,
            _ => State::Closed,
        };
        n += 1;
    }
    n
}
