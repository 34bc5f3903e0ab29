//! System calls with their errors as values. Thin: one function per call, no policy.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

/// Lowest number of a descriptor that the keeper keeps for the target, so that none of them
/// lies where the target shall find one of its own.
pub(crate) const HIGH_FD: RawFd = 220;

/// The error behind a negative result.
pub(crate) fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

/// An anonymous file in memory, closed on exec. `sealable` ones can be fixed in size.
pub(crate) fn memfd(name: &std::ffi::CStr, sealable: bool) -> io::Result<OwnedFd> {
    let seal = if sealable { libc::MFD_ALLOW_SEALING } else { 0 };
    // SAFETY: the name is a valid C string; a non-negative result is a fresh descriptor that nobody else owns.
    let fd = unsafe { OwnedFd::from_raw_fd(check(libc::memfd_create(name.as_ptr(), libc::MFD_CLOEXEC | seal))?) };
    raise(fd)
}

/// A connected pair of packet sockets, closed on exec.
pub(crate) fn packet_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut fds = [0; 2];
    let kind = libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC;
    // SAFETY: `fds` has room for the two descriptors the call writes.
    check(unsafe { libc::socketpair(libc::AF_UNIX, kind, 0, fds.as_mut_ptr()) })?;
    // SAFETY: the call succeeded, so both are fresh descriptors that nobody else owns.
    let (ours, theirs) = unsafe { (OwnedFd::from_raw_fd(fds[0]), OwnedFd::from_raw_fd(fds[1])) };
    Ok((ours, raise(theirs)?))
}

/// A counter that a process can wait for, closed on exec.
pub(crate) fn event() -> io::Result<OwnedFd> {
    // SAFETY: the call touches no memory; a non-negative result is a fresh descriptor that nobody else owns.
    raise(unsafe { OwnedFd::from_raw_fd(check(libc::eventfd(0, libc::EFD_CLOEXEC))?) })
}

/// A second descriptor of the same open file description, at [`HIGH_FD`] or above.
pub(crate) fn duplicate(fd: &OwnedFd) -> io::Result<OwnedFd> {
    // SAFETY: the call touches no memory; a non-negative result is a fresh descriptor that nobody else owns.
    unsafe { Ok(OwnedFd::from_raw_fd(check(libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, HIGH_FD))?)) }
}

fn raise(fd: OwnedFd) -> io::Result<OwnedFd> {
    if fd.as_raw_fd() >= HIGH_FD { Ok(fd) } else { duplicate(&fd) }
}

/// Waits until one of the descriptors is readable or closed, at most `timeout`. A signal ends the wait early.
pub(crate) fn poll<const N: usize>(fds: [RawFd; N], timeout: Duration) -> io::Result<[bool; N]> {
    let mut polled = fds.map(|fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 });
    let wait = libc::timespec {
        tv_sec: timeout.as_secs().min(1 << 30) as libc::time_t,
        tv_nsec: timeout.subsec_nanos() as libc::c_long,
    };
    // SAFETY: `polled` holds N entries and `wait` outlives the call; no signal mask is given.
    let result = unsafe { libc::ppoll(polled.as_mut_ptr(), N as libc::nfds_t, &wait, std::ptr::null()) };
    match check(result) {
        Err(error) if error.kind() != io::ErrorKind::Interrupted => Err(error),
        Err(_) => Ok([false; N]),
        Ok(_) => Ok(polled.map(|fd| fd.revents != 0)),
    }
}

/// Receives one packet of at most `N` bytes without waiting; its true length. 0 means that the other end is gone.
pub(crate) fn receive<const N: usize>(socket: RawFd) -> io::Result<Option<([u8; N], usize)>> {
    let mut packet = [0; N];
    // SAFETY: `packet` has room for N bytes; with MSG_TRUNC the result may be larger but no more is written.
    let n = unsafe { libc::recv(socket, packet.as_mut_ptr().cast(), N, libc::MSG_DONTWAIT | libc::MSG_TRUNC) };
    if n >= 0 {
        return Ok(Some((packet, n as usize)));
    }
    let error = io::Error::last_os_error();
    match error.kind() {
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted => Ok(None),
        io::ErrorKind::ConnectionReset => Ok(Some((packet, 0))),
        _ => Err(error),
    }
}

/// Sends one packet; never raises SIGPIPE and never waits.
pub(crate) fn send(socket: RawFd, packet: &[u8]) -> io::Result<()> {
    let flags = libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT;
    // SAFETY: the pointer and the length are those of one slice.
    check(unsafe { libc::send(socket, packet.as_ptr().cast(), packet.len(), flags) } as libc::c_int).map(|_| ())
}

/// Size of the file and bytes it occupies.
pub(crate) fn sizes(fd: RawFd) -> io::Result<(u64, u64)> {
    // SAFETY: all-zero bytes are a valid `stat`.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: `stat` has room for what the call writes.
    check(unsafe { libc::fstat(fd, &mut stat) })?;
    Ok((stat.st_size as u64, stat.st_blocks as u64 * 512))
}
