//! What of a program forbids conclusions from having explored it: calls that bring in something besides the arguments, or that act by ways that no
//! trace shows.

use std::collections::HashSet;
use symcrete_engine::front::Caveat;
use symcrete_model::{CallGraph, Program};
use symcrete_reach::{Mention, mentions};

/// Beginnings of methods' names, and what they do.
const OUTSIDE: &[(&str, &str)] = &[
    ("java.lang.System.currentTimeMillis(", "reads the clock"),
    ("java.lang.System.nanoTime(", "reads the clock"),
    ("java.time.", "may read the clock"),
    ("java.util.Date.<init>()", "reads the clock"),
    ("java.lang.Math.random(", "draws random numbers"),
    ("java.util.Random.<init>()", "draws random numbers"),
    ("java.util.Collections.shuffle(java.util.List)", "draws random numbers"),
    ("java.util.concurrent.ThreadLocalRandom.", "draws random numbers"),
    ("java.util.UUID.randomUUID(", "draws random numbers"),
    ("java.security.SecureRandom.", "draws random numbers"),
    ("java.lang.System.getenv(", "reads the environment"),
    ("java.lang.System.getProperty(", "reads system properties"),
    ("java.lang.Integer.getInteger(", "reads system properties"),
    ("java.lang.Long.getLong(", "reads system properties"),
    ("java.lang.Boolean.getBoolean(", "reads system properties"),
    ("java.lang.System.setProperty(", "changes system properties, which stay changed for later runs"),
    ("java.lang.System.identityHashCode(", "depends on where objects are"),
    ("java.lang.Object.hashCode(", "may depend on where objects are"),
    ("java.lang.Enum.hashCode(", "depends on where objects are"),
    ("java.io.File", "uses files"),
    ("java.io.RandomAccessFile", "uses files"),
    ("java.nio.file.", "uses files"),
    ("java.nio.channels.", "uses files or the network"),
    ("java.net.", "uses the network"),
    ("java.util.Scanner.", "reads input that is not an argument"),
    ("java.io.InputStream.read", "reads input that is not an argument"),
    ("java.io.BufferedReader.", "reads input that is not an argument"),
    ("java.lang.Thread.", "uses threads"),
    ("java.util.concurrent.", "may use threads"),
    ("java.lang.ProcessBuilder.", "starts processes"),
    ("java.lang.Runtime.", "asks for the machine, or starts processes"),
    ("java.lang.Class.", "uses reflection"),
    ("java.lang.reflect.", "uses reflection"),
    ("java.lang.invoke.", "uses method handles"),
    ("java.lang.ref.", "depends on when memory is collected"),
    ("java.util.WeakHashMap.", "depends on when memory is collected"),
    ("sun.misc.", "acts below the language"),
];

/// Beginnings of the names of methods whose results depend on their operands alone. What they are given is counted as lost where they are not
/// modelled.
const KNOWN: &[&str] = &[
    "java.lang.Class.desiredAssertionStatus(",
    "java.lang.Object.<init>(",
    "java.lang.Object.getClass(",
    "java.lang.Object.equals(",
    "java.lang.Object.toString(",
    "java.lang.System.arraycopy(",
    "java.lang.System.exit(",
    "java.lang.String",
    "java.lang.CharSequence.",
    "java.lang.Character.",
    "java.lang.Integer.",
    "java.lang.Long.",
    "java.lang.Short.",
    "java.lang.Byte.",
    "java.lang.Boolean.",
    "java.lang.Double.",
    "java.lang.Float.",
    "java.lang.Number.",
    "java.lang.Math.",
    "java.lang.StrictMath.",
    "java.lang.Enum.",
    "java.lang.Record.",
    "java.lang.Iterable.",
    "java.lang.Runnable.",
    "java.lang.Comparable.",
    "java.lang.Throwable.",
    "java.util.Objects.",
    "java.util.Arrays.",
    "java.util.List.",
    "java.util.ArrayList.",
    "java.util.LinkedList.",
    "java.util.Map.",
    "java.util.Map$Entry.",
    "java.util.HashMap.",
    "java.util.LinkedHashMap.",
    "java.util.TreeMap.",
    "java.util.Set.",
    "java.util.HashSet.",
    "java.util.LinkedHashSet.",
    "java.util.TreeSet.",
    "java.util.Collection.",
    "java.util.Collections.",
    "java.util.Iterator.",
    "java.util.Deque.",
    "java.util.ArrayDeque.",
    "java.util.Queue.",
    "java.util.ListIterator.",
    "java.util.Vector.",
    "java.util.Stack.",
    "java.util.SortedMap.",
    "java.util.SortedSet.",
    "java.util.NavigableMap.",
    "java.util.NavigableSet.",
    "java.util.Comparator.",
    "java.util.EnumMap.",
    "java.util.EnumSet.",
    "java.util.PriorityQueue.",
    "java.util.BitSet.",
    "java.util.Optional",
    "java.util.StringJoiner.",
    "java.util.StringTokenizer.",
    "java.util.function.",
    "java.util.stream.",
    "java.util.regex.",
    "java.math.",
];

