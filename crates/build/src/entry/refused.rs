//! Why a function cannot be called by a generated driver.

use std::error::Error;
use std::fmt;

/// What is in the way of a driver.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// `--globals` names a variable that the sources do not define.
    NoGlobal(String),
    /// `--globals` names a constant.
    ConstantGlobal(String),
    /// The function takes further arguments, of which nobody knows number and types.
    Variadic(String),
    /// The function needs an object of its class.
    Method(String),
    /// A parameter has a type of which no value can be made.
    Parameter {
        /// The parameter.
        name: String,
        /// Its function.
        function: String,
        /// What its type asks for.
        why: &'static str,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoGlobal(name) => write!(f, "--globals {name}: there is no such global variable"),
            Refused::ConstantGlobal(name) => {
                write!(f, "--globals {name}: it is constant and cannot be made symbolic")
            }
            Refused::Variadic(function) => write!(
                f,
                "{function} takes further arguments (...), and how many and of which types is not known; write a small \
                 function that passes what you want there, and name that one with --entry"
            ),
            Refused::Method(function) => write!(
                f,
                "{function} needs an object of its class, and how one is made is not known; write a small function that makes one \
                 and calls it, and name that one with --entry"
            ),
            Refused::Parameter { name, function, why } => write!(
                f,
                "parameter {name} of {function}: {why} cannot be created; write a small function that passes what you want \
                 there, and name that one with --entry"
            ),
        }
    }
}

impl Error for Refused {}
