//! The toy language: numbered lines, variables of one byte, values asked for, jumps.
//!
//! ```text
//! ask x              the next value of the input
//! x = y + 3          also - * &
//! if x < y goto 7    also ==
//! goto 2
//! fail               the program ends badly
//! end                the program ends well, as it does behind the last line
//! ```

use std::collections::BTreeSet;

/// What something is computed from.
#[derive(Clone, Debug)]
pub(crate) enum Operand {
    /// A variable, 0 until it is set.
    Variable(String),
    /// A number.
    Number(u8),
}

/// An operation on two bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operation {
    Add,
    Sub,
    Mul,
    And,
    Equal,
    Less,
}

/// One line.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    Ask(String),
    Set(String, Operand, Operation, Operand),
    If(Operand, Operation, Operand, usize),
    Goto(usize),
    Fail,
    End,
}

/// A program: its statements by line, from 0.
#[derive(Clone, Debug)]
pub(crate) struct Script {
    pub(crate) statements: Vec<Statement>,
}

impl Operation {
    fn parse(text: &str) -> Option<Operation> {
        Some(match text {
            "+" => Operation::Add,
            "-" => Operation::Sub,
            "*" => Operation::Mul,
            "&" => Operation::And,
            "==" => Operation::Equal,
            "<" => Operation::Less,
            _ => return None,
        })
    }

    /// What it makes of two bytes; of a comparison 1 if it holds.
    pub(crate) fn apply(self, a: u8, b: u8) -> u8 {
        match self {
            Operation::Add => a.wrapping_add(b),
            Operation::Sub => a.wrapping_sub(b),
            Operation::Mul => a.wrapping_mul(b),
            Operation::And => a & b,
            Operation::Equal => u8::from(a == b),
            Operation::Less => u8::from(a < b),
        }
    }
}

impl Script {
    /// Reads a program.
    pub(crate) fn parse(text: &str) -> Option<Script> {
        let statements = text.trim().lines().map(statement).collect::<Option<Vec<Statement>>>()?;
        Some(Script { statements })
    }

    /// The variables that are set, each once.
    pub(crate) fn variables(&self) -> BTreeSet<&str> {
        let set = self.statements.iter().filter_map(|statement| match statement {
            Statement::Ask(name) | Statement::Set(name, ..) => Some(name.as_str()),
            _ => None,
        });
        set.collect()
    }

    /// Where a run goes on behind a line that does not jump; `None` behind the last one.
    pub(crate) fn behind(&self, line: usize) -> Option<usize> {
        Some(line + 1).filter(|&next| next < self.statements.len())
    }
}

fn statement(line: &str) -> Option<Statement> {
    let words: Vec<&str> = line.split_whitespace().collect();
    Some(match words[..] {
        ["ask", name] => Statement::Ask(name.into()),
        ["goto", line] => Statement::Goto(target(line)?),
        ["fail"] => Statement::Fail,
        ["end"] => Statement::End,
        ["if", a, operation, b, "goto", line] => {
            Statement::If(operand(a), Operation::parse(operation)?, operand(b), target(line)?)
        }
        [name, "=", a, operation, b] => {
            Statement::Set(name.into(), operand(a), Operation::parse(operation)?, operand(b))
        }
        _ => return None,
    })
}

fn operand(word: &str) -> Operand {
    word.parse().map_or_else(|_| Operand::Variable(word.into()), Operand::Number)
}

/// Lines are counted from 1 by people.
fn target(word: &str) -> Option<usize> {
    word.parse::<usize>().ok()?.checked_sub(1)
}
