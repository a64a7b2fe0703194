//! Archives whose bytes depend on their contents alone: entries in the order of their names, one time for all,
//! no owner.
//!
//! The compression is that of xz(1), a third smaller than that of gzip(1). An archive of zip has the same compressed
//! bytes as gzip's format, between another head and another end.

use std::io::Write;
use std::process::{Command, Stdio};

/// A file, or a folder, whose path ends with a slash.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) path: String,
    pub(super) contents: Vec<u8>,
    pub(super) is_program: bool,
}

/// The entries in the format ustar; `time` is in seconds since 1970.
pub(super) fn tar(entries: &[Entry], time: u64) -> Vec<u8> {
    let mut archive = Vec::new();
    for entry in sorted(entries) {
        let is_folder = entry.path.ends_with('/');
        let mode = if is_folder || entry.is_program { 0o755 } else { 0o644 };
        let mut header = [0_u8; 512];
        let mut field = |at: usize, text: &str| {
            header[at..at + text.len()].copy_from_slice(text.as_bytes());
        };
        assert!(entry.path.len() <= 100, "{}: too long for a header", entry.path);
        field(0, &entry.path);
        field(100, &format!("{mode:07o}"));
        field(108, "0000000");
        field(116, "0000000");
        field(124, &format!("{:011o}", entry.contents.len()));
        field(136, &format!("{time:011o}"));
        // The sum is computed with blanks in its place.
        field(148, "        ");
        field(156, if is_folder { "5" } else { "0" });
        field(257, "ustar\x0000");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        archive.extend(header);
        archive.extend(&entry.contents);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.extend([0; 1024]);
    archive
}

/// The entries in the format zip.
pub(super) fn zip(entries: &[Entry]) -> Result<Vec<u8>, String> {
    let (mut archive, mut directory) = (Vec::new(), Vec::new());
    let entries = sorted(entries);
    for entry in &entries {
        let gzip = gzip(&entry.contents)?;
        // Without a name its head is 10 bytes; behind the data are their checksum and their length.
        let (data, end) = gzip[10..].split_at(gzip.len() - 18);
        let offset = archive.len() as u32;
        let mut common = Vec::new();
        // Version 2.0, deflate, 1 January 1980.
        common.extend([20, 0, 0, 0, 8, 0, 0, 0, 0x21, 0]);
        common.extend(&end[..4]);
        common.extend((data.len() as u32).to_le_bytes());
        common.extend(&end[4..]);
        common.extend((entry.path.len() as u16).to_le_bytes());
        common.extend([0, 0]);
        archive.extend(b"PK\x03\x04");
        archive.extend(&common);
        archive.extend(entry.path.as_bytes());
        archive.extend(data);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(entry.path.as_bytes());
    }
    let offset = archive.len() as u32;
    let count = (entries.len() as u16).to_le_bytes();
    archive.extend(&directory);
    archive.extend(b"PK\x05\x06\0\0\0\0");
    archive.extend([count, count].concat());
    archive.extend((directory.len() as u32).to_le_bytes());
    archive.extend(offset.to_le_bytes());
    archive.extend([0, 0]);
    Ok(archive)
}

/// The bytes compressed, with neither name nor time.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>, String> {
    compressed("gzip", &["-9", "-n", "-c"], bytes)
}

/// The bytes compressed by one thread: the number of threads changes the result.
pub(super) fn xz(bytes: &[u8]) -> Result<Vec<u8>, String> {
    compressed("xz", &["-9", "-T1", "-c"], bytes)
}

/// The output of a program with these bytes as its input.
fn compressed(program: &str, arguments: &[&str], bytes: &[u8]) -> Result<Vec<u8>, String> {
    let explain = |error: std::io::Error| format!("{program}: {error}");
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(explain)?;
    let mut input = child.stdin.take().ok_or("a program without input")?;
    let output = std::thread::scope(|scope| {
        scope.spawn(move || input.write_all(bytes));
        child.wait_with_output()
    });
    let output = output.map_err(explain)?;
    if output.status.success() { Ok(output.stdout) } else { Err(format!("{program} failed")) }
}

fn sorted(entries: &[Entry]) -> Vec<&Entry> {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    entries.sort_by_key(|entry| &entry.path);
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<Entry> {
        let entry = |path: &str, contents: &[u8]| Entry {
            path: path.into(),
            contents: contents.into(),
            is_program: false,
        };
        vec![entry("b/c.txt", b"text text text text"), entry("a", b""), entry("b/", b"")]
    }

    #[test]
    fn the_order_of_entries_leaves_no_trace() {
        let mut reversed = entries();
        reversed.reverse();
        assert_eq!(tar(&entries(), 5), tar(&reversed, 5));
        assert_eq!(zip(&entries()), zip(&reversed));
    }

    #[test]
    fn an_entry_of_tar_has_its_fields_and_whole_blocks() {
        let archive = tar(&entries(), 8);
        assert_eq!(archive.len(), 512 * (3 + 1 + 2));
        assert!(archive.starts_with(b"a\0"));
        let text = &archive[1024..];
        assert_eq!(&text[..8], b"b/c.txt\0");
        assert_eq!(&text[124..148], b"00000000023\x0000000000010\0");
        assert_eq!(&text[512..531], b"text text text text");
    }
}
