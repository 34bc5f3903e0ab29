//! Float and double against a second implementation: the machine's arithmetic must equal LLVM's software arithmetic.
//! The 80-bit format has only the software one; it is checked against double where double is exact, and against results
//! recorded on hardware. Invariant checked: bit for bit equality, any two NaNs being the same.
//! Does not need the hardware it was recorded on.

mod random;

use random::Random;
use rustc_apfloat::ieee::{Double, Single};
use rustc_apfloat::{Float, Round};
use symcrete_expr::{Bits, Op, apply, same_value};

const ARITHMETIC: [Op; 5] = [Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FRem];
const ROUNDINGS: [(Op, Round); 6] = [
    (Op::FFloor, Round::TowardNegative),
    (Op::FCeil, Round::TowardPositive),
    (Op::FTrunc, Round::TowardZero),
    (Op::FRint, Round::NearestTiesToEven),
    (Op::FRoundEven, Round::NearestTiesToEven),
    (Op::FRound, Round::NearestTiesToAway),
];

/// A bit pattern with an exponent near zero, or at an end of the range, or anything.
fn pattern(random: &mut Random, width: u32) -> u128 {
    let fraction = if width == 32 { 23 } else { 52 };
    let bias = (1 << (width - fraction - 2)) - 1;
    let top = 2 * bias + 1;
    let near = bias - 4 + random.below(70) as u128;
    let exponent = random.pick(&[0, 1, near, near, near, top - 1, top]);
    let digits = random.wide() & ((1 << fraction) - 1);
    let digits = random.pick(&[0, 1, digits, digits, digits & !0xffff, (1 << fraction) - 1]);
    (u128::from(random.next() & 1) << (width - 1)) | exponent << fraction | digits
}

fn software<F: Float>(op: Op, a: u128, b: u128) -> u128 {
    let (a, b) = (F::from_bits(a), F::from_bits(b));
    let exact = match op {
        Op::FAdd => a + b,
        Op::FSub => a - b,
        Op::FMul => a * b,
        Op::FDiv => a / b,
        _ => a.c_fmod(b),
    };
    exact.value.to_bits()
}

fn check<F: Float>(width: u32) {
    let mut random = Random(width.into());
    for _ in 0..3000 {
        let [a, b, c] = [(); 3].map(|()| pattern(&mut random, width));
        let args = [a, b, c].map(|value| Bits { width, value });
        let same = |op: Op, found: u128, expected: u128| {
            assert!(same_value(true, width, found, expected), "{op} of {args:x?}: {found:x}, not {expected:x}");
        };
        for op in ARITHMETIC {
            same(op, apply(op, width, &args[..2]), software::<F>(op, a, b));
        }
        for (op, round) in ROUNDINGS {
            let expected = F::from_bits(a).round_to_integral(round).value.to_bits();
            same(op, apply(op, width, &args[..1]), expected);
        }
        let fused = F::from_bits(a).mul_add(F::from_bits(b), F::from_bits(c)).value;
        same(Op::Fma, apply(Op::Fma, width, &args), fused.to_bits());
        let number = random.wide() >> random.below(128);
        let expected = F::from_u128(number).value.to_bits();
        same(Op::UiToFp, apply(Op::UiToFp, width, &[Bits { width: 128, value: number }]), expected);
        let expected = F::from_i128(number as i128).value.to_bits();
        same(Op::SiToFp, apply(Op::SiToFp, width, &[Bits { width: 128, value: number }]), expected);
    }
}

#[test]
fn float_equals_software() {
    check::<Single>(32);
}

#[test]
fn double_equals_software() {
    check::<Double>(64);
}

/// On operands that are floats these operators are exact in double already, so the wider format must agree.
#[test]
fn long_double_of_floats_equals_double() {
    let mut random = Random(80);
    let double = |value: u128| Bits { width: 64, value };
    for _ in 0..3000 {
        let args = [(); 2].map(|()| Bits { width: 32, value: pattern(&mut random, 32) });
        let doubles = args.map(|arg| double(apply(Op::FpExt, 64, &[arg])));
        let wide = args.map(|arg| Bits { width: 80, value: apply(Op::FpExt, 80, &[arg]) });
        for op in [Op::FMul, Op::FRem, Op::FMinNum, Op::FMaxNum, Op::FCopySign] {
            let expected = apply(op, 64, &doubles);
            let result = Bits { width: 80, value: apply(op, 80, &wide) };
            let found = apply(Op::FpTrunc, 64, &[result]);
            assert!(same_value(true, 64, found, expected), "{op} of {args:x?}: {found:x}, not {expected:x}");
        }
        for op in Op::ALL.iter().filter(|op| op.reads_float() && op.shape() == symcrete_expr::Shape::Compare) {
            assert_eq!(apply(*op, 1, &wide), apply(*op, 1, &doubles), "{op} of {args:x?}");
        }
        for (op, width) in [(Op::FpToSi, 32), (Op::FpToSi, 64), (Op::FpToUi, 64), (Op::FpToUi, 8), (Op::FpToSi, 128)] {
            assert_eq!(apply(op, width, &wide[..1]), apply(op, width, &doubles[..1]), "{op}:{width} of {args:x?}");
        }
    }
}

/// The 80-bit format against results recorded on the hardware.
#[test]
fn long_double_equals_hardware() {
    let recorded = include_str!("files/x87.txt").lines().filter(|line| !line.starts_with(';'));
    for line in recorded {
        let mut words = line.split(' ');
        let op = words.next().and_then(Op::from_name).expect("the line starts with an operator");
        let pattern = |word| u128::from_str_radix(word, 16).expect("operands are hexadecimal");
        let mut args: Vec<Bits> = words.map(|word| Bits { width: 80, value: pattern(word) }).collect();
        let expected = args.pop().expect("the line ends with a result").value;
        let found = apply(op, 80, &args);
        assert!(same_value(true, 80, found, expected), "{line}: {found:020x}");
    }
}
