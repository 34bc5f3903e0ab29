//! The HTML report: complete, without anything from elsewhere, and shown by a real browser on a phone and on a wide screen.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A program whose names and texts would be markup if they were not escaped.
const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\n\
    int main(void) {\n    char b[3];\n    if (fread(b, 1, 3, stdin) != 3) return 1; // <script>alert(1)</script>\n\
    if (b[0] < 'a' && b[1] > 'z') { puts(\"<b>&\"); }\n    if (b[0] == '<' && b[1] == '/') abort();\n\
    if (b[0] == 'q' && b[0] == 'r') return 7;\n    return b[2] == '!' ? 2 : 0;\n}\n";

struct Folder(PathBuf);

impl Folder {
    /// With a campaign in `out`.
    fn new() -> Folder {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("symcrete-report-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("the temporary folder is writable");
        std::fs::write(path.join("unit.c"), PROGRAM).expect("writable");
        let folder = Folder(path);
        let done = folder.symcrete(&["test", "unit.c", "--quiet", "-o", "out"]);
        assert_eq!(done.status.code(), Some(1), "{done:?}");
        folder
    }

    fn symcrete(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        command.args(args).current_dir(&self.0).env("SYMCRETE_CACHE", self.0.join("cache"));
        command.output().expect("symcrete starts")
    }

    fn read(&self, name: &str) -> String {
        let path = self.0.join("out/report").join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// The values of an attribute in a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("{name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_link_leads_somewhere_in_the_folder() {
    let folder = Folder::new();
    let done = folder.symcrete(&["report", "out"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    for name in ["index.html", "file-1.html"] {
        let page = folder.read(name);
        let links = attributes(&page, "href");
        assert!(links.len() > 5, "{name}");
        for link in links.iter().chain(&attributes(&page, "src")) {
            let (file, anchor) = link.split_once('#').map_or((*link, None), |(file, anchor)| (file, Some(anchor)));
            let target = folder.read(if file.is_empty() { name } else { file });
            if let Some(anchor) = anchor {
                assert!(target.contains(&format!("id=\"{anchor}\"")), "{name}: {link}");
            }
        }
        assert!(!page.contains("http:") && !page.contains("https:"), "{name} needs nothing from elsewhere");
    }
    assert!(folder.0.join("out/coverage.info").is_file());
}

#[test]
fn the_program_cannot_write_markup() {
    let folder = Folder::new();
    folder.symcrete(&["report", "out"]);
    let page = folder.read("file-1.html");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "the source is shown");
    assert!(!page.contains("<script>alert") && !folder.read("index.html").contains("<script>alert"));
}

#[test]
fn a_folder_without_a_report_is_shown_as_far_as_it_goes() {
    let folder = Folder::new();
    std::fs::remove_file(folder.0.join("out/report.json")).expect("the campaign wrote it");
    std::fs::write(folder.0.join("out/tests/000099.json"), "{").expect("writable");
    std::fs::write(folder.0.join("out/tests/000100.json.part"), "{").expect("writable");
    let done = folder.symcrete(&["report", "out"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stderr).contains("passed over"), "{done:?}");
    assert!(folder.read("index.html").contains("ended before it could write its report"));
    let none = folder.symcrete(&["report", "nowhere"]);
    assert_eq!(none.status.code(), Some(2));
}

/// The page as the browser has it after its scripts ran, inside a frame of this width; and how wide it wants to be.
fn shown(folder: &Folder, page: &str, width: u32) -> (String, u32) {
    let frame = format!(
        "<body style=\"margin:0\"><iframe id=\"f\" src=\"out/report/{page}\" style=\"width:{width}px;height:900px;border:0\">\
         </iframe><pre id=\"width\"></pre><pre id=\"dom\"></pre><script>document.getElementById('f').onload = function () {{\
         var d = this.contentDocument; document.getElementById('width').textContent = d.documentElement.scrollWidth;\
         document.getElementById('dom').textContent = d.body.innerHTML; }}</script>"
    );
    std::fs::write(folder.0.join("frame.html"), frame).expect("writable");
    let done = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", "--dump-dom"])
        .args(["--virtual-time-budget=4000", "--window-size=1700,1000"])
        .arg(format!("--user-data-dir={}", folder.0.join("browser").display()))
        .arg(format!("file://{}", folder.0.join("frame.html").display()))
        .output()
        .expect("chromium starts");
    let dom = String::from_utf8_lossy(&done.stdout).into_owned();
    let width = dom.split("id=\"width\">").nth(1).and_then(|rest| rest.split('<').next()?.parse().ok());
    (dom.clone(), width.unwrap_or_else(|| panic!("the page was not shown: {dom}")))
}

#[test]
fn a_browser_shows_it_on_a_phone_and_on_a_wide_screen() {
    if !Path::new("/usr/bin/chromium").exists() {
        let _ = writeln!(std::io::stderr(), "not tested: chromium is not on this machine");
        return;
    }
    let folder = Folder::new();
    folder.symcrete(&["report", "out"]);
    for page in ["index.html", "file-1.html"] {
        for width in [390, 1600] {
            let (dom, wanted) = shown(&folder, page, width);
            assert!(wanted <= width, "{page} fits its screen of {width}: {wanted}");
            // The picture of the tree is drawn by the script; in the dump it stands as text.
            assert_eq!(page == "index.html", dom.contains("circle cx="), "{page}: {dom}");
        }
    }
}
