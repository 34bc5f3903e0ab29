//! What happens around a campaign: clocks that differ, a store or a disk that is full, a network that stalls or breaks. A clear sentence each, and nothing lost.

use crate::folder::{Folder, finish};
use crate::server::Server;
use crate::{assert_complete, assert_whole, end, has_server};
use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The exit code for what a machine refuses.
const MACHINE: Option<i32> = Some(74);

/// A library that puts the clock of a process forward by a day, and not those of processes that it starts.
const TOMORROW: &str = "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdlib.h>\n#include <time.h>\n\
    __attribute__((constructor)) static void begin(void) { unsetenv(\"LD_PRELOAD\"); }\n\
    int clock_gettime(clockid_t id, struct timespec *at) {\n    \
    static int (*real)(clockid_t, struct timespec *);\n    \
    if (!real) real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, \"clock_gettime\");\n    \
    int done = real(id, at);\n    if (id == CLOCK_REALTIME) at->tv_sec += 86400;\n    return done;\n}\n";

#[test]
fn clocks_that_differ_by_a_day_do_not_matter() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::with_ways(5));
    folder.write("tomorrow.c", TOMORROW);
    let mut cc = Command::new("cc");
    cc.args(["-shared", "-fPIC", "tomorrow.c", "-o", "tomorrow.so"]).current_dir(&*folder);
    assert!(cc.status().expect("cc").success());
    let test = folder.begin(&server, 5, "out");
    let url = server.url();
    while folder.symcrete(&["watch", "--once", "--hub", &url, "--campaign", "ways"]).status.code() != Some(0) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut tomorrow = folder.command(&["worker", "--hub", &url, "--campaign", "ways"]);
    tomorrow.env("LD_PRELOAD", folder.join("tomorrow.so"));
    let worker = tomorrow.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("symcrete starts");
    let (code, said) = end(test);
    assert_eq!(code, Some(1), "{said}");
    assert_whole(&folder.join("out"), 5, &said);
    let (code, said) = end(worker);
    assert_eq!(code, Some(0), "{said}");
}

/// A server whose store holds so many bytes.
fn small(folder: &Folder, bytes: &str) -> Server {
    folder.write("nats.conf", format!("jetstream {{ max_file_store: {bytes} }}\n"));
    let file = folder.join("nats.conf");
    Server::with(&["-c", file.to_str().expect("a path")])
}

#[test]
fn a_full_store_is_said_and_what_was_found_is_kept() {
    if !has_server() {
        return;
    }
    let folder = Folder::with_ways(4);
    // There is no room for the program itself.
    let server = small(&folder, "100KB");
    let (code, said) = end(folder.begin(&server, 4, "refused"));
    assert_eq!(code, MACHINE, "{said}");
    assert!(said.contains("refuses: ") && said.contains("look at its storage limits"), "{said}");
    assert!(!folder.join("refused").exists(), "nothing is left");
    drop(server);
    // There is room for that, and for some of the facts.
    let size = std::fs::metadata(folder.join("prog")).expect("a program").len();
    let plain = std::fs::metadata(folder.join(".symcrete/prog.plain")).expect("its twin").len();
    let server = small(&folder, &format!("{}", size + plain + 60_000));
    let url = server.url();
    let args = ["test", "./prog", "--quiet", "--stdin", "4", "--stdin-fixed", "--strategy", "dfs", "--time", "5s"];
    let done = folder.done(&[&args[..], &["-o", "out", "--hub", &url, "--campaign", "ways"]].concat());
    let said = format!("{}{}", done.stdout, done.stderr);
    assert_eq!(done.code, Some(1), "{said}");
    assert!(said.contains("takes no facts (") && said.contains("they are kept until it does"), "{said}");
    let mut ways = crate::ways(&folder.join("out"));
    ways.dedup();
    assert_eq!(ways.len(), 81, "{said}");
}

