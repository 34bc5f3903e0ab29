//! What operators tell of an address: its constants, and whether a search found it.

use symcrete_trace::range::{Records, base, is_found};
use symcrete_trace::{DATA_BYTES, Op, Record};

/// Records by number; 0 is none.
struct Listed(Vec<Record>);

impl Records for Listed {
    fn record(&self, id: u32) -> Record {
        self.0[id as usize]
    }

    fn data(&self, _: u32) -> [u8; DATA_BYTES] {
        [0; DATA_BYTES]
    }
}

impl Listed {
    fn add(&mut self, op: Op, [a, b, c]: [u32; 3]) -> u32 {
        self.0.push(Record { op: op as u8, pad: 0, width: 64, a, b, c, value: 0 });
        self.0.len() as u32 - 1
    }

    /// So many choices in a row, as the models of searches write them: the next one where this one does not hold.
    fn search(&mut self, n: usize) -> u32 {
        let constant = self.add(Op::Const, [0; 3]);
        (0..n).fold(constant, |rest, _| self.add(Op::Ite, [constant, rest, constant]))
    }
}

#[test]
fn searches_in_more_than_a_few_bytes_are_told_from_other_addresses() {
    let mut records = Listed(Vec::new());
    records.add(Op::Const, [0; 3]);
    let (short, long) = (records.search(31), records.search(32));
    let [one, index] = [records.add(Op::Const, [0; 3]), records.add(Op::Input, [0; 3])];
    assert!(!is_found(&records, short) && is_found(&records, long) && !is_found(&records, index));
    let behind = records.add(Op::Add, [long, one, 0]);
    let before = records.add(Op::Sub, [behind, one, 0]);
    let turned = records.add(Op::Add, [one, before, 0]);
    assert!(is_found(&records, turned));
    assert_eq!([behind, before, turned, long, index].map(|id| base(&records, id)), [long, long, long, long, index]);
    let sum = records.add(Op::Add, [long, index, 0]);
    assert!(!is_found(&records, sum) && base(&records, sum) == sum);
}
