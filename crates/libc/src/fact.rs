//! The kinds of facts that rows hold. Positions count arguments from 0.

/// Which arguments of a modelled function are passed on with their expressions. The path relies on the numbers of all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// None of them.
    Nothing,
    /// Only this one.
    One(usize),
    /// All of them, as where the model is instrumented too.
    All,
}

impl Followed {
    /// Is argument `k` passed on with its expression?
    pub fn contains(self, k: usize) -> bool {
        match self {
            Followed::Nothing => false,
            Followed::One(only) => only == k,
            Followed::All => true,
        }
    }
}

/// Something that is known of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    // Where it is followed.
    /// Calls go to a model in `runtime/src/model`, a function named `__symcrete_model_NAME`.
    Model(Followed),
    /// Calls go to a function of that name in this file of `runtime/instrumented`, which is compiled and instrumented when a program needs it.
    Body(&'static str),
    /// Its model is used only in code that is checked for bounds, which has to know its objects.
    OnlyChecked,
    /// It is in libm, which a program that has its model needs.
    Libm,
    /// It asks for values of the input.
    Asks,

    // Which memory it uses.
    /// The memory at the first argument, as many bytes as the second says.
    Uses(usize, usize),
    /// Without a model: it reads the string that this argument points to.
    ReadsText(usize),
    /// Without a model: it reads as many bytes at the first argument as the second says.
    ReadsBytes(usize, usize),
    /// It writes at the first argument at most as many bytes as the second says.
    Fills(usize, usize),
    /// It writes at the first argument at most as many things as the third says, of as many bytes as the second says.
    FillsItems(usize, usize, usize),
    /// It writes at this argument at most so many bytes.
    Stores(usize, u64),
    /// This argument is a format of `printf`'s kind.
    Format(usize),
    /// This argument is a format of `scanf`'s kind, and what follows it is written.
    Scans(usize),
    /// It writes text or bytes out of the program. Nothing of that comes back, so nothing is lost.
    Output,
    /// What it returns tells how much it put out, and that depends on texts that it is given.
    TellsLength,
    /// It takes pointers and makes nothing of what is there: it gives it up, or is told where something is.
    Indifferent,
    /// It compares the bytes at its first two arguments.
    Compares,
    /// What it returns points into its first argument.
    ReturnsFirst,
    /// What it returns can be any address.
    AnyAddress,
    /// It returns a byte, or −1.
    ReturnsByte,
    /// It returns at most what this argument says, as numbers without a sign.
    ReturnsUpTo(usize),
    /// The same, or −1.
    ReturnsUpToOrFails(usize),

    // What it may write of the program's memory. Without one of these: whatever pointers can reach.
    /// Nothing.
    WritesNothing,
    /// `errno` and nothing else.
    WritesErrno,
    /// `errno` and the buffer of a stream.
    UsesStream,
    /// What its pointer arguments lead to.
    WritesArguments,
    /// It makes memory of the program a stream's buffer, unless its second argument is null.
    GivesBuffer,
    /// It opens a file, for what this argument says: `r`, `w+`.
    OpensAs(usize),
    /// It opens a file, for what the flags say that are this argument.
    OpensBy(usize),
    /// It gives two descriptors, and what is written into one comes out of the other.
    Connects,
    /// It gives the address of `errno`.
    Errno,

    // Memory that it allocates.
    /// It hands out memory or takes it back, and writes none that the program had before.
    Allocates,
    /// It returns memory that holds nothing yet.
    Fresh,
    /// It returns memory that is filled with a text.
    FreshText,
    /// It returns a status, and stores where its first argument says the address of memory that holds nothing yet.
    FreshStored,
    /// It changes the size of memory; its model tells what of that holds nothing yet.
    Resized,

    // What proofs and claims must know.
    /// It brings in nothing but the inputs that are searched, and does not look at them unseen. Reading standard input is followed
    /// byte by byte with its length; `read` is not like that, since it may return less than there is, nor `malloc`, which may fail.
    Closed,
    /// It can fail without any input's doing: whoever looks at its result looks outside.
    MayFail,
    /// After it the control flow is not what the static model says.
    Beyond,
    /// It gives memory that other processes may write at any moment.
    Shares,
    /// It sets up a handler of signals.
    Handler,
    /// It starts a thread, a process or another program.
    Beside,
    /// It may bring in input that is not followed.
    Reader,
    /// It returns something that differs from run to run, but is the same in every run here.
    Environment,
    /// The compiler makes its result, and may make another one with other optimisation.
    ByCompiler,
    /// It changes how numbers with a floating point are rounded.
    Rounding,
    /// All variables of the environment are behind it.
    Surroundings,
    /// The program's arguments decide its result.
    ByArguments,
    /// A variable of the environment decides its result.
    ByVariable,
    /// A file decides its result.
    ByFile,
}
