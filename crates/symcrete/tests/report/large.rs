//! The report of a campaign with 20 000 tests and 5000 branches: how large it is, how fast a browser opens it, what writing it costs. With `SLOW=1`.

use crate::folder::Folder;
use crate::{browser, has_browser, text_of};
use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Functions, each with a tree of decisions on six bits: 63 of them, and 64 ways through.
const FUNCTIONS: usize = 40;
const BITS: u32 = 6;

/// With three more decisions before them there are 8 × 40 × 64 = 20 480 paths.
fn program() -> String {
    let mut text = "#include <stdio.h>\nstatic unsigned char b[4];\nstatic int n;\n".to_string();
    for function in 0..FUNCTIONS {
        let _ = writeln!(text, "static void part{function}(void)\n{{");
        decide(&mut text, 0);
        text += "}\n";
    }
    text += "int main(void)\n{\n    if (fread(b, 1, 4, stdin) != 4)\n        return 1;\n    for (int i = 0; i < 3; i++)\n\
        \x20       if (b[2] & 1 << i)\n            puts(\"bit\");\n    switch (b[0]) {\n";
    (0..FUNCTIONS).for_each(|function| {
        let _ = writeln!(text, "    case {function}: part{function}(); break;");
    });
    text + "    }\n    return n;\n}\n"
}

fn decide(text: &mut String, bit: u32) {
    let space = "    ".repeat(bit as usize + 1);
    if bit == BITS {
        let _ = writeln!(text, "{space}n += 1;");
        return;
    }
    let _ = writeln!(text, "{space}if (b[1] & {}) {{", 1 << bit);
    decide(text, bit + 1);
    let _ = writeln!(text, "{space}}} else {{");
    decide(text, bit + 1);
    let _ = writeln!(text, "{space}}}");
}

fn size(folder: &Path) -> u64 {
    let files = std::fs::read_dir(folder).expect("the report").flatten();
    files.map(|file| file.metadata().expect("a file").len()).sum()
}

/// How long the browser takes until a page is there with everything its scripts do at first.
fn opened(folder: &Folder, page: &str) -> Duration {
    let frame = format!(
        "<iframe id=\"f\" style=\"width:1400px;height:900px\"></iframe><pre id=\"took\"></pre><script>\
         const begun = performance.now(), frame = document.getElementById('f');\
         frame.onload = function () {{ document.getElementById('took').textContent = Math.round(performance.now() - begun); }};\
         frame.src = 'out/report/{page}';</script>"
    );
    folder.write("open.html", frame);
    let address = format!("file://{}", folder.join("open.html").display());
    let done = browser(folder).args(["--dump-dom", &address]).output().expect("chromium starts");
    let dom = String::from_utf8_lossy(&done.stdout).into_owned();
    let took = text_of(&dom, "took").parse().ok();
    Duration::from_millis(took.unwrap_or_else(|| panic!("the page was not shown: {dom}")))
}

/// Tests in the report.
fn listed(folder: &Folder) -> usize {
    std::fs::read_to_string(folder.join("out/report/tests.js")).expect("a list").matches("[\"0").count()
}

#[expect(clippy::print_stderr, reason = "the figures are what a long run is made for")]
#[test]
fn twenty_thousand_tests_and_five_thousand_branches() {
    if std::env::var_os("SLOW").is_none() {
        return;
    }
    let folder = Folder::new("large");
    folder.write("large.c", program());
    let begun = SystemTime::now();
    let said = folder.says(0, &["test", "large.c", "--merge", "never", "--stdin", "4", "--quiet", "-o", "out"]);
    let took = begun.elapsed().expect("time goes on");
    assert!(said.contains("branches: 5087 of 5087 covered"), "{said}");
    let n_tests = said.lines().find_map(|line| line.strip_prefix("tests: ")?.split(' ').next()?.parse::<usize>().ok());
    let n_tests = n_tests.filter(|n| *n > 20_000).unwrap_or_else(|| panic!("{said}"));
    // Each branch has a test of its own at most, and those that cover one first are all there.
    let n_shown = listed(&folder);
    assert!((2_500..5_200).contains(&n_shown), "{n_shown}");
    // What is written last: `report.json`, and behind it the page, for which tests are run again.
    let stored = std::fs::metadata(folder.join("out/report.json")).and_then(|file| file.modified()).expect("a report");
    let writing = (begun + took).duration_since(stored).expect("before the end");
    eprintln!("{took:?} in all, {writing:?} of it for the report");
    assert!(writing * 100 <= took * 3, "{writing:?} of {took:?} were spent on the report");

    folder.says(0, &["report", "out"]);
    assert_eq!(listed(&folder), n_tests);
    let bytes = size(&folder.join("out/report"));
    eprintln!("{bytes} bytes");
    assert!(bytes < 20_000_000, "{bytes} bytes");
    if has_browser() {
        let took = (0..3).map(|_| opened(&folder, "index.html")).min().expect("three times");
        eprintln!("opened in {took:?}");
        assert!(took < Duration::from_secs(2), "{took:?}");
    }
}
