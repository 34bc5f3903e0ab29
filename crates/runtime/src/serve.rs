//! The fork server: forks runs ahead, so that beginning one is a packet to a process that waits.
//!
//! Each child waits on a lane of its own until its turn comes and the executor says so; `exec/src/server.rs` has the protocol.
//! While it waits it makes its memory ready. Whatever goes wrong ends the server or the child that waits, and the
//! executor, to whom nobody says that the run began, starts another server.

use crate::warm::Warm;
use crate::{model, shadow};
use symcrete_kernel::child;

const HELLO: [u32; 2] = [0x5359_4d43, 2];
/// Children that are forked ahead; lane `k` is the descriptor `k + 1` behind the socket.
const LANES: usize = 2;

/// Forks children ahead and tells how they ended, one after the other; returns in each child when it is to run.
pub(crate) fn serve(socket: i32) {
    shadow::prepare();
    model::serving();
    let (warm, errno) = (Warm::new(), child::errno());
    tell(socket, HELLO);
    let mut ahead = [0; LANES];
    for lane in (0..LANES).cycle() {
        if ahead[lane] != 0 {
            report(socket, child::wait(ahead[lane]).unwrap_or_else(|| leave()));
        }
        // Every run begins with the same `errno`, whatever the server did before.
        child::set_errno(errno);
        ahead[lane] = child::fork();
        match ahead[lane] {
            0 => return stand_by(socket, lane, &warm),
            -1 => leave(),
            pid => tell(socket + 1 + lane as i32, pid),
        }
    }
}

/// Waits for the command, says that it came, and leaves nothing behind that the plain program does not have.
fn stand_by(socket: i32, lane: usize, warm: &Warm) {
    let lane = socket + 1 + lane as i32;
    // SAFETY: the calls touch no memory. The server alone holds its socket, so that its end can be seen.
    unsafe {
        libc::setpgid(0, 0);
        libc::close(socket);
    }
    let errno = child::errno();
    warm.run();
    child::set_errno(errno);
    tell(lane, hear(lane));
    // SAFETY: the call touches no memory; the descriptors are the lanes.
    (1..=LANES as i32).for_each(|k| unsafe { _ = libc::close(socket + k) });
}

/// Tells how a child ended and what processor time it took. If it was killed, the executor may be killing whom it does not
/// know: nobody is forked until it says so.
fn report(socket: i32, (status, micros): (i32, u32)) {
    tell(socket, [status as u32, micros]);
    if libc::WIFSIGNALED(status) && libc::WTERMSIG(status) == libc::SIGKILL {
        hear(socket);
    }
}

/// Sends a packet; nobody to send it to is a reason to end.
fn tell<T>(socket: i32, packet: T) {
    // SAFETY: the pointer and the length are those of one value.
    let sent = unsafe { libc::send(socket, (&raw const packet).cast(), size_of::<T>(), libc::MSG_NOSIGNAL) };
    if sent != size_of::<T>() as isize {
        leave();
    }
}

/// Waits for a word; nobody to say one is a reason to end.
fn hear(socket: i32) -> u32 {
    let mut word = 0;
    // SAFETY: `word` has room for 4 bytes.
    if unsafe { libc::read(socket, (&raw mut word).cast(), 4) } != 4 {
        leave();
    }
    word
}

fn leave() -> ! {
    // SAFETY: ends this process without any handler of the program.
    unsafe { libc::_exit(0) }
}
