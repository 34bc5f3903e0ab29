//! What `java/symcrete/describe` says of a program, as data. Lines that are not understood are an error: both sides are one version.

use std::collections::BTreeMap;

/// A described program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Description {
    pub(crate) entry: Entry,
    pub(crate) classes: Vec<Class>,
    /// Methods that may run without being called by name.
    pub(crate) open: Vec<String>,
    /// Can its classes be made anew for each run without a new loader?
    pub(crate) is_renewable: bool,
}

/// The method under test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its class, with dots.
    pub(crate) class: String,
    pub(crate) name: String,
    /// As class files have it.
    pub(crate) descriptor: String,
    pub(crate) is_static: bool,
    pub(crate) is_private: bool,
    /// By interface or abstract class, the classes that implement it.
    pub(crate) choices: BTreeMap<String, Vec<String>>,
    /// What of the arguments is bounded: `lengths`, `objects`, `choices`, `lambdas`; `references` if any can be null.
    pub(crate) bounds: Vec<String>,
    /// Type and name of each parameter.
    pub(crate) parameters: Vec<(String, String)>,
}

/// A class that is followed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Class {
    /// With slashes.
    pub(crate) name: String,
    pub(crate) hash: u64,
    pub(crate) n_outcomes: u32,
    pub(crate) file: String,
    /// Line numbers by location.
    pub(crate) lines: Vec<u32>,
    pub(crate) methods: Vec<Method>,
}

/// A method with a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Method {
    /// `a.B.c(int)`.
    pub(crate) name: String,
    /// Letter and local of each parameter.
    pub(crate) parameters: Vec<(char, u32)>,
    /// First instruction, one behind the last, and the handler.
    pub(crate) tries: Vec<(usize, usize, usize)>,
    pub(crate) code: Vec<Step>,
}

/// One instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) location: u32,
    pub(crate) may_throw: bool,
    /// What it is and its operands.
    pub(crate) words: Vec<String>,
}

/// What is wrong with the question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// `class`, `method`, `overloaded`, `native`, `abstract`, `version`, `runtime`, `missing`, `parameter`, `instance`.
    pub(crate) kind: String,
    pub(crate) words: Vec<String>,
    pub(crate) candidates: Vec<String>,
}

/// Reads a description; the outer error is a line that is none.
pub(crate) fn parse(text: &str) -> Result<Result<Description, Wrong>, String> {
    let mut description = Description::default();
    let mut wrong: Option<Wrong> = None;
    let mut is_whole = false;
    for line in text.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let read = match (words[0], &mut wrong) {
            ("error", _) if words.len() > 1 => {
                let rest = words[2..].iter().map(ToString::to_string).collect();
                wrong = Some(Wrong { kind: words[1].into(), words: rest, candidates: Vec::new() });
                Some(())
            }
            ("candidate", Some(wrong)) => {
                wrong.candidates.push(words[1..].join(" "));
                Some(())
            }
            ("end", _) => {
                is_whole = true;
                Some(())
            }
            _ => description.read(&words),
        };
        read.ok_or_else(|| format!("{line:?} is not understood"))?;
    }
    match wrong {
        Some(wrong) => Ok(Err(wrong)),
        None if is_whole => Ok(Ok(description)),
        None => Err("it ends in the middle".into()),
    }
}

impl Description {
    fn read(&mut self, words: &[&str]) -> Option<()> {
        match words {
            ["entry", class, name, descriptor, kind, access] => {
                let (class, name, descriptor) = (class.to_string(), name.to_string(), descriptor.to_string());
                let (is_static, is_private) = (*kind == "static", *access == "private");
                self.entry = Entry { class, name, descriptor, is_static, is_private, ..Entry::default() };
            }
            ["choice", class, all @ ..] => {
                self.entry.choices.insert(class.to_string(), all.iter().map(ToString::to_string).collect());
            }
            ["renewable"] => self.is_renewable = true,
            ["bound", name] => self.entry.bounds.push(name.to_string()),
            ["open", name @ ..] => self.open.push(name.join(" ")),
            ["parameter", ty, name] => self.entry.parameters.push((ty.to_string(), name.to_string())),
            ["class", name, hash, n_outcomes, file @ ..] => self.classes.push(Class {
                name: name.to_string(),
                hash: u64::from_str_radix(hash, 16).ok()?,
                n_outcomes: n_outcomes.parse().ok()?,
                file: file.join(" "),
                ..Class::default()
            }),
            ["lines", lines @ ..] => {
                self.classes.last_mut()?.lines = lines.iter().map(|line| line.parse().ok()).collect::<Option<_>>()?;
            }
            ["method", name @ ..] => {
                self.classes.last_mut()?.methods.push(Method { name: name.join(" "), ..Method::default() });
            }
            ["params", parameters @ ..] => {
                let one = |text: &&str| Some((text.chars().next()?, text.get(2..)?.parse().ok()?));
                self.method()?.parameters = parameters.iter().map(one).collect::<Option<_>>()?;
            }
            ["try", from, to, handler] => {
                let range = (from.parse().ok()?, to.parse().ok()?, handler.parse().ok()?);
                self.method()?.tries.push(range);
            }
            ["i", location, throws, words @ ..] => {
                let words = words.iter().map(ToString::to_string).collect();
                let step = Step { location: location.parse().ok()?, may_throw: *throws == "!", words };
                self.method()?.code.push(step);
            }
            _ => return None,
        }
        Some(())
    }

    fn method(&mut self) -> Option<&mut Method> {
        self.classes.last_mut()?.methods.last_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_read_as_it_was_said() {
        let text = "entry a.B f (I)I static private\nparameter int x\nclass a/B ff 2 a/B.java\nlines 0 3\nmethod a.B.f(int)\nparams I:0\ntry 0 1 2\ni 1 ! ret s0\nend\n";
        let described = parse(text).expect("lines").expect("a program");
        assert_eq!(described.entry.parameters, [("int".to_string(), "x".to_string())]);
        let class = &described.classes[0];
        assert_eq!((class.hash, class.n_outcomes, class.lines.as_slice()), (255, 2, &[0, 3][..]));
        assert_eq!(class.methods[0].tries, [(0, 1, 2)]);
        assert_eq!(class.methods[0].code[0].words, ["ret", "s0"]);
    }

    #[test]
    fn what_is_cut_or_unknown_is_refused() {
        assert!(parse("class a/B ff 2 f\n").is_err());
        assert!(parse("nonsense\nend\n").is_err());
        assert!(parse("params I:0\nend\n").is_err());
        let wrong = parse("error overloaded a.B f\ncandidate a.B.f(int)\n").expect("lines").expect_err("no program");
        assert_eq!((wrong.kind.as_str(), wrong.candidates.len()), ("overloaded", 1));
    }
}
