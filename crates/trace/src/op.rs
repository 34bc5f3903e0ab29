//! Operators of recorded expressions: LLVM's, on bit vectors of 1 to 128 bits.
//!
//! One list serves the instrumenter (which operator an instruction is), the runtime (what it
//! records) and the reader. Floats are bit patterns of 32, 64 or 80 bits. The numbers are part
//! of the trace format: append, never reorder.

macro_rules! ops {
    ($($(#[$doc:meta])* $name:ident $arity:literal,)*) => {
        /// What a record computes from its operands.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Op { $($(#[$doc])* $name,)* }

        impl Op {
            /// Every operator, in numeric order.
            pub const ALL: &'static [Op] = &[$(Op::$name,)*];

            /// How many operands are expression ids.
            #[inline]
            pub const fn arity(self) -> u8 {
                match self { $(Op::$name => $arity,)* }
            }

            /// The operator with this number, if there is one.
            #[expect(non_upper_case_globals, reason = "a constant per operator, with the operator's name")]
            #[inline]
            pub const fn from_u8(number: u8) -> Option<Op> {
                $(const $name: u8 = Op::$name as u8;)*
                match number { $($name => Some(Op::$name),)* _ => None }
            }

            /// The operator's name, as dumps show it.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$name => stringify!($name),)* }
            }
        }
    };
}

ops! {
    /// A value that no input byte flows into; the value is the record's.
    Const 0,
    /// One input byte: `a` is the stream, `b` the offset.
    Input 0,
    /// The upper 64 bits of the record before it, which is wider than 64.
    High 0,
    /// Wrapping sum.
    Add 2,
    /// Wrapping difference.
    Sub 2,
    /// Wrapping product.
    Mul 2,
    /// Unsigned quotient.
    UDiv 2,
    /// Signed quotient, towards zero.
    SDiv 2,
    /// Unsigned remainder.
    URem 2,
    /// Signed remainder, sign of the dividend.
    SRem 2,
    /// Left shift.
    Shl 2,
    /// Logical right shift.
    LShr 2,
    /// Arithmetic right shift.
    AShr 2,
    /// Bitwise and.
    And 2,
    /// Bitwise or.
    Or 2,
    /// Bitwise exclusive or.
    Xor 2,
    /// Equal.
    Eq 2,
    /// Not equal.
    Ne 2,
    /// Unsigned greater.
    Ugt 2,
    /// Unsigned greater or equal.
    Uge 2,
    /// Unsigned less.
    Ult 2,
    /// Unsigned less or equal.
    Ule 2,
    /// Signed greater.
    Sgt 2,
    /// Signed greater or equal.
    Sge 2,
    /// Signed less.
    Slt 2,
    /// Signed less or equal.
    Sle 2,
    /// The low bits.
    Trunc 1,
    /// Zero extension.
    ZExt 1,
    /// Sign extension.
    SExt 1,
    /// `c ? a : b` with the condition in `c`.
    Ite 3,
    /// Bits `b .. b + width` of `a`; `b` is a number, not an id.
    Extract 1,
    /// `a` above `b`.
    Concat 2,
    /// Bytes reversed.
    Bswap 1,
    /// Bits reversed.
    BitReverse 1,
    /// Number of ones.
    Ctpop 1,
    /// Leading zeros.
    Ctlz 1,
    /// Trailing zeros.
    Cttz 1,
    /// Funnel shift left of `a:b` by `c`.
    Fshl 3,
    /// Funnel shift right of `a:b` by `c`.
    Fshr 3,
    /// Signed maximum.
    SMax 2,
    /// Signed minimum.
    SMin 2,
    /// Unsigned maximum.
    UMax 2,
    /// Unsigned minimum.
    UMin 2,
    /// Unsigned saturating sum.
    UAddSat 2,
    /// Signed saturating sum.
    SAddSat 2,
    /// Unsigned saturating difference.
    USubSat 2,
    /// Signed saturating difference.
    SSubSat 2,
    /// Does the unsigned sum overflow?
    UAddO 2,
    /// Does the signed sum overflow?
    SAddO 2,
    /// Does the unsigned difference overflow?
    USubO 2,
    /// Does the signed difference overflow?
    SSubO 2,
    /// Does the unsigned product overflow?
    UMulO 2,
    /// Does the signed product overflow?
    SMulO 2,
    /// Float sum.
    FAdd 2,
    /// Float difference.
    FSub 2,
    /// Float product.
    FMul 2,
    /// Float quotient.
    FDiv 2,
    /// C `fmod`.
    FRem 2,
    /// Sign flipped.
    FNeg 1,
    /// Ordered and equal.
    FOeq 2,
    /// Ordered and greater.
    FOgt 2,
    /// Ordered and greater or equal.
    FOge 2,
    /// Ordered and less.
    FOlt 2,
    /// Ordered and less or equal.
    FOle 2,
    /// Ordered and not equal.
    FOne 2,
    /// Neither is NaN.
    FOrd 2,
    /// Either is NaN.
    FUno 2,
    /// Unordered or equal.
    FUeq 2,
    /// Unordered or greater.
    FUgt 2,
    /// Unordered or greater or equal.
    FUge 2,
    /// Unordered or less.
    FUlt 2,
    /// Unordered or less or equal.
    FUle 2,
    /// Unordered or not equal.
    FUne 2,
    /// Float to unsigned integer, towards zero.
    FpToUi 1,
    /// Float to signed integer, towards zero.
    FpToSi 1,
    /// Unsigned integer to float.
    UiToFp 1,
    /// Signed integer to float.
    SiToFp 1,
    /// To a wider float.
    FpExt 1,
    /// To a narrower float.
    FpTrunc 1,
    /// Absolute value.
    FAbs 1,
    /// Square root.
    FSqrt 1,
    /// Round down.
    FFloor 1,
    /// Round up.
    FCeil 1,
    /// Round towards zero.
    FTrunc 1,
    /// Round to even in the current mode.
    FRint 1,
    /// Round half away from zero.
    FRound 1,
    /// Round half to even.
    FRoundEven 1,
    /// Magnitude of `a`, sign of `b`.
    FCopySign 2,
    /// C `fmin`.
    FMinNum 2,
    /// C `fmax`.
    FMaxNum 2,
    /// Fused `a * b + c`.
    Fma 3,
    /// A snapshot of memory: `a` bytes from address `value`, in the [`Op::Data`] records behind it; see [`crate::Table`].
    Table 0,
    /// Twenty bytes of the table before it.
    Data 0,
    /// What memory held at address `a`: bytes of table `b`, which is a record's number but no expression.
    Lookup 1,
    /// C `sin`.
    FSin 1,
    /// C `cos`.
    FCos 1,
    /// C `tan`.
    FTan 1,
    /// C `asin`.
    FAsin 1,
    /// C `acos`.
    FAcos 1,
    /// C `atan`.
    FAtan 1,
    /// C `sinh`.
    FSinh 1,
    /// C `cosh`.
    FCosh 1,
    /// C `tanh`.
    FTanh 1,
    /// C `exp`.
    FExp 1,
    /// C `exp2`.
    FExp2 1,
    /// C `expm1`.
    FExpm1 1,
    /// C `log`.
    FLog 1,
    /// C `log2`.
    FLog2 1,
    /// C `log10`.
    FLog10 1,
    /// C `log1p`.
    FLog1p 1,
    /// C `pow`.
    FPow 2,
    /// C `atan2`.
    FAtan2 2,
    /// C `hypot`.
    FHypot 2,
    /// Like `Ite`, of the two arms of a branch that was merged: what both computed, and which of them the program ran.
    Merge 3,
}

impl Op {
    /// Does it compare two numbers?
    pub const fn is_comparison(self) -> bool {
        use Op::*;
        let integers = matches!(self, Eq | Ne | Ugt | Uge | Ult | Ule | Sgt | Sge | Slt | Sle);
        integers || matches!(self, FOeq | FOgt | FOge | FOlt | FOle | FOne | FUeq | FUgt | FUge | FUlt | FUle | FUne)
    }

    /// Is the result a float's bit pattern?
    pub const fn yields_float(self) -> bool {
        if self as u8 >= Op::FSin as u8 && self as u8 <= Op::FHypot as u8 {
            return true;
        }
        matches!(
            self,
            Op::FAdd
                | Op::FSub
                | Op::FMul
                | Op::FDiv
                | Op::FRem
                | Op::FNeg
                | Op::UiToFp
                | Op::SiToFp
                | Op::FpExt
                | Op::FpTrunc
                | Op::FAbs
                | Op::FSqrt
                | Op::FFloor
                | Op::FCeil
                | Op::FTrunc
                | Op::FRint
                | Op::FRound
                | Op::FRoundEven
                | Op::FCopySign
                | Op::FMinNum
                | Op::FMaxNum
                | Op::Fma
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        for (number, &op) in Op::ALL.iter().enumerate() {
            assert_eq!(op as usize, number);
            assert_eq!(Op::from_u8(number as u8), Some(op));
        }
        assert_eq!(Op::from_u8(Op::ALL.len() as u8), None);
    }
}
