//! One module being rewritten: context, module, data layout, target machine.

use super::{Type, Value, llvm, text};
use crate::Error;
use llvm_sys::prelude::{LLVMContextRef, LLVMModuleRef};
use llvm_sys::target::LLVMTargetDataRef;
use llvm_sys::target_machine::{
    LLVMCodeGenFileType, LLVMCodeGenOptLevel, LLVMCodeModel, LLVMRelocMode, LLVMTargetMachineRef,
};
use llvm_sys::{analysis, bit_reader, core, error, target, target_machine};
use std::ffi::{CStr, CString};
use std::ptr::null_mut;

/// Owns a context and the module in it.
pub struct Session {
    context: LLVMContextRef,
    module: LLVMModuleRef,
}

/// A target machine and its data layout.
pub struct Target {
    machine: LLVMTargetMachineRef,
}

impl Drop for Session {
    fn drop(&mut self) {
        llvm!(core::LLVMDisposeModule, self.module);
        llvm!(core::LLVMContextDispose, self.context);
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        llvm!(target_machine::LLVMDisposeTargetMachine, self.machine);
    }
}

/// Takes over a message that LLVM allocated.
fn message(raw: *mut std::ffi::c_char) -> String {
    if raw.is_null() {
        return String::from("no message");
    }
    // SAFETY: LLVM hands out a terminated string that we own.
    let text = unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned();
    llvm!(core::LLVMDisposeMessage, raw);
    text
}

impl Session {
    /// Parses bitcode.
    pub fn parse(bitcode: &[u8]) -> Result<Session, Error> {
        let context = llvm!(core::LLVMContextCreate,);
        llvm!(core::LLVMContextSetDiagnosticHandler, context, Some(ignore), null_mut());
        let buffer = llvm!(
            core::LLVMCreateMemoryBufferWithMemoryRangeCopy,
            bitcode.as_ptr().cast(),
            bitcode.len(),
            c"bitcode".as_ptr()
        );
        let mut module = null_mut();
        let failed = llvm!(bit_reader::LLVMParseBitcodeInContext2, context, buffer, &mut module);
        llvm!(core::LLVMDisposeMemoryBuffer, buffer);
        if failed != 0 {
            llvm!(core::LLVMContextDispose, context);
            return Err(Error::Bitcode);
        }
        Ok(Session { context, module })
    }

    /// LLVM's handle of the context.
    pub(super) fn context(&self) -> LLVMContextRef {
        self.context
    }

    /// LLVM's handle of the module.
    pub(super) fn module(&self) -> LLVMModuleRef {
        self.module
    }

    /// The source file's name as clang gave it.
    pub fn source_name(&self) -> String {
        let mut length = 0;
        let name = llvm!(core::LLVMGetSourceFileName, self.module, &mut length);
        text(name, length)
    }

