// test: texts::command --string 6
// exit: 1
// says: not yet
// findings: 1

pub fn command(text: &str) -> u8 {
    match text.trim() {
        "start" => 1,
        "stop" => 2,
        "halt" => panic!("not yet"),
        _ => 0,
    }
}
