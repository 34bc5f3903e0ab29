//! An option whose values are the entries of a table: their names are its values, with a line of help for each.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Takes the name of one of these.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    described: fn(&T) -> (&'static str, &'static str),
) -> impl TypedValueParser<Value = T> {
    let values =
        all.iter().map(described).map(|(name, about)| PossibleValue::new(name).help(about.trim_end_matches('.')));
    let named = move |name: String| all.iter().copied().find(|one| described(one).0 == name);
    // Other names were refused already.
    PossibleValuesParser::new(values).try_map(move |name| named(name).ok_or("this name is not in the list"))
}
