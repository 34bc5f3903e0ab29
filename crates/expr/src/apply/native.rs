//! Float and double by the machine's own arithmetic, which rounds to nearest even.
//! Rust guarantees IEEE results for these operations on the supported targets; square root and fused
//! multiply-add are exact by the same standard. Functions of libm are those of the library that this process runs with, as a
//! program under test on the same machine does; another library may differ in the last place, which the run of an input shows.
//! Invariant: every NaN leaves as the canonical one.
//! Does not cover long double.

use super::float::Real;
use super::x87::X87;
use crate::op::Op;

macro_rules! native {
    ($float:ty, $bits:ty, $nan:literal) => {
        impl Real for $float {
            fn decode(bits: u128) -> Self {
                <$float>::from_bits(bits as $bits)
            }

            fn encode(self) -> u128 {
                if self.is_nan() { $nan } else { u128::from(<$float>::to_bits(self)) }
            }

            fn arithmetic(op: Op, a: Self, b: Self) -> Self {
                match op {
                    Op::FAdd => a + b,
                    Op::FSub => a - b,
                    Op::FMul => a * b,
                    Op::FDiv => a / b,
                    _ => a % b,
                }
            }

            fn fma(a: Self, b: Self, c: Self) -> Self {
                a.mul_add(b, c)
            }

            fn rounded(op: Op, a: Self) -> Self {
                match op {
                    Op::FSqrt => a.sqrt(),
                    Op::FFloor => a.floor(),
                    Op::FCeil => a.ceil(),
                    Op::FTrunc => a.trunc(),
                    Op::FRound => a.round(),
                    _ => a.round_ties_even(),
                }
            }

            fn libm(op: Op, a: Self, b: Self) -> Self {
                match op {
                    Op::FSin => a.sin(),
                    Op::FCos => a.cos(),
                    Op::FTan => a.tan(),
                    Op::FAsin => a.asin(),
                    Op::FAcos => a.acos(),
                    Op::FAtan => a.atan(),
                    Op::FSinh => a.sinh(),
                    Op::FCosh => a.cosh(),
                    Op::FTanh => a.tanh(),
                    Op::FExp => a.exp(),
                    Op::FExp2 => a.exp2(),
                    Op::FExpm1 => a.exp_m1(),
                    Op::FLog => a.ln(),
                    Op::FLog2 => a.log2(),
                    Op::FLog10 => a.log10(),
                    Op::FLog1p => a.ln_1p(),
                    Op::FPow => a.powf(b),
                    Op::FAtan2 => a.atan2(b),
                    _ => a.hypot(b),
                }
            }

            fn from_unsigned(value: u128) -> Self {
                value as $float
            }

            fn from_signed(value: i128) -> Self {
                value as $float
            }

            fn whole(self) -> Option<(bool, u128)> {
                const LIMIT: f64 = (1_u128 << 127) as f64 * 2.0;
                let magnitude = f64::from(self.abs());
                (magnitude < LIMIT).then_some((self.is_sign_negative(), magnitude as u128))
            }

            fn to_f32(self) -> f32 {
                self as f32
            }

            fn to_f64(self) -> f64 {
                self.into()
            }

            fn to_x87(self) -> X87 {
                X87::from_f64(self.into())
            }
        }
    };
}

native!(f32, u32, 0x7fc0_0000);
native!(f64, u64, 0x7ff8_0000_0000_0000);
