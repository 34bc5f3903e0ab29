// test: quotients::divide
// exit: 1
// says: attempt to divide by zero
// says: attempt to divide with overflow
// findings: 2
// default

// Two checks at one place, two bugs. They are no overflow checks: release has them too.
pub fn divide(a: i8, b: i8) -> i8 {
    a / b
}
