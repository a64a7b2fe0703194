//! A package of Debian: an archive of ar(5) with the control file and the installed files.

use super::archive::{Entry, gzip, tar, xz};
use std::collections::BTreeSet;

/// The place of a file of an archive below the root of a system, and true if it is compressed there; `None` if
/// the package leaves it out.
fn installed(path: &str) -> Option<(String, bool)> {
    let name = path.rsplit('/').next()?;
    let place = match path {
        "loyd" => "usr/bin/loyd".into(),
        _ if path.starts_with("man/") => {
            return Some((format!("usr/share/man/man1/{name}.gz"), true));
        }
        "completions/loyd.bash" => "usr/share/bash-completion/completions/loyd".into(),
        "completions/_loyd" => "usr/share/zsh/vendor-completions/_loyd".into(),
        "completions/loyd.fish" => "usr/share/fish/vendor_completions.d/loyd.fish".into(),
        "THIRD-PARTY.txt" | "CHANGELOG.md" => {
            return Some((format!("usr/share/doc/loyd/{name}.gz"), true));
        }
        "README.md" | "loyd.cdx.json" => format!("usr/share/doc/loyd/{name}"),
        _ => return None,
    };
    Some((place, false))
}

/// The package of a static binary and its documents; `None` on other machines than Debian's.
pub(super) fn package(
    files: &[Entry],
    target: &str,
    time: u64,
) -> Result<Option<(String, Vec<u8>)>, String> {
    let machine = match target {
        "x86_64-unknown-linux-musl" => "amd64",
        "aarch64-unknown-linux-musl" => "arm64",
        _ => return Ok(None),
    };
    let mut data = vec![entry("usr/share/doc/loyd/copyright".into(), copyright(files))];
    for file in files {
        let Some((path, is_packed)) = installed(&file.path) else { continue };
        let contents = if is_packed { gzip(&file.contents)? } else { file.contents.clone() };
        data.push(Entry { path, contents, is_program: file.is_program });
    }
    let folders: BTreeSet<String> = data.iter().flat_map(|entry| parents(&entry.path)).collect();
    let bytes: usize = data.iter().map(|entry| entry.contents.len()).sum();
    data.extend(folders.into_iter().map(|folder| entry(folder, vec![])));
    for entry in &mut data {
        entry.path.insert_str(0, "./");
    }
    let version = env!("CARGO_PKG_VERSION");
    let control = format!(
        "Package: loyd\nVersion: {version}\nArchitecture: {machine}\nSection: science\nPriority: optional\n\
         Maintainer: The loyd developers\nInstalled-Size: {}\n\
         Description: {}\n Solves with proof of optimality, counts every position by its distance, audits\n \
         heuristics, compares search algorithms, and serves a web page.\n",
        bytes.div_ceil(1024),
        "sliding-tile puzzles and cubes as state spaces",
    );
    let control = tar(&[entry("./control".into(), control.into_bytes())], time);
    let mut package = b"!<arch>\n".to_vec();
    member(&mut package, "debian-binary", time, b"2.0\n");
    member(&mut package, "control.tar.gz", time, &gzip(&control)?);
    member(&mut package, "data.tar.xz", time, &xz(&tar(&data, time))?);
    Ok(Some((format!("loyd_{version}_{machine}.deb"), package)))
}

fn entry(path: String, contents: Vec<u8>) -> Entry {
    Entry { path, contents, is_program: false }
}

/// Both licences, and that of the font.
fn copyright(files: &[Entry]) -> Vec<u8> {
    let mut licences: Vec<&Entry> =
        files.iter().filter(|file| file.path.starts_with("LICENSE")).collect();
    licences.sort_by_key(|file| &file.path);
    let mut text = b"MIT or Apache-2.0, at your option; of the font OFL-1.1. The licences of the \
        dependencies are in THIRD-PARTY.txt.gz.\n"
        .to_vec();
    for licence in licences {
        text.extend(b"\n----\n\n");
        text.extend(&licence.contents);
    }
    text
}

/// The folders above a file, each with a slash at its end.
fn parents(path: &str) -> impl Iterator<Item = String> {
    path.match_indices('/').map(|(at, _)| path[..=at].to_owned())
}

fn member(package: &mut Vec<u8>, name: &str, time: u64, contents: &[u8]) {
    let length = contents.len();
    package.extend(format!("{name:<16}{time:<12}0     0     100644  {length:<10}`\n").as_bytes());
    package.extend(contents);
    if length % 2 == 1 {
        package.push(b'\n');
    }
}
