//! The operators: their names, how many operands each takes, and which widths fit together.
//! One table lists them all, so that the text form, the rules, the evaluators and the tests speak of the same set.
//! Invariant: [`Op::accepts`] is the only definition of a well-formed term.
//! Does not say what an operator computes; that is [`apply`](crate::apply).

use std::fmt;

/// How the widths of an operator's operands and result relate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// No operands: a constant or an input byte.
    Leaf,
    /// One operand of the result's width.
    Unary,
    /// Two operands of the result's width.
    Binary,
    /// Three operands of the result's width.
    Ternary,
    /// Two operands of one width, a one-bit result.
    Compare,
    /// One operand; the result's width differs from it.
    Cast,
    /// A one-bit condition, then two operands of the result's width.
    Ite,
    /// One operand, of which the result is a slice of bits.
    Extract,
    /// Two operands, high part first; the result is as wide as both together.
    Concat,
}

impl Shape {
    /// The number of operands.
    pub fn arity(self) -> usize {
        match self {
            Shape::Leaf => 0,
            Shape::Unary | Shape::Cast | Shape::Extract => 1,
            Shape::Binary | Shape::Compare | Shape::Concat => 2,
            Shape::Ternary | Shape::Ite => 3,
        }
    }
}

macro_rules! ops {
    ($($name:ident $text:literal $shape:ident $doc:literal,)*) => {
        /// An operator. Names and meaning follow LLVM; corner cases follow SMT-LIB (see [`apply`](crate::apply)).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Op {
            $(#[doc = $doc] $name,)*
            /// The bits of the operand from this bit upwards, as many as the result is wide.
            Extract(u8),
        }

        #[derive(Clone, Copy)]
        enum Code { $($name,)* Extract }

        impl Op {
            /// Every operator once, `Extract` at bit 0.
            pub const ALL: &'static [Op] = &[$(Op::$name,)* Op::Extract(0)];

            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $(Op::$name => $text,)* Op::Extract(_) => "extract" }
            }

            /// How operands and result fit together.
            pub fn shape(self) -> Shape {
                match self { $(Op::$name => Shape::$shape,)* Op::Extract(_) => Shape::Extract }
            }

            /// A dense number below `Op::ALL.len()`, the place in [`Op::ALL`].
            pub fn code(self) -> usize {
                match self { $(Op::$name => Code::$name as usize,)* Op::Extract(_) => Code::Extract as usize }
            }
        }
    };
}

