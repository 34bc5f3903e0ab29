//! Makes plain instructions of those of x86 that text is scanned with, so that what goes through them is followed.
//!
//! ```text
//! ldu.dq      a load that may lie anywhere         ptest     do two vectors have a bit in common?
//! movmsk      the sign bits of all lanes           pack      lanes of half the width, saturated
//! pshuf.b     each lane an index into the other vector
//! ```
//!
//! LLVM makes one instruction again of most of them. A shuffle by indices becomes a tree of choices, one level for each bit of an index:
//! some forty instructions. Exactly what the processor computes, lane by lane; those of 256 bits work on halves.

use crate::llvm::{Builder, IntPredicate, Session, Type, Value};
use crate::spelled;

/// Bytes that shuffles and packs work on at a time, whatever the width of the vector.
const HALF: u32 = 16;

/// Rewrites all of them.
pub(crate) fn spell_out(session: &Session) {
    spelled::out(session, |builder, call, name| {
        Words { session, builder }.plain(call, name.strip_prefix("llvm.x86.")?)
    });
}

/// Writes plain instructions before the call that they stand for.
struct Words<'b, 's> {
    session: &'s Session,
    builder: &'b Builder<'s>,
}

impl<'s> Words<'_, 's> {
    /// What the call computes, unless it is none of those.
    fn plain(&self, call: Value, name: &str) -> Option<Value<'s>> {
        let arguments = call.arguments();
        let first = *arguments.first()?;
        let second = arguments.get(1).copied();
        Some(match name {
            "sse3.ldu.dq" | "avx.ldu.dq.256" => self.builder.load(call.ty(), first, 1),
            "sse.movmsk.ps" | "sse2.movmsk.pd" | "avx.movmsk.ps.256" | "avx.movmsk.pd.256" | "sse2.pmovmskb.128"
            | "avx2.pmovmskb" => self.signs(first, call.ty()),
            "ssse3.pshuf.b.128" | "avx2.pshuf.b" => self.picked(first, second?),
            "sse41.ptestz" | "avx.ptestz.256" => self.as_number(self.is_empty(first, second?), call.ty()),
            "sse41.ptestc" | "avx.ptestc.256" => self.as_number(self.is_empty(self.inverse(first), second?), call.ty()),
            "sse41.ptestnzc" | "avx.ptestnzc.256" => {
                let neither =
                    self.builder.or(self.is_empty(first, second?), self.is_empty(self.inverse(first), second?));
                self.as_number(self.builder.opposite(neither), call.ty())
            }
            "sse2.packsswb.128" | "sse2.packssdw.128" | "avx2.packsswb" | "avx2.packssdw" => {
                self.packed((first, second?), call.ty(), true)
            }
            "sse2.packuswb.128" | "sse41.packusdw" | "avx2.packuswb" | "avx2.packusdw" => {
                self.packed((first, second?), call.ty(), false)
            }
            _ => return None,
        })
    }

    /// The sign bits of all lanes, the first lowest.
    fn signs(&self, vector: Value, ty: Type) -> Value<'s> {
        let (n, lane) = shape(vector);
        let bits = lane.float_width().unwrap_or_else(|| lane.int_width());
        let numbers = self.builder.bitcast(vector, Type::int(self.session, bits).vector(n));
        let negative = self.builder.compare(IntPredicate::LLVMIntSLT, numbers, numbers.ty().zero());
        self.as_number(self.builder.bitcast(negative, Type::int(self.session, n)), ty)
    }

    fn as_number(&self, bits: Value, ty: Type) -> Value<'s> {
        self.builder.resize(bits, ty)
    }

    /// Each lane of `from` that an index names, counted in its half; zero where the index is negative.
    fn picked(&self, from: Value, indices: Value) -> Value<'s> {
        let (n, _) = shape(indices);
        let ty = indices.ty();
        let everywhere = |lane: u32| {
            let lanes: Vec<u32> = (0..n).map(|k| k / HALF * HALF + lane).collect();
            self.builder.shuffle(self.session, (from, from), &lanes)
        };
        let mut choices: Vec<Value> = (0..HALF).map(everywhere).collect();
        for bit in 0..HALF.ilog2() {
            let is_set = self.builder.is_not_zero(self.builder.and(indices, ty.lanes(1 << bit)));
            choices = choices.chunks(2).map(|pair| self.builder.select(is_set, pair[1], pair[0])).collect();
        }
        let negative = self.builder.compare(IntPredicate::LLVMIntSLT, indices, ty.zero());
        self.builder.select(negative, ty.zero(), choices[0])
    }

    fn inverse(&self, vector: Value) -> Value<'s> {
        self.builder.xor(vector, vector.ty().lanes(u64::MAX))
    }

    /// Have the two no bit in common?
    fn is_empty(&self, a: Value, b: Value) -> Value<'s> {
        let common = self.builder.and(a, b);
        let number = Type::int(self.session, 32);
        let lanes = (0..shape(common).0).map(|k| self.builder.extract_element(common, number.constant(k.into())));
        let any = lanes.reduce(|a, b| self.builder.or(a, b)).unwrap_or(common);
        self.builder.opposite(self.builder.is_not_zero(any))
    }

    /// The lanes of both in half the width, half by half; what does not fit is the nearest that does.
    fn packed(&self, (a, b): (Value, Value), ty: Type, is_signed: bool) -> Value<'s> {
        let (n, lane) = shape(a);
        let bits = ty.element(0).int_width();
        let (least, most) =
            if is_signed { (-(1i64 << (bits - 1)), (1i64 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
        let narrow = ty.element(0).vector(n);
        let [a, b] = [a, b].map(|wide| {
            let [least, most] = [least, most].map(|bound| wide.ty().lanes(bound as u64));
            let below = self.builder.compare(IntPredicate::LLVMIntSLT, wide, least);
            let above = self.builder.compare(IntPredicate::LLVMIntSGT, wide, most);
            let clamped = self.builder.select(below, least, self.builder.select(above, most, wide));
            self.builder.resize(clamped, narrow)
        });
        let per_half = HALF * 8 / lane.int_width();
        let halves = (0..n / per_half).flat_map(|half| [half * per_half, n + half * per_half]);
        let lanes: Vec<u32> = halves.flat_map(|start| start..start + per_half).collect();
        self.builder.shuffle(self.session, (a, b), &lanes)
    }
}

/// How many lanes a vector has, and of which type.
fn shape(vector: Value) -> (u32, Type) {
    (vector.ty().n_elements().unwrap_or(0) as u32, vector.ty().element(0))
}
