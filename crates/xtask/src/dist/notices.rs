//! The packages that are part of a binary: a bill of materials in the format of `CycloneDX`, and the texts
//! of their licences.

use crate::steps::{cargo, output, root};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Beginnings of the names of files with licences, in capitals.
const LICENCES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE"];

/// Libraries without a package of cargo: what they are, and their notice or its place.
const OTHERS: &str = "\
Rust's standard library: MIT OR Apache-2.0, The Rust Project Developers
musl (static binaries of Linux): MIT, Copyright (c) 2005-2020 Rich Felker, et al.
SQLite: public domain
Preact (the web page): MIT, Copyright (c) 2015-present Jason Miller
Its signals (the web page): MIT, Copyright (c) 2022-present Preact Team
three.js (the web page): MIT, Copyright (c) 2010-2026 three.js authors
Arimo (the font of pictures): OFL-1.1, see LICENSE-FONT
";

/// A package, from `cargo tree` and `Cargo.lock`.
pub(super) struct Package {
    name: String,
    version: String,
    licence: String,
    /// SHA-256 of its file in the registry.
    checksum: String,
}

/// The packages of other authors that are linked into the program for a target.
pub(super) fn packages(target: &str) -> Result<Vec<Package>, String> {
    let arguments = "tree --locked --package loyd-cli --features full --edges normal --prefix none";
    let mut arguments: Vec<&str> = arguments.split(' ').collect();
    arguments.extend(["--target", target, "--format", "{p}|{l}|"]);
    let tree = output(&mut cargo(&arguments)).ok_or("cargo tree failed")?;
    let lock = fs::read_to_string(root().join("Cargo.lock")).map_err(|e| e.to_string())?;
    let checksums: BTreeMap<(&str, &str), &str> =
        lock.split("[[package]]").filter_map(locked).collect();
    let mut packages = BTreeMap::new();
    for line in tree.lines() {
        let mut fields = line.split('|');
        let (Some(package), Some(licence)) = (fields.next(), fields.next()) else { continue };
        let mut words = package.split(' ');
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        let version = version.trim_start_matches('v');
        // Those without a checksum are our own.
        let Some(checksum) = checksums.get(&(name, version)) else { continue };
        let [name, version, licence, checksum] =
            [name, version, licence, checksum].map(str::to_owned);
        let licence = licence.replace('/', " OR ");
        packages
            .insert((name.clone(), version.clone()), Package { name, version, licence, checksum });
    }
    Ok(packages.into_values().collect())
}

/// Name, version and checksum of an entry of `Cargo.lock`.
fn locked(entry: &str) -> Option<((&str, &str), &str)> {
    let value = |key: &str| {
        let line = entry.lines().find_map(|line| line.strip_prefix(key))?;
        line.strip_prefix(" = \"")?.strip_suffix('"')
    };
    Some(((value("name")?, value("version")?), value("checksum")?))
}

/// A bill of materials (`CycloneDX` 1.5, JSON) without time and serial number.
pub(super) fn bill_of_materials(packages: &[Package], commit: &str) -> String {
    let mut text = format!(
        "{{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n  \
         \"metadata\": {{\"component\": {{\"type\": \"application\", \"name\": \"loyd\", \"version\": \"{}\", \
         \"properties\": [{{\"name\": \"commit\", \"value\": \"{commit}\"}}]}}}},\n  \"components\": [\n",
        env!("CARGO_PKG_VERSION"),
    );
    for (at, Package { name, version, licence, checksum }) in packages.iter().enumerate() {
        let comma = if at + 1 < packages.len() { "," } else { "" };
        let _ = writeln!(
            text,
            "    {{\"type\": \"library\", \"name\": \"{name}\", \"version\": \"{version}\", \
             \"purl\": \"pkg:cargo/{name}@{version}\", \"licenses\": [{{\"expression\": \"{licence}\"}}], \
             \"hashes\": [{{\"alg\": \"SHA-256\", \"content\": \"{checksum}\"}}]}}{comma}"
        );
    }
    text + "  ]\n}\n"
}

/// The licence of each package, then each text with the packages that have it.
pub(super) fn licences(packages: &[Package]) -> Result<String, String> {
    let registries = fs::read_dir(cargo_home()?.join("registry/src")).map_err(|e| e.to_string())?;
    let registries: Vec<PathBuf> = registries.flatten().map(|entry| entry.path()).collect();
    let mut list = String::from("Libraries that are part of loyd, and their licences.\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for Package { name, version, licence, .. } in packages {
        let _ = writeln!(list, "{name} {version}: {licence}");
        let folder = format!("{name}-{version}");
        let sources = registries.iter().map(|registry| registry.join(&folder));
        let source = sources.into_iter().find(|source| source.is_dir());
        let source = source.ok_or_else(|| format!("{folder} is not in the registry's sources"))?;
        for text in texts_below(&source) {
            texts.entry(text).or_default().push(format!("{name} {version}"));
        }
    }
    list.push_str(OTHERS);
    let mut texts: Vec<(Vec<String>, String)> =
        texts.into_iter().map(|(text, packages)| (packages, text)).collect();
    texts.sort();
    for (packages, text) in texts {
        let _ = write!(list, "\n{}\n{}\n\n{text}\n", "-".repeat(80), packages.join(", "));
    }
    Ok(list)
}

/// The texts of the licences in a package, with the same line ends and no blanks around.
fn texts_below(source: &Path) -> Vec<String> {
    let entries = fs::read_dir(source).into_iter().flatten().flatten();
    let is_licence = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        LICENCES.iter().any(|beginning| name.starts_with(beginning))
    };
    let mut paths: Vec<PathBuf> = entries.map(|e| e.path()).filter(is_licence).collect();
    paths.sort();
    let texts = paths.into_iter().filter_map(|path| fs::read_to_string(path).ok());
    texts.map(|text| text.replace("\r\n", "\n").trim().to_owned()).collect()
}

/// The folder of cargo's registry.
pub(super) fn cargo_home() -> Result<PathBuf, String> {
    if let Some(folder) = std::env::var_os("CARGO_HOME") {
        return Ok(folder.into());
    }
    let home = std::env::home_dir().ok_or("the home directory is unknown")?;
    Ok(home.join(".cargo"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_the_lock_file_are_read() {
        let entry = "\nname = \"a\"\nversion = \"1.0.0\"\nsource = \"x\"\nchecksum = \"f0\"\n";
        assert_eq!(locked(entry), Some((("a", "1.0.0"), "f0")));
        assert_eq!(locked("\nname = \"loyd\"\nversion = \"0.1.0\"\n"), None);
    }

    #[test]
    fn the_bill_of_materials_has_one_component_a_package() {
        let package = || Package {
            name: "a".into(),
            version: "1.0.0".into(),
            licence: "MIT".into(),
            checksum: "f0".into(),
        };
        let text = bill_of_materials(&[package(), package()], "c0");
        assert_eq!(text.matches("pkg:cargo/a@1.0.0").count(), 2);
        assert_eq!(text.matches('{').count(), text.matches('}').count());
        assert!(text.contains("}]},\n") && text.contains("}]}\n  ]"));
    }
}
