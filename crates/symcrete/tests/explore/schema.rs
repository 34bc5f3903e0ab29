//! Validates a report against `docs/report.schema.json`. Knows the words that schema uses, and fails on any other.

use serde_json::{Map, Value};

/// Fails unless the report is what the schema says.
pub(crate) fn check(report: &Value) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/report.schema.json");
    let text = std::fs::read_to_string(file).expect("the schema is here");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    let mut faults = Vec::new();
    validate(schema.as_object().expect("an object"), report, "report", &mut faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

fn validate(schema: &Map<String, Value>, value: &Value, at: &str, faults: &mut Vec<String>) {
    for (word, rule) in schema {
        let holds = match word.as_str() {
            "$schema" | "title" | "description" | "required" | "properties" | "format" => true,
            "type" => has_type(rule, value),
            "const" => rule == value,
            "oneOf" => rule.as_array().is_some_and(|all| all.iter().filter(|one| is_valid(one, value)).count() == 1),
            "minItems" => value.as_array().map(Vec::len) >= rule.as_u64().map(|least| least as usize),
            "maxItems" => value.as_array().map(Vec::len) <= rule.as_u64().map(|most| most as usize),
            "prefixItems" => {
                for (index, (rule, item)) in rule.as_array().into_iter().flatten().zip(items(value)).enumerate() {
                    validate(rule.as_object().expect("a schema"), item, &format!("{at}[{index}]"), faults);
                }
                true
            }
            "minimum" => value.as_f64() >= rule.as_f64(),
            "items" => {
                for (index, item) in items(value).enumerate() {
                    validate(rule.as_object().expect("a schema"), item, &format!("{at}[{index}]"), faults);
                }
                true
            }
            "additionalProperties" => true,
            other => panic!("the schema uses {other}, which this test does not know"),
        };
        if !holds {
            faults.push(format!("{at}: {word} is {rule}, but it is {value}"));
        }
    }
    if let Some(object) = value.as_object() {
        fields(schema, object, at, faults);
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn is_valid(schema: &Value, value: &Value) -> bool {
    let mut faults = Vec::new();
    validate(schema.as_object().expect("a schema"), value, "one of", &mut faults);
    faults.is_empty()
}

fn fields(schema: &Map<String, Value>, object: &Map<String, Value>, at: &str, faults: &mut Vec<String>) {
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
        if !object.contains_key(name) {
            faults.push(format!("{at}: {name} is missing"));
        }
    }
    for (name, value) in object {
        let own = schema.get("properties").and_then(|all| all.get(name));
        match own.or(schema.get("additionalProperties")) {
            Some(Value::Object(rule)) => validate(rule, value, &format!("{at}.{name}"), faults),
            Some(Value::Bool(false)) => faults.push(format!("{at}: {name} is not in the schema")),
            _ => {}
        }
    }
}

fn has_type(rule: &Value, value: &Value) -> bool {
    let one = |name: &Value| match name.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("null") => value.is_null(),
        _ => false,
    };
    rule.as_array().map_or_else(|| one(rule), |all| all.iter().any(one))
}
