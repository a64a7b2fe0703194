//! Reads the peak memory of the process from the system.

/// Bytes of the peak memory of the process.
#[cfg(target_os = "linux")]
pub(crate) fn peak_memory() -> Option<u64> {
    super::kilobytes("/proc/self/status", "VmHWM:")
}

/// Bytes of the peak memory of the process.
#[cfg(all(unix, not(target_os = "linux")))]
pub(crate) fn peak_memory() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    /// Systems other than Apple's count in KiB.
    const UNIT: u64 = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    u64::try_from(usage.max_rss()).ok()?.checked_mul(UNIT)
}

/// Bytes of the peak memory of the process.
#[cfg(windows)]
pub(crate) fn peak_memory() -> Option<u64> {
    use windows_sys::Win32::System::ProcessStatus::{
        K32GetProcessMemoryInfo, PROCESS_MEMORY_COUNTERS,
    };
    use windows_sys::Win32::System::Threading::GetCurrentProcess;
    let size = u32::try_from(size_of::<PROCESS_MEMORY_COUNTERS>()).ok()?;
    let mut counters = PROCESS_MEMORY_COUNTERS { cb: size, ..Default::default() };
    // SAFETY: the handle of the current process needs no closing and is always valid. The function
    // writes at most `cb` bytes, the size of the structure, and returns zero if it fails.
    let succeeded =
        unsafe { K32GetProcessMemoryInfo(GetCurrentProcess(), &raw mut counters, size) };
    (succeeded != 0).then_some(counters.PeakWorkingSetSize as u64)
}

/// Bytes of the peak memory of the process: unknown on this system.
#[cfg(not(any(unix, windows)))]
pub(crate) fn peak_memory() -> Option<u64> {
    None
}