ops! {
    Const "const" Leaf "A constant.",
    Input "in" Leaf "One input byte.",
    Add "add" Binary "Sum, wrapping.",
    Sub "sub" Binary "Difference, wrapping.",
    Mul "mul" Binary "Product, wrapping.",
    UDiv "udiv" Binary "Unsigned quotient; all ones when dividing by zero.",
    SDiv "sdiv" Binary "Signed quotient towards zero; by zero: 1 for a negative dividend, else all ones.",
    URem "urem" Binary "Unsigned remainder; the dividend when dividing by zero.",
    SRem "srem" Binary "Signed remainder, sign of the dividend; the dividend when dividing by zero.",
    Shl "shl" Binary "Shift left; 0 when the amount reaches the width.",
    LShr "lshr" Binary "Logical shift right; 0 when the amount reaches the width.",
    AShr "ashr" Binary "Arithmetic shift right; all sign bits when the amount reaches the width.",
    And "and" Binary "Bitwise and; logical and at width 1.",
    Or "or" Binary "Bitwise or; logical or at width 1.",
    Xor "xor" Binary "Bitwise exclusive or; with all ones it is the complement.",
    Eq "eq" Compare "Equal bits.",
    Ne "ne" Compare "Different bits.",
    Ugt "ugt" Compare "Unsigned greater.",
    Uge "uge" Compare "Unsigned greater or equal.",
    Ult "ult" Compare "Unsigned less.",
    Ule "ule" Compare "Unsigned less or equal.",
    Sgt "sgt" Compare "Signed greater.",
    Sge "sge" Compare "Signed greater or equal.",
    Slt "slt" Compare "Signed less.",
    Sle "sle" Compare "Signed less or equal.",
    Trunc "trunc" Cast "The low bits.",
    ZExt "zext" Cast "Zero extension.",
    SExt "sext" Cast "Sign extension.",
    Ite "ite" Ite "The second operand if the first is 1, else the third.",
    Concat "concat" Concat "High part and low part side by side.",
    Bswap "bswap" Unary "Bytes in reverse order; whole bytes only.",
    BitReverse "bitreverse" Unary "Bits in reverse order.",
    Ctpop "ctpop" Unary "Number of one bits.",
    Ctlz "ctlz" Unary "Number of leading zeros; the width for zero.",
    Cttz "cttz" Unary "Number of trailing zeros; the width for zero.",
    Fshl "fshl" Ternary "High half of (a:b) shifted left by c modulo the width.",
    Fshr "fshr" Ternary "Low half of (a:b) shifted right by c modulo the width.",
    SMax "smax" Binary "Signed maximum.",
    SMin "smin" Binary "Signed minimum.",
    UMax "umax" Binary "Unsigned maximum.",
    UMin "umin" Binary "Unsigned minimum.",
    UAddSat "uaddsat" Binary "Unsigned sum, held at the largest value.",
    SAddSat "saddsat" Binary "Signed sum, held within the range.",
    USubSat "usubsat" Binary "Unsigned difference, held at zero.",
    SSubSat "ssubsat" Binary "Signed difference, held within the range.",
    UAddO "uaddo" Compare "Does the unsigned sum overflow?",
    SAddO "saddo" Compare "Does the signed sum overflow?",
    USubO "usubo" Compare "Does the unsigned difference overflow?",
    SSubO "ssubo" Compare "Does the signed difference overflow?",
    UMulO "umulo" Compare "Does the unsigned product overflow?",
    SMulO "smulo" Compare "Does the signed product overflow?",
    FAdd "fadd" Binary "Floating sum, to nearest even.",
    FSub "fsub" Binary "Floating difference, to nearest even.",
    FMul "fmul" Binary "Floating product, to nearest even.",
    FDiv "fdiv" Binary "Floating quotient, to nearest even.",
    FRem "frem" Binary "C's fmod.",
    FNeg "fneg" Unary "Sign bit flipped, even of a NaN.",
    FOeq "foeq" Compare "Ordered and equal.",
    FOgt "fogt" Compare "Ordered and greater.",
    FOge "foge" Compare "Ordered and greater or equal.",
    FOlt "folt" Compare "Ordered and less.",
    FOle "fole" Compare "Ordered and less or equal.",
    FOne "fone" Compare "Ordered and different.",
    FOrd "ford" Compare "Neither is a NaN.",
    FUno "funo" Compare "One is a NaN.",
    FUeq "fueq" Compare "Unordered or equal.",
    FUgt "fugt" Compare "Unordered or greater.",
    FUge "fuge" Compare "Unordered or greater or equal.",
    FUlt "fult" Compare "Unordered or less.",
    FUle "fule" Compare "Unordered or less or equal.",
    FUne "fune" Compare "Unordered or different; C's !=.",
    FpToUi "fptoui" Cast "Float to unsigned integer, towards zero.",
    FpToSi "fptosi" Cast "Float to signed integer, towards zero.",
    UiToFp "uitofp" Cast "Unsigned integer to float, to nearest even.",
    SiToFp "sitofp" Cast "Signed integer to float, to nearest even.",
    FpExt "fpext" Cast "To a wider float; exact.",
    FpTrunc "fptrunc" Cast "To a narrower float, to nearest even.",
    FAbs "fabs" Unary "Sign bit cleared, even of a NaN.",
    FSqrt "fsqrt" Unary "Square root, to nearest even.",
    FFloor "ffloor" Unary "Whole number towards minus infinity.",
    FCeil "fceil" Unary "Whole number towards plus infinity.",
    FTrunc "ftrunc" Unary "Whole number towards zero.",
    FRint "frint" Unary "Nearest whole number, ties to even (the default rounding mode).",
    FRound "fround" Unary "Nearest whole number, ties away from zero.",
    FRoundEven "froundeven" Unary "Nearest whole number, ties to even.",
    FCopySign "fcopysign" Binary "Magnitude of the first, sign of the second.",
    FMinNum "fminnum" Binary "C's fmin: a NaN loses; -0 is less than +0.",
    FMaxNum "fmaxnum" Binary "C's fmax: a NaN loses; -0 is less than +0.",
    FSin "fsin" Unary "Sine.",
    FCos "fcos" Unary "Cosine.",
    FTan "ftan" Unary "Tangent.",
    FAsin "fasin" Unary "Arc sine.",
    FAcos "facos" Unary "Arc cosine.",
    FAtan "fatan" Unary "Arc tangent.",
    FSinh "fsinh" Unary "Hyperbolic sine.",
    FCosh "fcosh" Unary "Hyperbolic cosine.",
    FTanh "ftanh" Unary "Hyperbolic tangent.",
    FExp "fexp" Unary "e to this power.",
    FExp2 "fexp2" Unary "2 to this power.",
    FExpm1 "fexpm1" Unary "e to this power, less 1.",
    FLog "flog" Unary "Natural logarithm.",
    FLog2 "flog2" Unary "Logarithm to base 2.",
    FLog10 "flog10" Unary "Logarithm to base 10.",
    FLog1p "flog1p" Unary "Natural logarithm of 1 more.",
    FPow "fpow" Binary "First to the power of the second.",
    FAtan2 "fatan2" Binary "Angle of a point.",
    FHypot "fhypot" Binary "Distance of a point.",
    Fma "fma" Ternary "a * b + c, rounded once.",
}

