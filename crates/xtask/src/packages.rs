//! Rules on packages for the registry: a package has a description for readers and its licences, and its code
//! includes no file from outside of it.

use crate::files::File;
use crate::findings::{Finding, finding};
use std::path::Path;

/// Each package needs these beside its manifest.
const DOCUMENTS: [&str; 3] = ["README.md", "LICENSE-MIT", "LICENSE-APACHE"];

const INCLUSIONS: [&str; 3] = ["include_str!(", "include_bytes!(", "include!("];

/// The faults of all packages that are published.
pub(crate) fn incomplete(files: &[File], root: &Path) -> Vec<Finding> {
    let manifests = files.iter().filter(|file| {
        file.path.ends_with("Cargo.toml")
            && file.text.lines().any(|line| line == "[package]")
            && !file.path.starts_with("fuzz/")
            && !file.text.contains("publish = false")
    });
    let mut findings = Vec::new();
    for manifest in manifests {
        let folder = manifest.path.trim_end_matches("Cargo.toml");
        let missing = DOCUMENTS.into_iter().filter(|name| !root.join(folder).join(name).exists());
        findings.extend(missing.map(|name| finding(manifest, 0, format!("no {name} beside it"))));
        let tests = format!("{folder}tests/");
        let packed = |file: &&File| {
            file.is("rs") && file.path.starts_with(folder) && !file.path.starts_with(&tests)
        };
        findings.extend(files.iter().filter(packed).flat_map(|file| inclusions(file, folder)));
    }
    findings
}

/// The inclusions of a file that leave the folder of its package. Documentation tests may have them: only a
/// checkout runs these.
fn inclusions(file: &File, folder: &str) -> Vec<Finding> {
    let depth = file.path[folder.len()..].matches('/').count();
    let mut only_doctest = false;
    let mut findings = Vec::new();
    for (number, line) in file.text.lines().enumerate() {
        let line = line.trim();
        only_doctest = line == "#[cfg(doctest)]" || only_doctest && line.starts_with("#[");
        let from_file = INCLUSIONS.iter().any(|inclusion| line.contains(inclusion))
            && line.contains(&format!("\"{}", "../".repeat(depth + 1)));
        // Unit tests read files when they run, in a checkout.
        let from_manifest = line.contains(r#"env!("CARGO_MANIFEST_DIR"), "/.."#)
            && !file.path.ends_with("/tests.rs");
        if !only_doctest && (from_file || from_manifest) {
            findings.push(finding(file, number, "its package does not contain this file"));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> usize {
        inclusions(&File { path: path.into(), text: text.into() }, "crates/a/").len()
    }

    #[test]
    fn inclusions_stay_in_the_package() {
        let line = r#"const A: &str = include_str!("../a.txt");"#;
        assert_eq!(faults("crates/a/src/b.rs", line), 0);
        let line = r#"const A: &str = include_str!("../../a.txt");"#;
        assert_eq!(faults("crates/a/src/b.rs", line), 1);
        assert_eq!(faults("crates/a/src/b/mod.rs", line), 0);
        let documents = "#[cfg(doctest)]\n#[doc = include_str!(\"../../README.md\")]\n";
        assert_eq!(faults("crates/a/src/b.rs", documents), 0);
    }
}
