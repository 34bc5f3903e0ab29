//! Every way to decide, for the comparison with llvm-cov (`crates/symcrete/tests/rust/coverage.rs`).
use std::io::Read;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Word,
    Number(u8),
    Other,
}

fn kind(c: u8) -> Kind {
    if c.is_ascii_digit() {
        Kind::Number(c - b'0')
    } else if c.is_ascii_alphabetic() || c == b'_' {
        Kind::Word
    } else {
        Kind::Other
    }
}

fn least<T: PartialOrd>(a: T, b: T) -> T {
    if a < b { a } else { b }
}

fn first(data: &[u8]) -> Option<u8> {
    let c = *data.first()?;
    if !(c != b'x' && c != b'y') {
        return None;
    }
    Some(c)
}

fn score(data: &[u8]) -> u32 {
    let mut score = 0;
    let mut k = 0;
    while k < data.len() && k < 4 {
        match kind(data[k]) {
            Kind::Number(n @ 0..=4) => score += u32::from(n),
            Kind::Number(_) => score += 10,
            Kind::Word => score += 1,
            Kind::Other => {}
        }
        k += 1;
    }
    let Some(c) = first(data) else {
        return score;
    };
    if let Kind::Number(n) = kind(c) {
        if n > 5 && score > 20 || n == 3 {
            score += 100;
        }
    }
    let is_low = c < 10 || c == 200;
    if is_low && !data.is_empty() {
        score += 7;
    }
    for pair in data.windows(2) {
        if pair[0] == pair[1] {
            score += 1000;
        }
    }
    if let [b'a', b'b', rest @ ..] = data && rest.len() == 1 {
        score += 5;
    }
    if matches!(data.last(), Some(b'!')) {
        score += 3;
    }
    score + least(1u32, u32::from(c)) + least(b'm', c) as u32
}

fn main() {
    let mut data = [0u8; 4];
    let n = std::io::stdin().lock().read(&mut data).unwrap_or(0);
    println!("{}", score(&data[..n]));
}
