//! Binary form of the tables of a module: ids, types, locations, globals, functions and sites.
//!
//! `Block::first` and `Site::first_outcome` are sums over what stands before, so they are restored, not stored.

use super::wire::{Reader, Wire, Writer, wire_structs};
use crate::{
    Birth, Block, BlockId, Decision, Edge, Element, Error, FileId, Function, FunctionId, Global, GlobalId, InstId,
    Layout, Leaf, Line, Linkage, Loc, LocId, Meeting, Module, Next, Param, Scalar, Site, SiteId, SiteKind, Type,
    ValueId,
};

wire_structs! {
    BlockId { 0 }
    FileId { 0 }
    FunctionId { 0 }
    GlobalId { 0 }
    LocId { 0 }
    ValueId { 0 }
    SiteId { 0 }
    Element { offset, scalar }
    Layout { size, elements }
    Loc { file, line, column }
    Param { value, ty, byval }
    Edge { block, successor }
    Birth { loc, name, is_allocated }
    Meeting { name, first, locs }
    Decision { leaves }
    Line { loc, function, at_entry, outcomes }
    Global { name, linkage, is_defined, is_constant, address_taken, size, initializer }
}

impl Wire for Scalar {
    fn write(&self, out: &mut Writer) {
        match *self {
            Scalar::Int(width) => (0_u8, width).write(out),
            Scalar::Pointer => 1_u8.write(out),
            Scalar::Float(width) => (2_u8, width).write(out),
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Scalar, Error> {
        match input.byte()? {
            0 => Ok(Scalar::Int(Wire::read(input)?)),
            1 => Ok(Scalar::Pointer),
            2 => Ok(Scalar::Float(Wire::read(input)?)),
            _ => Err(input.expected("a scalar type")),
        }
    }
}

impl Wire for Type {
    fn write(&self, out: &mut Writer) {
        match self {
            Type::Void => 0_u8.write(out),
            Type::Scalar(scalar) => {
                1_u8.write(out);
                scalar.write(out);
            }
            Type::Aggregate(layout) => {
                2_u8.write(out);
                layout.write(out);
            }
            Type::Vector(layout) => {
                3_u8.write(out);
                layout.write(out);
            }
            Type::Other => 4_u8.write(out),
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Type, Error> {
        match input.byte()? {
            0 => Ok(Type::Void),
            1 => Ok(Type::Scalar(Wire::read(input)?)),
            2 => Ok(Type::Aggregate(Wire::read(input)?)),
            3 => Ok(Type::Vector(Wire::read(input)?)),
            4 => Ok(Type::Other),
            _ => Err(input.expected("a type")),
        }
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn write(&self, out: &mut Writer) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<(A, B), Error> {
        Ok((A::read(input)?, B::read(input)?))
    }
}

impl Wire for Linkage {
    fn write(&self, out: &mut Writer) {
        let code: u8 = match self {
            Linkage::External => 0,
            Linkage::Internal => 1,
            Linkage::Weak => 2,
        };
        code.write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<Linkage, Error> {
        match input.byte()? {
            0 => Ok(Linkage::External),
            1 => Ok(Linkage::Internal),
            2 => Ok(Linkage::Weak),
            _ => Err(input.expected("a linkage")),
        }
    }
}

impl Wire for SiteKind {
    fn write(&self, out: &mut Writer) {
        match self {
            SiteKind::Branch => 0_u8.write(out),
            SiteKind::Switch { cases } => {
                1_u8.write(out);
                cases.write(out);
            }
            SiteKind::Select => 2_u8.write(out),
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<SiteKind, Error> {
        match input.byte()? {
            0 => Ok(SiteKind::Branch),
            1 => Ok(SiteKind::Switch { cases: Wire::read(input)? }),
            2 => Ok(SiteKind::Select),
            _ => Err(input.expected("a kind of site")),
        }
    }
}

impl Wire for Next {
    fn write(&self, out: &mut Writer) {
        match self {
            Next::False => 0_u8.write(out),
            Next::True => 1_u8.write(out),
            Next::Leaf(place) => (2_u8, *place).write(out),
        }
    }

    fn read(input: &mut Reader<'_>) -> Result<Next, Error> {
        match input.byte()? {
            0 => Ok(Next::False),
            1 => Ok(Next::True),
            2 => Ok(Next::Leaf(Wire::read(input)?)),
            _ => Err(input.expected("where a condition leads")),
        }
    }
}

impl Wire for Leaf {
    fn write(&self, out: &mut Writer) {
        self.site.write(out);
        self.next.iter().for_each(|next| next.write(out));
    }

    fn read(input: &mut Reader<'_>) -> Result<Leaf, Error> {
        Ok(Leaf { site: Wire::read(input)?, next: [Wire::read(input)?, Wire::read(input)?] })
    }
}

impl Wire for Block {
    fn write(&self, out: &mut Writer) {
        self.len.write(out);
        self.successors.write(out);
    }

    /// Leaves `first` at 0: only the function knows it.
    fn read(input: &mut Reader<'_>) -> Result<Block, Error> {
        Ok(Block { first: InstId(0), len: Wire::read(input)?, successors: Wire::read(input)? })
    }
}

impl Wire for Site {
    fn write(&self, out: &mut Writer) {
        self.kind.write(out);
        self.function.write(out);
        self.block.write(out);
        self.loc.write(out);
        self.in_macro.write(out);
        self.edges.write(out);
    }

    /// Leaves `first_outcome` at 0: only the module knows it.
    fn read(input: &mut Reader<'_>) -> Result<Site, Error> {
        Ok(Site {
            kind: Wire::read(input)?,
            function: Wire::read(input)?,
            block: Wire::read(input)?,
            loc: Wire::read(input)?,
            in_macro: Wire::read(input)?,
            first_outcome: 0,
            edges: Wire::read(input)?,
        })
    }
}

impl Wire for Function {
    fn write(&self, out: &mut Writer) {
        self.name.write(out);
        self.linkage.write(out);
        self.address_taken.write(out);
        self.is_variadic.write(out);
        self.params.write(out);
        self.return_type.write(out);
        self.loc.write(out);
        self.blocks.write(out);
        self.instructions.write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<Function, Error> {
        let mut function = Function {
            name: Wire::read(input)?,
            linkage: Wire::read(input)?,
            address_taken: Wire::read(input)?,
            is_variadic: Wire::read(input)?,
            params: Wire::read(input)?,
            return_type: Wire::read(input)?,
            loc: Wire::read(input)?,
            blocks: Wire::read(input)?,
            instructions: Wire::read(input)?,
        };
        let mut first = 0_u32;
        for block in &mut function.blocks {
            block.first = InstId(first);
            first = first.checked_add(block.len).ok_or_else(|| input.expected("fewer instructions"))?;
        }
        Ok(function)
    }
}

impl Wire for Module {
    fn write(&self, out: &mut Writer) {
        self.hash.write(out);
        self.name.write(out);
        self.files.write(out);
        self.locs.write(out);
        self.globals.write(out);
        self.functions.write(out);
        self.sites.write(out);
        self.lines.write(out);
        self.births.write(out);
        self.meetings.write(out);
        self.decisions.write(out);
    }

    fn read(input: &mut Reader<'_>) -> Result<Module, Error> {
        let mut module = Module {
            hash: Wire::read(input)?,
            name: Wire::read(input)?,
            files: Wire::read(input)?,
            locs: Wire::read(input)?,
            globals: Wire::read(input)?,
            functions: Wire::read(input)?,
            sites: Wire::read(input)?,
            lines: Wire::read(input)?,
            births: Wire::read(input)?,
            meetings: Wire::read(input)?,
            decisions: Wire::read(input)?,
        };
        // No overflow: each outcome has an edge entry of at least one byte in a payload of at most 4 GiB, or the
        // site is refused by `Module::check`; saturating keeps even that case total.
        let mut first_outcome = 0_u32;
        for site in &mut module.sites {
            site.first_outcome = first_outcome;
            first_outcome = first_outcome.saturating_add(site.n_outcomes() as u32);
        }
        Ok(module)
    }
}
