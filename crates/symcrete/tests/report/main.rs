//! The HTML report: complete, without anything from elsewhere, and shown by a real browser on a phone and on a wide screen.

#[path = "../folder/mod.rs"]
mod folder;
mod large;

use folder::Folder;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

/// A program whose names and texts would be markup if they were not escaped.
const PROGRAM: &str = "#include <stdio.h>\n#include <stdlib.h>\n\
    int main(void) {\n    char b[3];\n    if (fread(b, 1, 3, stdin) != 3) return 1; // <script>alert(1)</script>\n\
    if (b[0] < 'a' && b[1] > 'z') { puts(\"<b>&\"); }\n    if (b[0] == '<' && b[1] == '/') abort();\n\
    if (b[0] == 'q' && b[0] == 'r') return 7;\n    return b[2] == '!' ? 2 : 0;\n}\n";

impl Folder {
    /// With a campaign in `out`.
    fn explored() -> Folder {
        let folder = Folder::new("report");
        folder.write("unit.c", PROGRAM);
        folder.says(1, &["test", "unit.c", "--quiet", "-o", "out"]);
        folder
    }

    fn read(&self, name: &str) -> String {
        let path = self.join("out/report").join(name);
        std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
    }
}

/// The values of an attribute in a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("{name}=\"");
    page.split(&start).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn every_link_leads_somewhere_in_the_folder() {
    let folder = Folder::explored();
    let done = folder.symcrete(&["report", "out"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    for name in ["index.html", "file-1.html"] {
        let page = folder.read(name);
        let links = attributes(&page, "href");
        assert!(links.len() > 5, "{name}");
        for link in links.iter().chain(&attributes(&page, "src")) {
            let (file, anchor) = link.split_once('#').map_or((*link, None), |(file, anchor)| (file, Some(anchor)));
            let file = file.split('?').next().unwrap_or(file);
            let target = folder.read(if file.is_empty() { name } else { file });
            if let Some(anchor) = anchor {
                assert!(target.contains(&format!("id=\"{anchor}\"")), "{name}: {link}");
            }
        }
        assert!(!page.contains("http:") && !page.contains("https:"), "{name} needs nothing from elsewhere");
    }
    assert!(folder.join("out/coverage.info").is_file());
}

#[test]
fn the_program_cannot_write_markup() {
    let folder = Folder::explored();
    folder.symcrete(&["report", "out"]);
    let page = folder.read("file-1.html");
    assert!(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "the source is shown");
    assert!(!page.contains("<script>alert") && !folder.read("index.html").contains("<script>alert"));
}

#[test]
fn a_folder_without_a_report_is_shown_as_far_as_it_goes() {
    let folder = Folder::explored();
    std::fs::remove_file(folder.join("out/report.json")).expect("the campaign wrote it");
    std::fs::write(folder.join("out/tests/000099.json"), "{").expect("writable");
    std::fs::write(folder.join("out/tests/000100.json.part"), "{").expect("writable");
    let done = folder.symcrete(&["report", "out"]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert!(String::from_utf8_lossy(&done.stderr).contains("skipped"), "{done:?}");
    assert!(folder.read("index.html").contains("killed before it could write its report"));
    let none = folder.symcrete(&["report", "nowhere"]);
    assert_eq!(none.status.code(), Some(2));
}

/// The same over HTTP: only the report's own files, and only to read; and built anew when there is more to show.
#[test]
fn it_is_served_to_this_machine() {
    let folder = Folder::explored();
    let mut server = folder.command(&["report", "out", "--serve=0"]).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut said = BufReader::new(server.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let line = said.find(|line| line.starts_with("http://")).expect("it says where");
    let address = line.split('/').nth(2).expect("an address").to_string();
    let ask = |what: &str| {
        let mut socket = TcpStream::connect(&address).expect("it listens");
        write!(socket, "{what} HTTP/1.0\r\n\r\n").expect("it takes requests");
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    };
    let index = ask("GET /");
    assert!(index.contains("200 OK") && index.contains("text/html") && index.contains("</html>"), "{index}");
    for (request, code) in [
        ("GET /file-1.html?x", "200"),
        ("GET /../report.json", "404"),
        ("GET /%2e%2e/report.json", "404"),
        ("GET //etc/passwd", "404"),
        ("GET /nothing.html", "404"),
        ("POST /", "405"),
    ] {
        let answer = ask(request);
        assert_eq!(answer.split_whitespace().nth(1), Some(code), "{request}: {answer}");
    }
    std::fs::remove_file(folder.join("out/report.json")).expect("the campaign wrote it");
    std::fs::remove_dir_all(folder.join("out/findings")).expect("the campaign wrote them");
    std::fs::write(folder.join("out/tests/000099.json"), "{").expect("writable");
    assert!(ask("GET /index.html").contains("killed before it could write its report"));
    server.kill().expect("it runs");
    let _ = server.wait();
}

/// The browser, without a window and with a profile of its own.
fn browser(folder: &Folder) -> Command {
    let mut command = Command::new("chromium");
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]);
    command.arg(format!("--user-data-dir={}", folder.join("browser").display()));
    command
}

/// The text of the element with this name, up to the first one inside it.
fn text_of<'d>(dom: &'d str, id: &str) -> &'d str {
    let rest = dom.split(&format!("id=\"{id}\">")).nth(1).unwrap_or_default();
    rest.split('<').next().unwrap_or_default()
}

