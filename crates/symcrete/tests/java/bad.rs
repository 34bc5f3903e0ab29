//! Methods that cannot be explored: one clear sentence each.

use std::path::Path;
use symcrete_jvm::{Method, Wanted};

/// What is asked for, and what must be said.
const REFUSED: &[(&str, &[&str])] = &[
    ("cases.Missing.f", &["the class cases.Missing is not on the class path"]),
    ("f", &["--method needs a class and a method"]),
    ("cases.Refused.missing", &["has no method missing", "cases.Refused.overloaded(int)"]),
    ("cases.Refused.overloaded", &["is overloaded", "cases.Refused.overloaded(int)", "cases.Refused.overloaded(long)"]),
    ("cases.Refused.nowhere", &["is native"]),
    ("cases.Refused.open", &["is abstract"]),
    ("cases.Refused.instance", &["no object of cases.Refused can be made"]),
    ("cases.Refused.given", &["no argument of type java.io.InputStream can be made"]),
];

fn said(classes: &str, method: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let wanted = Wanted { path: classes.into(), method: method.into(), null: true, declared: false };
    let env = symcrete_build::surroundings::inherited(Path::new("java"));
    match Method::find(wanted, folder.path(), env) {
        Ok(_) => "nothing".into(),
        Err(why) => why.to_string(),
    }
}

/// Asks for what cannot be done.
pub(crate) fn check(classes: &Path) {
    let path = classes.display().to_string();
    for (method, wanted) in REFUSED {
        let said = said(&path, method);
        assert!(wanted.iter().all(|one| said.contains(one)), "{method}: {said}");
    }
    assert_eq!(said(&path, "cases.Refused.overloaded(int)"), "nothing");
    let missing = said("/nowhere/at/all", "a.B.c");
    assert!(missing.contains("/nowhere/at/all"), "{missing}");
    for (version, wanted) in
        [(99, ["is for Java 55", "--release 17"]), (64, ["newer Java than the virtual machine", "JAVA_HOME"])]
    {
        let folder = newer(classes, version);
        let said = said(&folder.path().display().to_string(), "cases.Refused.instance");
        // A virtual machine of version 20 or 21 runs what is for 20, and the method is refused for what it is.
        let is_run = version == 64 && said.contains("no object of");
        assert!(is_run || wanted.iter().all(|one| said.contains(one)), "{said}");
    }
    let nothing = [("PATH".into(), "/nowhere".into())];
    let none = symcrete_jvm::Kit::new(&nothing).err().map(|why| why.to_string()).unwrap_or_default();
    assert!(none.contains("java was not found") && none.contains("apt-get install"), "{none}");
    compiled();
}

/// A class that says that it is for another version of Java.
fn newer(classes: &Path, version: u8) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bytes = std::fs::read(classes.join("cases/Refused.class")).expect("a class file");
    bytes[7] = version;
    std::fs::create_dir_all(folder.path().join("cases")).expect("a folder");
    std::fs::write(folder.path().join("cases/Refused.class"), bytes).expect("a class file");
    folder
}

/// A class whose superclass is missing is refused; one of a module, in a jar that is signed, is explored.
fn compiled() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let sources = [
        ("module-info.java", "module shop { exports shop; }"),
        ("Base.java", "package shop; public class Base {}"),
        ("Cart.java", "package shop; public class Cart extends Base { public static int f(int x) { return x; } }"),
    ];
    for (name, text) in sources {
        std::fs::write(at(name), text).expect("a source file");
    }
    run("javac", &["-d", "classes", "module-info.java", "Base.java", "Cart.java"], folder.path());
    run("jar", &["cf", "shop.jar", "-C", "classes", "."], folder.path());
    let words = "-genkeypair -keyalg RSA -alias a -dname CN=a -storepass secret -keypass secret -keystore keys";
    run("keytool", &words.split(' ').collect::<Vec<_>>(), folder.path());
    run("jarsigner", &["-keystore", "keys", "-storepass", "secret", "shop.jar", "a"], folder.path());
    assert_eq!(said(&at("shop.jar").display().to_string(), "shop.Cart.f"), "nothing");
    std::fs::remove_file(at("classes/shop/Base.class")).expect("a class file");
    let missing = said(&at("classes").display().to_string(), "shop.Cart.f");
    assert!(missing.contains("the class shop.Base is missing") && missing.contains("class path"), "{missing}");
}

fn run(program: &str, words: &[&str], folder: &Path) {
    let ran = std::process::Command::new(program).args(words).current_dir(folder).output().expect("the JDK's tools");
    assert!(ran.status.success(), "{program}: {}", String::from_utf8_lossy(&ran.stderr));
}
