//! A campaign's processes as `/proc` shows them: what memory they use, and how long they were kept from running.
//!
//! The tests run beside others on few processors. What our own processes waited for one is no fault of theirs, and next to nothing on a
//! machine that is free; what anybody else waited does not count.

use std::collections::HashMap;
use std::time::Duration;

/// What is known of the processes below one, itself among them.
pub(crate) struct Family {
    root: u32,
    /// By process, how long it had waited for a processor when last looked at, in nanoseconds.
    waited: HashMap<u32, u64>,
    /// Most memory that the root had, in KiB.
    pub(crate) own: u64,
    /// Most memory that any process below it had, in KiB.
    pub(crate) below: u64,
}

impl Family {
    pub(crate) fn of(root: u32) -> Family {
        Family { root, waited: HashMap::new(), own: 0, below: 0 }
    }

    /// Looks at everybody; how long they waited for a processor since the last look.
    pub(crate) fn look(&mut self) -> Duration {
        let mut since = 0;
        let mut pending = vec![self.root];
        while let Some(id) = pending.pop() {
            pending.extend(children(id));
            let (peak, waited) = (peak(id), waited(id));
            let most = if id == self.root { &mut self.own } else { &mut self.below };
            *most = peak.max(*most);
            // Who is seen for the first time was born with nothing.
            since += waited.saturating_sub(self.waited.insert(id, waited).unwrap_or(0));
        }
        Duration::from_nanos(since)
    }
}

fn tasks(id: u32) -> impl Iterator<Item = std::path::PathBuf> {
    let tasks = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten();
    tasks.filter_map(|task| Some(task.ok()?.path()))
}

fn children(id: u32) -> Vec<u32> {
    let lists = tasks(id).filter_map(|task| std::fs::read_to_string(task.join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<u32>>()).collect()
}

/// Nanoseconds that the threads of a process were ready to run and did not.
fn waited(id: u32) -> u64 {
    let read = |task: std::path::PathBuf| std::fs::read_to_string(task.join("schedstat")).ok();
    tasks(id).filter_map(read).filter_map(|text| text.split_whitespace().nth(1)?.parse::<u64>().ok()).sum()
}

/// Most memory that a process has had, in KiB.
fn peak(id: u32) -> u64 {
    let text = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}
