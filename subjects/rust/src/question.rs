// test: question::version --string 8 --time 30s
// exit: 1
// says: old
// findings: 1

fn number(text: Option<&str>) -> Result<u16, String> {
    text.ok_or("missing")?.parse::<u16>().map_err(|why| why.to_string())
}

pub fn version(text: &str) -> Result<(u16, u16), String> {
    let mut parts = text.split('.');
    let major = number(parts.next())?;
    let minor = number(parts.next())?;
    if parts.next().is_some() {
        return Err("too many".into());
    }
    if major == 3 && minor == 17 {
        panic!("old");
    }
    Ok((major, minor))
}
