// test: colours::weight
// exit: 0
// findings: 0

#[derive(Clone, Copy)]
pub enum Colour {
    Red,
    Mixed { share: u8 },
    Named(Option<bool>),
}

pub fn weight(colour: Colour) -> u32 {
    match colour {
        Colour::Red => 1,
        Colour::Mixed { share: 10..=20 } => 2,
        Colour::Mixed { .. } => 3,
        Colour::Named(Some(true)) => 4,
        Colour::Named(_) => 5,
    }
}
