//! The text files of the repository.

use std::fs;
use std::path::Path;

/// A file of the repository: its path with forward slashes, and its text.
pub(crate) struct File {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// True if its name ends with this extension.
    pub(crate) fn is(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|its| its == extension)
    }
}

/// Reads all text files below a folder, except built and hidden ones.
pub(crate) fn collect(folder: &Path, path: &str, files: &mut Vec<File>) -> std::io::Result<()> {
    const HIDDEN_ROOMS: [&str; 3] = [".cargo", ".ci", ".github"];
    const BUILT: [&str; 6] = ["target", "dist", "node_modules", "tmp", "corpus", "artifacts"];
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let below = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
        if entry.file_type()?.is_dir() {
            let hidden = name.starts_with('.') && !HIDDEN_ROOMS.contains(&name.as_str());
            if !hidden && !BUILT.contains(&name.as_str()) {
                collect(&entry.path(), &below, files)?;
            }
        } else if entry.file_type()?.is_file()
            && name != "Cargo.lock"
            && let Ok(text) = fs::read_to_string(entry.path())
        {
            files.push(File { path: below, text });
        }
    }
    Ok(())
}
