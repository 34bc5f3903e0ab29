//! Classes with static state that one loader makes anew for each run behave as new classes do.
//!
//! Programs are generated: classes that extend each other, with static fields of many kinds, whose initialisation reads other classes, in circles too, and sometimes fails;
//! interfaces and enumerations. A run does what its input says and ends with an exception that tells everything that happened, in order. The plain classes are loaded anew
//! for each run by the virtual machine itself. `RENEWAL_PROGRAMS=100 RENEWAL_SEED=1000` asks for more programs, from another seed on.

use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use symcrete_build::surroundings::inherited;
use symcrete_engine::front::FrontEnd;
use symcrete_engine::setting::{Setting, request};
use symcrete_exec::{Config, Outcome};
use symcrete_jvm::{Method, Wanted};
use symcrete_search::{Input, Rng};
use symcrete_trace::{Flags, Trace, word};

const N_CLASSES: usize = 8;
/// Runs of each program, one after the other in one process.
const RUNS: u64 = 30;
/// Of these, so many are compared, step by step, with a run in a process of its own.
const ALONE: u64 = 2;

/// A variable of the environment as a number.
fn asked(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Explores nothing: runs each program, woven and plain.
pub(crate) fn check() {
    let first = asked("RENEWAL_SEED", 1);
    for seed in first..first + asked("RENEWAL_PROGRAMS", 4) {
        if let Err(why) = of_program(seed) {
            panic!("program {seed}: {why}");
        }
    }
}

fn of_program(seed: u64) -> Result<(), String> {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Program.java");
    std::fs::write(
        &file,
        Generator { rng: Rng::new(seed), text: String::new(), is_open: seed.is_multiple_of(4) }.program(),
    )
    .expect("the program is written");
    let ran = Command::new("javac").arg("-g").arg("-d").arg(folder.path()).arg(&file).output().expect("javac starts");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let wanted = Wanted {
        path: folder.path().display().to_string(),
        method: "anew.Program.run".into(),
        null: true,
        declared: false,
    };
    let method = Method::find(wanted, folder.path(), inherited(Path::new("java"))).map_err(|why| why.to_string())?;
    compare(&method).map_err(|why| {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        format!("{why}\n{text}")
    })
}

fn compare(method: &Method) -> Result<(), String> {
    let fail = |why: symcrete_build::failure::Failure| why.to_string();
    let flags = Flags { symbolic_stdin: true, whole_path: true, ..Flags::default() };
    let config = || Config { flags, ..Config::default() };
    let mut woven = method.start(&Setting::default(), config()).map_err(fail)?;
    let mut plain = method.plain(&Setting::default(), Config::default()).map_err(fail)?;
    for run in 0..RUNS {
        let mut rng = Rng::new(run);
        let input = Input { streams: vec![Vec::new(), (0..8).map(|_| rng.below(256) as u8).collect()] };
        let ours = woven.run(&request(&input)).map_err(fail)?;
        let theirs = plain.run(&request(&input)).map_err(fail)?;
        let (one, other) = (said(&ours.outcome), said(&theirs.outcome));
        if one != other || ours.stack != theirs.stack {
            return Err(format!("run {run}: woven\n{one}\n{:?}\nplain\n{other}\n{:?}", ours.stack, theirs.stack));
        }
        if run >= RUNS - ALONE {
            let mut alone = method.start(&Setting::default(), config()).map_err(fail)?;
            alone.run(&request(&input)).map_err(fail)?;
            let (one, other) = (steps(&woven.trace().map_err(fail)?), steps(&alone.trace().map_err(fail)?));
            if one != other {
                return Err(format!("run {run}: {} steps after others, {} alone", one.len(), other.len()));
            }
        }
    }
    Ok(())
}

/// The exception and what it says.
fn said(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Thrown { class, message, .. } => format!("{class}: {message}"),
        other => other.to_string(),
    }
}

/// Everything that a run told.
fn steps(trace: &Trace<'_>) -> Vec<String> {
    let n_lost = trace.header().words[word::N_LOST];
    let counts = (0..trace.n_outcomes()).map(|outcome| trace.count(outcome as u32).to_string());
    let events = trace.events().map(|event| format!("{event:?}"));
    let records = (1..=trace.n_records() as u32).map(|id| format!("{:?}", trace.record(id)));
    events.chain(records).chain(counts).chain([format!("{n_lost} lost")]).collect()
}

/// Writes a program. One that is open has a class that no loader makes anew, so that some classes are and others are not.
struct Generator {
    rng: Rng,
    text: String,
    is_open: bool,
}

const HEAD: &str = r#"package anew;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public final class Program {
    private Program() {}

    static final class Log {
        static final StringBuilder ALL = new StringBuilder();

        static int say(String what, int value) {
            ALL.append(what).append('=').append(value).append(' ');
            return value;
        }
    }

    enum Plain { RED(3), GREEN(5) { int more() { return 2; } }; final int weight; Plain(int weight) { this.weight = weight; } int more() { return 1; } }

    interface Constants { int SEVEN = 7; String NAME = "seven"; }
"#;

impl Generator {
    fn program(mut self) -> String {
        self.text.push_str(HEAD);
        if self.is_open {
            self.text.push_str("    enum Kept { A, B; static final Map<String, Kept> BY = new HashMap<>(); int n; static { for (Kept k : values()) BY.put(k.name(), k); Log.say(\"Kept\", BY.size()); } }\n");
            self.text.push_str("    interface Computed { int VALUE = Log.say(\"Computed\", C1.n + 1); List<Integer> SEEN = new ArrayList<>(); }\n");
        }
        for number in 0..N_CLASSES {
            self.class(number);
        }
        self.run();
        self.text.push_str("}\n");
        self.text
    }

