//! Input streams of C++: calls that read from one are told to the runtime, which counts what is lost where they are not followed.
//!
//! libstdc++ reads and converts inside (`std::cin >> n` ends in a virtual call of a facet). A link that cannot put followed code in its
//! place would make a program that reads by `std::cin` look as if it had no more input. Told before inlining, at the lines of the
//! program that call; what headers call among themselves is not told again.

use crate::llvm::{Builder, Session, Type, Value};
use symcrete_abi::name;
use symcrete_libc::streams::is_reader;

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
