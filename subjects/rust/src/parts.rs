// test: parts::sum
// exit: 0

pub struct Point {
    pub x: i32,
    pub y: Option<i32>,
}

pub fn sum(point: Point, pair: (bool, char), list: [u8; 2]) -> i64 {
    let y = point.y.map_or(0, |y| i64::from(y).wrapping_abs());
    let extra = if pair.0 && pair.1 == 'ß' { 1 } else { 0 };
    if list[0] == list[1] && point.x == 4 { y + extra } else { i64::from(point.x) }
}
