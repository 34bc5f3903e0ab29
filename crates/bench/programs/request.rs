//! Reads the head of an HTTP request, as httparse does: the same parser in Rust and in C (request.c).

use std::io::Read;

struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
}

fn is_token(c: u8) -> bool {
    matches!(c, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'!')
}

fn is_target(c: u8) -> bool {
    c > b' ' && c < 127
}

fn is_value(c: u8) -> bool {
    c == b'\t' || (c >= b' ' && c != 127)
}

impl Bytes<'_> {
    fn peek(&self) -> Option<u8> {
        self.all.get(self.at).copied()
    }

    fn take(&mut self, c: u8) -> bool {
        if self.peek() != Some(c) {
            return false;
        }
        self.at += 1;
        true
    }

    fn word(&mut self, is: fn(u8) -> bool) -> bool {
        let start = self.at;
        while self.peek().is_some_and(is) {
            self.at += 1;
        }
        self.at > start
    }

    fn line_end(&mut self) -> bool {
        if self.take(b'\r') {
            return self.take(b'\n');
        }
        self.take(b'\n')
    }

    fn version(&mut self) -> bool {
        for &c in b"HTTP/1." {
            if !self.take(c) {
                return false;
            }
        }
        self.take(b'0') || self.take(b'1')
    }

    fn header(&mut self) -> bool {
        if !self.word(is_token) || !self.take(b':') {
            return false;
        }
        while matches!(self.peek(), Some(b' ' | b'\t')) {
            self.at += 1;
        }
        self.word(is_value);
        self.line_end()
    }

    fn request(&mut self) -> u8 {
        if !self.word(is_token) || !self.take(b' ') {
            return 1;
        }
        if !self.word(is_target) || !self.take(b' ') {
            return 2;
        }
        if !self.version() || !self.line_end() {
            return 3;
        }
        for _ in 0..16 {
            if matches!(self.peek(), Some(b'\r' | b'\n')) {
                return if self.line_end() { 0 } else { 4 };
            }
            if !self.header() {
                return 5;
            }
        }
        6
    }
}

fn main() -> std::process::ExitCode {
    let mut all = [0; 1024];
    let n = std::io::stdin().lock().read(&mut all).unwrap_or(0);
    Bytes { all: &all[..n], at: 0 }.request().into()
}
