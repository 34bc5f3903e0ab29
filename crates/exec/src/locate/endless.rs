//! Where a run that does not end goes round: found in the running process, before it is killed.
//!
//! One look at the stack says little: the innermost call may be the thousandth of its kind. So each call of the program, from the
//! innermost on, gets a moment to return; the first that does not is where the run stays, and some more looks tell which of its
//! lines it passes. Calls that were inlined cannot be waited for, so that some thousand single steps look for lines outside of
//! them. The process is left running, untraced; whatever fails ends the look and nothing else, but for a process that does not even
//! stop: that one is killed, as it is about to be.

use super::Locator;
use super::objects::Maps;
use super::tracer::{Snapshot, TRAP, collect, exchange, look, registers, request, set_pc};
use super::unwind::Registers;
use crate::Place;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Processor time that one call has to return, and the time by the clock for one that waits: others may have the processor meanwhile.
const MOMENT: Duration = Duration::from_millis(20);
const PATIENCE: Duration = Duration::from_millis(300);
/// Time for all of them.
const MOST: Duration = Duration::from_millis(1500);
/// Looks at the call that did not return, and the time between two.
const LOOKS: u32 = 40;
const BETWEEN: Duration = Duration::from_millis(1);
/// Single steps, and the time for them.
const STEPS: u32 = 20_000;
const STEPPING: Duration = Duration::from_millis(600);
/// Time that a process has to stop; one that waits for a disk may need some.
const STOPPING: Duration = Duration::from_millis(100);
/// Time between two looks whether it did.
const PAUSE: Duration = Duration::from_micros(50);

/// Where a run stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Endless {
    /// The lines of the user's program on the stack, from the call that did not return outwards.
    pub(crate) stack: Vec<Place>,
    /// Lines of that call which the run passed.
    pub(crate) around: Vec<Place>,
}

/// A call on the stack.
struct Call {
    /// What the stack pointer is when it has returned.
    end: u64,
    /// Where it returns to.
    to: u64,
    /// Its lines: that of the call, and those from which inlined functions were called.
    places: Vec<Place>,
}

impl Locator {
    /// Looks for the call of a running process that does not return; says where it is then when it is `asked` to stop looking.
    pub(crate) fn endless(&mut self, pid: i32, asked: &AtomicBool) -> Option<Endless> {
        let process = Process::seize(pid)?;
        let until = Instant::now() + MOST;
        let mut calls = self.calls_in(&process)?;
        let goes_on = || !asked.load(Ordering::Relaxed);
        while calls.len() > 1 && Instant::now() < until && goes_on() && process.returns(&calls[0])? {
            calls = self.calls_in(&process)?;
        }
        let stays = calls.first()?;
        let mut looks = Vec::new();
        for _ in (0..LOOKS).take_while(|&look| look == 0 || goes_on()) {
            let passed = self.calls(&process.look()?).into_iter().find(|call| call.end == stays.end);
            looks.extend(passed.map(|call| call.places));
            process.go_on_for(BETWEEN)?;
        }
        if goes_on() {
            looks.extend(self.passed_by_steps(&process, stays));
        }
        let (around, inlined_in) = common(&looks);
        let callers = calls.iter().skip(1).filter_map(|call| call.places.first().cloned());
        let stack = around.first().cloned().into_iter().chain(inlined_in).chain(callers).collect();
        Some(Endless { stack, around })
    }

    /// Where a process is that must not go on.
    pub(crate) fn present(&mut self, pid: i32) -> Option<Endless> {
        let calls = self.calls_in(&Process::seize(pid)?)?;
        let stack: Vec<Place> = calls.into_iter().flat_map(|call| call.places).collect();
        Some(Endless { around: stack.first().cloned().into_iter().collect(), stack })
    }

    /// Lines of a call that the process passes in some thousand steps.
    fn passed_by_steps(&mut self, process: &Process, stays: &Call) -> Vec<Vec<Place>> {
        let Some(stopped) = process.look() else { return Vec::new() };
        let maps = Maps::new(&stopped.maps);
        let function = |places: &[Place]| places.last().map(|place| place.function.clone());
        let codes = process.step_through();
        let passed = codes.into_iter().filter_map(|code| Some(self.objects.at(&maps, code)?.places(code)));
        passed.filter(|places| function(places).is_some() && function(places) == function(&stays.places)).collect()
    }

