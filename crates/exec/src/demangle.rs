//! Names of functions for people: those of C++ and Rust as they stand in the source, all others as they are.
//!
//! Only what is shown is changed. Names are compared as the compiler made them, since two functions may read alike.

/// The name as the source has it.
pub fn demangled(name: &str) -> String {
    // rustc's older names look like those of C++, but end in a hash.
    let is_rust = name.starts_with("_R") || name.starts_with("_ZN") && name.ends_with('E') && name.contains("17h");
    if let Some(symbol) = is_rust.then(|| rustc_demangle::try_demangle(name).ok()).flatten() {
        return format!("{symbol:#}");
    }
    let symbol = name.starts_with("_Z").then(|| cpp_demangle::Symbol::new(name).ok()).flatten();
    symbol.and_then(|symbol| symbol.demangle().ok()).unwrap_or_else(|| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_c_stay_and_those_of_cpp_and_rust_are_read() {
        assert_eq!(demangled("_ZN4shop5Order5checkEi"), "shop::Order::check(int)");
        assert_eq!(demangled("_ZN4tiny5parse17h0123456789abcdefE"), "tiny::parse");
        assert_eq!(demangled("_RNvCsjrHSEGnQ3l9_4tiny5parse"), "tiny::parse");
        for name in ["main", "_Zonk", "", "_Z"] {
            assert_eq!(demangled(name), name);
        }
    }
}
