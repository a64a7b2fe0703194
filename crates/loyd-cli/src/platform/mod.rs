//! Differences between operating systems and processors; any value may be unknown.

#[allow(unsafe_code)]
pub(crate) mod abort;
#[allow(unsafe_code)]
pub(crate) mod arenas;
#[cfg(target_os = "linux")]
mod cgroup;
#[cfg(feature = "gpu")]
pub(crate) mod drivers;
pub(crate) mod identity;
mod instructions;
#[allow(unsafe_code)]
mod peak;
pub(crate) mod shell;
pub(crate) mod stdout;

pub(crate) use instructions::{Cpu, KernelArgs, limit_kernels, simd};
pub(crate) use peak::peak_memory;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::Duration;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, System};

/// Addresses that a thread can take for itself: allocators reserve 64 MiB, and it has a stack and buffers.
const THREAD_ADDRESSES: u64 = 128 << 20;

/// The default number of threads: that of cores, within the limit of addresses.
pub(crate) fn cores() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let granted = addresses_left().map_or(u64::MAX, |bytes| bytes / THREAD_ADDRESSES);
    cores.min(usize::try_from(granted).unwrap_or(cores)).max(1)
}

/// Columns of the terminal that standard output goes to, if it goes to one.
pub(crate) fn columns() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(usize::from(width.0)).filter(|&columns| columns > 0)
}

/// Rows of the terminal that standard output goes to, if it goes to one.
pub(crate) fn rows() -> Option<usize> {
    let (_, height) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(usize::from(height.0)).filter(|&rows| rows > 0)
}

/// Columns of the terminal that messages go to, if they go to one; the last one is left free, since
/// some terminals wrap there.
pub(crate) fn message_columns() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(std::io::stderr())?;
    usize::from(width.0).checked_sub(1).filter(|&columns| columns > 0)
}

/// The use of colours on standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless `NO_COLOR` is set.
    #[default]
    Auto,
    Always,
    Never,
}

static COLOUR: OnceLock<Colour> = OnceLock::new();

/// Sets the use of colours, once.
pub(crate) fn set_colour(colour: Colour) {
    let _ = COLOUR.set(colour);
}

/// True if text on standard output may be in colour.
pub(crate) fn colour() -> bool {
    match COLOUR.get() {
        Some(Colour::Always) => return true,
        Some(Colour::Never) => return false,
        Some(Colour::Auto) | None => {}
    }
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    std::io::stdout().is_terminal() && !set("NO_COLOR") && !dumb
}

/// The default memory of a command: three quarters of the available bytes, or a cautious guess.
pub(crate) fn default_memory() -> u64 {
    const CAUTIOUS: u64 = 2 << 30;
    let available = available_memory().map_or(CAUTIOUS, |bytes| bytes / 4 * 3);
    available.min(address_space().unwrap_or(u64::MAX))
}

/// Bytes of memory that the process can take without swapping, if the system reports them: those
/// available on the machine, within the limits of the control groups of Linux.
fn available_memory() -> Option<u64> {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let available = Some(system.available_memory()).filter(|&bytes| bytes > 0);
    // `System::cgroup_limits` reads the root of the hierarchy only, which has no limit except in a
    // container.
    #[cfg(target_os = "linux")]
    let available = available.into_iter().chain(cgroup::memory_left()).min();
    available
}

/// Bytes that results of searches can take at most where the addresses of the process are limited
/// (`RLIMIT_AS`): a quarter of the free ones. The rest is for threads, files that are mapped, buffers
/// that grow, and the 64 MiB of addresses that allocators reserve for a thread.
pub(crate) fn address_space() -> Option<u64> {
    addresses_left().map(|bytes| bytes / 4)
}

/// Bytes of addresses that the process may still take, where they are limited.
#[cfg(target_os = "linux")]
fn addresses_left() -> Option<u64> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let limit: u64 = line.split_whitespace().next()?.parse().ok()?;
    let used = kilobytes("/proc/self/status", "VmSize:")?;
    Some(limit.saturating_sub(used))
}

/// Bytes of addresses that the process may still take: unknown on this system.
#[cfg(not(target_os = "linux"))]
fn addresses_left() -> Option<u64> {
    None
}

/// Processor time used by all threads of the process so far.
pub(crate) fn cpu_time() -> Option<Duration> {
    cpu_time::ProcessTime::try_now().ok().map(|time| time.as_duration())
}

/// The processor's name.
pub(crate) fn cpu_model() -> String {
    let mut system = System::new();
    system.refresh_cpu_list(CpuRefreshKind::nothing());
    let name = system.cpus().first().map(|cpu| cpu.brand().trim().to_owned());
    name.filter(|name| !name.is_empty())
        .unwrap_or_else(|| format!("unknown {} processor", std::env::consts::ARCH))
}

/// A line `label: 123 kB` of one of Linux's status files, in bytes.
#[cfg(target_os = "linux")]
fn kilobytes(file: &str, label: &str) -> Option<u64> {
    let text = std::fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

/// The folder for tables that can be made again: `LOYD_CACHE`, or a place in the user's cache.
/// `None` if the system names none.
pub(crate) fn cache_folder() -> Option<PathBuf> {
    let named = |variable: &str| {
        let folder = PathBuf::from(std::env::var_os(variable)?);
        (!folder.as_os_str().is_empty()).then_some(folder)
    };
    if let Some(folder) = named("LOYD_CACHE") {
        return Some(folder);
    }
    let caches = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Caches"))
    } else {
        // Relative paths are to be ignored there.
        let folder = named("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
        folder.or_else(|| named("HOME").map(|home| home.join(".cache")))
    };
    Some(caches?.join("loyd").join("tables"))
}

/// True if other users of the system may read or write a file; false where permissions are not those
/// of Unix.
#[cfg(all(unix, feature = "cluster"))]
pub(crate) fn is_open_to_others(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o066 != 0
}

#[cfg(all(not(unix), feature = "cluster"))]
pub(crate) fn is_open_to_others(_: &std::fs::Metadata) -> bool {
    false
}

/// True if a file is a device; false where devices are not files.
#[cfg(unix)]
pub(crate) fn is_device(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    metadata.file_type().is_char_device() || metadata.file_type().is_block_device()
}

#[cfg(not(unix))]
pub(crate) fn is_device(_: &std::fs::Metadata) -> bool {
    false
}
