//! What a campaign shows to be wrong with the way it was asked for.

use std::path::Path;
use symcrete_build::entry::Entry;
use symcrete_build::link::STREAMS;
use symcrete_engine::met::limits_met;
use symcrete_engine::recorder::Recorder;
use symcrete_engine::session::Session;
use symcrete_engine::traced::Disagreement;
use symcrete_exec::Outcome;
use symcrete_model::Module;

/// Why the results are worth nothing, in one sentence.
pub fn fatal(session: &Session, recorder: &Recorder, entry: Option<&Entry>) -> Option<String> {
    let target = session.campaign().target();
    if let Some(entry) = entry.filter(|entry| !entry.assume.is_empty() && !target.is_allowed()) {
        return Some(contradiction(session, entry));
    }
    if target.is_symbolic() || !recorder.findings().is_empty() || !session.blind_for().is_empty() {
        return None;
    }
    let statistics = session.campaign().statistics();
    if statistics.iterations + statistics.reruns == 0 {
        return Some("the program was not run: allow some time and at least one iteration".into());
    }
    if target.runs().ok == 0 {
        return Some(stopped_early(recorder));
    }
    Some(match (target.unread_files().first(), entry) {
        (Some(file), _) => never_read(file),
        (None, Some(entry)) => {
            format!("{} has no parameter that can be symbolic: name global variables with --globals", entry.function)
        }
        (None, None) if has_strange_streams(session) => "no symbolic input reached the program: it reads std::cin, \
             and the headers of libstdc++ were not found when it was linked; install libstdc++-dev for clang++ and link again, read with \
             getchar, fread, fgets or read, or make an argument symbolic with --arg N"
            .into(),
        (None, None) if let Some(reader) = session.losses().first() => {
            let next = if session.may_go_on() {
                "give a limit with --time or --iterations, and inputs are changed blindly until then"
            } else {
                "let it read with getchar, fread, fgets or read instead, or make an argument symbolic with --arg N"
            };
            format!("no symbolic input reached the program: {reader}; {next}")
        }
        (None, None) => {
            "no symbolic input reached the program: let it read standard input, make an argument symbolic with --arg N or a \
             file with --file NAME=N, or ask for values with __VERIFIER_nondet_int(), CREST_int(x) or their families"
                .into()
        }
    })
}

/// No run came to an end, and none read any input.
fn stopped_early(recorder: &Recorder) -> String {
    let outcome = recorder.last_outcome();
    if outcome == Outcome::Stopped.to_string() {
        return "--time was over before the first run read any input: give the campaign more with --time, and each run with --run-time \
             if the program starts slowly"
            .into();
    }
    format!("every run was stopped before the program read any input ({outcome}): raise that limit")
}

/// Runs were called endless, and not one of them read input: the program may only be slow to start.
fn slow_start(session: &Session) -> Option<String> {
    let target = session.campaign().target();
    let runs = target.runs();
    let is_slow = !target.is_symbolic() && runs.timed_out > 0 && runs.ok + runs.crashed == 0;
    let allowed = session.options().limits.time;
    is_slow.then(|| {
        format!("no run read any input within {allowed:?}: if the program starts slowly, allow more with --run-time")
    })
}

/// Does the program read by C++'s streams, and is it without what follows them?
fn has_strange_streams(session: &Session) -> bool {
    let modules = session.program().modules();
    let uses = |module: &Module| module.globals.iter().any(|global| global.name == "_ZSt3cin");
    let follows = |module: &Module| module.functions.iter().any(|function| function.name == STREAMS);
    modules.iter().any(uses) && !modules.iter().any(follows)
}

/// What should be known beside the results.
pub fn remarks(session: &Session) -> Vec<String> {
    let target = session.campaign().target();
    let mut remarks: Vec<String> = target.unread_files().iter().map(|file| never_read(file)).collect();
    remarks.extend(target.disagreement().map(|Disagreement { one, other }| {
        format!(
            "the program is not deterministic: two runs of one input first differ at {one} (the other run: {other}); tests \
             may not replay"
        )
    }));
    remarks.extend(slow_start(session));
    remarks.extend(limits_met(session));
    remarks
}

fn never_read(file: &Path) -> String {
    let name = file.display();
    format!(
        "no run read the input file {name}: the program must open that name in its working directory; pass it with `-- @@` \
         or `-- {name}`"
    )
}

fn contradiction(session: &Session, entry: &Entry) -> String {
    let assumed = entry.assume.join("' --assume '");
    let statistics = session.campaign().statistics();
    if session.claim().is_complete() && statistics.too_long == 0 {
        return format!("UNSAT: no parameters satisfy --assume '{assumed}': correct it");
    }
    let runs = statistics.iterations;
    format!(
        "no parameters that satisfy --assume '{assumed}' were found in {runs} runs: allow more time with --time, or correct it"
    )
}
