//! Kani's attributes, which say nothing to symcrete: what they mark is found in the source.

extern crate proc_macro;
use proc_macro::TokenStream;

macro_rules! marks {
    ($($name:ident)*) => { $(
        /// Leaves what it marks as it is.
        #[proc_macro_attribute]
        pub fn $name(_: TokenStream, item: TokenStream) -> TokenStream {
            item
        }
    )* };
}

marks! { ensures modifies proof proof_for_contract recursion requires should_panic solver stub stub_verified unwind }

/// The implementation is written by symcrete, beside the driver.
#[proc_macro_derive(Arbitrary)]
pub fn arbitrary(_: TokenStream) -> TokenStream {
    TokenStream::new()
}
