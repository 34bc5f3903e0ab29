//! The instruction set: every LLVM instruction under its LLVM name.
//!
//! The list is one table, so that the encoding, the dump and the enum can't disagree. The position in the table is
//! the byte written to the blob: append only, and bump the version when an entry changes.

macro_rules! opcodes {
    ($($name:ident $text:literal,)*) => {
        /// What an instruction does. The meaning of its operands is described at [`crate::Instruction`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Opcode {
            $(#[doc = concat!("LLVM's `", $text, "`.")] $name,)*
        }

        impl Opcode {
            /// Every opcode in the order of its code.
            pub const ALL: &[Opcode] = &[$(Opcode::$name,)*];

            /// The name LLVM's assembly uses.
            pub fn name(self) -> &'static str {
                match self {
                    $(Opcode::$name => $text,)*
                }
            }
        }
    };
}

opcodes! {
    Ret "ret", Br "br", Switch "switch", IndirectBr "indirectbr", Invoke "invoke", CallBr "callbr",
    Resume "resume", Unreachable "unreachable",
    FNeg "fneg", Add "add", FAdd "fadd", Sub "sub", FSub "fsub", Mul "mul", FMul "fmul",
    UDiv "udiv", SDiv "sdiv", FDiv "fdiv", URem "urem", SRem "srem", FRem "frem",
    Shl "shl", LShr "lshr", AShr "ashr", And "and", Or "or", Xor "xor",
    Alloca "alloca", Load "load", Store "store", Gep "getelementptr", Fence "fence",
    CmpXchg "cmpxchg", AtomicRmw "atomicrmw",
    Trunc "trunc", ZExt "zext", SExt "sext", FpToUi "fptoui", FpToSi "fptosi", UiToFp "uitofp", SiToFp "sitofp",
    FpTrunc "fptrunc", FpExt "fpext", PtrToInt "ptrtoint", IntToPtr "inttoptr", BitCast "bitcast",
    AddrSpaceCast "addrspacecast",
    ICmp "icmp", FCmp "fcmp", Phi "phi", Call "call", Select "select", VaArg "va_arg",
    ExtractElement "extractelement", InsertElement "insertelement", ShuffleVector "shufflevector",
    ExtractValue "extractvalue", InsertValue "insertvalue", LandingPad "landingpad", Freeze "freeze",
    Other "other",
}

impl Opcode {
    /// The byte that stands for this opcode in a blob.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The opcode behind a byte of a blob.
    pub fn from_code(code: u8) -> Option<Opcode> {
        Opcode::ALL.get(usize::from(code)).copied()
    }

    /// Whether this instruction ends a block. `Other` may be one too (`cleanupret`, `catchswitch`); the block knows.
    pub fn is_terminator(self) -> bool {
        self <= Opcode::Unreachable
    }

    /// Whether this instruction calls a function and therefore carries `Detail::Call`.
    pub fn is_call(self) -> bool {
        matches!(self, Opcode::Call | Opcode::Invoke | Opcode::CallBr)
    }
}

#[cfg(test)]
mod tests {
    use super::Opcode;
    use std::collections::HashSet;

    #[test]
    fn codes_and_names_are_unique_and_dense() {
        let names: HashSet<_> = Opcode::ALL.iter().map(|op| op.name()).collect();
        assert_eq!(names.len(), Opcode::ALL.len());
        for (position, op) in Opcode::ALL.iter().enumerate() {
            assert_eq!(usize::from(op.code()), position);
            assert_eq!(Opcode::from_code(op.code()), Some(*op));
        }
        assert_eq!(Opcode::from_code(Opcode::ALL.len() as u8), None);
    }

    #[test]
    fn terminators_are_the_first_eight() {
        let terminators: Vec<_> = Opcode::ALL.iter().filter(|op| op.is_terminator()).map(|op| op.name()).collect();
        let expected = ["ret", "br", "switch", "indirectbr", "invoke", "callbr", "resume", "unreachable"];
        assert_eq!(terminators, expected);
    }
}
