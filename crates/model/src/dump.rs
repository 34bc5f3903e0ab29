//! Modules as text, for people and golden files.
//!
//! One line per instruction, then `; file:line:col`. Stable: order of the tables, names and dense numbers, never an
//! address. Everything the binary form holds is shown except the module's hash, which changes with the build.
//!
//! There is no parser: tests that need programs write them in the smaller forms of `testing`.

use crate::{
    Block, BlockId, Detail, Edge, Function, FunctionId, Global, InstId, Instruction, Leaf, Linkage, LocId, Module,
    Next, Operand, Param, Scalar, Site, SiteKind, Type,
};
use std::fmt::{self, Display, Formatter};

/// A module as text.
pub fn dump(module: &Module) -> String {
    Dump(module).to_string()
}

struct Dump<'m>(&'m Module);

impl Display for Dump<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "module {:?}", self.0.name)?;
        for global in &self.0.globals {
            self.global(f, global)?;
        }
        for function in &self.0.functions {
            self.function(f, function)?;
        }
        for (index, site) in self.0.sites.iter().enumerate() {
            self.site(f, index, site)?;
        }
        for (index, decision) in self.0.decisions.iter().enumerate() {
            let leaves: Vec<String> = decision.leaves.iter().map(leaf).collect();
            writeln!(f, "decision {index}: {}", leaves.join("; "))?;
        }
        Ok(())
    }
}

/// A condition of a decision: its site, and where its sides lead.
fn leaf(leaf: &Leaf) -> String {
    let [no, yes] = leaf.next.map(|next| match next {
        Next::False => "false".to_string(),
        Next::True => "true".to_string(),
        Next::Leaf(place) => format!("#{place}"),
    });
    format!("{:?} false → {no}, true → {yes}", leaf.site)
}

impl<'m> Dump<'m> {
    fn global(&self, f: &mut Formatter<'_>, global: &Global) -> fmt::Result {
        let kind = if global.is_constant { "constant" } else { "global" };
        let verb = if global.is_defined { "" } else { "declare " };
        let taken = if global.address_taken { " address_taken" } else { "" };
        write!(f, "{verb}{} {kind} @{}, {} bytes{taken}", linkage(global.linkage), global.name, global.size)?;
        match &global.initializer {
            Some(bytes) => writeln!(f, " = {}", Hex(bytes)),
            None => writeln!(f),
        }
    }

    fn function(&self, f: &mut Formatter<'_>, function: &Function) -> fmt::Result {
        let verb = if function.is_defined() { "\ndefine" } else { "\ndeclare" };
        let mut params: Vec<String> = function.params.iter().map(param).collect();
        params.extend(function.is_variadic.then(|| "...".to_string()));
        let (linkage, name) = (linkage(function.linkage), &function.name);
        write!(f, "{verb} {linkage} @{name}({}) {}", params.join(", "), function.return_type)?;
        f.write_str(if function.address_taken { " address_taken" } else { "" })?;
        self.end_of_line(f, function.loc)?;
        for (index, block) in function.blocks.iter().enumerate() {
            writeln!(f, "{:?}:", BlockId::new(index))?;
            self.block(f, function, block)?;
        }
        Ok(())
    }

    fn block(&self, f: &mut Formatter<'_>, function: &Function, block: &Block) -> fmt::Result {
        let last = block.first.0 + block.len - 1;
        for id in (block.first.0..=last).map(InstId) {
            let inst = function.instruction(id);
            f.write_str("  ")?;
            if let Some(result) = inst.result {
                write!(f, "{result:?} = ")?;
            }
            f.write_str(inst.opcode.name())?;
            self.operands(f, inst)?;
            if inst.result.is_some() {
                write!(f, " : {}", inst.ty)?;
            }
            if id.0 == last && !block.successors.is_empty() {
                write!(f, " -> {}", list(&block.successors, " ", |block| format!("{block:?}")))?;
            }
            self.end_of_line(f, inst.loc)?;
        }
        Ok(())
    }