/// The widest term, in bits.
pub const MAX_WIDTH: u32 = 128;

/// Is this the width of a floating-point format (float, double, x87 long double)?
pub fn is_float_width(width: u32) -> bool {
    matches!(width, 32 | 64 | 80)
}

impl Op {
    /// The number of operands.
    pub fn arity(self) -> usize {
        self.shape().arity()
    }

    /// The operator of this name, `extract` at bit 0.
    pub fn from_name(name: &str) -> Option<Op> {
        Op::ALL.iter().copied().find(|op| op.name() == name)
    }

    /// Is the result a floating-point number? A predicate for comparing results leniently about NaN.
    pub fn is_float_result(self) -> bool {
        self.reads_float() && !matches!(self, Op::FpToUi | Op::FpToSi) && self.shape() != Shape::Compare
            || matches!(self, Op::UiToFp | Op::SiToFp)
    }

    /// Are the operands floating-point numbers?
    pub fn reads_float(self) -> bool {
        let fadd = Op::FAdd.code();
        let fma = Op::Fma.code();
        (fadd..=fma).contains(&self.code()) && !matches!(self, Op::UiToFp | Op::SiToFp)
    }

    /// Is it a function of libm, which has no meaning but what running it gives? Of floats and doubles only.
    pub fn is_libm(self) -> bool {
        (Op::FSin.code()..=Op::FHypot.code()).contains(&self.code())
    }

    /// Can the operands be swapped without changing the result?
    pub fn is_commutative(self) -> bool {
        use Op::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq | Ne | SMax | SMin | UMax | UMin | UAddSat | SAddSat)
            || matches!(self, UAddO | SAddO | UMulO | SMulO | FAdd | FMul)
            || matches!(self, FOeq | FOne | FOrd | FUno | FUeq | FUne | FMinNum | FMaxNum)
    }

    /// Is a term of this operator, result width and operand widths well formed?
    pub fn accepts(self, width: u32, args: &[u32]) -> bool {
        let sane = |w: u32| (1..=MAX_WIDTH).contains(&w);
        if !sane(width) || args.len() != self.arity() || !args.iter().all(|&w| sane(w)) {
            return false;
        }
        let shaped = match self.shape() {
            Shape::Leaf => self == Op::Const || width == 8,
            Shape::Unary | Shape::Binary | Shape::Ternary => args.iter().all(|&w| w == width),
            Shape::Compare => width == 1 && args[0] == args[1],
            Shape::Cast => self.casts(args[0], width),
            Shape::Ite => args[0] == 1 && args[1] == width && args[2] == width,
            Shape::Extract => self.low() + width <= args[0],
            Shape::Concat => args[0] + args[1] == width,
        };
        let floats = !self.reads_float() || is_float_width(args[0]) && !(self.is_libm() && args[0] == 80);
        shaped && floats && (self != Op::Bswap || width.is_multiple_of(8))
    }

    fn casts(self, from: u32, to: u32) -> bool {
        match self {
            Op::Trunc => to < from,
            Op::ZExt | Op::SExt => to > from,
            Op::FpTrunc => is_float_width(to) && to < from,
            Op::FpExt => is_float_width(to) && to > from,
            Op::UiToFp | Op::SiToFp => is_float_width(to),
            _ => true,
        }
    }

    /// The lowest bit an `Extract` takes; 0 for every other operator.
    pub fn low(self) -> u32 {
        match self {
            Op::Extract(low) => u32::from(low),
            _ => 0,
        }
    }
}

impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_places_in_the_table() {
        for (place, op) in Op::ALL.iter().enumerate() {
            assert_eq!(op.code(), place);
            assert_eq!(Op::from_name(op.name()), Some(*op), "{op} has a name of its own");
        }
    }

    #[test]
    fn float_operators_are_one_block_of_the_table() {
        for op in Op::ALL {
            let named = op.name().starts_with('f') && !op.name().starts_with("fsh");
            assert_eq!(op.reads_float(), named, "{op}");
        }
        assert!(Op::FAdd.is_float_result() && Op::SiToFp.is_float_result());
        assert!(!Op::FOlt.is_float_result() && !Op::FpToSi.is_float_result());
    }

    #[test]
    fn widths_must_fit() {
        assert!(Op::Add.accepts(32, &[32, 32]));
        assert!(!Op::Add.accepts(32, &[32, 8]));
        assert!(Op::Extract(24).accepts(8, &[32]));
        assert!(!Op::Extract(25).accepts(8, &[32]));
        assert!(!Op::Bswap.accepts(33, &[33]));
        assert!(!Op::FAdd.accepts(16, &[16, 16]));
        assert!(!Op::Const.accepts(0, &[]) && !Op::Const.accepts(129, &[]));
    }
}
