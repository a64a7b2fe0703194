//! Embeds the built page, if it is there: each file of `web/dist`, compressed where that helps.
//!
//! Without a page the crate builds all the same, and the server says how to build one. The folder is
//! made if it is missing, because Cargo can wait for changes only in a folder that exists.

use flate2::{Compression, write::GzEncoder};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// Files that are compressed already.
const COMPRESSED: [&str; 6] = ["png", "jpg", "webp", "woff2", "gz", "br"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let web = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    let dist = web.join("dist");
    let mut files = Vec::new();
    if web.is_dir() {
        // A source tree that cannot be written to has no page, and no new one will come.
        if dist.is_dir() || fs::create_dir(&dist).is_ok() {
            println!("cargo::rerun-if-changed={}", dist.display());
            collect(&dist, "", &mut files)?;
        }
    }
    files.sort();
    let mut list = String::from("[\n");
    for (number, (name, path)) in files.iter().enumerate() {
        let (bytes, packed) = packed(name, fs::read(path)?)?;
        let place = out.join(format!("page-{number}"));
        fs::write(&place, bytes)?;
        writeln!(
            list,
            "    ({name:?}, include_bytes!({:?}), {packed}),",
            place.display().to_string()
        )?;
    }
    list.push(']');
    fs::write(out.join("page.rs"), list)?;
    Ok(())
}

/// The files of a folder and those in it, by their names in the page.
fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        let name = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &(name + "/"), files)?;
        } else {
            files.push((name, entry.path()));
        }
    }
    Ok(())
}

/// The bytes of a file, compressed if that makes them fewer.
fn packed(name: &str, bytes: Vec<u8>) -> std::io::Result<(Vec<u8>, bool)> {
    let ending = name.rsplit('.').next().unwrap_or_default();
    if COMPRESSED.contains(&ending) {
        return Ok((bytes, false));
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes)?;
    let smaller = encoder.finish()?;
    Ok(if smaller.len() < bytes.len() { (smaller, true) } else { (bytes, false) })
}
