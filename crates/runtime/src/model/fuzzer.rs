//! A `main` for programs written for libFuzzer: `LLVMFuzzerTestOneInput` on one buffer of input.
//!
//! The linker wrapper calls it `main` where a program has none and defines that function. The buffer's length is an input
//! like its bytes, so that it grows and shrinks; the buffer is exactly that long and lies on the heap, as libFuzzer's does. In a volley there
//! are many of them.

use super::ask::{bytes_into, next};
use super::term::Term;
use super::verdict::assume;
use super::volley::fire;
use crate::call::pass_to;
use crate::emit::{self, header, record};
use crate::objects;
use crate::start::__symcrete_start;
use core::arch::{asm, global_asm};
use libc::{c_char, c_int};
use symcrete_trace::{BUFFER, CType, Op, word};

global_asm!(".weak LLVMFuzzerTestOneInput", ".weak LLVMFuzzerInitialize");

type Initialize = unsafe extern "C" fn(*mut c_int, *mut *mut *mut c_char) -> c_int;
type TestOneInput = unsafe extern "C" fn(*const u8, usize) -> c_int;

/// The address of a function of the program, 0 when it has none.
macro_rules! address {
    ($name:literal) => {{
        let at: u64;
        // SAFETY: reads an address that the linker filled in.
        unsafe {
            asm!(concat!("mov {}, qword ptr [rip + ", $name, "@GOTPCREL]"), out(reg) at, options(nostack, readonly));
        }
        at
    }};
}

/// The program's `main`.
///
/// # Safety
/// Called by libc's start-up code as `main` is.
#[unsafe(no_mangle)]
unsafe extern "C" fn symcrete_fuzzer_main(mut argc: c_int, mut argv: *mut *mut c_char) -> c_int {
    __symcrete_start();
    let [initialize, test] = [address!("LLVMFuzzerInitialize"), address!("LLVMFuzzerTestOneInput")];
    // SAFETY: the addresses are those of the program's functions, which have these types in every program for libFuzzer.
    unsafe {
        if initialize != 0 {
            core::mem::transmute::<u64, Initialize>(initialize)(&mut argc, &mut argv);
        }
        if test != 0 {
            let call = core::mem::transmute::<u64, TestOneInput>(test);
            match header(word::VOLLEY) {
                0 => run(call, test),
                n => fire(n, &|data, size| {
                    pass_to(test, &[0, 0]);
                    call(data, size);
                }),
            }
        }
    }
    0
}

/// One call on the next input.
///
/// # Safety
/// `test` is the program's function, and lies at `address`.
unsafe fn run(test: TestOneInput, address: u64) {
    let (size, id) = size();
    // SAFETY: the buffer has `size` bytes and is freed once; the function must not keep it.
    unsafe {
        let data = libc::malloc(size.max(1)) as *mut u8;
        if data.is_null() {
            return;
        }
        bytes_into(data, size, CType::Bytes, c"data".as_ptr());
        objects::appeared(data as u64, Term { id, value: size as u64, width: 64 });
        pass_to(address, &[0, id]);
        test(data, size);
        libc::free(data.cast());
    }
}

/// The buffer's length, and its expression.
fn size() -> (usize, u32) {
    let most = match header(word::MAX_BUFFER) {
        0 => BUFFER,
        most => most,
    };
    let (size, id) = next(CType::ULong, c"size".as_ptr());
    let fits = size <= most;
    let condition = if id == 0 { 0 } else { record(Op::Ule, 1, id, emit::constant(64, (most, 0)), 0, fits as u64) };
    assume(condition, fits);
    (size as usize, id)
}
