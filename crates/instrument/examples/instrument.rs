//! Instruments one bitcode file by hand: `instrument IN.bc OUT.o`.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().collect();
    let bitcode = std::fs::read(&args[1])?;
    let done = symcrete_instrument::instrument(&bitcode, 1, &symcrete_instrument::Options::default())?;
    std::fs::write(&args[2], done.object)?;
    Ok(())
}
