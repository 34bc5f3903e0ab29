//! Input streams of C++, by the mangled names of what reads from them: libstdc++ reads and converts inside.

/// Members of `std::istream`, operators `>>` and `std::getline`, mangled. All take the stream first.
const READERS: [&str; 3] = ["_ZNSi", "_ZStrsI", "_ZSt7getlineI"];
/// Members that read nothing: constructors, destructors, places, manipulators.
const OTHERS: [&str; 7] = ["_ZNSiC", "_ZNSiD", "_ZNSi6sentry", "_ZNSi5tellg", "_ZNSi5seekg", "_ZNSirsEPF", "_ZNSiaSE"];

/// Does a function of this name read from an input stream?
pub fn is_reader(name: &str) -> bool {
    let begins = |with: &&str| name.starts_with(*with);
    READERS.iter().any(begins) && !OTHERS.iter().any(begins)
}

/// Does an object with a symbol of this name use input streams? All that reads from one may be inlined, so `std::cin`, and what a class
/// of streams has to have, tell as well.
pub fn is_of_streams(name: &str) -> bool {
    READERS.iter().chain(&["_ZSt3cin", "_ZTISi"]).any(|with| name.starts_with(with))
}

#[cfg(test)]
mod tests {
    use super::is_reader;

    #[test]
    fn readers_are_known_by_their_names() {
        for name in ["_ZNSirsERi", "_ZNSi3getEv", "_ZNSi4readEPcl", "_ZStrsIcSt11char_traitsIcEE", "_ZSt7getlineIcE"] {
            assert!(is_reader(name), "{name}");
        }
        for name in ["_ZNSi6sentryC1ERSib", "_ZNSiD2Ev", "_ZNSirsEPFRSt8ios_baseS0_E", "_ZNSolsEi", "read", "_ZNSsC1Ev"]
        {
            assert!(!is_reader(name), "{name}");
        }
    }
}
