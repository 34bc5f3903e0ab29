//! A real nats-server on loopback, for one test.

use crate::folder::Folder;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that ends with its test. Its store stays until then, whatever happens to it.
pub(crate) struct Server {
    folder: Folder,
    port: u16,
    more: Vec<String>,
    process: Option<Child>,
}

impl Server {
    /// With JetStream.
    pub(crate) fn new() -> Server {
        Server::with(&["-js"])
    }

    /// With these arguments.
    pub(crate) fn with(more: &[&str]) -> Server {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("bound").port();
        drop(free);
        let more = more.iter().map(ToString::to_string).collect();
        let mut server = Server { folder: Folder::new("nats"), port, more, process: None };
        server.start();
        server
    }

    /// Starts it, on what it stored before.
    pub(crate) fn start(&mut self) {
        let store = self.folder.join("store");
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]).arg(store).args(&self.more);
        let process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("nats-server starts");
        self.process = Some(process);
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "nats-server does not answer");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Kills it, as kill -9 does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Its process.
    pub(crate) fn process(&self) -> u32 {
        self.process.as_ref().map_or(0, Child::id)
    }

    /// Its address.
    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}
