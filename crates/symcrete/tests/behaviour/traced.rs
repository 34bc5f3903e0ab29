//! One run under `symcrete run --verify`, taken apart.

use crate::folder::Folder;

/// What a checked run said.
#[derive(Debug)]
pub(crate) struct Traced {
    /// The program's own output.
    pub(crate) stdout: String,
    /// Lines about branches, if asked for.
    pub(crate) path: Vec<String>,
    pub(crate) n_records: u64,
    pub(crate) n_faults: u64,
    pub(crate) n_stale: u64,
    /// How the program ended, as `exit 0`.
    pub(crate) outcome: String,
    /// Messages of symcrete and of the program.
    pub(crate) stderr: String,
}

impl Folder {
    /// Runs a program with symbolic input; `None` if it could not be run or checked.
    ///
    /// `program` may be followed by `--` and its arguments.
    pub(crate) fn trace(&self, program: &str, input: &str) -> Result<Traced, String> {
        self.run_traced(program, input, "")
    }

    /// The same, with the branches that it took.
    pub(crate) fn trace_path(&self, program: &str, input: &str) -> Result<Traced, String> {
        self.run_traced(program, input, "--trace")
    }

    fn run_traced(&self, program: &str, input: &str, flags: &str) -> Result<Traced, String> {
        let (program, args) = program.split_once(" -- ").unwrap_or((program, ""));
        let script = format!("symcrete run {program} --stdin {input} --verify --time 120 {flags} -- {args}");
        let done = self.attempt(180, &script);
        parse(&done.stdout, done.stderr.clone())
            .ok_or_else(|| format!("exit code {}:\n$ {script}\n{}{}", done.code, done.stdout, done.stderr))
    }
}

impl Traced {
    /// Everything recorded is right, and something was recorded.
    pub(crate) fn assert_right(&self) {
        assert_eq!((self.n_faults, self.n_stale), (0, 0), "{self:?}");
        assert!(self.n_records > 0, "nothing symbolic happened: {self:?}");
    }
}

/// The program's output comes first and need not end its line; our lines follow it.
fn parse(text: &str, stderr: String) -> Option<Traced> {
    let (before, verdict) = text.rsplit_once("verified: ")?;
    let (verdict, outcome) = verdict.split_once('\n')?;
    let numbers: Vec<u64> =
        verdict.split(", ").map(|part| part.split(' ').next()?.parse().ok()).collect::<Option<_>>()?;
    let &[n_records, _, n_faults, n_stale] = numbers.as_slice() else { return None };
    let is_step = |line: &&str| line.split("  ").count() >= 3;
    let path = before.lines().filter(is_step).map(str::to_string).collect();
    let outcome = outcome.trim().strip_prefix("outcome: ").unwrap_or("unknown").to_string();
    Some(Traced { stdout: before.to_string(), path, n_records, n_faults, n_stale, outcome, stderr })
}
