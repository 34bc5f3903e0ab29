// test: cells::twice
// exit: 1
// says: already borrowed
// findings: 1
// branches: 2 of 2

use std::cell::RefCell;

pub fn twice(n: u8) -> u8 {
    let cell = RefCell::new(n);
    let first = cell.borrow();
    if *first == 77 {
        *cell.borrow_mut() += 1;
    }
    *first
}
