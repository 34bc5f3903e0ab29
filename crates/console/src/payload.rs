//! The part of a program's input that a fuzzer would mutate.

use symcrete_build::unit::is_fuzzed;
use symcrete_engine::options::Options;
use symcrete_engine::setting::ASKED;
use symcrete_model::Program;
use symcrete_search::Input;

/// Where the bytes of a fuzzer's input are among a program's inputs.
#[derive(Clone, Debug)]
pub struct Payload {
    zeros: Input,
    stream: usize,
    /// They are libFuzzer's buffer.
    is_buffer: bool,
}

impl Payload {
    /// In a stream of such inputs, or in the buffer, if that is what the program reads.
    pub fn new(zeros: Input, stream: usize, program: &Program) -> Payload {
        Payload { zeros, stream, is_buffer: is_fuzzed(program) }
    }

    /// The input with these bytes.
    pub fn input(&self, bytes: &[u8]) -> Input {
        let mut input = self.zeros.clone();
        match self.is_buffer {
            true => input.streams[ASKED] = buffer(bytes),
            false => input.streams[self.stream] = bytes.to_vec(),
        }
        input
    }

    /// Most bytes that they may be.
    pub fn most(&self, options: &Options) -> u64 {
        match self.is_buffer {
            true => options.setting.max_buffer,
            false => options.most().get(self.stream).copied().unwrap_or(0),
        }
    }

    /// The bytes of an input.
    pub fn bytes(&self, input: &Input) -> Vec<u8> {
        let stream = if self.is_buffer { ASKED } else { self.stream };
        let bytes = input.streams.get(stream).map_or(&[][..], Vec::as_slice);
        if !self.is_buffer {
            return bytes.to_vec();
        }
        let Some((size, bytes)) = bytes.split_first_chunk() else { return Vec::new() };
        let size = usize::try_from(u64::from_le_bytes(*size)).unwrap_or(usize::MAX);
        bytes[..size.min(bytes.len())].to_vec()
    }
}

/// libFuzzer's buffer as the runtime asks for it: the length, then the bytes.
pub fn buffer(bytes: &[u8]) -> Vec<u8> {
    [&(bytes.len() as u64).to_le_bytes()[..], bytes].concat()
}
