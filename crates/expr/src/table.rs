//! Look-ups in tables: one entry of many, chosen by an index, as a tree of choices over the bits of the index.
//! A tree has at most one choice less than entries; equal halves fall together, bits that are known cost nothing.
//! Terms stay plain, so every evaluator and solver knows them already. The tree of a table and an index is remembered,
//! because runs of one program ask for the same ones again and again.
//! Invariant: for an index below the number of entries the term equals that entry; beyond, it equals any of them.

use std::sync::Arc;

use crate::arena::{Arena, ExprId, TableId};

impl Arena {
    /// The table with these entries, which have one width. Equal tables get the same name.
    pub fn table(&mut self, entries: &[ExprId]) -> TableId {
        debug_assert!(
            entries.windows(2).all(|pair| self.width(pair[0]) == self.width(pair[1])),
            "entries of one width"
        );
        if let Some(&known) = self.tables.names.get(entries) {
            return known;
        }
        let (id, entries) = (TableId(self.tables.entries.len() as u32), Arc::<[ExprId]>::from(entries));
        self.tables.entries.push(entries.clone());
        self.tables.names.insert(entries, id);
        id
    }

    /// The entry of a table at `index`; none if the table has no entries.
    pub fn lookup(&mut self, table: TableId, index: ExprId) -> Option<ExprId> {
        if let Some(&known) = self.tables.trees.get(&(table, index)) {
            return Some(known);
        }
        let mut level = self.tables.entries[table.0 as usize].to_vec();
        let mut bit = 0;
        while level.len() > 1 {
            let is_upper = if bit < self.width(index) { self.extract(index, bit, 1) } else { Arena::FALSE };
            level = self.halve(&level, is_upper);
            bit += 1;
        }
        let tree = *level.first()?;
        self.tables.trees.insert((table, index), tree);
        Some(tree)
    }

    fn halve(&mut self, level: &[ExprId], is_upper: ExprId) -> Vec<ExprId> {
        let choose = |pair: &[ExprId]| match *pair {
            [lower, upper] => self.ite(is_upper, upper, lower),
            [last, ..] => last,
            [] => unreachable!("chunks are not empty"),
        };
        level.chunks(2).map(choose).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Op, eval};

    fn value(arena: &Arena, term: ExprId, byte: u8) -> u128 {
        eval(arena, term, |_| byte)
    }

    #[test]
    fn every_index_finds_its_entry() {
        for n in [1_u32, 2, 3, 5, 200, 256] {
            let mut arena = Arena::new();
            let entries: Vec<ExprId> = (0..n).map(|k| arena.constant(16, u128::from(k * 7 % 50 + 1))).collect();
            let (table, index) = (arena.table(&entries), arena.input(0, 0));
            let term = arena.lookup(table, index).expect("not empty");
            for k in 0..n {
                assert_eq!(value(&arena, term, k as u8), u128::from(k * 7 % 50 + 1), "{k} of {n}");
            }
            let before = arena.len();
            assert_eq!(arena.lookup(table, index), Some(term));
            assert_eq!(arena.len(), before, "remembered");
        }
    }

    #[test]
    fn known_bits_and_equal_halves_cost_nothing() {
        let mut arena = Arena::new();
        let entries: Vec<ExprId> = (0..256).map(|k| arena.constant(8, if k < 128 { 3 } else { 4 })).collect();
        let (table, byte) = (arena.table(&entries), arena.input(0, 0));
        let term = arena.lookup(table, byte).expect("not empty");
        assert_eq!(arena.op(term), Op::Ite, "one choice by the highest bit");
        assert!(arena.args(term)[1..].iter().all(|&side| arena.as_const(side).is_some()));
        let none = arena.table(&[]);
        assert_eq!(arena.lookup(none, byte), None);
    }
}