    /// Every function, defined or declared.
    pub fn functions(&self) -> Vec<Value<'_>> {
        let first = llvm!(core::LLVMGetFirstFunction, self.module);
        std::iter::successors(Value::new(first), |f| Value::new(llvm!(core::LLVMGetNextFunction, f.raw()))).collect()
    }

    /// Was the module compiled for a shared library (position independent, but not for a program)?
    pub fn is_for_library(&self) -> bool {
        let flag =
            |name: &str| !llvm!(core::LLVMGetModuleFlag, self.module, name.as_ptr().cast(), name.len()).is_null();
        flag("PIC Level") && !flag("PIE Level")
    }

    /// Every global variable.
    pub fn globals(&self) -> Vec<Value<'_>> {
        let first = llvm!(core::LLVMGetFirstGlobal, self.module);
        std::iter::successors(Value::new(first), |g| Value::new(llvm!(core::LLVMGetNextGlobal, g.raw()))).collect()
    }

    /// The function of this name, declared with this type if it is not there.
    pub fn declare(&self, name: &str, ty: Type) -> Value<'_> {
        let name = CString::new(name).expect("names of ours hold no NUL");
        let found = llvm!(core::LLVMGetNamedFunction, self.module, name.as_ptr());
        Value::new(found)
            .unwrap_or_else(|| Value::from_raw(llvm!(core::LLVMAddFunction, self.module, name.as_ptr(), ty.raw())))
    }

    /// The function of this name, if there is one.
    pub fn function(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        Value::new(llvm!(core::LLVMGetNamedFunction, self.module, name.as_ptr()))
    }

    /// A new global variable without initial value.
    pub fn add_global(&self, name: &str, ty: Type) -> Value<'_> {
        let name = CString::new(name).expect("names of ours hold no NUL");
        Value::from_raw(llvm!(core::LLVMAddGlobal, self.module, ty.raw(), name.as_ptr()))
    }

    /// An array of 32-bit words as a constant.
    pub fn words(&self, words: &[u32]) -> Value<'_> {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        let i32t = Type::int(self, 32);
        Value::from_raw(llvm!(core::LLVMConstDataArray, i32t.raw(), bytes.as_ptr().cast(), bytes.len()))
    }

    /// A constant array of bytes.
    pub fn bytes(&self, bytes: &[u8]) -> Value<'_> {
        let i8t = Type::int(self, 8);
        Value::from_raw(llvm!(core::LLVMConstDataArray, i8t.raw(), bytes.as_ptr().cast(), bytes.len()))
    }

    /// A constant struct.
    pub fn structure(&self, fields: &[Value], packed: bool) -> Value<'_> {
        let mut raw: Vec<_> = fields.iter().map(|field| field.raw()).collect();
        let n = raw.len() as u32;
        Value::from_raw(llvm!(core::LLVMConstStructInContext, self.context, raw.as_mut_ptr(), n, packed as i32))
    }

    /// `to - from` as a 32-bit constant that the linker fills in.
    pub fn distance(&self, from: Value, to: Value) -> Value<'_> {
        let (i32t, i64t) = (Type::int(self, 32), Type::int(self, 64));
        let address = |value: Value| llvm!(core::LLVMConstPtrToInt, value.raw(), i64t.raw());
        let difference = llvm!(core::LLVMConstSub, address(to), address(from));
        Value::from_raw(llvm!(core::LLVMConstTrunc, difference, i32t.raw()))
    }

    /// A constant address `bytes` behind a global.
    pub fn behind(&self, global: Value, bytes: u64) -> Value<'_> {
        let mut offset = Type::int(self, 64).constant(bytes).raw();
        let i8t = Type::int(self, 8);
        Value::from_raw(llvm!(core::LLVMConstGEP2, i8t.raw(), global.raw(), &mut offset, 1))
    }

    /// The global of this name, if there is one.
    pub fn global(&self, name: &str) -> Option<Value<'_>> {
        let name = CString::new(name).ok()?;
        Value::new(llvm!(core::LLVMGetNamedGlobal, self.module, name.as_ptr()))
    }

    /// Keeps a global from being dropped as unused, by linkers too (`llvm.used`).
    pub fn keep(&self, global: Value) {
        self.list(global, "llvm.used");
    }

    /// Keeps a global from being dropped as unused before the link (`llvm.compiler.used`).
    pub fn keep_as_compiled(&self, global: Value) {
        self.list(global, "llvm.compiler.used");
    }

    /// Puts a global into a list of those to be kept.
    fn list(&self, global: Value, name: &str) {
        let ptr = Type::pointer(self, 0);
        let mut kept = vec![global.raw()];
        if let Some(old) = self.global(name) {
            let list = old.initializer().expect("the list has a value");
            kept.extend(list.operands().iter().map(|value| value.raw()));
            old.delete_global();
        }
        let n = kept.len() as u64;
        let list = Value::from_raw(llvm!(core::LLVMConstArray2, ptr.raw(), kept.as_mut_ptr(), n));
        let used = self.add_global(name, list.ty());
        used.set_initializer(list);
        used.set_linkage(llvm_sys::LLVMLinkage::LLVMAppendingLinkage);
        used.set_section("llvm.metadata");
    }

    /// Appends module-level assembly.
    pub fn append_assembly(&self, text: &str) {
        llvm!(core::LLVMAppendModuleInlineAsm, self.module, text.as_ptr().cast(), text.len());
    }

    /// Sizes and offsets of types.
    pub(super) fn layout(&self) -> LLVMTargetDataRef {
        llvm!(target::LLVMGetModuleDataLayout, self.module)
    }

    /// Runs a pass pipeline in the notation of `opt -passes=`. It may delete anything, so no handle lives on.
    pub fn run_passes(&mut self, pipeline: &str, target: &Target) -> Result<(), Error> {
        use llvm_sys::transforms::pass_builder as passes;
        let text = CString::new(pipeline).expect("pipelines of ours hold no NUL");
        let options = llvm!(passes::LLVMCreatePassBuilderOptions,);
        let failed = llvm!(passes::LLVMRunPasses, self.module, text.as_ptr(), target.machine, options);
        llvm!(passes::LLVMDisposePassBuilderOptions, options);
        if failed.is_null() {
            return Ok(());
        }
        let raw = llvm!(error::LLVMGetErrorMessage, failed);
        // SAFETY: LLVM hands out a terminated string.
        let text = unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned();
        llvm!(error::LLVMDisposeErrorMessage, raw);
        Err(Error::Pass(text))
    }

    /// LLVM's own check of the module; an error is a bug of ours.
    pub fn verify(&self) -> Result<(), Error> {
        let mut raw = null_mut();
        let action = analysis::LLVMVerifierFailureAction::LLVMReturnStatusAction;
        let broken = llvm!(analysis::LLVMVerifyModule, self.module, action, &mut raw);
        let text = message(raw);
        if broken != 0 { Err(Error::Verify(text)) } else { Ok(()) }
    }

    /// The module as text, for tests and people.
    pub fn print(&self) -> String {
        message(llvm!(core::LLVMPrintModuleToString, self.module))
    }

    /// The id of an enum attribute.
    pub fn attribute(&self, name: &str) -> u32 {
        llvm!(core::LLVMGetEnumAttributeKindForName, name.as_ptr().cast(), name.len())
    }
}

