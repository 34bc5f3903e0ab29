// test: ranges::grade
// exit: 0
// says: every feasible path was explored
// findings: 0

pub fn grade(points: u8, c: char) -> u8 {
    let by_points = match points {
        0..=49 => 5,
        50..=79 => 3,
        80..90 => 2,
        90.. => 1,
    };
    match c {
        'a'..='f' | 'A'..='F' => by_points,
        '\u{e000}'.. => 0,
        _ => 9,
    }
}
