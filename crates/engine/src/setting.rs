//! What a program is started with besides standard input: its arguments, and what of them and around them varies.
//!
//! Input streams are numbered: 0 is standard input, 1 the values that the program asks for, and from 2 on come
//! the symbolic arguments, variables and files in the order of [`Setting::varying`].

use symcrete_exec::{Request, Varying};
use symcrete_search::Input;

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
}

impl Setting {
    /// The first input: zeros as far as there is room; arguments and variables are thereby empty.
    pub fn zeros(&self, stdin: usize) -> Input {
        let mut input = Input { streams: vec![vec![0; stdin], Vec::new()] };
        input.streams.extend(self.varying.iter().map(|one| vec![0; one.room()]));
        input
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

    /// The streams of the files.
    pub fn files(&self) -> impl Iterator<Item = usize> {
        let is_one = |(_, one): &(usize, &Varying)| matches!(one, Varying::File { .. });
        self.varying.iter().enumerate().filter(is_one).map(|(k, _)| GIVEN + k)
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