    /// Operands with what the family adds to them, each preceded by a blank.
    fn operands(&self, f: &mut Formatter<'_>, inst: &Instruction) -> fmt::Result {
        let operands = list(&inst.operands, ", ", |operand| self.operand(operand));
        match &inst.detail {
            Detail::None if operands.is_empty() => Ok(()),
            Detail::None => write!(f, " {operands}"),
            Detail::Compare(predicate) => write!(f, " {} {operands}", predicate.name()),
            Detail::Alloca { element_size } => write!(f, " {operands} x {element_size} bytes"),
            Detail::Store { ty } => write!(f, " {ty} {operands}"),
            Detail::Gep { offset, indices } => {
                write!(f, " {operands} + {offset}")?;
                indices.iter().try_for_each(|gep| write!(f, " + {} * {}", self.operand(&gep.index), gep.scale))
            }
            Detail::Rmw(op) => write!(f, " {} {operands}", op.name()),
            Detail::Phi(blocks) => {
                let pairs: Vec<_> = blocks.iter().zip(&inst.operands).collect();
                write!(f, " {}", list(&pairs, ", ", |(block, value)| format!("[{block:?} {}]", self.operand(value))))
            }
            Detail::Call { callee } => write!(f, " {}({operands})", self.operand(callee)),
            Detail::Switch(cases) => write!(f, " {operands} [default {}]", list(cases, " ", u128::to_string)),
            Detail::Member { offset } => write!(f, " {operands} at {offset}"),
            Detail::Shuffle(lanes) => {
                let lane = |lane: &Option<u32>| lane.map_or("_".to_string(), |lane| lane.to_string());
                write!(f, " {operands} [{}]", list(lanes, " ", lane))
            }
        }
    }

    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Value(id) => format!("{id:?}"),
            Operand::Int { width, value } => format!("i{width} {value}"),
            Operand::Float { width, bits } => format!("f{width} 0x{bits:x}"),
            Operand::Null => "null".to_string(),
            Operand::Undef(ty) => format!("{ty} undef"),
            Operand::Bytes(bytes) => Hex(bytes).to_string(),
            Operand::Function(id) => format!("@{}", self.name(*id)),
            Operand::Global { id, offset: 0 } => format!("@{}", self.0.global(*id).name),
            Operand::Global { id, offset } => format!("@{}{offset:+}", self.0.global(*id).name),
            Operand::Block(id) => format!("&{id:?}"),
            Operand::Other => "other".to_string(),
        }
    }

    fn site(&self, f: &mut Formatter<'_>, index: usize, site: &Site) -> fmt::Result {
        let kind = match &site.kind {
            SiteKind::Branch => "branch".to_string(),
            SiteKind::Switch { cases } => format!("switch [{} default]", list(cases, " ", u128::to_string)),
            SiteKind::Select => "select".to_string(),
        };
        let block = site.block.map_or("removed".to_string(), |block| format!("{block:?}"));
        let function = self.name(site.function);
        let edge = |edge: &Option<Edge>| match edge {
            Some(edge) => format!("{:?}.{}", edge.block, edge.successor),
            None => "-".to_string(),
        };
        let (first, edges) = (site.first_outcome, list(&site.edges, " ", edge));
        let blank = if index == 0 { "\n" } else { "" };
        write!(f, "{blank}site {index} {kind} in @{function} {block}, outcomes from {first}: {edges}")?;
        match site.in_macro {
            Some(true) => f.write_str(", in macro")?,
            Some(false) => f.write_str(", not in macro")?,
            None => {}
        }
        self.end_of_line(f, site.loc)
    }

    fn end_of_line(&self, f: &mut Formatter<'_>, loc: Option<LocId>) -> fmt::Result {
        if let Some(loc) = loc {
            let loc = self.0.locs[loc.index()];
            write!(f, " ; {}:{}:{}", self.0.files[loc.file.index()], loc.line, loc.column)?;
        }
        writeln!(f)
    }

    fn name(&self, id: FunctionId) -> &'m str {
        &self.0.function(id).name
    }
}

impl Display for Scalar {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Int(width) => write!(f, "i{width}"),
            Scalar::Pointer => f.write_str("ptr"),
            Scalar::Float(width) => write!(f, "f{width}"),
        }
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (open, close, layout) = match self {
            Type::Void => return f.write_str("void"),
            Type::Other => return f.write_str("other"),
            Type::Scalar(scalar) => return scalar.fmt(f),
            Type::Aggregate(layout) => ('{', '}', layout),
            Type::Vector(layout) => ('<', '>', layout),
        };
        write!(f, "{open}{} bytes", layout.size)?;
        for element in &layout.elements {
            write!(f, ", {} at {}", element.scalar, element.offset)?;
        }
        write!(f, "{close}")
    }
}

/// Bytes in hexadecimal.
struct Hex<'a>(&'a [u8]);

impl Display for Hex<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("x\"")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str("\"")
    }
}

fn param(param: &Param) -> String {
    let byval = param.byval.map_or(String::new(), |bytes| format!(" byval {bytes}"));
    format!("{:?}: {}{byval}", param.value, param.ty)
}

fn linkage(linkage: Linkage) -> &'static str {
    match linkage {
        Linkage::External => "external",
        Linkage::Internal => "internal",
        Linkage::Weak => "weak",
    }
}

fn list<T>(items: &[T], separator: &str, show: impl Fn(&T) -> String) -> String {
    items.iter().map(show).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::dump;
    use crate::testing::{parse_code, sample};

    #[test]
    fn a_small_program_reads_like_one() {
        let parsed = parse_code(
            "f(%0) a: %1 = alloca 16; %2 = gep %1 4 %0*8; br %0 -> b c
             b: %3 = icmp %0 7; br -> c
             c: %4 = phi a:0 b:%3; store %4 @g; ret",
        );
        let expected = "\
module \"test.c\"
external global @g, 8 bytes address_taken
external constant @constant, 8 bytes
internal global @static, 8 bytes

define external @f(%0: ptr) void
bb0:
  %1 = alloca i32 1 x 16 bytes : ptr
  %2 = getelementptr %1 + 4 + %0 * 8 : ptr
  br %0 -> bb1 bb2
bb1:
  %3 = icmp eq %0, i32 7 : ptr
  br -> bb2
bb2:
  %4 = phi [bb0 i32 0], [bb1 %3] : ptr
  store i32 %4, @g
  ret
";
        assert_eq!(dump(&parsed.module), expected);
    }

    /// The golden file holds every opcode, operand and kind of site once.
    #[test]
    fn everything_has_a_stable_text() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/files/sample.dump");
        let found = dump(&sample::module());
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &found).expect("the golden file is writable");
        }
        let expected = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(found, expected, "bless with BLESS=1 cargo test -p symcrete-model");
    }
}
