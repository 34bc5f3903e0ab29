//! Names of functions for people: C++'s as they stand in the source, all others as they are.
//!
//! Only what is shown is changed. Names are compared as the compiler made them, since two functions may read alike.

/// The name as the source has it.
pub fn demangled(name: &str) -> String {
    let symbol = name.starts_with("_Z").then(|| cpp_demangle::Symbol::new(name).ok()).flatten();
    symbol.and_then(|symbol| symbol.demangle().ok()).unwrap_or_else(|| name.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_c_stay_and_those_of_cpp_are_read() {
        assert_eq!(demangled("_ZN4shop5Order5checkEi"), "shop::Order::check(int)");
        for name in ["main", "_Zonk", "", "_Z"] {
            assert_eq!(demangled(name), name);
        }
    }
}
