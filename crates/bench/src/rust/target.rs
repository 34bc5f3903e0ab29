//! Crates of the registry, each with a harness of a few lines as its users write them for cargo-fuzz.

/// A crate and its harness.
pub(super) struct Wild {
    /// Its name, and that of the fuzz target.
    pub(super) name: &'static str,
    /// Its line in a manifest.
    pub(super) dependency: &'static str,
    /// The packages whose branches count.
    pub(super) counted: &'static [&'static str],
    /// What is done with `data: &[u8]`.
    pub(super) body: &'static str,
}

pub(super) const CRATES: &[Wild] = &[
    Wild {
        name: "httparse",
        dependency: "httparse = \"=1.10.1\"",
        counted: &["httparse"],
        body: "let mut headers = [httparse::EMPTY_HEADER; 16];
    let _ = httparse::Request::new(&mut headers).parse(data);
    let mut headers = [httparse::EMPTY_HEADER; 16];
    let _ = httparse::Response::new(&mut headers).parse(data);
    let _ = httparse::parse_chunk_size(data);",
    },
    Wild {
        name: "semver",
        dependency: "semver = \"=1.0.27\"",
        counted: &["semver"],
        body: "let Ok(text) = std::str::from_utf8(data) else { return };
    let version = semver::Version::parse(text);
    if let (Ok(wanted), Ok(version)) = (semver::VersionReq::parse(text), version) {
        let _ = wanted.matches(&version);
    }",
    },
    Wild {
        name: "url",
        dependency: "url = \"=2.5.7\"",
        counted: &["url", "form_urlencoded", "percent-encoding"],
        body: "let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(url) = url::Url::parse(text) {
        let _ = (url.path_segments().map(Iterator::count), url.query_pairs().count(), url.port_or_known_default());
    }",
    },
    Wild {
        name: "ini",
        dependency: "rust-ini = \"=0.21.3\"",
        counted: &["rust-ini"],
        body: "let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = ini::Ini::load_from_str(text);",
    },
    Wild {
        name: "toml_edit",
        dependency: "toml_edit = \"=0.22.27\"",
        counted: &["toml_edit"],
        body: "let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = text.parse::<toml_edit::DocumentMut>().map(|document| document.to_string());",
    },
    Wild {
        name: "roxmltree",
        dependency: "roxmltree = \"=0.20.0\"",
        counted: &["roxmltree"],
        body: "let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = roxmltree::Document::parse(text).map(|document| document.descendants().count());",
    },
    Wild {
        name: "base64",
        dependency: "base64 = \"=0.22.1\"",
        counted: &["base64"],
        body: "use base64::Engine;
    for engine in [base64::engine::general_purpose::STANDARD, base64::engine::general_purpose::URL_SAFE_NO_PAD] {
        let _ = engine.decode(data).map(|bytes| engine.encode(bytes));
    }",
    },
    Wild {
        name: "humantime",
        dependency: "humantime = \"=2.3.0\"",
        counted: &["humantime"],
        body: "let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = humantime::parse_duration(text).map(|time| humantime::format_duration(time).to_string());
    let _ = humantime::parse_rfc3339_weak(text).map(|time| humantime::format_rfc3339(time).to_string());",
    },
    Wild {
        name: "iso8601",
        dependency: "iso8601 = \"=0.6.3\"",
        counted: &["iso8601"],
        body: "let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = (iso8601::datetime(text), iso8601::date(text), iso8601::duration(text));",
    },
];
