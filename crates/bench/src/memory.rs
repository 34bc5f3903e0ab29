//! The most memory that this process had resident.

/// Begins to count anew; where that is not allowed, what was before counts too.
pub(super) fn forget() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// The greatest resident size, in MiB.
pub(super) fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
    kilobytes.unwrap_or(f64::INFINITY) / 1024.0
}
