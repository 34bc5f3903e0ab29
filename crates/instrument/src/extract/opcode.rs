//! LLVM's opcodes, predicates and atomic operations under the model's names.
//!
//! Every table becomes a `match` without a wildcard, so a new LLVM with a new instruction does not
//! compile until somebody decides what it means here.

use crate::llvm::Opcode as Instruction;
use crate::llvm::{AtomicOperation, IntPredicate, RealPredicate};
use symcrete_model::{Opcode, Predicate, RmwOp};

/// A function from one enum to another, as a table.
macro_rules! table {
    ($(#[$doc:meta])* $name:ident: $from:ident => $to:ident { $($left:ident $right:ident,)* }) => {
        $(#[$doc])*
        pub(super) fn $name(from: $from) -> $to {
            match from {
                $($from::$left => $to::$right,)*
            }
        }
    };
}

table! {
    /// The model's name of an instruction. Exception handling of Windows has none; `ptrtoaddr` is
    /// `ptrtoint` where pointers are plain addresses.
    opcode: Instruction => Opcode {
        LLVMRet Ret, LLVMBr Br, LLVMSwitch Switch, LLVMIndirectBr IndirectBr, LLVMInvoke Invoke,
        LLVMCallBr CallBr, LLVMResume Resume, LLVMUnreachable Unreachable,
        LLVMFNeg FNeg, LLVMAdd Add, LLVMFAdd FAdd, LLVMSub Sub, LLVMFSub FSub, LLVMMul Mul, LLVMFMul FMul,
        LLVMUDiv UDiv, LLVMSDiv SDiv, LLVMFDiv FDiv, LLVMURem URem, LLVMSRem SRem, LLVMFRem FRem,
        LLVMShl Shl, LLVMLShr LShr, LLVMAShr AShr, LLVMAnd And, LLVMOr Or, LLVMXor Xor,
        LLVMAlloca Alloca, LLVMLoad Load, LLVMStore Store, LLVMGetElementPtr Gep, LLVMFence Fence,
        LLVMAtomicCmpXchg CmpXchg, LLVMAtomicRMW AtomicRmw,
        LLVMTrunc Trunc, LLVMZExt ZExt, LLVMSExt SExt, LLVMFPToUI FpToUi, LLVMFPToSI FpToSi,
        LLVMUIToFP UiToFp, LLVMSIToFP SiToFp, LLVMFPTrunc FpTrunc, LLVMFPExt FpExt,
        LLVMPtrToInt PtrToInt, LLVMPtrToAddr PtrToInt, LLVMIntToPtr IntToPtr, LLVMBitCast BitCast,
        LLVMAddrSpaceCast AddrSpaceCast,
        LLVMICmp ICmp, LLVMFCmp FCmp, LLVMPHI Phi, LLVMCall Call, LLVMSelect Select, LLVMVAArg VaArg,
        LLVMExtractElement ExtractElement, LLVMInsertElement InsertElement, LLVMShuffleVector ShuffleVector,
        LLVMExtractValue ExtractValue, LLVMInsertValue InsertValue, LLVMLandingPad LandingPad, LLVMFreeze Freeze,
        LLVMCleanupRet Other, LLVMCatchRet Other, LLVMCatchPad Other, LLVMCleanupPad Other, LLVMCatchSwitch Other,
        LLVMUserOp1 Other, LLVMUserOp2 Other,
    }
}

table! {
    /// The predicate of an `icmp`.
    int_predicate: IntPredicate => Predicate {
        LLVMIntEQ Eq, LLVMIntNE Ne, LLVMIntUGT Ugt, LLVMIntUGE Uge, LLVMIntULT Ult, LLVMIntULE Ule,
        LLVMIntSGT Sgt, LLVMIntSGE Sge, LLVMIntSLT Slt, LLVMIntSLE Sle,
    }
}

table! {
    /// The predicate of an `fcmp`.
    float_predicate: RealPredicate => Predicate {
        LLVMRealPredicateFalse FFalse, LLVMRealOEQ FOeq, LLVMRealOGT FOgt, LLVMRealOGE FOge, LLVMRealOLT FOlt,
        LLVMRealOLE FOle, LLVMRealONE FOne, LLVMRealORD FOrd, LLVMRealUNO FUno, LLVMRealUEQ FUeq,
        LLVMRealUGT FUgt, LLVMRealUGE FUge, LLVMRealULT FUlt, LLVMRealULE FUle, LLVMRealUNE FUne,
        LLVMRealPredicateTrue FTrue,
    }
}

table! {
    /// How an `atomicrmw` combines. Those that no C program can ask for are `Other`.
    rmw: AtomicOperation => RmwOp {
        LLVMAtomicRMWBinOpXchg Xchg, LLVMAtomicRMWBinOpAdd Add, LLVMAtomicRMWBinOpSub Sub,
        LLVMAtomicRMWBinOpAnd And, LLVMAtomicRMWBinOpNand Nand, LLVMAtomicRMWBinOpOr Or,
        LLVMAtomicRMWBinOpXor Xor, LLVMAtomicRMWBinOpMax Max, LLVMAtomicRMWBinOpMin Min,
        LLVMAtomicRMWBinOpUMax UMax, LLVMAtomicRMWBinOpUMin UMin, LLVMAtomicRMWBinOpFAdd FAdd,
        LLVMAtomicRMWBinOpFSub FSub, LLVMAtomicRMWBinOpFMax Other, LLVMAtomicRMWBinOpFMin Other,
        LLVMAtomicRMWBinOpUIncWrap Other, LLVMAtomicRMWBinOpUDecWrap Other, LLVMAtomicRMWBinOpUSubCond Other,
        LLVMAtomicRMWBinOpUSubSat Other, LLVMAtomicRMWBinOpFMaximum Other, LLVMAtomicRMWBinOpFMinimum Other,
    }
}
