//! Terms over input bytes: what a concolic run computed, as data.
//!
//! A term is a bit vector of 1 to 128 bits: a constant, one input byte, or an operator of other terms. Terms live in
//! an [`Arena`] and are named by [`ExprId`]; equal terms have equal ids and operands have smaller ids than their
//! users. The constructors of the arena apply named and counted rules; [`Arena::intern`] applies none. [`apply()`]
//! and [`eval()`] are the reference meaning, [`Tape`] the fast one, [`print()`] and [`parse()`] the text form,
//! [`pretty()`] the form for people; [`Ranges`] bound what terms can be. Does not solve, does no I/O, and never recurses over a term.

mod apply;
mod arena;
mod build;
mod cone;
mod eval;
mod inputs;
mod op;
mod pretty;
mod range;
mod rule;
mod stop;
mod table;
mod tape;
mod text;

pub use apply::{Bits, apply, is_nan, mask, reciprocal, same_value, sign_extend};
pub use arena::{Arena, ExprId, InputByte, TableId};
pub use cone::Cone;
pub use eval::{eval, eval_all};
pub use inputs::{InputSet, Inputs};
pub use op::{MAX_WIDTH, Op, Shape, is_float_width};
pub use pretty::{Pretty, pretty};
pub use range::{Range, Ranges};
pub use stop::Stop;

pub use tape::{Slots, Tape};
pub use text::{ParseError, parse, print};
