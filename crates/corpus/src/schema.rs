//! JSON schemas of the files that results are made of, from the types that write and read them. Only the tests make them, and hold `docs/` to them:
//! nobody who builds symcrete pays for it.

use crate::{Facts, Manifest, Report};
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};

/// Each schema with the name of its file in `docs/`.
fn schemas() -> [(&'static str, String); 3] {
    [
        ("report.schema.json", schema::<Report>()),
        ("test.schema.json", schema::<Manifest>()),
        ("finding.schema.json", schema::<Facts>()),
    ]
}

fn schema<T: JsonSchema>() -> String {
    let settings = SchemaSettings::draft2020_12().for_serialize().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<T>();
    RecursiveTransform(without_default).transform(&mut schema);
    // Schemas are maps with names for keys, which have a text.
    serde_json::to_string_pretty(schema.as_value()).unwrap_or_default() + "\n"
}

/// What is read where a field is absent is nobody's business but the reader's.
fn without_default(schema: &mut Schema) {
    schema.remove("default");
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_documented_schemas_are_those_of_the_types() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        for (name, schema) in schemas() {
            let file = docs.join(name);
            if std::env::var_os("BLESS").is_some() {
                std::fs::write(&file, &schema).expect("docs is writable");
            }
            let documented = std::fs::read_to_string(&file).unwrap_or_default();
            assert_eq!(documented, schema, "docs/{name}: BLESS=1 cargo test -p symcrete-corpus");
        }
    }
}
