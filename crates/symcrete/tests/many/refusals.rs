//! A clear sentence and the right code for whatever is wrong with a server or a campaign; and credentials that nobody sees.

use crate::folder::Folder;
use crate::has_server;
use crate::server::Server;

const PROGRAM: &str = "#include <stdio.h>\nint main(void) { return getchar() == 65; }\n";

fn refused(folder: &Folder, url: &str, campaign: &str, code: i32, what: &str) {
    let args = ["test", "unit.c", "--quiet", "-o", "refused", "--hub", url, "--campaign", campaign];
    let said = folder.says(code, &args);
    assert!(said.contains(what), "{what}: {said}");
    assert!(!folder.join("refused").exists(), "{what}: nothing is left");
    assert!(!said.contains("secret"), "{said}");
}

#[test]
fn what_is_wrong_with_a_server_is_said() {
    if !has_server() {
        return;
    }
    let folder = Folder::new("refused");
    folder.write("unit.c", PROGRAM);
    refused(&folder, "nats://127.0.0.1:9", "x", 2, "no NATS server answers at nats://127.0.0.1:9: start one");
    refused(&folder, "nats://bob:secret@127.0.0.1:9", "x", 2, "no NATS server answers at nats://127.0.0.1:9");
    refused(&folder, "nats://[", "x", 2, "is not an address: write nats://HOST:4222");
    refused(&folder, "nats://127.0.0.1:9", "a b", 2, "cannot be a name: use up to 64 letters");
    let bare = Server::with(&[]);
    refused(&folder, &bare.url(), "x", 2, "has no JetStream");
    let locked = Server::with(&["-js", "--user", "bob", "--pass", "secret"]);
    refused(&folder, &locked.url(), "x", 2, "does not accept these credentials: give it others with --hub-creds");
    let said = folder.says(2, &["test", "unit.c", "--hub", &bare.url()]);
    assert!(said.contains("--campaign"), "{said}");
    let said = folder.says(2, &["worker", "-j", "2"]);
    assert!(said.contains("name the server with --hub URL"), "{said}");
}

#[test]
fn a_campaign_is_about_one_program_and_shows_no_credentials() {
    if !has_server() {
        return;
    }
    let server = Server::with(&["-js", "--user", "bob", "--pass", "secret"]);
    let url = server.url().replace("//", "//bob:secret@");
    let folder = Folder::new("refused");
    folder.write("unit.c", PROGRAM);
    folder.write("other.c", PROGRAM.replace("65", "66"));
    let of = |campaign: &'static str| ["--hub", &url, "--campaign", campaign].map(String::from);
    let says = |code, args: &[&str], campaign: &'static str| {
        let hub = of(campaign);
        let hub: Vec<&str> = hub.iter().map(String::as_str).collect();
        let said = folder.says(code, &[args, &hub].concat());
        assert!(!said.contains("secret"), "{said}");
        said
    };
    let said = says(2, &["worker"], "x");
    assert!(said.contains("there is no campaign \"x\""), "{said}");
    says(0, &["test", "unit.c", "--quiet", "-o", "out"], "x");
    let said = says(2, &["test", "other.c", "--quiet", "-o", "other"], "x");
    assert!(said.contains("explores another program: choose another name"), "{said}");
    let said = says(2, &["test", "unit.c", "--quiet", "-o", "other", "--seed", "7"], "x");
    assert!(said.contains("this program with other options"), "{said}");
    assert!(!folder.join("other").exists(), "nothing is left");
    let found = std::process::Command::new("grep").args(["-rl", "secret", "out"]).current_dir(&*folder).output();
    assert_eq!(String::from_utf8_lossy(&found.expect("grep").stdout), "", "files with credentials");
}
