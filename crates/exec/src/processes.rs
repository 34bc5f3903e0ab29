//! The family of processes below the keeper, as `/proc` shows it.
//!
//! Every kill goes through this list, never through a number that the target told us: a hostile fork server cannot make us
//! kill a stranger. Needs `/proc/…/children` (CONFIG_PROC_CHILDREN, on in every distribution).
//! A list can miss a process that is born meanwhile, so `kill_all` repeats until none is left. Against fork bombs it is quick:
//! whoever is found is killed before anything else is looked at (a killed process cannot fork), with real-time
//! priority where we may have it. Without those, a bomb of sessions was measured to outrun the killer.

use crate::priority::Urgent;
use crate::server::LANES;
use std::collections::HashSet;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::time::{Duration, Instant};

/// Pause between two looks at a dying family.
const PAUSE: Duration = Duration::from_micros(300);

/// Which processes: all below `root`, without `spared`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Family {
    /// The keeper.
    pub(crate) root: i32,
    /// The fork server and those that it forked ahead; their children are not spared.
    pub(crate) spared: [Option<i32>; 1 + LANES],
}

/// What a family uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Usage {
    /// Processes alive.
    pub(crate) processes: u32,
    /// Resident bytes, shared ones counted for each.
    pub(crate) resident: u64,
}

impl Family {
    /// All below this process.
    pub(crate) fn below(root: i32) -> Family {
        Family { root, spared: [None; 1 + LANES] }
    }

    /// All members alive now, at most `most` (then there may be more).
    pub(crate) fn members(&self, most: usize) -> Vec<i32> {
        let mut members = Vec::new();
        let mut pending = children(self.root);
        while let Some(pid) = pending.pop() {
            if members.len() >= most {
                break;
            }
            pending.extend(children(pid));
            if !self.spares(pid) && is_alive(pid) {
                members.push(pid);
            }
        }
        members
    }

    /// What the family uses; `shared_free` bytes of what each member shares with others are not counted.
    pub(crate) fn usage(&self, most: u32, shared_free: u64) -> Usage {
        let members = self.members(most as usize);
        let resident = members.iter().filter_map(|&pid| resident(pid, shared_free)).sum();
        Usage { processes: members.len() as u32, resident }
    }

    /// Kills every member and waits until none is left; `false` when some still live at the deadline.
    pub(crate) fn kill_all(&self, deadline: Instant) -> bool {
        let _urgent = Urgent::new();
        let mut killed = HashSet::new();
        loop {
            let n_killed = killed.len();
            self.strike(&mut killed);
            if killed.len() > n_killed {
                continue;
            }
            if self.members(1).is_empty() {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            // A number may be used again: whoever lives after this pause is struck anew.
            std::thread::sleep(PAUSE);
            killed.clear();
        }
    }

    /// Kills every member that can be found, as soon as it is found.
    fn strike(&self, killed: &mut HashSet<i32>) {
        let mut pending = children(self.root);
        while let Some(pid) = pending.pop() {
            if !self.spares(pid) && killed.insert(pid) {
                self.kill(pid);
            }
            pending.extend(children(pid));
        }
    }

    /// Kills a child of the root, and nobody else who may have its number by now.
    pub(crate) fn kill_child(&self, pid: i32) {
        if children(self.root).contains(&pid) {
            // SAFETY: the call touches no memory.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
    }

    fn spares(&self, pid: i32) -> bool {
        self.spared.contains(&Some(pid))
    }

    /// Kills one member and its process group: a group dies at once, however fast it forks.
    fn kill(&self, pid: i32) {
        // SAFETY: the calls touch no memory. The group belongs to a session below the keeper, since a process
        // can join groups of its own session only and each target starts a session; the spared ones' are left alone,
        // and ours in any case.
        unsafe {
            let group = libc::getpgid(pid);
            if group > 1 && !self.spares(group) && group != self.root && group != libc::getpgrp() {
                libc::kill(-group, libc::SIGKILL);
            }
            libc::kill(pid, libc::SIGKILL);
        }
    }
}

/// Kills every process that this one started, and theirs, and waits for so long that none is left. For a process that is about to
/// end: orphans become its children from here on.
pub fn end_descendants(time: Duration) -> bool {
    // SAFETY: the call touches no memory. Without it, a child whose parent is killed first would belong to nobody we know.
    unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) };
    Family::below(std::process::id() as i32).kill_all(Instant::now() + time)
}

