//! Memory that the control groups of Linux leave to this process.
//!
//! ```text
//! for each hierarchy with memory limits:          v2, or v1 with the controller `memory`
//!     for the group of the process and each group above it, up to the mount point:
//!         left = limit − (usage − file pages that the kernel drops first)
//! the minimum
//! ```
//!
//! A limit applies to all groups below it, so each of them counts. A container usually sees its own
//! group as the root of the mount; a service of systemd or a job of a batch system is several groups
//! below the root. The kernel's files are described in `cgroup-v1/memory.rst` and `cgroup-v2.rst`.

use std::path::{Component, Path, PathBuf};

/// Bytes that this process may still take before one of its control groups reaches its limit; `None`
/// without limits. Includes file pages that the kernel drops when the group is full.
pub(super) fn memory_left() -> Option<u64> {
    memory_left_by(&|path| std::fs::read_to_string(path).ok())
}

/// The function behind [`memory_left`], with the reader of files as a parameter.
fn memory_left_by(read: &dyn Fn(&Path) -> Option<String>) -> Option<u64> {
    let groups = read(Path::new("/proc/self/cgroup"))?;
    let mounts = read(Path::new("/proc/self/mountinfo"))?;
    let rest = Mount::all(&mounts).filter_map(|mount| {
        let group = mount.version.path_in(&groups)?;
        let folder = mount.folder_of(group);
        let above = folder.ancestors().take_while(|folder| folder.starts_with(&mount.point));
        above.filter_map(|folder| mount.version.left_in(folder, read)).min()
    });
    rest.min()
}

/// The interface of a hierarchy of control groups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Version {
    V1,
    V2,
}

impl Version {
    /// The path of the process in this hierarchy: from a line `number:controllers:path`, where the
    /// only hierarchy of version 2 has number 0 and names no controllers.
    fn path_in(self, groups: &str) -> Option<&str> {
        groups.lines().find_map(|line| {
            let mut fields = line.splitn(3, ':');
            let (number, controllers, path) = (fields.next()?, fields.next()?, fields.next()?);
            let fits = match self {
                Self::V1 => controllers.split(',').any(|name| name == "memory"),
                Self::V2 => number == "0" && controllers.is_empty(),
            };
            fits.then_some(path)
        })
    }

    /// Bytes left in the group of a folder; `None` if the group has no limit.
    fn left_in(self, folder: &Path, read: &dyn Fn(&Path) -> Option<String>) -> Option<u64> {
        // "max" is not a number, and so not a limit.
        let number = |name: &str| read(&folder.join(name))?.trim().parse::<u64>().ok();
        let (limit, usage, dropped_first) = match self {
            Self::V1 => {
                (number("memory.limit_in_bytes"), "memory.usage_in_bytes", "total_inactive_file")
            }
            // Beyond `high` the kernel slows the process down.
            Self::V2 => {
                let limits = [number("memory.max"), number("memory.high")];
                (limits.into_iter().flatten().min(), "memory.current", "inactive_file")
            }
        };
        let (limit, usage) = (limit?, number(usage)?);
        let statistics = read(&folder.join("memory.stat")).unwrap_or_default();
        let dropped = statistics.lines().find_map(|line| {
            let (name, bytes) = line.split_once(' ')?;
            (name == dropped_first).then(|| bytes.trim().parse::<u64>().ok())?
        });
        Some(limit.saturating_sub(usage.saturating_sub(dropped.unwrap_or(0))))
    }
}

/// A mounted hierarchy that may limit memory.
#[derive(Debug)]
struct Mount {
    version: Version,
    /// The group that is visible at the mount point.
    root: PathBuf,
    point: PathBuf,
}

impl Mount {
    fn all(mounts: &str) -> impl Iterator<Item = Self> {
        mounts.lines().filter_map(Self::parse)
    }

    /// Reads `id parent device root point options [optional …] - type source options`.
    fn parse(line: &str) -> Option<Self> {
        let (place, filesystem) = line.split_once(" - ")?;
        let mut place = place.split(' ').skip(3);
        let (root, point) = (place.next()?, place.next()?);
        let mut filesystem = filesystem.split(' ');
        let kind = filesystem.next()?;
        let options = filesystem.nth(1).unwrap_or_default();
        let version = match kind {
            "cgroup2" => Version::V2,
            "cgroup" if options.split(',').any(|option| option == "memory") => Version::V1,
            _ => return None,
        };
        Some(Self { version, root: unescaped(root), point: unescaped(point) })
    }

    /// The folder of a group: below the mount point, or that itself if the group is not visible there.
    fn folder_of(&self, group: &str) -> PathBuf {
        let below = Path::new(group).strip_prefix(&self.root).unwrap_or(Path::new(""));
        // A path with `..` leads out of the namespace.
        let is_visible = below.components().all(|part| matches!(part, Component::Normal(_)));
        if is_visible { self.point.join(below) } else { self.point.clone() }
    }
}