    /// The calls of a process that is now and then in code without unwind tables, such as our own runtime's.
    fn calls_in(&mut self, process: &Process) -> Option<Vec<Call>> {
        for _ in 0..LOOKS {
            let calls = self.calls(&process.look()?);
            if !calls.is_empty() {
                return Some(calls);
            }
            process.go_on_for(BETWEEN)?;
        }
        None
    }

    /// The calls of the user's program on a stack, innermost first.
    fn calls(&mut self, stopped: &Snapshot) -> Vec<Call> {
        let maps = Maps::new(&stopped.maps);
        let frames = self.frames(stopped, &maps);
        let codes: Vec<u64> = super::code(&frames).collect();
        let mut call = |code: u64, caller: &Registers| {
            let places = self.objects.at(&maps, code)?.places(code);
            (!places.is_empty()).then(|| Call { end: caller.sp(), to: caller.pc(), places })
        };
        codes.iter().zip(frames.iter().skip(1)).filter_map(|(&code, caller)| call(code, caller)).collect()
    }
}

/// Lines in the innermost function that all looks have in common, inlined or not, each once and in order; and where that function was
/// inlined, innermost first.
fn common(looks: &[Vec<Place>]) -> (Vec<Place>, Vec<Place>) {
    let Some(first) = looks.first() else { return Default::default() };
    let at = |places: &[Place], depth: usize| places.len().checked_sub(depth + 1).map(|at| places[at].clone());
    let function = |places: &[Place], depth| at(places, depth).map(|place| place.function);
    let same = |depth: &usize| looks.iter().all(|places| function(places, *depth) == function(first, *depth));
    let depth = (0..first.len()).take_while(same).last().unwrap_or(0);
    let lines: BTreeSet<Place> = looks.iter().filter_map(|places| at(places, depth)).collect();
    (lines.into_iter().collect(), first[first.len() - depth.min(first.len())..].to_vec())
}

/// A process that is traced while this lives, stopped between calls.
struct Process(i32);

impl Process {
    fn seize(pid: i32) -> Option<Process> {
        request(libc::PTRACE_SEIZE, pid, 0).then_some(())?;
        let process = Process(pid);
        process.stop()?;
        Some(process)
    }

    fn look(&self) -> Option<Snapshot> {
        look(self.0)
    }

    fn go_on(&self, signal: i32) {
        request(libc::PTRACE_CONT, self.0, signal as usize);
    }

    /// Lets it run for a time.
    fn go_on_for(&self, time: Duration) -> Option<()> {
        self.go_on(0);
        sleep(time);
        self.stop()
    }

    /// Stops it. What it was sent meanwhile it gets.
    fn stop(&self) -> Option<()> {
        let until = Instant::now() + STOPPING;
        request(libc::PTRACE_INTERRUPT, self.0, 0).then_some(())?;
        loop {
            let status = self.wait(until)?;
            if status >> 16 == libc::PTRACE_EVENT_STOP {
                return Some(());
            }
            self.go_on(libc::WSTOPSIG(status));
        }
    }

    /// Waits until it stops; `None` when it does not in time or has ended.
    fn wait(&self, until: Instant) -> Option<i32> {
        self.wait_with(until, || sleep(PAUSE))
    }

    fn wait_with(&self, until: Instant, pause: impl Fn()) -> Option<i32> {
        loop {
            let mut status = 0;
            // SAFETY: `status` outlives the call.
            match unsafe { libc::waitpid(self.0, &mut status, libc::__WALL | libc::WNOHANG) } {
                0 if Instant::now() < until => pause(),
                waited if waited > 0 && libc::WIFSTOPPED(status) => return Some(status),
                _ => return None,
            }
        }
    }