/// Kills every process of a session and waits until none is left; `false` when some still live at the deadline.
///
/// A look at `/proc` is a snapshot: whoever a member forked after it was taken is found by the next one.
pub(crate) fn kill_session(leader: i32, deadline: Instant) -> bool {
    loop {
        let members = session_members(leader);
        if members.is_empty() {
            return true;
        }
        if Instant::now() >= deadline {
            return false;
        }
        for pid in members {
            // SAFETY: the call touches no memory; the process was just seen in the session.
            unsafe { libc::kill(pid, libc::SIGKILL) };
        }
        std::thread::sleep(PAUSE);
    }
}

/// Who lives in a session: the state, the parent, the group and the session begin the fields of `stat`.
fn session_members(leader: i32) -> Vec<i32> {
    let Ok(entries) = fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    let lives_there = |pid: &i32| {
        let Some(fields) = stat(*pid) else { return false };
        let mut fields = fields.split(' ');
        let dead = matches!(fields.next(), Some("Z" | "X"));
        !dead && fields.nth(2).and_then(|session| session.parse().ok()) == Some(leader)
    };
    pids.filter(|&pid| pid > 1).filter(lives_there).collect()
}

/// Children of all threads of a process; none when it is gone.
fn children(pid: i32) -> Vec<i32> {
    let tasks = format!("/proc/{pid}/task");
    // The directory of one thread has three links; then listing it can be saved.
    if fs::metadata(&tasks).is_ok_and(|tasks| tasks.nlink() == 3) {
        return fs::read_to_string(format!("{tasks}/{pid}/children")).map(|list| parse(&list)).unwrap_or_default();
    }
    let Ok(tasks) = fs::read_dir(tasks) else { return Vec::new() };
    let lists = tasks.filter_map(|task| fs::read_to_string(task.ok()?.path().join("children")).ok());
    lists.flat_map(|list| parse(&list)).collect()
}

fn parse(list: &str) -> Vec<i32> {
    list.split_ascii_whitespace().filter_map(|pid| pid.parse().ok()).collect()
}

fn is_alive(pid: i32) -> bool {
    !matches!(stat(pid).and_then(|fields| fields.chars().next()), None | Some('Z' | 'X'))
}

/// The fields of `/proc/…/stat` from the state on; the name before them may contain anything.
fn stat(pid: i32) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    Some(text.rsplit_once(") ")?.1.to_owned())
}

fn resident(pid: i32, shared_free: u64) -> Option<u64> {
    let statm = fs::read_to_string(format!("/proc/{pid}/statm")).ok()?;
    let mut pages = statm.split_ascii_whitespace().skip(1).map_while(|field| field.parse::<u64>().ok());
    let (resident, shared) = (pages.next()? * page_size(), pages.next()? * page_size());
    Some(resident - shared.min(shared_free).min(resident))
}

fn page_size() -> u64 {
    // SAFETY: the call touches no memory.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    #[test]
    fn finds_counts_and_kills_what_is_below() {
        let script = "sleep 100 & sleep 100 & wait";
        let mut shell = Command::new("sh").args(["-c", script]).process_group(0).spawn().unwrap();
        let family = Family::below(shell.id() as i32);
        let start = Instant::now();
        while family.members(10).len() < 2 && start.elapsed() < Duration::from_secs(10) {
            std::thread::sleep(PAUSE);
        }
        let usage = family.usage(10, 0);
        assert_eq!(usage.processes, 2);
        assert!(usage.resident > 100_000);
        assert_eq!(family.usage(1, 0).processes, 1);
        assert!(family.kill_all(Instant::now() + Duration::from_secs(10)));
        assert!(shell.wait().is_ok());
        assert!(family.members(10).is_empty());
    }

    /// Each member is replaced by a new one all the time, so a single look never sees the whole session.
    #[test]
    fn a_session_dies_whole_though_it_forks_meanwhile() {
        let chain = "f() { while :; do (exec sleep 0.001) & done; }; f & f & wait";
        for _ in 0..5 {
            let mut shell = Command::new("setsid").args(["sh", "-c", chain]).spawn().unwrap();
            let leader = shell.id() as i32;
            let start = Instant::now();
            while session_members(leader).len() < 5 && start.elapsed() < Duration::from_secs(10) {
                std::thread::sleep(PAUSE);
            }
            assert!(kill_session(leader, Instant::now() + Duration::from_secs(20)));
            assert!(shell.wait().is_ok());
            std::thread::sleep(20 * PAUSE);
            assert_eq!(session_members(leader), []);
        }
    }
}
