//! The workflow files in `docs/ci/`: right by the schemas that code hosts publish, and about what `symcrete ci` writes.

use crate::package::{absent, fetch, run};
use std::path::{Path, PathBuf};
use std::process::Command;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/ci").join(name)
}

#[test]
fn workflows_fit_the_schemas_of_their_hosts() {
    let site = fetch("check-jsonschema", |folder| {
        run(Command::new("pip3").args(["install", "--target"]).arg(folder).arg("check-jsonschema"))
    });
    let site = match site {
        Ok(site) => site,
        Err(why) => return absent("workflow files", &why),
    };
    let check = |schema: &str, file: &Path| {
        let mut command = Command::new("python3");
        command.args(["-m", "check_jsonschema", "--builtin-schema", schema]).arg(file).env("PYTHONPATH", &site);
        run(&mut command)
    };
    for (schema, name) in [("vendor.github-workflows", "github.yml"), ("vendor.gitlab-ci", "gitlab-ci.yml")] {
        check(schema, &file(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    }
    // The check can fail.
    let broken = std::env::temp_dir().join(format!("symcrete-workflow-{}.yml", std::process::id()));
    let text = std::fs::read_to_string(file("github.yml")).expect("it is there").replace("runs-on:", "runs-at:");
    std::fs::write(&broken, text).expect("writable");
    assert!(check("vendor.github-workflows", &broken).is_err());
    let _ = std::fs::remove_file(broken);
}

#[test]
fn workflows_name_files_that_are_written() {
    let written = ["findings.sarif", "codequality.json", "junit/*/junit.xml"];
    let texts = ["github.yml", "gitlab-ci.yml"].map(|name| std::fs::read_to_string(file(name)).expect("it is there"));
    for text in &texts {
        for (at, _) in text.match_indices("symcrete-out/ci/") {
            let rest = &text[at + "symcrete-out/ci/".len()..];
            assert!(written.iter().any(|name| rest.starts_with(name)), "{rest}");
        }
        assert!(text.contains("symcrete ci --budget 5m"));
    }
}
