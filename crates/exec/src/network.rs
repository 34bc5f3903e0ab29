//! No network: a filter on system calls under which sockets can be of one family only, those of this machine's files (`AF_UNIX`).
//!
//! `socket` of any other family fails with `EACCES`, the loopback address included: a program under test may crash on what
//! another program there answers, and a test that needs such an answer does not replay. A filter rather than a namespace, because it
//! needs no privilege and behaves alike for root and for others. `io_uring`, which can make sockets past the filter, is
//! refused too, as containers do. Pairs and pipes stay as they are. Best effort: on a kernel without such filters runs have the network, and
//! `Executor::offline` says so.

use std::mem::offset_of;

/// One instruction of a filter: operation, targets of a jump, operand.
const fn op(code: u32, jt: u8, jf: u8, k: u32) -> libc::sock_filter {
    libc::sock_filter { code: code as u16, jt, jf, k }
}

const LOAD: u32 = libc::BPF_LD | libc::BPF_W | libc::BPF_ABS;
const IS: u32 = libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K;
const MASK: u32 = libc::BPF_ALU | libc::BPF_AND | libc::BPF_K;
const RETURN: u32 = libc::BPF_RET | libc::BPF_K;

/// Where the kernel puts what a filter looks at.
const CALL: u32 = offset_of!(libc::seccomp_data, nr) as u32;
const MACHINE: u32 = offset_of!(libc::seccomp_data, arch) as u32;
const FIRST_ARGUMENT: u32 = offset_of!(libc::seccomp_data, args) as u32;

/// The machines of 64-bit and of 32-bit calls; both can be made by one process.
const X86_64: u32 = 0xc000_003e;
const I386: u32 = 0x4000_0003;
/// Marks calls with 32-bit pointers among the 64-bit ones.
const X32: u32 = 0x4000_0000;
/// Calls of 32-bit programs: all of sockets by one number, whose arguments cannot be seen, and `socket` by its own.
const I386_SOCKETCALL: u32 = 102;
const I386_SOCKET: u32 = 359;

const REFUSED: u32 = libc::SECCOMP_RET_ERRNO | libc::EACCES as u32;
const UNIX: u32 = libc::AF_UNIX as u32;

/// Jumps are relative to the next instruction; the last two are the answers.
const FILTER: [libc::sock_filter; 14] = [
    op(LOAD, 0, 0, MACHINE),
    op(IS, 4, 0, X86_64),
    op(IS, 0, 9, I386),
    op(LOAD, 0, 0, CALL),
    op(IS, 8, 0, I386_SOCKETCALL),
    op(IS, 4, 6, I386_SOCKET),
    op(LOAD, 0, 0, CALL),
    op(MASK, 0, 0, !X32),
    op(IS, 4, 0, libc::SYS_io_uring_setup as u32),
    op(IS, 0, 2, libc::SYS_socket as u32),
    op(LOAD, 0, 0, FIRST_ARGUMENT),
    op(IS, 0, 1, UNIX),
    op(RETURN, 0, 0, libc::SECCOMP_RET_ALLOW),
    op(RETURN, 0, 0, REFUSED),
];

/// Takes the network from the calling process and all that it starts, for good. Async-signal-safe.
pub(crate) fn leave() -> bool {
    let program = libc::sock_fprog { len: FILTER.len() as u16, filter: FILTER.as_ptr().cast_mut() };
    // Without this flag some kernels slow the process down, for fear of what it may run.
    let flags = libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    // SAFETY: the program and its instructions outlive the call, which only reads them; both calls concern the calling process.
    unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, flags, &raw const program) == 0
    }
}

/// Can this kernel do that?
pub(crate) fn is_possible() -> bool {
    let action: u32 = libc::SECCOMP_RET_ERRNO;
    // SAFETY: `action` outlives the call, which only reads it.
    unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the filter answers, by a reading of its own.
    fn answer(machine: u32, call: u32, first: u32) -> u32 {
        let (mut at, mut acc) = (0, 0);
        loop {
            let now = FILTER[at];
            at += 1;
            match u32::from(now.code) {
                LOAD => {
                    acc = [(MACHINE, machine), (CALL, call), (FIRST_ARGUMENT, first)]
                        .iter()
                        .find(|one| one.0 == now.k)
                        .unwrap()
                        .1
                }
                MASK => acc &= now.k,
                IS => at += usize::from(if acc == now.k { now.jt } else { now.jf }),
                _ => return now.k,
            }
        }
    }

    #[test]
    fn only_sockets_of_other_families_are_refused() {
        let (socket, pair) = (libc::SYS_socket as u32, libc::SYS_socketpair as u32);
        let (inet, netlink) = (libc::AF_INET as u32, libc::AF_NETLINK as u32);
        let refused = [
            (X86_64, socket, inet),
            (X86_64, socket, netlink),
            (X86_64, socket | X32, inet),
            (X86_64, libc::SYS_io_uring_setup as u32, UNIX),
            (I386, I386_SOCKET, inet),
            (I386, I386_SOCKETCALL, UNIX),
        ];
        for (machine, call, first) in refused {
            assert_eq!(answer(machine, call, first), REFUSED, "{machine:x} {call} {first}");
        }
        let allowed = [
            (X86_64, socket, UNIX),
            (X86_64, pair, UNIX),
            (X86_64, libc::SYS_read as u32, inet),
            (I386, I386_SOCKET, UNIX),
            (I386, 3, inet),
            (7, socket, inet),
        ];
        for (machine, call, first) in allowed {
            assert_eq!(answer(machine, call, first), libc::SECCOMP_RET_ALLOW, "{machine:x} {call} {first}");
        }
    }
}