/// The page as the browser has it after its scripts ran, inside a frame of this width; and how wide it wants to be.
fn shown(folder: &Folder, page: &str, width: u32) -> (String, u32) {
    used(folder, page, width, "")
}

/// The same after a reader did something, as a script for the document `d`.
fn used(folder: &Folder, page: &str, width: u32, action: &str) -> (String, u32) {
    let frame = format!(
        "<body style=\"margin:0\"><iframe id=\"f\" src=\"out/report/{page}\" style=\"width:{width}px;height:900px;border:0\">\
         </iframe><pre id=\"width\"></pre><pre id=\"dom\"></pre><script>document.getElementById('f').onload = function () {{\
         var d = this.contentDocument; {action} document.getElementById('width').textContent = d.documentElement.scrollWidth;\
         document.getElementById('dom').textContent = d.body.innerHTML; }}</script>"
    );
    std::fs::write(folder.join("frame.html"), frame).expect("writable");
    let done = browser(folder)
        .args(["--dump-dom", "--virtual-time-budget=4000", "--window-size=1700,1000"])
        .arg(format!("file://{}", folder.join("frame.html").display()))
        .output()
        .expect("chromium starts");
    let dom = String::from_utf8_lossy(&done.stdout).into_owned();
    let width = text_of(&dom, "width").parse().ok();
    (dom.clone(), width.unwrap_or_else(|| panic!("the page was not shown: {dom}")))
}

fn has_browser() -> bool {
    let has = Path::new("/usr/bin/chromium").exists();
    if !has {
        let _ = writeln!(std::io::stderr(), "not tested: chromium is not on this machine");
    }
    has
}

/// A picture of a page: its size, how bright it is from 0 to 255, and how many shades it has.
fn pictured(folder: &Folder, page: &str, (width, height): (u32, u32), is_dark: bool) -> ((u32, u32), u64, usize) {
    let scheme = if is_dark { 0 } else { 1 };
    let picture = folder.join(format!("{page}-{width}-{scheme}.png"));
    let done = browser(folder)
        .arg(format!("--screenshot={}", picture.display()))
        .args([&format!("--window-size={width},{height}"), &format!("--blink-settings=preferredColorScheme={scheme}")])
        .args(["--virtual-time-budget=4000", "--hide-scrollbars"])
        .arg(format!("file://{}", folder.join("out/report").join(page).display()))
        .output()
        .expect("chromium starts");
    assert!(picture.exists(), "no picture: {done:?}");
    measured(folder, &picture)
}

