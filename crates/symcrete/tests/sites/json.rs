//! Reads JSON, as much as llvm-cov writes.

/// A value.
#[derive(Debug)]
pub(crate) enum Json {
    /// `null`, `true`, `false`, and numbers that are not natural ones.
    Other,
    Number(u64),
    Text(String),
    List(Vec<Json>),
    Map(Vec<(String, Json)>),
}

impl Json {
    pub(crate) fn parse(text: &str) -> Json {
        Reader { text: text.as_bytes(), at: 0 }.value()
    }

    /// A field of a map.
    pub(crate) fn get(&self, name: &str) -> &Json {
        match self {
            Json::Map(fields) => {
                fields.iter().find(|(field, _)| field == name).map_or(&Json::Other, |(_, value)| value)
            }
            _ => &Json::Other,
        }
    }

    pub(crate) fn list(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }

    pub(crate) fn text(&self) -> &str {
        if let Json::Text(text) = self { text } else { "" }
    }

    pub(crate) fn number(&self) -> u64 {
        if let Json::Number(number) = self { *number } else { 0 }
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    /// The next character that is no space.
    fn peek(&mut self) -> u8 {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied().unwrap_or(b'\0')
    }

    fn value(&mut self) -> Json {
        match self.peek() {
            b'{' => Json::Map(self.items(b'}', |reader| {
                let name = reader.string();
                reader.peek();
                reader.at += 1;
                (name, reader.value())
            })),
            b'[' => Json::List(self.items(b']', Reader::value)),
            b'"' => Json::Text(self.string()),
            _ => self.word(),
        }
    }

    fn items<T>(&mut self, end: u8, item: impl Fn(&mut Self) -> T) -> Vec<T> {
        let mut items = Vec::new();
        self.at += 1;
        while self.peek() != end {
            items.push(item(self));
            if self.peek() == b',' {
                self.at += 1;
            }
            assert!(self.at < self.text.len(), "the JSON ends early");
        }
        self.at += 1;
        items
    }

    fn string(&mut self) -> String {
        self.peek();
        let start = self.at + 1;
        let mut end = start;
        while self.text[end] != b'"' {
            end += if self.text[end] == b'\\' { 2 } else { 1 };
        }
        self.at = end + 1;
        String::from_utf8_lossy(&self.text[start..end]).replace("\\\"", "\"").replace("\\\\", "\\")
    }

    fn word(&mut self) -> Json {
        let start = self.at;
        while self.text.get(self.at).is_some_and(|c| c.is_ascii_alphanumeric() || b"+-.".contains(c)) {
            self.at += 1;
        }
        assert!(self.at > start, "not JSON at byte {start}");
        let word = String::from_utf8_lossy(&self.text[start..self.at]);
        word.parse().map_or(Json::Other, Json::Number)
    }
}
