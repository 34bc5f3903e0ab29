//! Which operators LLVM's intrinsics stand for, and which have none: exact names first, then families by prefix.
//!
//! A test of `instrument` walks LLVM's own list of target-independent intrinsics and fails on one without a row.

use crate::Op;

/// What is done with an intrinsic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Carries no data: lifetimes, assumptions, debugging.
    NoData,
    /// The result is the first operand.
    First,
    /// An integer operator on all operands.
    Pure(Op),
    /// An operator on the first operand only; the others are flags.
    PureFirst(Op),
    /// `{ result, overflow }`.
    Overflow(Op, Op),
    /// A float operator whose result the processor computed.
    Float(Op),
    /// `llvm.abs`.
    Abs,
    /// `llvm.ucmp` and `llvm.scmp` by their less-than and greater-than.
    Compare(Op, Op),
    /// memcpy, memmove.
    Copy,
    /// memset.
    Fill,
    /// va_start.
    VaStart,
    /// va_copy.
    VaCopy,
    /// Made concrete and counted, for the reason given.
    Unsupported(&'static str),
}

/// What is done with the intrinsic of this base name; `None` would be a gap in the table.
pub fn kind(name: &str) -> Option<Kind> {
    let exact = NAMED.iter().find(|(known, _)| *known == name);
    let family = || PREFIXED.iter().find(|(prefix, _)| name.starts_with(prefix));
    exact.or_else(family).map(|(_, kind)| *kind)
}

const LIBM: Kind = Kind::Unsupported("a libm function: no operator, its value is found by running it");
const VECTOR: Kind = Kind::Unsupported("a vector operation that clang makes only late or for intrinsics");
const FIXED: Kind = Kind::Unsupported("fixed-point arithmetic of embedded C");
const COROUTINE: Kind = Kind::Unsupported("coroutine frames are split later");
const FOREIGN: Kind = Kind::Unsupported("made for another language or target");

/// Exact names (without the overloading suffix).
pub const NAMED: &[(&str, Kind)] = &[
    ("llvm.expect", Kind::First),
    ("llvm.expect.with.probability", Kind::First),
    ("llvm.ssa.copy", Kind::First),
    ("llvm.launder.invariant.group", Kind::First),
    ("llvm.strip.invariant.group", Kind::First),
    ("llvm.ptr.annotation", Kind::First),
    ("llvm.annotation", Kind::First),
    ("llvm.arithmetic.fence", Kind::First),
    ("llvm.bswap", Kind::Pure(Op::Bswap)),
    ("llvm.bitreverse", Kind::Pure(Op::BitReverse)),
    ("llvm.ctpop", Kind::Pure(Op::Ctpop)),
    ("llvm.ctlz", Kind::PureFirst(Op::Ctlz)),
    ("llvm.cttz", Kind::PureFirst(Op::Cttz)),
    ("llvm.fshl", Kind::Pure(Op::Fshl)),
    ("llvm.fshr", Kind::Pure(Op::Fshr)),
    ("llvm.smax", Kind::Pure(Op::SMax)),
    ("llvm.smin", Kind::Pure(Op::SMin)),
    ("llvm.umax", Kind::Pure(Op::UMax)),
    ("llvm.umin", Kind::Pure(Op::UMin)),
    ("llvm.uadd.sat", Kind::Pure(Op::UAddSat)),
    ("llvm.sadd.sat", Kind::Pure(Op::SAddSat)),
    ("llvm.usub.sat", Kind::Pure(Op::USubSat)),
    ("llvm.ssub.sat", Kind::Pure(Op::SSubSat)),
    ("llvm.ptrmask", Kind::Pure(Op::And)),
    ("llvm.abs", Kind::Abs),
    ("llvm.ucmp", Kind::Compare(Op::Ult, Op::Ugt)),
    ("llvm.scmp", Kind::Compare(Op::Slt, Op::Sgt)),
    ("llvm.uadd.with.overflow", Kind::Overflow(Op::Add, Op::UAddO)),
    ("llvm.sadd.with.overflow", Kind::Overflow(Op::Add, Op::SAddO)),
    ("llvm.usub.with.overflow", Kind::Overflow(Op::Sub, Op::USubO)),
    ("llvm.ssub.with.overflow", Kind::Overflow(Op::Sub, Op::SSubO)),
    ("llvm.umul.with.overflow", Kind::Overflow(Op::Mul, Op::UMulO)),
    ("llvm.smul.with.overflow", Kind::Overflow(Op::Mul, Op::SMulO)),
    ("llvm.fabs", Kind::Float(Op::FAbs)),
    ("llvm.sqrt", Kind::Float(Op::FSqrt)),
    ("llvm.floor", Kind::Float(Op::FFloor)),
    ("llvm.ceil", Kind::Float(Op::FCeil)),
    ("llvm.trunc", Kind::Float(Op::FTrunc)),
    ("llvm.rint", Kind::Float(Op::FRint)),
    ("llvm.nearbyint", Kind::Float(Op::FRint)),
    ("llvm.round", Kind::Float(Op::FRound)),
    ("llvm.roundeven", Kind::Float(Op::FRoundEven)),
    ("llvm.copysign", Kind::Float(Op::FCopySign)),
    ("llvm.minnum", Kind::Float(Op::FMinNum)),
    ("llvm.maxnum", Kind::Float(Op::FMaxNum)),
    ("llvm.fma", Kind::Float(Op::Fma)),
    ("llvm.fmuladd", Kind::Float(Op::Fma)),
    ("llvm.memcpy", Kind::Copy),
    ("llvm.memcpy.inline", Kind::Copy),
    ("llvm.memmove", Kind::Copy),
    ("llvm.memset", Kind::Fill),
    ("llvm.memset.inline", Kind::Fill),
    ("llvm.va_start", Kind::VaStart),
    ("llvm.va_copy", Kind::VaCopy),
];