/// What the browser itself reads from a picture.
fn measured(folder: &Folder, picture: &Path) -> ((u32, u32), u64, usize) {
    let frame = format!(
        "<body><img id=\"i\" src=\"{}\"><pre id=\"seen\"></pre><script>var i = document.getElementById('i'); i.onload = function () {{\
         var c = document.createElement('canvas'); c.width = i.naturalWidth; c.height = i.naturalHeight; var g = c.getContext('2d');\
         g.drawImage(i, 0, 0); var d = g.getImageData(0, 0, c.width, c.height).data, shades = new Set(), sum = 0;\
         for (var p = 0; p < d.length; p += 4) {{ var s = Math.floor((d[p] + d[p + 1] + d[p + 2]) / 3); shades.add(s); sum += s; }}\
         document.getElementById('seen').textContent = [c.width, c.height, Math.floor(sum * 4 / d.length), shades.size].join(' '); }}</script>",
        picture.display()
    );
    std::fs::write(folder.join("picture.html"), frame).expect("writable");
    let done = browser(folder)
        .args(["--dump-dom", "--virtual-time-budget=4000"])
        .arg(format!("file://{}", folder.join("picture.html").display()))
        .output()
        .expect("chromium starts");
    let dom = String::from_utf8_lossy(&done.stdout);
    let seen: Vec<u64> = text_of(&dom, "seen").split(' ').filter_map(|number| number.parse().ok()).collect();
    let &[width, height, mean, n_shades] = &seen[..] else { panic!("the picture was not read: {dom}") };
    ((width as u32, height as u32), mean, n_shades as usize)
}

#[test]
fn pictures_of_it_are_light_or_dark_as_the_reader_likes() {
    if !has_browser() {
        return;
    }
    let folder = Folder::explored();
    folder.symcrete(&["report", "out"]);
    for page in ["index.html", "file-1.html"] {
        for size in [(500, 900), (1600, 1000)] {
            let (seen, bright, n_shades) = pictured(&folder, page, size, false);
            assert_eq!(seen, size);
            let (_, dim, n_dim_shades) = pictured(&folder, page, size, true);
            assert!(bright > 200 && dim < 70, "{page} at {size:?}: {bright} and {dim}");
            assert!(
                n_shades > 40 && n_dim_shades > 40,
                "{page} at {size:?}: text and colours: {n_shades}, {n_dim_shades}"
            );
        }
    }
}

