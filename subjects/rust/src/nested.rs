// test: nested::longest --elements 2
// exit: 1
// says: unwrap
// findings: 1

pub fn longest(rows: Vec<Vec<u8>>) -> u8 {
    let row = rows.iter().find(|row| row.len() == 2).or(rows.first());
    match row {
        Some(row) => *row.iter().filter(|one| **one != 3).max().unwrap(),
        None => 0,
    }
}