    /// Does a call return in a moment? It is at its return then.
    fn returns(&self, call: &Call) -> Option<bool> {
        let (until, used) = (Instant::now() + PATIENCE, self.used());
        let byte = exchange(self.0, call.to, TRAP)?;
        let mut signal = 0;
        loop {
            self.go_on(signal);
            let mut stopped = None;
            while stopped.is_none() && Instant::now() < until && self.used() < used + MOMENT {
                stopped = self.wait(Instant::now() + BETWEEN);
            }
            let is_over = stopped.is_none();
            if is_over {
                request(libc::PTRACE_INTERRUPT, self.0, 0);
            }
            let status = stopped.or_else(|| self.wait(Instant::now() + STOPPING))?;
            signal = if status >> 16 == 0 { libc::WSTOPSIG(status) } else { 0 };
            if signal == libc::SIGTRAP
                && let Some(stack) = self.leave_trap(call.to)
            {
                signal = 0;
                exchange(self.0, call.to, byte)?;
                if stack >= call.end || is_over {
                    return Some(stack >= call.end);
                }
                // A call further in returned to the same place.
                self.step()?;
                exchange(self.0, call.to, TRAP)?;
            } else if is_over {
                exchange(self.0, call.to, byte)?;
                return Some(false);
            }
        }
    }

    /// Puts it before the trap at this address, if it has run into it. Its stack pointer.
    fn leave_trap(&self, at: u64) -> Option<u64> {
        let registers = registers(self.0).filter(|registers| registers.rip == at.wrapping_add(1))?;
        set_pc(self.0, at).then_some(registers.rsp)
    }

    /// Executes one instruction.
    fn step(&self) -> Option<()> {
        request(libc::PTRACE_SINGLESTEP, self.0, 0).then_some(())?;
        self.wait(Instant::now() + STOPPING).map(|_| ())
    }

    /// The addresses that it comes to in a number of steps, as far as it gets in time.
    fn step_through(&self) -> BTreeSet<u64> {
        let mut codes = BTreeSet::new();
        let until = Instant::now() + STEPPING;
        for _ in 0..STEPS {
            let is_begun = request(libc::PTRACE_SINGLESTEP, self.0, 0);
            // A step takes less time than a sleep.
            let stepped = is_begun.then(|| self.wait_with(until, std::thread::yield_now)).flatten();
            let Some(code) = stepped.and_then(|_| registers(self.0)).map(|registers| registers.rip) else { break };
            codes.insert(code);
        }
        codes
    }

    /// The processor time that it has used so far.
    fn used(&self) -> Duration {
        let text = std::fs::read_to_string(format!("/proc/{}/schedstat", self.0)).unwrap_or_default();
        let nanos = text.split_whitespace().next().and_then(|nanos| nanos.parse().ok());
        Duration::from_nanos(nanos.unwrap_or(0))
    }
}

impl Drop for Process {
    /// Untraced again: only then its parent hears of its end.
    fn drop(&mut self) {
        let detach = || request(libc::PTRACE_DETACH, self.0, 0);
        if !(detach() || self.stop().is_some() && detach()) {
            // It does not stop: it waits for a child that borrows its memory, or for a processor. It is to be killed in any case.
            collect(vec![self.0]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(functions: &[(&str, u32)]) -> Vec<Place> {
        let place = |&(function, line): &(&str, u32)| Place {
            function: Some(function.to_string()),
            file: "a.c".into(),
            line,
            column: 1,
        };
        functions.iter().map(place).collect()
    }

    #[test]
    fn inlined_calls_that_come_and_go_are_not_where_it_stays() {
        let looks = [
            places(&[("step", 3), ("spin", 8), ("main", 20)]),
            places(&[("spin", 9), ("main", 20)]),
            places(&[("spin", 9), ("main", 20)]),
        ];
        assert_eq!(common(&looks), (places(&[("spin", 8), ("spin", 9)]), places(&[("main", 20)])));
        assert_eq!(common(&looks[..1]), (places(&[("step", 3)]), places(&[("spin", 8), ("main", 20)])));
        assert!(common(&[]).0.is_empty());
    }
}
