//! What differs between operating systems and processors; every answer may be "unknown".

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Threads to use when nobody says.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Columns of the terminal that standard output goes to, if it goes to one.
pub(crate) fn columns() -> Option<usize> {
    let (width, _) = terminal_size::terminal_size_of(std::io::stdout())?;
    Some(usize::from(width.0)).filter(|&columns| columns > 0)
}

/// Bytes to use when nobody says: three quarters of what is available, or a cautious guess.
pub(crate) fn default_memory() -> u64 {
    const CAUTIOUS: u64 = 2 << 30;
    let available = kilobytes("/proc/meminfo", "MemAvailable:");
    available.map_or(CAUTIOUS, |bytes| bytes / 4 * 3)
}

/// A regular file, by whichever name: symbolic links are followed, and where the system tells, hard
/// links are the same file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FileIdentity {
    /// Device and number on it.
    #[cfg(unix)]
    Node(u64, u64),
    /// Its place without links.
    #[cfg(not(unix))]
    Place(PathBuf),
}

impl FileIdentity {
    /// The identity of a regular file that exists.
    pub(crate) fn of(file: &Path) -> Option<Self> {
        let metadata = std::fs::metadata(file).ok().filter(Metadata::is_file)?;
        #[cfg(unix)]
        return Some(Self::of_metadata(&metadata));
        #[cfg(not(unix))]
        return std::fs::canonicalize(file).ok().map(Self::Place).filter(|_| metadata.is_file());
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self::Node(metadata.dev(), metadata.ino())
    }

    /// The regular file that standard input comes from, where the system can tell.
    #[cfg(unix)]
    pub(crate) fn of_standard_input() -> Option<Self> {
        use std::os::fd::AsFd;
        let descriptor = std::io::stdin().as_fd().try_clone_to_owned().ok()?;
        let metadata = std::fs::File::from(descriptor).metadata().ok()?;
        metadata.is_file().then(|| Self::of_metadata(&metadata))
    }

    /// The regular file that standard input comes from, where the system can tell.
    #[cfg(not(unix))]
    pub(crate) fn of_standard_input() -> Option<Self> {
        None
    }
}

/// The most memory the process has held at once.
pub(crate) fn peak_memory() -> Option<u64> {
    kilobytes("/proc/self/status", "VmHWM:")
}

/// Processor time used by all threads of the process so far.
pub(crate) fn cpu_time() -> Option<Duration> {
    cpu_time::ProcessTime::try_now().ok().map(|time| time.as_duration())
}

/// The processor's name.
pub(crate) fn cpu_model() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    known.unwrap_or_else(|| format!("unknown {} processor", std::env::consts::ARCH))
}

/// The instruction sets that kernels can make use of.
pub(crate) fn simd() -> Vec<&'static str> {
    let mut found = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! detect {
            ($($feature:tt)*) => {
                $(if std::arch::is_x86_feature_detected!($feature) { found.push($feature); })*
            };
        }
        detect!("sse4.2" "avx2" "bmi2" "avx512f" "avx512bw" "avx512vbmi" "gfni");
    }
    #[cfg(target_arch = "aarch64")]
    if std::arch::is_aarch64_feature_detected!("neon") {
        found.push("neon");
    }
    found
}

/// A line `label: 123 kB` of one of Linux's status files, in bytes.
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