/// A path of `mountinfo`, where spaces and the like are `\` and three octal digits.
fn unescaped(text: &str) -> PathBuf {
    let mut parts = text.split('\\');
    let mut path = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        if let Some(code) = code {
            path.push(char::from(code));
            path.push_str(&part[3..]);
        } else {
            path.push('\\');
            path.push_str(part);
        }
    }
    PathBuf::from(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    const V2: &str =
        "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
    const V1: &str = "22 1 8:1 / / rw - ext4 /dev/sda1 rw\n\
        31 30 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n\
        32 30 0:28 / /sys/fs/cgroup/memory rw shared:9 - cgroup cgroup rw,memory\n";

    fn memory_left_with(files: &[(&str, &str)]) -> Option<u64> {
        let files: HashMap<&Path, &str> =
            files.iter().map(|&(path, text)| (Path::new(path), text)).collect();
        memory_left_by(&|path| files.get(path).map(|&text| text.to_owned()))
    }

    #[test]
    fn a_container_of_version_2_sees_its_group_as_the_root() {
        let files = [
            ("/proc/self/cgroup", "0::/\n"),
            ("/proc/self/mountinfo", V2),
            ("/sys/fs/cgroup/memory.max", "1000\n"),
            ("/sys/fs/cgroup/memory.current", "400\n"),
            ("/sys/fs/cgroup/memory.stat", "anon 200\ninactive_file 150\nactive_file 50\n"),
        ];
        assert_eq!(memory_left_with(&files), Some(750));
        assert_eq!(memory_left_with(&files[..4]), Some(600), "without statistics");
        assert_eq!(memory_left_with(&files[..3]), None, "without the usage");
        assert_eq!(memory_left_with(&files[..2]), None, "without a limit");
        assert_eq!(memory_left_with(&[]), None, "without control groups");
    }

    #[test]
    fn each_group_above_may_have_the_smallest_rest() {
        let files = |inner: &'static str, outer: &'static str, high: &'static str| {
            [
                ("/proc/self/cgroup", "0::/user.slice/job 1.scope\n"),
                ("/proc/self/mountinfo", V2),
                ("/sys/fs/cgroup/user.slice/job 1.scope/memory.max", inner),
                ("/sys/fs/cgroup/user.slice/job 1.scope/memory.current", "100\n"),
                ("/sys/fs/cgroup/user.slice/memory.max", outer),
                ("/sys/fs/cgroup/user.slice/memory.high", high),
                ("/sys/fs/cgroup/user.slice/memory.current", "700\n"),
            ]
        };
        assert_eq!(memory_left_with(&files("500\n", "2000\n", "max\n")), Some(400));
        assert_eq!(memory_left_with(&files("5000\n", "2000\n", "max\n")), Some(1300));
        assert_eq!(memory_left_with(&files("max\n", "2000\n", "1000\n")), Some(300));
        assert_eq!(
            memory_left_with(&files("max\n", "600\n", "max\n")),
            Some(0),
            "beyond the limit"
        );
        assert_eq!(memory_left_with(&files("max\n", "max\n", "max\n")), None);
    }

    #[test]
    fn version_1_has_a_hierarchy_for_memory() {
        let groups = "9:name=systemd:/\n4:memory:/batch/job7\n3:cpu,cpuacct:/batch\n0::/\n";
        let files = [
            ("/proc/self/cgroup", groups),
            ("/proc/self/mountinfo", V1),
            ("/sys/fs/cgroup/memory/batch/job7/memory.limit_in_bytes", "3000\n"),
            ("/sys/fs/cgroup/memory/batch/job7/memory.usage_in_bytes", "1000\n"),
            (
                "/sys/fs/cgroup/memory/batch/job7/memory.stat",
                "inactive_file 1\ntotal_inactive_file 500\n",
            ),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "8000\n"),
        ];
        assert_eq!(memory_left_with(&files), Some(2500));
    }

    #[test]
    fn a_hybrid_system_has_memory_in_one_hierarchy() {
        let mounts = format!("{V1}41 30 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
        let files = [
            ("/proc/self/cgroup", "4:memory:/job\n0::/system.slice/job.service\n"),
            ("/proc/self/mountinfo", &mounts),
            ("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "3000\n"),
            ("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "1000\n"),
        ];
        assert_eq!(memory_left_with(&files), Some(2000));
        // The memory controller can be in the other one instead.
        let files = [
            ("/proc/self/cgroup", "4:cpu:/job\n0::/job\n"),
            ("/proc/self/mountinfo", &mounts),
            ("/sys/fs/cgroup/unified/job/memory.max", "3000\n"),
            ("/sys/fs/cgroup/unified/job/memory.current", "2000\n"),
        ];
        assert_eq!(memory_left_with(&files), Some(1000));
    }

    #[test]
    fn a_part_of_the_hierarchy_may_be_mounted() {
        let mounts = r"32 30 0:28 /docker/ab /sys/fs/my\040groups ro - cgroup cgroup rw,memory";
        let files = |group: &'static str| {
            [
                ("/proc/self/cgroup", group),
                ("/proc/self/mountinfo", mounts),
                ("/sys/fs/my groups/memory.limit_in_bytes", "900"),
                ("/sys/fs/my groups/memory.usage_in_bytes", "100"),
                ("/sys/fs/my groups/inner/memory.limit_in_bytes", "300"),
                ("/sys/fs/my groups/inner/memory.usage_in_bytes", "100"),
                // Not above the mount point.
                ("/sys/fs/memory.limit_in_bytes", "1"),
                ("/sys/fs/memory.usage_in_bytes", "1"),
            ]
        };
        assert_eq!(memory_left_with(&files("4:memory:/docker/ab")), Some(800));
        assert_eq!(memory_left_with(&files("4:memory:/docker/ab/inner")), Some(200));
        assert_eq!(memory_left_with(&files("4:memory:/elsewhere/inner")), Some(800));
        assert_eq!(memory_left_with(&files("4:memory:/docker/ab/../inner")), Some(800));
    }

    #[test]
    fn malformed_lines_are_skipped() {
        let files = [
            ("/proc/self/cgroup", "\nmemory\n4:memory\n0:\n"),
            ("/proc/self/mountinfo", "\n - \n1 2 3 - cgroup2\n1 2 3 / /a rw - cgroup cgroup\n"),
        ];
        assert_eq!(memory_left_with(&files), None);
        assert_eq!(unescaped(r"a\9\0401\é\777"), PathBuf::from("a\\9 1\\é\\777"));
    }
}
