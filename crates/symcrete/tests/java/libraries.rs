//! Fifteen methods of libraries that Debian packages: how much of each is covered in a minute, whether the exported tests pass, and whether JaCoCo counts the
//! same lines.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use symcrete_corpus::{Branch, Report};

/// Where packages put their jars, and where jars are whose packages were only fetched.
const JARS: &str = "usr/share/java";
const FETCHED: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/java-packages");
/// What counts, of these packages, what tests cover.
const JACOCO: Jar = ("libjacoco-java", "org.jacoco.core");
/// What runs tests and counts what they cover, of the packages `junit5`, `libjacoco-java` and `libasm-java`.
const JUDGE: [&str; 8] = [
    "junit-platform-console-standalone",
    "opentest4j",
    "apiguardian-api",
    "org.jacoco.core",
    "asm",
    "asm-tree",
    "asm-analysis",
    "asm-commons",
];
/// How many of the branches that can be covered must be, in hundredths.
const WANTED: usize = 90;

/// A package and its jar.
type Jar = (&'static str, &'static str);

const LANG: &[Jar] = &[("libcommons-lang3-java", "commons-lang3")];
const CODEC: &[Jar] = &[("libcommons-codec-java", "commons-codec")];
const JODA: &[Jar] = &[("libjoda-time-java", "joda-time")];
const IO: &[Jar] = &[("libcommons-io-java", "commons-io")];
const TEXT: &[Jar] = &[("libcommons-text-java", "commons-text"), LANG[0]];
const CLI: &[Jar] = &[("libcommons-cli-java", "commons-cli")];
const VALIDATOR: &[Jar] =
    &[("libcommons-validator-java", "commons-validator"), ("libcommons-logging-java", "commons-logging")];

