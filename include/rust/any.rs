// Values of all types for drivers of single functions. symcrete puts this beside the crate's root, as the module __symcrete.
extern crate std;
use self::std::borrow::Cow;
use self::std::boxed::Box;
use self::std::ffi::{CString, OsString};
use self::std::format;
pub(crate) use self::std::hint::black_box;
use self::std::option::Option::{self, None, Some};
use self::std::os::unix::ffi::{OsStrExt, OsStringExt};
use self::std::path::PathBuf;
use self::std::prelude::v1::*;
use self::std::result::Result::{self, Err, Ok};
use self::std::string::String;
use self::std::time::Duration;
use self::std::vec::Vec;

unsafe extern "C" {
    fn symcrete_enter(part: *const self::std::ffi::c_char) -> usize;
    fn symcrete_leave(before: usize);
    fn symcrete_value(address: *mut u8, bytes: usize, ty: u32);
    fn __VERIFIER_assume(holds: i32);
}

// Most elements of a sequence, and most bytes of a string.
pub(crate) const ELEMENTS: usize = SYMCRETE_ELEMENTS;
pub(crate) const STRING: usize = SYMCRETE_STRING;

// A value of a type, for each that an input names; and how source code writes it.
pub(crate) trait Any: Sized {
    fn any() -> Self;
    fn show(&self, out: &mut String);
}

// Asks for what follows under this name.
pub(crate) fn named<T>(name: &str, ask: impl FnOnce() -> T) -> T {
    let name = CString::new(name).unwrap_or_default();
    let before = unsafe { symcrete_enter(name.as_ptr()) };
    let value = ask();
    unsafe { symcrete_leave(before) };
    value
}

// What is no value of its type ends the run, and nothing is said about it.
pub(crate) fn assume(holds: bool) {
    unsafe { __VERIFIER_assume(holds as i32) };
}

macro_rules! numbers {
    ($($ty:ident $ctype:literal,)*) => { $(
        impl Any for $ty {
            fn any() -> $ty {
                let mut value: $ty = 0 as $ty;
                unsafe { symcrete_value((&raw mut value).cast(), self::std::mem::size_of::<$ty>(), $ctype) };
                value
            }
            fn show(&self, out: &mut String) {
                out.push_str(&format!("{self}{}", stringify!($ty)));
            }
        }
    )* };
}

numbers! { SYMCRETE_NUMBERS }

macro_rules! floats {
    ($($ty:ident $bits:ident,)*) => { $(
        impl Any for $ty {
            fn any() -> $ty {
                $ty::from_bits($bits::any())
            }
            fn show(&self, out: &mut String) {
                out.push_str(&format!("{}::from_bits({:#x})", stringify!($ty), self.to_bits()));
            }
        }
    )* };
}

floats! { f32 u32, f64 u64, }

impl Any for u128 {
    fn any() -> u128 {
        (u128::from(named(" >> 64", u64::any)) << 64) | u128::from(u64::any())
    }
    fn show(&self, out: &mut String) {
        out.push_str(&format!("{self}u128"));
    }
}

impl Any for i128 {
    fn any() -> i128 {
        u128::any() as i128
    }
    fn show(&self, out: &mut String) {
        out.push_str(&format!("{self}i128"));
    }
}

impl Any for bool {
    fn any() -> bool {
        let value = u8::any();
        assume(value <= 1);
        value == 1
    }
    fn show(&self, out: &mut String) {
        out.push_str(if *self { "true" } else { "false" });
    }
}

impl Any for char {
    fn any() -> char {
        match char::from_u32(u32::any()) {
            Some(value) => value,
            None => nothing(),
        }
    }
    fn show(&self, out: &mut String) {
        out.push_str(&format!("{self:?}"));
    }
}

impl Any for () {
    fn any() {}
    fn show(&self, out: &mut String) {
        out.push_str("()");
    }
}

impl Any for String {
    fn any() -> String {
        let bytes = bytes(STRING);
        match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => nothing(),
        }
    }
    fn show(&self, out: &mut String) {
        out.push_str(&format!("String::from({self:?})"));
    }
}

// Borrowed for ever: a function may keep it.
impl<'a> Any for &'a str {
    fn any() -> &'a str {
        Box::leak(String::any().into_boxed_str())
    }
    fn show(&self, out: &mut String) {
        text(self, out);
    }
}

impl<'a> Any for Cow<'a, str> {
    fn any() -> Cow<'a, str> {
        if named(" (borrowed)", bool::any) { Cow::Borrowed(<&str as Any>::any()) } else { Cow::Owned(String::any()) }
    }
    fn show(&self, out: &mut String) {
        out.push_str("std::borrow::Cow::");
        match self {
            Cow::Borrowed(value) => wrapped("Borrowed", value, out),
            Cow::Owned(value) => wrapped("Owned", value, out),
        }
    }
}

impl Any for Duration {
    fn any() -> Duration {
        let seconds = named(".as_secs()", u64::any);
        let nanoseconds = named(".subsec_nanos()", u32::any);
        assume(nanoseconds < 1_000_000_000);
        Duration::new(seconds, nanoseconds)
    }
    fn show(&self, out: &mut String) {
        out.push_str(&format!("std::time::Duration::new({}, {})", self.as_secs(), self.subsec_nanos()));
    }
}