extern "C" fn ignore(_: llvm_sys::prelude::LLVMDiagnosticInfoRef, _: *mut std::ffi::c_void) {}

impl Target {
    /// The machine that the module was compiled for; position-independent code always, because
    /// shadow memory needs programs to lie high.
    pub fn of(session: &Session) -> Result<Target, Error> {
        initialise();
        let triple = llvm!(core::LLVMGetTarget, session.module);
        let (mut found, mut raw) = (null_mut(), null_mut());
        if llvm!(target_machine::LLVMGetTargetFromTriple, triple, &mut found, &mut raw) != 0 {
            return Err(Error::Target(message(raw)));
        }
        let machine = llvm!(
            target_machine::LLVMCreateTargetMachine,
            found,
            triple,
            c"x86-64".as_ptr(),
            c"".as_ptr(),
            LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            LLVMRelocMode::LLVMRelocPIC,
            LLVMCodeModel::LLVMCodeModelDefault
        );
        Ok(Target { machine })
    }

    /// The module as an object file. Code generation rewrites it, so no handle lives on.
    pub fn emit(&self, session: &mut Session) -> Result<Vec<u8>, Error> {
        let (mut raw, mut buffer) = (null_mut(), null_mut());
        let kind = LLVMCodeGenFileType::LLVMObjectFile;
        let failed = llvm!(
            target_machine::LLVMTargetMachineEmitToMemoryBuffer,
            self.machine,
            session.module,
            kind,
            &mut raw,
            &mut buffer
        );
        if failed != 0 {
            return Err(Error::Emit(message(raw)));
        }
        let (start, size) = (llvm!(core::LLVMGetBufferStart, buffer), llvm!(core::LLVMGetBufferSize, buffer));
        // SAFETY: the buffer holds `size` bytes until it is disposed of below.
        let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), size) }.to_vec();
        llvm!(core::LLVMDisposeMemoryBuffer, buffer);
        Ok(bytes)
    }
}

fn initialise() {
    llvm!(target::LLVMInitializeX86TargetInfo,);
    llvm!(target::LLVMInitializeX86Target,);
    llvm!(target::LLVMInitializeX86TargetMC,);
    llvm!(target::LLVMInitializeX86AsmPrinter,);
    llvm!(target::LLVMInitializeX86AsmParser,);
}
