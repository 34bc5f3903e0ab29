//! Addresses that runs looked at as at numbers.

use super::Noted;
use crate::branch;
use crate::front::FrontEnd;
use crate::traced::Traced;
use symcrete_model::{BranchId, Program};
use symcrete_reach::{AddressUse, address_uses, pointer_tests};

/// The places of a program's own code.
pub(super) struct Addresses {
    uses: Vec<AddressUse>,
    /// By branch, whether its condition compares two pointers that need not be of one object.
    tests: Vec<bool>,
}

impl Addresses {
    pub(super) fn of(program: &Program, front: &dyn FrontEnd) -> Addresses {
        if !front.has_addresses() {
            return Addresses { uses: Vec::new(), tests: Vec::new() };
        }
        let uses = address_uses(program, |file| !front.is_support(file));
        Addresses { uses, tests: pointer_tests(program) }
    }

    /// Conditions by which the input decided whether a pointer is an address: the input chose the pointer.
    pub(super) fn chosen(&self, program: &Program, target: &Traced) -> Vec<Noted> {
        let branches = self.tests.iter().enumerate().filter(|(_, is_test)| **is_test).map(|(k, _)| BranchId::new(k));
        let chosen = branches.filter(|&branch| target.is_by_input(branch)).map(|branch| branch::place(program, branch));
        let what =
            "a pointer chosen by the input is compared with an address, and addresses differ in the plain program";
        chosen.map(|(file, line, _)| Noted { kind: "address", file: file.into(), line, what: what.into() }).collect()
    }

    /// Those that runs with these branches may have come to.
    pub(super) fn met(&self, covered: &[BranchId]) -> Vec<Noted> {
        let met = self.uses.iter().filter(|one| one.may_hit(covered));
        let noted = |one: &AddressUse| {
            let (file, line, _) = one.place.clone();
            Noted {
                kind: "address",
                file,
                line,
                what: format!("{}, and addresses differ in the plain program", one.kind.sentence()),
            }
        };
        met.map(noted).collect()
    }
}