// Any bytes: names of files need not be text.
impl Any for PathBuf {
    fn any() -> PathBuf {
        PathBuf::from(OsString::from_vec(bytes(STRING)))
    }
    fn show(&self, out: &mut String) {
        out.push_str("std::path::PathBuf::from(");
        match self.to_str() {
            Some(name) => text(name, out),
            None => {
                out.push_str("<std::ffi::OsString as std::os::unix::ffi::OsStringExt>::from_vec(");
                out.push_str(&format!("vec!{:?})", self.as_os_str().as_bytes()));
            }
        }
        out.push(')');
    }
}

// A run that has no value to go on with.
pub(crate) fn nothing() -> ! {
    assume(false);
    self::std::process::exit(0)
}

// The front end looks for this function to know that lengths are bounded.
#[inline(never)]
fn length(most: usize) -> usize {
    let length = named(".len()", usize::any);
    assume(length <= most);
    length
}

// Bytes at once, whatever their number.
fn bytes(most: usize) -> Vec<u8> {
    // Counted, so that each length is a path and what is asked for later lies where it lay.
    let (length, mut counted) = (length(most), 0);
    while counted < length {
        counted += 1;
    }
    let mut bytes = self::std::vec![0u8; counted];
    unsafe { symcrete_value(bytes.as_mut_ptr(), counted, SYMCRETE_BYTES) };
    bytes
}

impl<T: Any> Any for Vec<T> {
    fn any() -> Vec<T> {
        let length = length(ELEMENTS);
        let mut all = Vec::new();
        let mut k = 0;
        while k < length {
            all.push(named(&format!("[{k}]"), T::any));
            k += 1;
        }
        all
    }
    fn show(&self, out: &mut String) {
        out.push_str("vec!");
        list(self, out);
    }
}

// Elements in brackets.
pub(crate) fn list<T: Any>(all: &[T], out: &mut String) {
    out.push('[');
    for (k, one) in all.iter().enumerate() {
        out.push_str(if k == 0 { "" } else { ", " });
        one.show(out);
    }
    out.push(']');
}

impl<T: Any, const N: usize> Any for [T; N] {
    fn any() -> [T; N] {
        self::std::array::from_fn(|k| named(&format!("[{k}]"), T::any))
    }
    fn show(&self, out: &mut String) {
        list(self, out);
    }
}

impl<T: Any> Any for Box<T> {
    fn any() -> Box<T> {
        Box::new(T::any())
    }
    fn show(&self, out: &mut String) {
        out.push_str("Box::new(");
        (**self).show(out);
        out.push(')');
    }
}

impl<T: Any> Any for Option<T> {
    fn any() -> Option<T> {
        if named(".is_some()", bool::any) { Some(T::any()) } else { None }
    }
    fn show(&self, out: &mut String) {
        match self {
            Some(value) => wrapped("Some", value, out),
            None => out.push_str("None"),
        }
    }
}

impl<T: Any, E: Any> Any for Result<T, E> {
    fn any() -> Result<T, E> {
        if named(".is_ok()", bool::any) { Ok(T::any()) } else { Err(E::any()) }
    }
    fn show(&self, out: &mut String) {
        match self {
            Ok(value) => wrapped("Ok", value, out),
            Err(value) => wrapped("Err", value, out),
        }
    }
}

fn wrapped<T: Any>(name: &str, value: &T, out: &mut String) {
    out.push_str(name);
    out.push('(');
    value.show(out);
    out.push(')');
}

macro_rules! tuples {
    ($(($($name:ident $at:tt),*))*) => { $(
        impl<$($name: Any),*> Any for ($($name,)*) {
            fn any() -> Self {
                ($(named(concat!(".", stringify!($at)), $name::any),)*)
            }
            fn show(&self, out: &mut String) {
                out.push('(');
                $(self.$at.show(out); out.push_str(", ");)*
                out.push(')');
            }
        }
    )* };
}

tuples! { (A 0) (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) (A 0, B 1, C 2, D 3, E 4) (A 0, B 1, C 2, D 3, E 4, F 5) }

// Does somebody want to see the call?
pub(crate) fn is_shown() -> bool {
    self::std::env::var("SYMCRETE_RETURN").is_ok_and(|value| value.starts_with('1'))
}

// Shows that the call begins, and what a panic says, if one comes.
pub(crate) fn show_panics() {
    tell("begun", "");
    self::std::panic::set_hook(Box::new(|panic| {
        tell("panicked", "");
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        if let Some(message) = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)) {
            tell("panic", &format!("{message:?}"));
        }
    }));
}

// Shows one line of the call, whatever the function printed before.
pub(crate) fn tell(what: &str, text: &str) {
    self::std::println!("\nsymcrete-{what}: {text}");
}

// Shows that the call is over.
pub(crate) fn returned() {
    tell("returned", "");
}

// What parameters of other types are asked for as.
pub(crate) type Text = String;
pub(crate) type PathText = PathBuf;
pub(crate) type List<T> = Vec<T>;

// The beginning of a call.
pub(crate) fn begun(path: &str) -> String {
    String::from(path)
}

// A string as a literal.
pub(crate) fn text(value: &str, out: &mut String) {
    out.push_str(&format!("{value:?}"));
}

// Shows what came of the call.
pub(crate) fn result<T: Any>(value: &T) {
    let mut text = String::new();
    value.show(&mut text);
    tell("result", &text);
}
