//! Serves the report to browsers on this machine, and rebuilds it as the campaign progresses.
//!
//! Only the loopback address, only reading, and only files of the report's own folder: names with a folder in them lead nowhere.
//! A page elsewhere whose host name leads to this machine is not served either.

use crate::command::output::show;
use crate::front;
use std::fs::File;
use std::path::Path;
use std::time::SystemTime;
use symcrete_build::failure::Failure;
use symcrete_console::view;
use symcrete_corpus::Suite;
use symcrete_expr::Stop;
use tiny_http::{Header, Method, Request, Response, Server};

/// The page that a browser asks for first.
const INDEX: &str = "index.html";
/// What browsers are told about the files of a report, by their endings.
const TYPES: [(&str, &str); 4] = [
    ("html", "text/html; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("svg", "image/svg+xml"),
];

/// Answers requests until the process is killed; an error when it cannot begin.
pub(super) fn serve(folder: &Path, against: Option<&Suite>, output: &Path, port: u16) -> Result<(), Failure> {
    let server = Server::http(("127.0.0.1", port))
        .map_err(|why| format!("cannot listen on port {port}: {why}; choose another with --serve=PORT"))?;
    show(format_args!("http://{}/ serves the report until you press Ctrl-C", server.server_addr()));
    for request in server.incoming_requests() {
        let name = name(request.url());
        if name == INDEX && is_older(output, folder) {
            let built = Suite::open(folder).map_err(|why| Failure::usage(why.to_string())).and_then(|mut suite| {
                let unit = front::of(&suite);
                view::write(&mut suite, unit, against, output, &Stop::new())
            });
            if let Err(why) = built {
                eprintln!("symcrete: the report could not be rebuilt: {why}");
            }
        }
        // A browser that went away needs no answer.
        let _ = answer(request, output, &name);
    }
    Ok(())
}

/// The file that an address names.
fn name(url: &str) -> String {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    match path.trim_start_matches('/') {
        "" => INDEX.into(),
        name => name.into(),
    }
}

/// Was something written into the result folder since the report was?
fn is_older(output: &Path, folder: &Path) -> bool {
    let written = |path: &Path| path.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let sources = ["tests", "findings", "report.json"].map(|name| written(&folder.join(name)));
    sources.into_iter().max() > Some(written(&output.join(INDEX)))
}

fn answer(request: Request, output: &Path, name: &str) -> std::io::Result<()> {
    let is_read = matches!(request.method(), Method::Get | Method::Head);
    let is_inside = !name.contains(['/', '\\', '%']) && !name.starts_with('.');
    let file =
        Some(output.join(name)).filter(|path| is_inside && path.is_file()).and_then(|path| File::open(path).ok());
    let host = request.headers().iter().find(|header| header.field.equiv("Host"));
    match file {
        _ if !host.is_none_or(|host| is_ours(host.value.as_str())) => {
            request.respond(Response::from_string("not for this host\n").with_status_code(403))
        }
        _ if !is_read => request.respond(Response::from_string("only reading\n").with_status_code(405)),
        Some(file) => request.respond(Response::from_file(file).with_header(content_type(name))),
        None => request.respond(Response::from_string("no such page\n").with_status_code(404)),
    }
}

/// Does a host name mean this machine, whatever the port?
fn is_ours(host: &str) -> bool {
    let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
    ["127.0.0.1", "localhost"].contains(&name)
}

fn content_type(name: &str) -> Header {
    let ending = name.rsplit('.').next().unwrap_or_default();
    let known = TYPES.iter().find(|(known, _)| *known == ending);
    let value = known.map_or("application/octet-stream", |(_, value)| value);
    Header::from_bytes("Content-Type", value).expect("all of them are ASCII")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_this_machine() {
        assert!(["127.0.0.1:8000", "localhost:8000", "localhost"].into_iter().all(is_ours));
        assert!(
            ["example.org", "example.org:8000", "localhost.example.org", "127.0.0.1.example.org:1", ""]
                .into_iter()
                .all(|host| !is_ours(host))
        );
    }

    #[test]
    fn addresses_name_files() {
        assert_eq!(name("/"), "index.html");
        assert_eq!(name("/file-1.html?x#L3"), "file-1.html");
        assert_eq!(name("/../../etc/passwd"), "../../etc/passwd");
    }
}
