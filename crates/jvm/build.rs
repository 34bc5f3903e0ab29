//! Compiles the Java part (`java/`) into one jar, with ASM inside, that this crate carries along.
//!
//! Numbers that both sides need, of operators and of places in the trace, are written for Java here, from crate `trace`: they are defined
//! once. Without a JDK or without ASM the jar is empty, and a text says what is missing; nothing else of the build depends on it.

#[path = "src/bounds.rs"]
mod bounds;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use symcrete_trace as trace;

/// ASM as Debian's `libasm-java` has it.
const ASM: [&str; 4] = ["asm", "asm-tree", "asm-analysis", "asm-commons"];

fn main() {
    let sources = Path::new("../../java");
    println!("cargo:rerun-if-changed=../../java");
    println!("cargo:rerun-if-env-changed=JAVA_HOME");
    let out = PathBuf::from(std::env::var("OUT_DIR").expect("cargo says where"));
    let (jar, missing) = match missing() {
        Some(what) => (Vec::new(), what),
        None => (compile(sources, &out), String::new()),
    };
    std::fs::write(out.join("java.jar"), jar).expect("the jar is written");
    std::fs::write(out.join("newest.txt"), if missing.is_empty() { newest() } else { String::new() }).expect("written");
    std::fs::write(out.join("missing.txt"), missing).expect("the text is written");
}

/// The newest Java whose class files ASM reads, by the versions that it names.
fn newest() -> String {
    let mut javap = Command::new(tool("javap"));
    let ran = javap.arg("-cp").arg(asm(ASM[0])).arg("org.objectweb.asm.Opcodes").output().expect("the JDK's tools run");
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    let version = |word: &str| word.strip_prefix('V')?.strip_suffix(';')?.parse::<u32>().ok();
    text.split_whitespace().filter_map(version).max().expect("ASM names versions").to_string()
}

/// The Debian packages that are needed and not there.
fn missing() -> Option<String> {
    let mut packages = Vec::new();
    if !Command::new(tool("javac")).arg("-version").output().is_ok_and(|ran| ran.status.success()) {
        packages.push("openjdk-17-jdk-headless");
        // One that is installed later is found.
        println!("cargo:rerun-if-changed=/usr/bin/javac");
    }
    if !ASM.iter().all(|name| asm(name).is_file()) {
        packages.push("libasm-java");
        println!("cargo:rerun-if-changed={}", asm(ASM[0]).display());
    }
    (!packages.is_empty()).then(|| packages.join(" "))
}

fn asm(name: &str) -> PathBuf {
    format!("/usr/share/java/{name}.jar").into()
}

fn tool(name: &str) -> PathBuf {
    match std::env::var_os("JAVA_HOME") {
        Some(home) => Path::new(&home).join("bin").join(name),
        None => name.into(),
    }
}

fn compile(sources: &Path, out: &Path) -> Vec<u8> {
    let (classes, generated) = (out.join("classes"), out.join("generated"));
    for folder in [&classes, &generated] {
        let _ = std::fs::remove_dir_all(folder);
        std::fs::create_dir_all(folder).expect("a folder");
    }
    std::fs::write(generated.join("Op.java"), operators()).expect("Op.java is written");
    std::fs::write(generated.join("Layout.java"), layout()).expect("Layout.java is written");
    let mut files = vec![generated.join("Op.java"), generated.join("Layout.java")];
    gather(sources, &mut files);
    let path: Vec<String> = ASM.iter().map(|name| asm(name).display().to_string()).collect();
    let mut javac = Command::new(tool("javac"));
    javac.args(["-nowarn", "-source", "11", "-target", "11", "-Xlint:-options", "-encoding", "UTF-8", "-g", "-d"]);
    run(javac.arg(&classes).arg("-cp").arg(path.join(":")).args(files));
    for name in ASM {
        let full = std::fs::canonicalize(asm(name)).expect("the jar is there");
        run(Command::new(tool("jar")).arg("xf").arg(full).current_dir(&classes));
    }
    let _ = std::fs::remove_file(classes.join("module-info.class"));
    let jar = out.join("whole.jar");
    run(Command::new(tool("jar")).arg("cf").arg(&jar).args(["-C"]).arg(&classes).arg("."));
    std::fs::read(jar).expect("the jar is there")
}

fn run(command: &mut Command) {
    let ran = command.output().expect("the JDK's tools run");
    if !ran.status.success() {
        let said = String::from_utf8_lossy(&ran.stderr);
        panic!("the Java part does not compile:\n{}\n{said}", String::from_utf8_lossy(&ran.stdout));
    }
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("java/ is there").flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            gather(&path, files);
        } else if path.extension().is_some_and(|end| end == "java") {
            files.push(path);
        }
    }
}