    fn line(&mut self, line: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "        {line}");
    }

    fn other(&mut self) -> usize {
        self.rng.below(N_CLASSES as u64) as usize
    }

    fn class(&mut self, number: usize) {
        let extends = if number > 0 && self.rng.below(2) == 0 {
            format!(" extends C{}", self.rng.below(number as u64))
        } else {
            String::new()
        };
        let _ = writeln!(self.text, "    static class C{number}{extends} {{");
        let (a, b, c) = (self.other(), self.other(), self.other());
        let fields = [
            format!("static int n = Log.say(\"C{number}.n\", C{a}.n + {});", self.rng.below(5)),
            format!("static final int[] CELLS = {{C{b}.m, {}, 2}};", self.rng.below(9)),
            "static final List<Integer> SEEN = new ArrayList<>();".to_string(),
            format!("static final IntSupplier NEXT = () -> n += C{c}.add(1);"),
            "static final Supplier<Object> MADE = Object::new;".to_string(),
            format!("static final IntUnaryOperator ADD = C{c}::add;"),
            format!("static final String NAME = \"C{number}\" + C{b}.n;"),
            "static final long LONG = System.identityHashCode(null) + 5L;".to_string(),
            format!("static C{number} self = new C{number}();"),
            "static boolean isUsed;".to_string(),
        ];
        self.line("static int m;");
        for field in &fields {
            self.line(field);
        }
        let (d, limit) = (self.other(), self.rng.below(12));
        if self.rng.below(3) == 0 {
            self.line(&format!(
                "static {{ if (C{d}.n > {limit}) throw new IllegalArgumentException(\"C{number}\"); }}"
            ));
        }
        if self.rng.below(3) == 0 {
            self.line(&format!(
                "static {{ for (int k = 0; k < 3; k++) SEEN.add(Log.say(\"C{number}.k\", k + C{d}.m)); }}"
            ));
        }
        self.line("int own = ++m;");
        self.line(&format!("static synchronized int add(int x) {{ isUsed = true; SEEN.add(x); return Log.say(\"C{number}.add\", n += x + CELLS[x & 1]); }}"));
        self.line("int get() { return own + m + SEEN.size() + CELLS[0]++; }");
        self.line("static class Inner { static int deep = add(2); static int look() { return deep++; } }");
        self.text.push_str("    }\n\n");
    }

    fn action(&mut self) -> String {
        let (a, b) = (self.other(), self.other());
        let log = |what: &str, value: String| format!("Log.say(\"{what}\", {value});");
        match self.rng.below(if self.is_open { 15 } else { 13 }) {
            0 => log("call", format!("C{a}.add(C{b}.n)")),
            1 => log("read", format!("C{a}.n")),
            2 => format!("C{a}.m = x;"),
            3 => log("new", format!("new C{a}().get()")),
            4 => log("two", format!("new C{a}().get() + C{b}.SEEN.size()")),
            5 => log("lambda", format!("C{a}.NEXT.getAsInt()")),
            6 => format!(
                "IntUnaryOperator f = C{a}::add; Supplier<C{b}> made = C{b}::new; {}",
                log("reference", "f.applyAsInt(made.get().own)".into())
            ),
            7 => log("inner", format!("C{a}.Inner.look()")),
            8 => log("name", format!("C{a}.NAME.length() + (int) C{b}.LONG")),
            9 => {
                log("plain", "Plain.valueOf(x > 0 ? \"RED\" : \"GREEN\").weight + Plain.values()[x & 1].more()".into())
            }
            10 => format!(
                "switch (Plain.values()[x & 1]) {{ case RED: {} break; default: C{a}.isUsed = true; }}",
                log("red", format!("C{b}.m"))
            ),
            11 => log("self", format!("C{a}.self.get() + Constants.SEVEN + Constants.NAME.length()")),
            12 => log("cells", format!("C{a}.CELLS[x & 1] += C{b}.CELLS.length")),
            13 => log("kept", "Kept.valueOf(\"A\").n++ + Kept.BY.size()".into()),
            _ => "Computed.SEEN.add(x); Log.say(\"computed\", Computed.VALUE + Computed.SEEN.size());".into(),
        }
    }

    fn run(&mut self) {
        self.text.push_str("    public static int run(int seed, int x) {\n");
        self.line("int state = seed;");
        self.line("for (int k = 0; k < 12; k++) {");
        self.line("    state = state * 1103515245 + 12345;");
        self.line("    try {");
        self.line("        act(state >>> 16 & 15, x & 3);");
        self.line("    } catch (Throwable why) {");
        self.line("        String cause = why.getCause() == null ? \"\" : why.getCause().toString();");
        self.line("        boolean isOurs = why instanceof LinkageError || why instanceof IllegalArgumentException;");
        self.line("        Log.ALL.append(why.getClass().getName()).append(isOurs ? why.getMessage() : \"\").append(cause).append(' ');");
        self.line("    }");
        self.line("}");
        self.line("String all = Log.ALL.toString();");
        self.line("throw new IllegalStateException(all.hashCode() + \" \" + all.substring(Math.max(all.length() - 1500, 0)));");
        self.text.push_str("    }\n\n    private static void act(int which, int x) {\n        switch (which) {\n");
        for which in 0..16 {
            let action = self.action();
            self.line(&format!("    case {which}: {{ {action} break; }}"));
        }
        self.text.push_str("        }\n    }\n");
    }
}
