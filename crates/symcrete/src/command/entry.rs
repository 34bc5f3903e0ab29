//! Arguments that make one function the program: `--entry` and what is said about its parameters.

use clap::Args;
use symcrete_build::entry::Entry;

/// Which function is tested, and with what.
#[derive(Args)]
#[command(next_help_heading = "One function")]
pub(crate) struct EntryOptions {
    /// Test this one function of the C or C++ sources, or of a program or archive built from them: a generated driver calls it with
    /// symbolic parameters.
    #[arg(long, value_name = "FUNCTION")]
    entry: Option<String>,
    /// A C expression over the parameters that is true at every call, such as 'buffer && n <= elements(buffer)'; may be
    /// repeated.
    #[arg(long, value_name = "EXPRESSION", requires = "entry")]
    assume: Vec<String>,
    /// Global variables to make symbolic too, separated by commas.
    #[arg(long, value_name = "NAMES", value_delimiter = ',', requires = "entry")]
    globals: Vec<String>,
    /// Number of elements that a pointer parameter points to. Default: 4, or 1 for structs.
    #[arg(long, value_name = "N", requires = "entry", value_parser = clap::value_parser!(u64).range(1..=4096))]
    elements: Option<u64>,
    /// Maximum length of a string parameter.
    #[arg(long, default_value_t = 16, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=4096))]
    string: u64,
    /// How many pointers deep to create objects, for example nodes of a list.
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=16))]
    depth: u32,
    /// No parameter is a null pointer: findings that only null causes, which every caller excludes, do not come up.
    #[arg(long, requires = "entry")]
    no_null: bool,
}

impl EntryOptions {
    /// Is anything assumed about the parameters?
    pub(crate) fn assumes(&self) -> bool {
        !self.assume.is_empty()
    }

    /// The function, if one is asked for.
    pub(crate) fn entry(&self) -> Option<Entry> {
        Some(Entry {
            function: self.entry.clone()?,
            assume: self.assume.clone(),
            globals: self.globals.clone(),
            elements: self.elements,
            string: self.string,
            depth: self.depth,
            no_null: self.no_null,
        })
    }
}
