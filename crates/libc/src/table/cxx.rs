//! What programs in C++ use of its library.

use super::row;
use crate::Fact::{Beside, Environment, Fresh, Indifferent, Model, Output};
use crate::Followed::Nothing;
use crate::Function;

/// The functions, one row each.
pub(super) const FUNCTIONS: &[Function] = &[
    row("_ZNSt12__basic_fileIcE6xsgetnEPcl", &[Model(Nothing)]),
    row("_ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir", &[Model(Nothing)]),
    row("_ZNSt12__basic_fileIcE9showmanycEv", &[Model(Nothing)]),
    row("_ZNSt12__basic_fileIcE6xsputnEPKcl", &[Output]),
    row("_ZNSt12__basic_fileIcE8xsputn_2EPKclS2_l", &[Output]),
    row("_ZdlPv", &[Indifferent]),
    row("_ZdlPvm", &[Indifferent]),
    row("_ZdaPv", &[Indifferent]),
    row("_ZdaPvm", &[Indifferent]),
    row("_Znwm", &[Fresh]),
    row("_Znam", &[Fresh]),
    row("_ZnwmRKSt9nothrow_t", &[Fresh]),
    row("_ZnamRKSt9nothrow_t", &[Fresh]),
    row("_ZnwmSt11align_val_t", &[Fresh]),
    row("_ZnamSt11align_val_t", &[Fresh]),
    row("_ZnwmSt11align_val_tRKSt9nothrow_t", &[Fresh]),
    row("_ZnamSt11align_val_tRKSt9nothrow_t", &[Fresh]),
    row("_ZNSt13random_device9_M_getvalEv", &[Environment]),
    row("_ZNSt6chrono3_V212system_clock3nowEv", &[Environment]),
    row("_ZNSt6chrono3_V212steady_clock3nowEv", &[Environment]),
    row("_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", &[Beside]),
];
