//! What a program is started with besides standard input: its arguments, and what of them and around them varies.
//!
//! Input streams are numbered: 0 is standard input, 1 the values that the program asks for, and from 2 on come
//! the symbolic arguments, variables and files in the order of [`Setting::varying`].

use std::ffi::OsStr;
use symcrete_build::unit::is_fuzzed;
use symcrete_exec::{Request, Varying};
use symcrete_expr::{Arena, ExprId, Pretty};
use symcrete_model::Program;
use symcrete_search::{Growing, Input};
use symcrete_trace::{BUFFER, LENGTHS, MAX_INPUT};

/// Stream number of standard input.
pub const STDIN: usize = 0;
/// Stream number of values asked for.
pub const ASKED: usize = 1;
/// Stream number of the first argument, variable or file.
pub const GIVEN: usize = symcrete_trace::FIRST_GIVEN as usize;

/// How a program is started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Its arguments; those that vary are empty here.
    pub args: Vec<String>,
    /// What varies, in order of streams.
    pub varying: Vec<Varying>,
    /// Most bytes of a libFuzzer buffer; 0 for the usual bound.
    pub max_buffer: u64,
    /// Variables of the environment that it does not get.
    pub without: Vec<String>,
    /// Whether it may use the network.
    pub network: bool,
}

impl Setting {
    /// The first input: zeros as far as there is room; arguments and variables are thereby empty.
    pub fn zeros(&self, stdin: usize) -> Input {
        let mut input = Input { streams: vec![vec![0; stdin], Vec::new()] };
        input.streams.extend(self.varying.iter().map(|one| vec![0; one.room()]));
        input
    }

    /// What a program for libFuzzer asks for: a length, and so many bytes.
    pub fn buffer(&self) -> Growing {
        let most = if self.max_buffer == 0 { BUFFER } else { self.max_buffer };
        let most = usize::try_from(most).map_or(MAX_INPUT, |most| most.min(MAX_INPUT));
        Growing { stream: ASKED, is_counted: true, most }
    }

    /// Can one process try many inputs of this program? Its buffer must be all that varies.
    pub fn is_swift(&self, program: &Program) -> bool {
        is_fuzzed(program) && self.varying.is_empty()
    }

    /// Lets an argument, a variable or a file become at least this long: that of a seed.
    pub fn make_room(&mut self, stream: usize, bytes: usize) {
        if let Some(one) = stream.checked_sub(GIVEN).and_then(|k| self.varying.get_mut(k)) {
            let (Varying::Arg { room, .. } | Varying::Env { room, .. } | Varying::File { room, .. }) = one;
            *room = bytes.max(*room);
        }
    }

    /// The streams of the arguments that vary.
    pub fn arguments(&self) -> impl Iterator<Item = usize> {
        let is_one = |(_, one): &(usize, &Varying)| matches!(one, Varying::Arg { .. });
        self.varying.iter().enumerate().filter(is_one).map(|(k, _)| GIVEN + k)
    }

    /// The streams of the variables that vary, with their names.
    pub fn variables(&self) -> impl Iterator<Item = (usize, &OsStr)> {
        self.varying.iter().enumerate().filter_map(|(k, one)| match one {
            Varying::Env { name, .. } => Some((GIVEN + k, name.as_os_str())),
            _ => None,
        })
    }

    /// The streams of the files.
    pub fn files(&self) -> impl Iterator<Item = usize> {
        let is_one = |(_, one): &(usize, &Varying)| matches!(one, Varying::File { .. });
        self.varying.iter().enumerate().filter(is_one).map(|(k, _)| GIVEN + k)
    }

    /// A condition in words, each input called what the user calls it: `in.xml[6]`, `argv[2][0]`, `length(stdin)`.
    pub fn shown(&self, arena: &Arena, condition: ExprId) -> String {
        let given = self.varying.iter().map(|one| match one {
            Varying::Arg { position, .. } => format!("argv[{}]", position + 1),
            Varying::Env { name, .. } => format!("${}", name.display()),
            Varying::File { name, .. } => name.display().to_string(),
        });
        let streams: Vec<String> = ["stdin".into(), "values".into()].into_iter().chain(given).collect();
        let pretty = Pretty { streams, ..Pretty::default() };
        let mut text = pretty.show(arena, condition);
        if text.contains(&format!("in{LENGTHS}[")) {
            for (stream, name) in pretty.streams.iter().enumerate() {
                let bytes = format!("in{LENGTHS}[{}..{}]", 4 * stream, 4 * stream + 4);
                text = text.replace(&bytes, &format!("length({name})"));
            }
        }
        text
    }

    /// The stream of the first file, if there is one.
    pub fn first_file(&self) -> Option<usize> {
        self.files().next()
    }
}

/// A stream of an input; empty when the input has none.
pub fn stream(input: &Input, number: usize) -> &[u8] {
    input.streams.get(number).map_or(&[], Vec::as_slice)
}

/// A run of this input.
pub fn request(input: &Input) -> Request<'_> {
    Request { stdin: stream(input, STDIN), asked: stream(input, ASKED), given: given(input), ..Request::default() }
}

/// The streams of arguments, variables and files.
fn given(input: &Input) -> &[Vec<u8>] {
    input.streams.get(GIVEN..).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_called_what_the_user_called_them() {
        let varying = vec![
            Varying::Arg { position: 1, room: 4 },
            Varying::Env { name: "HOME".into(), room: 4 },
            Varying::File { name: "in.xml".into(), room: 9 },
        ];
        let setting = Setting { varying, ..Setting::default() };
        let mut arena = Arena::new();
        let mut shown = |text: String| {
            let term = symcrete_expr::parse(&mut arena, &text).expect("a term");
            setting.shown(&arena, term)
        };
        assert_eq!(shown("(eq in[0:3] 65:8)".into()), "stdin[3] == 'A'");
        assert_eq!(shown("(eq in[2:0] 65:8)".into()), "argv[2][0] == 'A'");
        assert_eq!(shown("(eq in[3:1] 65:8)".into()), "$HOME[1] == 'A'");
        assert_eq!(shown("(eq in[4:6] 60:8)".into()), "in.xml[6] == '<'");
        let byte = |at: u32| format!("in[{LENGTHS}:{at}]");
        let length = format!("(concat:32 {} (concat:24 {} (concat:16 {} {})))", byte(19), byte(18), byte(17), byte(16));
        assert_eq!(shown(format!("(eq {length} 7:32)")), "length(in.xml) == 7");
    }
}
