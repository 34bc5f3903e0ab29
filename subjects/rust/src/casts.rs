// test: casts::level
// exit: 1
// says: full
// says: every feasible path was explored
// branches: 7 of 7
// findings: 1
// in release: branches: 6 of 8

// `as` cuts: what is too large becomes 255, what is negative or no number 0.
pub fn level(tenths: i16, is_known: bool) -> u8 {
    let share = if is_known { f32::from(tenths) / 10.0 } else { f32::NAN };
    match share as u8 {
        0 if is_known => 0,
        255 => panic!("full"),
        n => n,
    }
}