#[test]
fn a_full_disk_is_said_and_the_server_has_what_did_not_fit() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::with_ways(5));
    let (url, symcrete) = (server.url(), env!("CARGO_BIN_EXE_symcrete"));
    let script = format!(
        "mkdir small && mount -t tmpfs -o size=400k tmpfs small && exec {symcrete} test ./prog --quiet --stdin 5 --stdin-fixed \
         --strategy dfs -o small/out --hub {url} --campaign ways"
    );
    let mut command = Command::new("unshare");
    command.args(["-rm", "sh", "-c", &script]).current_dir(&*folder).env("SYMCRETE_CACHE", folder.join(".cache"));
    let done = finish(&mut command);
    if done.stderr.contains("unshare failed") || done.stderr.contains("mount: ") {
        let _ = writeln!(std::io::stderr(), "not tested: this system allows no namespaces, so there is no small disk");
        return;
    }
    assert_eq!(done.code, MACHINE, "{}{}", done.stdout, done.stderr);
    assert!(done.stderr.contains("No space left on device"), "{}", done.stderr);
    let (code, said) = end(folder.begin(&server, 5, "again"));
    assert_eq!(code, Some(1), "{said}");
    assert_complete(&folder.join("again"), 5, &said);
}

/// What a wire does with bytes.
const FLOWS: u32 = 0;
const STALLS: u32 = 1;
const BREAKS: u32 = 2;

/// A wire to a server, which can stall and break.
struct Wire {
    port: u16,
    state: Arc<AtomicU32>,
}

impl Wire {
    fn to(server: &Server) -> Wire {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("bound").port();
        let (state, to) = (Arc::new(AtomicU32::new(FLOWS)), server.url().replace("nats://", ""));
        let shared = state.clone();
        std::thread::spawn(move || {
            for near in listener.incoming().flatten() {
                if shared.load(Ordering::Relaxed) == BREAKS {
                    continue;
                }
                let Ok(far) = TcpStream::connect(&to) else { continue };
                let ends = [(near.try_clone(), far.try_clone()), (Ok(far), Ok(near))];
                for (from, to) in ends {
                    let (Ok(from), Ok(to)) = (from, to) else { continue };
                    let state = shared.clone();
                    std::thread::spawn(move || carry(from, to, &state));
                }
            }
        });
        Wire { port, state }
    }

    fn be(&self, state: u32, time: Duration) {
        self.state.store(state, Ordering::Relaxed);
        std::thread::sleep(time);
        self.state.store(FLOWS, Ordering::Relaxed);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, state: &AtomicU32) {
    let mut bytes = [0; 4096];
    let _ = from.set_read_timeout(Some(Duration::from_millis(20)));
    loop {
        match state.load(Ordering::Relaxed) {
            BREAKS => break,
            STALLS => std::thread::sleep(Duration::from_millis(5)),
            _ => match from.read(&mut bytes) {
                Ok(0) => break,
                Ok(n) if to.write_all(&bytes[..n]).is_err() => break,
                Ok(_) => {}
                Err(why) if why.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(_) => break,
            },
        }
    }
    let _ = to.shutdown(Shutdown::Both);
    let _ = from.shutdown(Shutdown::Both);
}

#[test]
fn a_network_that_stalls_and_breaks_loses_nothing() {
    if !has_server() {
        return;
    }
    let (server, folder) = (Server::new(), Folder::with_ways(6));
    let wire = Wire::to(&server);
    let url = format!("nats://127.0.0.1:{}", wire.port);
    let test = folder.begin(&server, 6, "out");
    // Once there is a campaign.
    let direct = server.url();
    while folder.symcrete(&["watch", "--once", "--hub", &direct, "--campaign", "ways"]).status.code() != Some(0) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let worker = folder.start(&["worker", "--hub", &url, "--campaign", "ways"]);
    std::thread::sleep(Duration::from_millis(1500));
    wire.be(STALLS, Duration::from_secs(4));
    std::thread::sleep(Duration::from_millis(500));
    wire.be(BREAKS, Duration::from_secs(2));
    let (code, said) = end(test);
    assert_eq!(code, Some(1), "{said}");
    crate::assert_all(&folder.join("out"), 6, &said);
    let (_, worker) = end(worker);
    // Whoever asks now has all of it, with the claim.
    let (code, said) = end(folder.begin(&server, 6, "again"));
    assert_eq!(code, Some(1), "{said}, {worker}");
    crate::assert_all(&folder.join("again"), 6, &said);
}