/// What exceptions of the libraries keep, and give back.
const KEPT: &[&str] = &[
    "<init>",
    "getMessage",
    "getLocalizedMessage",
    "getCause",
    "initCause",
    "getSuppressed",
    "addSuppressed",
    "toString",
];

/// Does a method's result depend on its operands alone? Exceptions are made of what they are given.
pub(crate) fn is_known(name: &str) -> bool {
    let method = name.split('(').next().unwrap_or_default();
    let is_exception = method.rsplit_once('.').is_some_and(|(class, method)| {
        let is_class = class.starts_with("java.") && (class.ends_with("Exception") || class.ends_with("Error"));
        is_class && KEPT.contains(&method)
    });
    is_exception || name.starts_with('[') || KNOWN.iter().any(|begin| name.starts_with(begin))
}

/// The caveats of a program: whatever it calls that is not described and not known. `classes` are the described ones: what they do not define, lambdas
/// do, whose code is described or counted as lost.
pub(crate) fn caveats(model: &Program, classes: &HashSet<String>) -> Vec<Caveat> {
    let is_lambda = |name: &str| {
        let method = name.split('(').next().unwrap_or_default();
        method.rsplit_once('.').is_some_and(|(class, _)| classes.contains(class))
    };
    let does = |name: &str| OUTSIDE.iter().find(|(begin, _)| name.starts_with(begin)).map(|(_, what)| *what);
    let functions = model.modules().iter().flat_map(|module| &module.functions);
    let described: HashSet<&str> = functions.filter(|one| one.is_defined()).map(|one| one.name.as_str()).collect();
    let is_outside = |name: &str| {
        !described.contains(name)
            && !is_lambda(name)
            && (does(name).is_some() && !name.starts_with(KNOWN[0]) || !is_known(name))
    };
    let caveat = |at: Mention| {
        let what = format!("{} {}", at.name, does(&at.name).unwrap_or("is not known to depend on its operands alone"));
        Caveat { kind: "outside", what, at: Some(at), outside: None }
    };
    let called = called_at(model);
    let is_called = |at: &Mention| called.contains(&(at.place.0.as_str(), at.place.1));
    mentions(model, is_outside).into_iter().filter(is_called).map(caveat).collect()
}

/// The lines of all methods that the method under test may come to, by their calls.
fn called_at(model: &Program) -> HashSet<(&str, u32)> {
    let reachable = CallGraph::new(model).reachable(model.find_procs("main"));
    let mut lines = HashSet::new();
    for proc in model.proc_ids().filter(|proc| reachable[proc.index()]) {
        let module = model.proc(proc).module;
        for loc in model.function(proc).instructions.iter().filter_map(|instruction| instruction.loc) {
            let (file, line, _) = model.location(module, loc);
            lines.insert((file, line));
        }
    }
    lines
}
