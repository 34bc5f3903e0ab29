// test: spans::all --elements 1 --string 3 --time 20s
// exit: 1
// says: too late
// findings: 1

use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;

pub fn all(time: Duration, words: &[&str], file: &Path, name: Cow<str>) -> usize {
    let is_named = matches!(&name, Cow::Borrowed("ab")) && words.first() == Some(&"no");
    if is_named && file.extension().is_some() && time > Duration::new(5, 999_999_998) && time.as_secs() == 5 {
        panic!("too late");
    }
    words.len() + name.len()
}
