//! `--resume`: goes on with the campaign that a folder holds.
//!
//! Options come from the folder. Whoever repeats them may, and is told if one is not what it was; what may change is when to stop, and what
//! is shown.

use super::Args;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use std::path::Path;
use symcrete_build::failure::Failure;
use symcrete_build::unit::Unit;
use symcrete_engine::part::Earlier;
use symcrete_engine::session::Before;
use symcrete_search::Budget;

/// What need not be as it was.
const MAY_CHANGE: [&str; 9] = ["iterations", "time", "coverage", "output", "format", "quiet", "resume", "jobs", "sync"];

/// The campaign of the folder that is named, and how it is to go on. `words` are the arguments of this command.
pub(super) fn reopen(args: &Args, words: &[String]) -> Result<(Earlier, Args), Failure> {
    if args.files.is_empty() && !args.campaign.output.is_named() {
        return Err(Failure::usage("--resume needs the folder of a campaign: name it with -o DIR"));
    }
    let earlier = Earlier::open(&args.campaign.output.folder(&Unit::name_of(&args.files)))?;
    if earlier.begun.command.is_empty() {
        let what = "only campaigns that `symcrete test` began can be resumed: begin a new one with --from";
        return Err(Failure::usage(what));
    }
    let before = matches(&earlier.begun.command)?;
    let now = matches(words)?;
    let command = Args::command();
    // Groups of arguments have names too, and are no arguments.
    let names = command.get_arguments().map(|argument| argument.get_id().as_str());
    for name in names.filter(|name| !MAY_CHANGE.contains(name)) {
        let is_given = now.value_source(name) == Some(ValueSource::CommandLine);
        if is_given && raw(&now, name) != raw(&before, name) {
            return Err(changed(name, &before));
        }
    }
    let mut effective = Args::from_arg_matches(&before).map_err(|why| Failure::usage(why.to_string()))?;
    let (campaign, now) = (&mut effective.campaign, &args.campaign);
    campaign.limit.iterations = now.limit.iterations.or(campaign.limit.iterations);
    campaign.limit.time = now.limit.time.or(campaign.limit.time);
    campaign.coverage = now.coverage.or(campaign.coverage);
    campaign.jobs = now.jobs.or(campaign.jobs);
    // This is named from here, the rest from where the campaign began.
    let sync = now.sync.as_ref().map(std::path::absolute).transpose();
    campaign.sync = sync.map_err(|why| Failure::file(Path::new("."), why))?.or(campaign.sync.take());
    campaign.quiet = now.quiet;
    campaign.output.format = now.output.format;
    // What the options name is found where they were given.
    let _ = std::env::set_current_dir(Path::new(&earlier.begun.directory));
    Ok((earlier, effective))
}

fn matches(words: &[String]) -> Result<ArgMatches, Failure> {
    let command = Args::command().no_binary_name(true);
    command.try_get_matches_from(words).map_err(|why| Failure::usage(why.to_string()))
}

/// The values of an argument as they were typed.
fn raw(matches: &ArgMatches, name: &str) -> Vec<String> {
    let values = matches.try_get_raw(name).ok().flatten().into_iter().flatten();
    values.map(|value| value.to_string_lossy().into_owned()).collect()
}

fn changed(name: &str, before: &ArgMatches) -> Failure {
    let option = if name == "files" { "the program".into() } else { format!("--{}", name.replace('_', "-")) };
    let was = match (before.value_source(name), raw(before, name).join(" ")) {
        (Some(ValueSource::CommandLine), was) => format!("was {was:?} when the campaign began"),
        _ => "was not given when the campaign began".into(),
    };
    Failure::usage(format!("{option} {was}, and options come from the folder: leave it out, or begin a new campaign"))
}

/// Limits that are used up already, in a sentence.
pub(super) fn used_up(budget: &Budget, before: &Before) -> Option<String> {
    let is_over = |limit: Option<u64>, used: u64| limit.filter(|&limit| used >= limit);
    if let Some(limit) = is_over(budget.iterations, before.iterations) {
        let (had, more) = (before.iterations, "allow more with --iterations");
        return Some(format!("the campaign has had {had} runs, of {limit} that are allowed: {more}"));
    }
    let time = budget.time.filter(|&time| before.wall >= time)?;
    Some(format!("the campaign has had its {} seconds: allow more with --time", time.as_secs_f64()))
}