/// Families by prefix, tried after the exact names.
pub(super) const PREFIXED: &[(&str, Kind)] = &[
    // Nothing to follow.
    ("llvm.lifetime.", Kind::NoData),
    ("llvm.dbg.", Kind::NoData),
    ("llvm.assume", Kind::NoData),
    ("llvm.va_end", Kind::NoData),
    ("llvm.threadlocal.address", Kind::NoData),
    ("llvm.addressofreturnaddress", Kind::NoData),
    ("llvm.returnaddress", Kind::NoData),
    ("llvm.frameaddress", Kind::NoData),
    ("llvm.sponentry", Kind::NoData),
    ("llvm.stack", Kind::NoData),
    ("llvm.get.dynamic.area.offset", Kind::NoData),
    ("llvm.thread.pointer", Kind::NoData),
    ("llvm.trap", Kind::NoData),
    ("llvm.debugtrap", Kind::NoData),
    ("llvm.ubsantrap", Kind::NoData),
    ("llvm.donothing", Kind::NoData),
    ("llvm.sideeffect", Kind::NoData),
    ("llvm.fake.use", Kind::NoData),
    ("llvm.prefetch", Kind::NoData),
    ("llvm.clear_cache", Kind::NoData),
    ("llvm.invariant.", Kind::NoData),
    ("llvm.experimental.noalias.scope.decl", Kind::NoData),
    ("llvm.pseudoprobe", Kind::NoData),
    ("llvm.instrprof.", Kind::NoData),
    ("llvm.is.constant", Kind::NoData),
    ("llvm.objectsize", Kind::NoData),
    ("llvm.readcyclecounter", Kind::NoData),
    ("llvm.readsteadycounter", Kind::NoData),
    ("llvm.allow.", Kind::NoData),
    ("llvm.eh.", Kind::NoData),
    ("llvm.get.rounding", Kind::NoData),
    ("llvm.get.fp", Kind::NoData),
    ("llvm.reset.fp", Kind::NoData),
    ("llvm.pcmarker", Kind::NoData),
    ("llvm.codeview.annotation", Kind::NoData),
    ("llvm.var.annotation", Kind::NoData),
    ("llvm.reloc.none", Kind::NoData),
    // libm.
    ("llvm.acos", LIBM),
    ("llvm.asin", LIBM),
    ("llvm.atan", LIBM),
    ("llvm.cos", LIBM),
    ("llvm.exp", LIBM),
    ("llvm.frexp", LIBM),
    ("llvm.ldexp", LIBM),
    ("llvm.log", LIBM),
    ("llvm.modf", LIBM),
    ("llvm.pow", LIBM),
    ("llvm.sin", LIBM),
    ("llvm.tan", LIBM),
    ("llvm.lrint", LIBM),
    ("llvm.llrint", LIBM),
    ("llvm.lround", LIBM),
    ("llvm.llround", LIBM),
    // Floats that no operator expresses yet.
    ("llvm.canonicalize", Kind::Unsupported("depends on the processor's NaN handling")),
    ("llvm.convert.", Kind::Unsupported("16-bit floats")),
    ("llvm.fptosi.sat", Kind::Unsupported("saturating conversion, made for Rust")),
    ("llvm.fptoui.sat", Kind::Unsupported("saturating conversion, made for Rust")),
    ("llvm.fptrunc.round", Kind::Unsupported("an explicit rounding mode")),
    ("llvm.is.fpclass", Kind::Unsupported("a test of the class of a float")),
    ("llvm.maximum", Kind::Unsupported("IEEE 754-2019 maximum with NaN propagation")),
    ("llvm.minimum", Kind::Unsupported("IEEE 754-2019 minimum with NaN propagation")),
    ("llvm.set.rounding", Kind::Unsupported("changes the rounding mode")),
    ("llvm.set.fp", Kind::Unsupported("changes the floating-point environment")),
    ("llvm.experimental.constrained.", Kind::Unsupported("strict floating point (-ffp-model=strict)")),
    // Integers that clang does not make for C on this target.
    ("llvm.sdiv.fix", FIXED),
    ("llvm.smul.fix", FIXED),
    ("llvm.udiv.fix", FIXED),
    ("llvm.umul.fix", FIXED),
    ("llvm.sshl.sat", FIXED),
    ("llvm.ushl.sat", FIXED),
    ("llvm.clmul", Kind::Unsupported("carry-less product")),
    ("llvm.load.relative", Kind::Unsupported("relative vtables")),
    ("llvm.type.", Kind::Unsupported("control-flow integrity")),
    ("llvm.public.type.test", Kind::Unsupported("control-flow integrity")),
    ("llvm.icall.branch.funnel", Kind::Unsupported("control-flow integrity")),
    ("llvm.asan.", Kind::Unsupported("inserted by the address sanitizer behind us")),
    ("llvm.hwasan.", Kind::Unsupported("inserted by the address sanitizer behind us")),
    ("llvm.read_register", Kind::Unsupported("a machine register")),
    ("llvm.read_volatile_register", Kind::Unsupported("a machine register")),
    ("llvm.write_register", Kind::Unsupported("a machine register")),
    ("llvm.write_volatile_register", Kind::Unsupported("a machine register")),
    ("llvm.init.trampoline", Kind::Unsupported("nested functions")),
    ("llvm.adjust.trampoline", Kind::Unsupported("nested functions")),
    ("llvm.callbr.landingpad", Kind::Unsupported("assembly goto")),
    // Vectors.
    ("llvm.vector.", VECTOR),
    ("llvm.vscale", VECTOR),
    ("llvm.vp.", VECTOR),
    ("llvm.masked.", VECTOR),
    ("llvm.matrix.", VECTOR),
    ("llvm.stepvector", VECTOR),
    ("llvm.get.active.lane.mask", VECTOR),
    ("llvm.loop.dependence.", VECTOR),
    ("llvm.speculative.load", VECTOR),
    ("llvm.experimental.vector.", VECTOR),
    ("llvm.experimental.vp.", VECTOR),
    ("llvm.experimental.cttz.elts", VECTOR),
    ("llvm.experimental.get.vector.length", VECTOR),
    ("llvm.experimental.memset.pattern", VECTOR),
    ("llvm.set.loop.iterations", VECTOR),
    ("llvm.start.loop.iterations", VECTOR),
    ("llvm.test.set.loop.iterations", VECTOR),
    ("llvm.test.start.loop.iterations", VECTOR),
    ("llvm.loop.decrement", VECTOR),
    // Other languages, other targets.
    ("llvm.coro.", COROUTINE),
    ("llvm.experimental.", FOREIGN),
    ("llvm.objc.", FOREIGN),
    ("llvm.swift.", FOREIGN),
    ("llvm.gc", FOREIGN),
    ("llvm.seh.", FOREIGN),
    ("llvm.local", FOREIGN),
    ("llvm.wasm.", FOREIGN),
    ("llvm.ptrauth.", FOREIGN),
    ("llvm.protected.field.ptr", FOREIGN),
    ("llvm.preserve.", FOREIGN),
    ("llvm.call.preallocated.", FOREIGN),
    ("llvm.alloc.token.id", FOREIGN),
    ("llvm.memcpy.element.unordered.atomic", FOREIGN),
    ("llvm.memmove.element.unordered.atomic", FOREIGN),
    ("llvm.memset.element.unordered.atomic", FOREIGN),
    ("llvm.xray.", FOREIGN),
    ("llvm.x86.", Kind::Unsupported("a vector or system instruction of x86")),
    ("llvm.aarch64.", FOREIGN),
    ("llvm.arm.", FOREIGN),
    ("llvm.riscv.", FOREIGN),
];
