//! Input streams of C++: calls that read from one are told to the runtime, which counts what is lost where they are not followed.
//!
//! libstdc++ reads and converts inside (`std::cin >> n` ends in a virtual call of a facet). A link that cannot put followed code in its
//! place would make a program that reads by `std::cin` look as if it had no more input. Told before inlining, at the lines of the
//! program that call; what headers call among themselves is not told again.

use crate::llvm::{Builder, Session, Type, Value};
use symcrete_abi::name;

/// Members of `std::istream`, operators `>>` and `std::getline`, mangled. All take the stream first.
const READERS: [&str; 3] = ["_ZNSi", "_ZStrsI", "_ZSt7getlineI"];
/// Members that read nothing: constructors, destructors, places, manipulators.
const OTHERS: [&str; 7] = ["_ZNSiC", "_ZNSiD", "_ZNSi6sentry", "_ZNSi5tellg", "_ZNSi5seekg", "_ZNSirsEPF", "_ZNSiaSE"];

fn is_reader(name: &str) -> bool {
    let begins = |with: &&str| name.starts_with(*with);
    READERS.iter().any(begins) && !OTHERS.iter().any(begins)
}

/// Does an object with a symbol of this name use input streams? All that reads from one may be inlined, so `std::cin`, and what a class
/// of streams has to have, tell as well.
pub fn is_of_streams(name: &str) -> bool {
    READERS.iter().chain(&["_ZSt3cin", "_ZTISi"]).any(|with| name.starts_with(with))
}

/// Tells the runtime about every call that reads from a stream.
///
/// ```text
/// call @_ZNSirsERi(%in, %n)   →   call @__symcrete_model_istream(%in);  call @_ZNSirsERi(%in, %n)
/// ```
pub(crate) fn tell(session: &Session) {
    let functions = session.functions().into_iter().filter(|function| !is_reader(&function.name()));
    for call in functions.flat_map(|function| function.blocks()).flat_map(|block| block.instructions()) {
        if let Some(stream) = stream_of(call) {
            let ty = Type::function(Type::void(session), &[Type::pointer(session, 0)]);
            let builder = Builder::new(session);
            builder.before(call);
            builder.location_of(call);
            builder.call(ty, session.declare(&format!("{}istream", name::LIBC), ty), &[stream]);
        }
    }
}

/// The stream that a call reads from.
fn stream_of(call: Value) -> Option<Value> {
    if !call.is_call() || !call.callee().is_function() || !is_reader(&call.callee().name()) {
        return None;
    }
    call.arguments().first().copied().filter(|stream| stream.ty().is_pointer())
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
