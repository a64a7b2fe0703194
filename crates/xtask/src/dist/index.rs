//! The files of a release beside its archives: `SHA256SUMS`, and the formula for Homebrew.

use crate::steps::{Outcome, output, root};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Endings of the files of a release.
const ENDINGS: [&str; 3] = [".tar.xz", ".zip", ".deb"];

/// Writes both for the files that are in `dist`.
pub(crate) fn write() -> Outcome {
    let dist = root().join("dist");
    let explain = |error: std::io::Error| format!("{}: {error}", dist.display());
    let mut sums = Vec::new();
    for entry in fs::read_dir(&dist).map_err(explain)? {
        let name = entry.map_err(explain)?.file_name().to_string_lossy().into_owned();
        if ENDINGS.iter().any(|ending| name.ends_with(ending)) {
            let sum = sha256(&dist.join(&name))?;
            sums.push((name, sum));
        }
    }
    sums.sort();
    let lines: Vec<String> = sums.iter().map(|(name, sum)| format!("{sum}  {name}\n")).collect();
    fs::write(dist.join("SHA256SUMS"), lines.concat()).map_err(explain)?;
    let template = fs::read_to_string(root().join("packaging/loyd.rb")).map_err(explain)?;
    match repository().ok_or_else(|| "Cargo.toml names no repository".to_owned()) {
        Ok(address) => match formula(&template, &address, &sums) {
            Ok(text) => fs::write(dist.join("loyd.rb"), text).map_err(explain)?,
            Err(reason) => println!("without dist/loyd.rb: {reason}"),
        },
        Err(reason) => println!("without dist/loyd.rb: {reason}"),
    }
    Ok(())
}

/// The address of the repository: the variable `LOYD_REPOSITORY`, which the release has, or the manifest.
fn repository() -> Option<String> {
    if let Ok(address) = std::env::var("LOYD_REPOSITORY") {
        return Some(address);
    }
    let manifest = fs::read_to_string(root().join("Cargo.toml")).ok()?;
    let line = manifest.lines().find_map(|line| line.strip_prefix("repository = \""))?;
    Some(line.trim_end_matches('"').to_owned())
}

/// The template with its `@NAME@`s replaced: address, version, and `@sha256 TARGET@` for each archive.
fn formula(template: &str, address: &str, sums: &[(String, String)]) -> Result<String, String> {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = template.replace("@REPOSITORY@", address).replace("@VERSION@", version);
    for (name, sum) in sums {
        let target = name.strip_prefix(&format!("loyd-{version}-"));
        if let Some(target) = target.and_then(|target| target.strip_suffix(".tar.xz")) {
            text = text.replace(&format!("@sha256 {target}@"), sum);
        }
    }
    match text.split_once("@sha256 ").and_then(|(_, rest)| rest.split('@').next()) {
        Some(target) => Err(format!("no archive for {target}")),
        None => Ok(text),
    }
}

fn sha256(file: &Path) -> Result<String, String> {
    let sum = output(Command::new("sha256sum").arg(file))
        .or_else(|| output(Command::new("shasum").args(["-a", "256"]).arg(file)))
        .ok_or("neither sha256sum nor shasum is there")?;
    // A backslash precedes the sum of a name with backslashes.
    let sum = sum.split_whitespace().next().unwrap_or_default();
    Ok(sum.trim_start_matches('\\').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_needs_every_archive() {
        let template = "url \"@REPOSITORY@/v@VERSION@\"\nsha256 \"@sha256 a-b@\"\n";
        let archive = concat!("loyd-", env!("CARGO_PKG_VERSION"), "-a-b.tar.xz");
        let text = formula(template, "there", &[(archive.into(), "f0".into())]);
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(text, Ok(format!("url \"there/v{version}\"\nsha256 \"f0\"\n")));
        assert_eq!(formula(template, "there", &[]), Err("no archive for a-b".into()));
    }
}