#[test]
fn a_browser_shows_it_on_a_phone_and_on_a_wide_screen() {
    if !has_browser() {
        return;
    }
    let folder = Folder::explored();
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

/// `/`, Escape, `j` and `k`; what is folded is printed too.
#[test]
fn keys_lead_through_it_and_printing_unfolds_it() {
    if !has_browser() {
        return;
    }
    let folder = Folder::explored();
    folder.symcrete(&["report", "out"]);
    let after = |action: &str| {
        let press = "var w = d.defaultView; var press = (key, at) => (at || d.body).dispatchEvent(new KeyboardEvent('keydown', \
                     {key: key, bubbles: true})); var top = () => Math.round(w.scrollY);";
        let action = format!("{press} var said = (() => {{ {action} }})(); d.body.textContent = said;");
        let (dom, _) = used(&folder, "index.html", 1200, &action);
        text_of(&dom, "dom").to_string()
    };
    assert_eq!(after("press('/'); return d.activeElement.tagName;"), "INPUT");
    assert_eq!(
        after(
            "press('/'); var i = d.activeElement; i.value = 'x'; press('Escape', i); return i.value + (d.activeElement === i);"
        ),
        "false"
    );
    assert_eq!(
        after("press('j'); press('j'); var down = top(); press('k'); return [down > 0, top() < down].join();"),
        "true,true"
    );
    let fold = "var all = [...d.querySelectorAll('details'), d.body.appendChild(d.createElement('details'))];\
                all.forEach((one) => { one.open = false; });";
    let printed = "w.dispatchEvent(new Event('beforeprint')); return all.filter((one) => !one.open).length;";
    assert_eq!(after(&format!("{fold} {printed}")), "0");
}

/// The reader's tools: search over branches and tests, and the path of a test as a list and in the source.
#[test]
fn a_browser_searches_and_shows_the_path_of_a_test() {
    if !has_browser() {
        return;
    }
    let folder = Folder::explored();
    folder.symcrete(&["report", "out"]);
    let typed = |of: &str, text: &str| {
        let action = format!(
            "var i = d.querySelector('input[data-for={of}]'); i.value = '{text}'; i.dispatchEvent(new Event('input'));\
             d.body.innerHTML = i.nextElementSibling.textContent + '|' + d.querySelectorAll('#{of} tbody tr:not([hidden])').length;"
        );
        let (dom, _) = used(&folder, "index.html", 1200, &action);
        text_of(&dom, "dom").to_string()
    };
    let n_tests = std::fs::read_to_string(folder.join("out/report/tests.js")).expect("a list").matches("[\"").count();
    assert!(n_tests > 3);
    assert_eq!(typed("all-tests", "000002"), "1 found|1");
    assert_eq!(typed("all-tests", "nothing like it"), "0 found|0");
    assert_eq!(typed("all-tests", ""), format!("|{n_tests}"));
    assert!(typed("causes", "unit.c:8").ends_with("|1"), "{}", typed("causes", "unit.c:8"));

    let (path, _) = shown(&folder, "path.html?test=000006", 1200);
    assert!(path.contains("Test 000006") && path.contains("decisions.") && path.contains("file-1.html?test=000006#L"));
    let (source, _) = shown(&folder, "file-1.html?test=000006", 1200);
    assert!(source.contains("Shown with the path of test") && source.contains("class=\"walk\""), "{source}");
    let (none, _) = shown(&folder, "path.html?test=777777", 1200);
    assert!(none.contains("There is no test 777777."), "{none}");
}

/// Branches that wait for one are told together, with what is in the way, and branches of functions that nothing calls are folded away.
#[test]
fn uncovered_branches_are_grouped_by_cause() {
    let folder = Folder::new("causes");
    let program = "#include <stdio.h>\n#include <stdlib.h>\nint idle(int x) { return x > 3 ? 1 : 2; }\n\
        static int deep(int c) { if (c == 1) return 4; return c > 7 ? 5 : 6; }\n\
        int main(void) {\n    int a = getchar();\n    if (getenv(\"NOBODY_SETS_THIS\")) {\n        if (a == 'x') return 1;\n        return deep(a);\n    }\n    return a == 'y';\n}\n";
    folder.write("unit.c", program);
    folder.says(0, &["test", "unit.c", "--quiet", "-o", "out"]);
    let text = std::fs::read_to_string(folder.join("out/report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let after = |line: u64| {
        let outcomes = report["outcomes"].as_array().expect("a list");
        let found: Vec<_> =
            outcomes.iter().filter(|one| one["line"] == line).map(|one| one["after"]["line"].as_u64()).collect();
        found
    };
    assert_eq!(after(8), [Some(7), Some(7)], "in the same function");
    assert_eq!(after(4), [Some(7); 4], "in one that is called behind it");
    let page = folder.read("index.html");
    assert!(page.contains("<b>6 branches</b> wait for <a href=\"file-1.html#L7\">"), "{page}");
    assert!(page.contains("<b>2 branches</b> in functions that nothing calls"), "{page}");
}

/// Two versions of a program: lines have moved, a bug was mended, another was made.
#[test]
fn two_campaigns_are_compared() {
    let folder = Folder::explored();
    std::fs::rename(folder.join("out"), folder.join("old")).expect("renamed");
    let changed = PROGRAM
        .replace("#include <stdlib.h>\n", "#include <stdlib.h>\n\n\n")
        .replace("abort();", "return 3;")
        .replace("return b[2] == '!' ? 2 : 0;", "if (b[2] == '!') __builtin_trap();\n    return 0;");
    folder.write("unit.c", &changed);
    folder.says(1, &["test", "unit.c", "--quiet", "-o", "out"]);
    let done = folder.symcrete(&["report", "out", "--against", "old"]);
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    assert!(said.contains("\nlost: 0\ngained: 0\n") && said.contains("no longer in the program: 0\n"), "{said}");
    assert!(said.contains("no longer found: ") && said.contains("newly found: "), "{said}");
    let page = folder.read("index.html");
    assert!(page.contains("id=\"against\"") && page.contains("Findings that are gone"), "{page}");
    let none = folder.symcrete(&["report", "out", "--against", "nowhere"]);
    assert_eq!(none.status.code(), Some(2), "{none:?}");
}

/// A header whose functions are inlined into two files, a template, a function that nothing calls, and a file in another folder.
const HEADER: &str = "#pragma once\ninline int clamp(int x) { if (x < 0) return 0; if (x > 99) return 99; return x; }\n\
    template <typename T> T least(T a, T b) { return a < b ? a : b; }\n\
    static inline int sign(int x) { return x < 0 ? -1 : x > 0; }\n";
const FIRST: &str = "#include \"shared.h\"\n#include <cstdio>\nint second(int);\nstatic int unused(int x) { return x > 3 ? 1 : 2; }\nint (*keep)(int) = 0;\n\
    int main() {\n  int c = getchar();\n  if (c == 'u') keep = unused;\n  switch (clamp(c)) {\n  case 65: return second(c);\n  case 66: return least(c, 7);\n  default: return sign(c - 70);\n  }\n}\n";
const SECOND: &str = "#include \"../shared.h\"\nint second(int c) {\n  if (clamp(c - 60) == 5 && least(long(c), 9L) > 3) return sign(c) + 4;\n  return 5;\n}\n";

/// What the table of files in a report adds up to: branches covered, of how many.
fn summed(page: &str) -> (u64, u64) {
    let table =
        page.split("id=\"files\"").nth(1).and_then(|rest| rest.split("</table>").next()).expect("a table of files");
    let rows =
        table.split("<tr>").skip(2).filter_map(|row| row.split("<td class=\"number\">").nth(1)?.split('<').next());
    let numbers = rows.filter_map(|cell| {
        let (covered, total) = cell.split_once(" / ")?;
        Some((covered.parse::<u64>().ok()?, total.parse::<u64>().ok()?))
    });
    numbers.fold((0, 0), |sum, (covered, total)| (sum.0 + covered, sum.1 + total))
}

/// Three builds of it: with one definition of the inline function that every call goes to, with copies in its callers, and as one object twice.
#[test]
fn its_sums_are_those_of_report_json() {
    let folder = Folder::explored();
    std::fs::create_dir_all(folder.join("more")).expect("writable");
    for (name, text) in [("shared.h", HEADER), ("first.cpp", FIRST), ("more/second.cpp", SECOND)] {
        std::fs::write(folder.join(name), text).expect("writable");
    }
    for (name, flags) in [("plain", &["-O0"][..]), ("inlined", &["-O2"]), ("few", &["-O1", "-fno-inline"])] {
        let built = folder.symcrete(&[&["c++", "first.cpp", "more/second.cpp", "-o", name], flags].concat());
        assert!(built.status.success(), "{built:?}");
        for iterations in ["3", "100"] {
            let done = folder.symcrete(&[
                "test",
                &format!("./{name}"),
                "--iterations",
                iterations,
                "--quiet",
                "--force",
                "-o",
                "out",
            ]);
            assert!(matches!(done.status.code(), Some(0 | 1)), "{done:?}");
            assert_eq!(folder.symcrete(&["report", "out"]).status.code(), Some(0));
            let text = std::fs::read_to_string(folder.join("out/report.json")).expect("a report");
            let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
            let number = |what: &str| report["branches"][what].as_u64().expect("a number");
            let outcomes = report["outcomes"].as_array().expect("a list");
            let covered = outcomes.iter().filter(|one| one["state"] == "covered").count() as u64;
            assert_eq!((covered, outcomes.len() as u64), (number("covered"), number("total")), "{name}");
            assert_eq!(
                summed(&folder.read("index.html")),
                (number("covered"), number("total")),
                "{name}, {iterations} runs"
            );
        }
    }
}