/// A method, and the branches of it that no call comes to.
struct Subject {
    /// The first one holds it.
    jars: &'static [Jar],
    method: &'static str,
    /// So many of its branches are infeasible, because of what is said.
    infeasible: (usize, &'static str),
}

const fn subject(jars: &'static [Jar], method: &'static str) -> Subject {
    Subject { jars, method, infeasible: (0, "") }
}

const SUBJECTS: [Subject; 15] = [
    subject(LANG, "org.apache.commons.lang3.math.NumberUtils.isCreatable"),
    subject(LANG, "org.apache.commons.lang3.math.NumberUtils.isParsable"),
    subject(LANG, "org.apache.commons.lang3.math.Fraction.getReducedFraction"),
    subject(LANG, "org.apache.commons.lang3.BooleanUtils.toBooleanObject(java.lang.String)"),
    subject(
        LANG,
        "org.apache.commons.lang3.StringUtils.getLevenshteinDistance(java.lang.CharSequence,java.lang.CharSequence)",
    ),
    subject(CODEC, "org.apache.commons.codec.language.Metaphone.metaphone"),
    subject(CODEC, "org.apache.commons.codec.language.Soundex.soundex"),
    subject(CODEC, "org.apache.commons.codec.net.QuotedPrintableCodec.decodeQuotedPrintable"),
    subject(CODEC, "org.apache.commons.codec.net.URLCodec.decodeUrl"),
    Subject {
        infeasible: (4, "after the switch on -1, 0 and 1, neither factor is the least number if the product is right"),
        ..subject(JODA, "org.joda.time.field.FieldUtils.safeMultiply(long,long)")
    },
    subject(
        IO,
        "org.apache.commons.io.FilenameUtils.wildcardMatch(java.lang.String,java.lang.String,org.apache.commons.io.IOCase)",
    ),
    subject(IO, "org.apache.commons.io.FilenameUtils.getPrefixLength"),
    subject(
        TEXT,
        "org.apache.commons.text.similarity.HammingDistance.apply(java.lang.CharSequence,java.lang.CharSequence)",
    ),
    subject(CLI, "org.apache.commons.cli.PatternOptionBuilder.parsePattern"),
    subject(VALIDATOR, "org.apache.commons.validator.routines.checkdigit.VerhoeffCheckDigit.isValid"),
];

/// Explores each method for a minute; `METHOD` takes those whose names contain it.
pub(crate) fn check() {
    let needed = SUBJECTS.iter().flat_map(|one| one.jars).chain([&JACOCO]);
    let missing: BTreeSet<&str> =
        needed.filter(|(package, jar)| !fetch(package, jar)).map(|(package, _)| *package).collect();
    if !missing.is_empty() {
        eprintln!("not tested: {missing:?} are out of reach of apt-get");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let judge = folder.path().join("judge");
    compile(&[super::folder().with_file_name("libraries").join("Judge.java")], &judge, &jars(&JUDGE));
    let wanted = std::env::var("METHOD").unwrap_or_default();
    let subjects: Vec<&Subject> = SUBJECTS.iter().filter(|one| one.method.contains(&wanted)).collect();
    let mut wrong = Vec::new();
    eprintln!("| package | method | branches | infeasible | covered | runs | tests |\n|---|---|---|---|---|---|---|");
    for (k, subject) in subjects.into_iter().enumerate() {
        wrong.extend(subject.check(&folder.path().join(k.to_string()), &judge));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

impl Subject {
    /// What is wrong with the results for this method.
    fn check(&self, folder: &Path, judge: &Path) -> Vec<String> {
        let names: Vec<&str> = self.jars.iter().map(|(_, name)| *name).collect();
        let path = jars(&names);
        let report = self.explore(folder, &path);
        let lines = self.lines(&path);
        let file = format!("{}.java", self.class().replace('.', "/"));
        let own: Vec<&Branch> =
            report.outcomes.iter().filter(|one| one.file == file && lines.contains(&one.line)).collect();
        let covered = own.iter().filter(|one| !one.test.is_empty()).count();
        let (infeasible, why) = self.infeasible;
        let mut wrong = Vec::new();
        if own.is_empty() || 100 * covered < WANTED * (own.len() - infeasible) {
            wrong.push(format!(
                "{}: {covered} of {} branches, {infeasible} infeasible ({why})",
                self.method,
                own.len()
            ));
        }
        let judged = self.judged(folder, judge, &path);
        if judged.n_tests == 0 || !judged.said.contains(&format!("tests {} 0\n", judged.n_tests)) {
            wrong.push(format!("{}: the exported tests do not pass: {}", self.method, judged.said));
        }
        for line in &lines {
            let ours: Vec<&&Branch> = own.iter().filter(|one| one.line == *line).collect();
            let n = ours.iter().filter(|one| !one.test.is_empty()).count();
            let Some((theirs, missed, is_covered)) = judged.lines.get(line).copied().filter(|_| !ours.is_empty())
            else {
                continue;
            };
            // What JaCoCo leaves out, such as the comparisons behind a switch on strings, it does not count as missed either. It may count more: literals
            // of a test are the same objects as those of the program, which arguments of a run never are.
            let is_same = is_covered == (n > 0) && (theirs + missed != ours.len() || theirs >= n);
            if !is_same {
                wrong.push(format!(
                    "{}: line {line} has {n} of {} branches, JaCoCo counts {theirs} and {missed}",
                    self.method,
                    ours.len()
                ));
            }
        }
        let name = self.method.split('(').next().unwrap_or_default();
        eprintln!(
            "| {} | `{name}` | {} | {infeasible} | {covered} | {} | {} |",
            self.jars[0].0,
            own.len(),
            report.iterations,
            judged.n_tests
        );
        wrong
    }

    fn class(&self) -> &str {
        self.whole().0
    }

    /// Class and name of the method.
    fn whole(&self) -> (&str, &str) {
        self.method.split('(').next().and_then(|name| name.rsplit_once('.')).expect("a class and a name")
    }

    fn explore(&self, folder: &Path, path: &str) -> Report {
        let mut test = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        test.args(["java", "test", path, "--method", self.method, "--time", "60s", "--quiet", "-o"])
            .arg(folder.join("out"));
        let ran = test.output().expect("symcrete starts");
        assert!(matches!(ran.status.code(), Some(0 | 1)), "{}: {}", self.method, said(&ran));
        let text = std::fs::read_to_string(folder.join("out/report.json")).expect("a report");
        serde_json::from_str(&text).expect("a report")
    }

    /// The lines of the method, as its class has them.
    fn lines(&self, path: &str) -> Vec<u32> {
        let (class, name) = self.whole();
        let ran = Command::new("javap").args(["-l", "-p", "-cp", path, class]).output().expect("javap starts");
        let (mut lines, mut is_it) = (Vec::new(), false);
        let parameters = self.method.split_once('(').map(|(_, types)| types.trim_end_matches(')'));
        for line in String::from_utf8_lossy(&ran.stdout).lines() {
            if let Some((head, types)) = line.strip_suffix(';').and_then(|line| line.split_once('(')) {
                let types = types.split(')').next().unwrap_or_default().replace(", ", ",");
                is_it = head.ends_with(&format!(" {name}")) && parameters.is_none_or(|wanted| wanted == types);
            } else if let Some(number) = line.trim().strip_prefix("line ").filter(|_| is_it) {
                lines.extend(number.split(':').next().and_then(|number| number.parse::<u32>().ok()));
            }
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }

    /// What the exported tests do, and what JaCoCo counts of them.
    fn judged(&self, folder: &Path, judge: &Path, path: &str) -> Judged {
        let sources = folder.join("sources");
        let mut export = Command::new(env!("CARGO_BIN_EXE_symcrete"));
        let ran = export.args(["java", "export"]).arg(folder.join("out")).arg("-o").arg(&sources).output();
        let ran = ran.expect("symcrete starts");
        assert!(ran.status.success(), "{}: {}", self.method, said(&ran));
        let (class, name) = self.whole();
        let test = format!("{class}_{name}_Test");
        let tools = jars(&JUDGE);
        let classes = folder.join("tests");
        compile(&[sources.join(format!("{}.java", test.replace('.', "/")))], &classes, &format!("{path}:{tools}"));
        let mut java = Command::new("java");
        java.arg("-cp").arg(format!("{}:{tools}", judge.display())).arg("Judge");
        let ran = java.arg(format!("{}:{path}", classes.display())).args([&test, class]).output().expect("java starts");
        let said = said(&ran);
        let n_tests = said.lines().find_map(|line| line.strip_prefix("tests ")?.split(' ').next()?.parse().ok());
        let line = |line: &str| {
            let numbers: Vec<usize> =
                line.strip_prefix("line ")?.split(' ').filter_map(|one| one.parse().ok()).collect();
            let [line, covered, missed, is_covered] = numbers[..] else { return None };
            Some((line as u32, (covered, missed, is_covered == 1)))
        };
        Judged { n_tests: n_tests.unwrap_or(0), lines: said.lines().filter_map(line).collect(), said }
    }
}

/// What came of exported tests.
struct Judged {
    n_tests: usize,
    /// By line, covered and missed branches, and whether the line was covered at all.
    lines: BTreeMap<u32, (usize, usize, bool)>,
    said: String,
}

/// Where a jar is, or would be if its package were installed.
fn jar(name: &str) -> String {
    let fetched = format!("{FETCHED}/{JARS}/{name}.jar");
    if Path::new(&fetched).is_file() { fetched } else { format!("/{JARS}/{name}.jar") }
}

/// Brings the package of a jar, by its name, once; false if that is not possible.
fn fetch(package: &str, name: &str) -> bool {
    let is_there = || Path::new(&jar(name)).is_file();
    if is_there() {
        return true;
    }
    std::fs::create_dir_all(FETCHED).expect("a folder");
    let line = format!("apt-get -q download {package} && dpkg-deb -x {package}_*.deb . && rm {package}_*.deb");
    let ran = Command::new("sh").args(["-c", &line]).current_dir(FETCHED).output().expect("sh starts");
    ran.status.success() && is_there()
}

fn jars(names: &[&str]) -> String {
    names.iter().map(|name| jar(name)).collect::<Vec<String>>().join(":")
}

/// Compiles for a Java that JaCoCo knows.
fn compile(files: &[PathBuf], to: &Path, path: &str) {
    let launcher = jar("junit-platform-launcher");
    let mut javac = Command::new("javac");
    javac.args(["-nowarn", "--release", "11", "-cp", &format!("{path}:{launcher}"), "-d"]).arg(to).args(files);
    let ran = javac.output().expect("javac starts");
    assert!(ran.status.success(), "{}", said(&ran));
}

fn said(ran: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr))
}
