// test: boxed::area
// exit: 1
// says: attempt to divide by zero
// findings: 1
// branches: 2 of 2

trait Shape {
    fn area(&self) -> u32;
}

struct Square(u16);
struct Share(u16);

impl Shape for Square {
    fn area(&self) -> u32 {
        u32::from(self.0) * u32::from(self.0)
    }
}

impl Shape for Share {
    fn area(&self) -> u32 {
        1000 / u32::from(self.0)
    }
}

pub fn area(which: bool, size: u16) -> u32 {
    let shape: Box<dyn Shape> = if which { Box::new(Square(size)) } else { Box::new(Share(size)) };
    shape.area()
}