fn operators() -> String {
    let mut text =
        "package symcrete.rt;\n\n/** Numbers of operators. */\nfinal class Op {\n    private Op() {}\n\n".to_string();
    for op in trace::Op::ALL {
        let _ = writeln!(text, "    static final int {} = {};", op.name(), *op as u8);
    }
    text + "}\n"
}

fn layout() -> String {
    let longs = [
        ("REGION_SIZE", trace::REGION_SIZE),
        ("MODULES_AT", trace::MODULES_AT),
        ("LOST_AT", trace::LOST_AT),
        ("COVERAGE_AT", trace::COVERAGE_AT),
        ("INPUT_AT", trace::INPUT_AT),
        ("ASKED_AT", trace::ASKED_AT),
        ("EVENTS_AT", trace::EVENTS_AT),
        ("RECORDS_AT", trace::RECORDS_AT),
        ("MAX_SYMBOLIC", trace::MAX_SYMBOLIC as usize),
        ("MAX_BEFORE", trace::MAX_BEFORE as usize),
        ("MAX_CONCRETE", trace::MAX_CONCRETE as usize),
    ];
    let ints = [
        ("MODULE_SIZE", trace::MODULE_SIZE),
        ("LOST_SIZE", trace::LOST_SIZE),
        ("EVENT_SIZE", trace::EVENT_SIZE),
        ("RECORD_SIZE", trace::RECORD_SIZE),
        ("ASKED_HEAD", trace::ASKED_HEAD),
        ("NAME_SIZE", trace::NAME_SIZE),
        ("MAX_LOST", trace::MAX_LOST),
        ("MAX_EVENTS", trace::MAX_EVENTS),
        ("MAX_RECORDS", trace::MAX_RECORDS),
        ("MAX_INPUT", trace::MAX_INPUT),
        ("MAX_ASKED", trace::MAX_ASKED),
        ("ASKED_STREAM", 1),
        ("ARGUMENT_LENGTH", bounds::MAX_LENGTH),
        ("ARGUMENT_DEPTH", bounds::MAX_DEPTH),
        ("ARGUMENT_CLASSES", bounds::MAX_CLASSES),
        ("FLAGS", trace::word::FLAGS),
        ("RECORD_LIMIT", trace::word::RECORD_LIMIT),
        ("EVENT_LIMIT", trace::word::EVENT_LIMIT),
        ("INPUT_LENGTH", trace::word::INPUT_LENGTH),
        ("N_RECORDS", trace::word::N_RECORDS),
        ("N_EVENTS", trace::word::N_EVENTS),
        ("N_MODULES", trace::word::N_MODULES),
        ("N_OUTCOMES", trace::word::N_OUTCOMES),
        ("MODE", trace::word::MODE),
        ("STALE", trace::word::STALE),
        ("N_LOST", trace::word::N_LOST),
        ("ASKED_BYTES", trace::word::ASKED_BYTES),
        ("LOST_ELSEWHERE", trace::word::LOST_ELSEWHERE),
        ("UNTOLD", trace::word::UNTOLD),
        ("ENDING", trace::word::ENDING),
        ("ENDING_ASSUMPTION", trace::Ending::Assumption as usize),
        ("WHAT_EXTERNAL", trace::What::External as usize),
        ("WHAT_UNSUPPORTED", trace::What::Unsupported as usize),
        ("WHAT_READ_ADDRESS", trace::What::ReadAddress as usize),
        ("WHAT_WRITE_ADDRESS", trace::What::WriteAddress as usize),
        ("WHAT_SIZE", trace::What::Size as usize),
        ("WHAT_THREAD", trace::What::Thread as usize),
        ("WHAT_FULL", trace::What::Full as usize),
        ("WHAT_STALE", trace::What::Stale as usize),
        ("WHAT_TOO_LARGE", trace::What::TooLarge as usize),
        ("WHAT_IDENTITY", trace::What::Identity as usize),
        ("CTYPE_BOOL", trace::CType::Bool as usize),
        ("CTYPE_CHAR", trace::CType::Char as usize),
        ("CTYPE_UCHAR", trace::CType::UChar as usize),
        ("CTYPE_SHORT", trace::CType::Short as usize),
        ("CTYPE_USHORT", trace::CType::UShort as usize),
        ("CTYPE_INT", trace::CType::Int as usize),
        ("CTYPE_LONG", trace::CType::Long as usize),
        ("CTYPE_FLOAT", trace::CType::Float as usize),
        ("CTYPE_DOUBLE", trace::CType::Double as usize),
    ];
    let mut text =
        "package symcrete.rt;\n\n/** The trace's layout. */\nfinal class Layout {\n    private Layout() {}\n\n"
            .to_string();
    for (name, value) in longs {
        let _ = writeln!(text, "    static final long {name} = {value}L;");
    }
    for (name, value) in ints {
        let _ = writeln!(text, "    static final int {name} = {value};");
    }
    text + "}\n"
}
