//! `cargo xtask book`: the book as pages, in `book/dist`.
//!
//! mdBook replaces `.md` by `.html` in every relative link. A link that leaves the book leads to a file of the
//! repository, so its ending is restored: `book/dist` is as deep as `book/src`, and the link works from both.

use crate::steps::{Outcome, output, root, succeed};
use std::fs;
use std::path::Path;
use std::process::Command;

const VERSION: &str = "0.5.4";

pub(crate) fn build() -> Outcome {
    if output(Command::new("mdbook").arg("--version")).is_none() {
        return Err(format!(
            "mdBook is missing: install it by `cargo install mdbook --version {VERSION} --locked`"
        ));
    }
    succeed(Command::new("mdbook").args(["build", "book"]).current_dir(root()))?;
    let built = root().join("book/dist");
    restore_links(&built, 0).map_err(|error| format!("{}: {error}", built.display()))?;
    println!("{}", built.join("index.html").display());
    Ok(())
}

/// Restores the links in all pages of a folder that is `depth` folders below the first page.
fn restore_links(folder: &Path, depth: usize) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            restore_links(&path, depth + 1)?;
        } else if path.extension().is_some_and(|extension| extension == "html") {
            let page = fs::read_to_string(&path)?;
            fs::write(&path, with_links(&page, depth))?;
        }
    }
    Ok(())
}

/// A page in which links to more than `depth` folders above end in `.md` again.
fn with_links(page: &str, depth: usize) -> String {
    let mut parts = page.split("href=\"");
    let mut restored = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        restored += "href=\"";
        let end = part.find('"').unwrap_or(part.len());
        let (link, rest) = part.split_at(end);
        let leaves = link.starts_with(&"../".repeat(depth + 1));
        restored += &if leaves { link.replacen(".html", ".md", 1) } else { link.to_owned() };
        restored += rest;
    }
    restored
}

#[cfg(test)]
mod tests {
    use super::with_links;

    #[test]
    fn links_that_leave_the_book_lead_to_markdown() {
        let page = "<a href=\"../../../docs/a.html#b\">a</a> <a href=\"../c.html\">c</a>";
        let expected = "<a href=\"../../../docs/a.md#b\">a</a> <a href=\"../c.html\">c</a>";
        assert_eq!(with_links(page, 1), expected);
        assert_eq!(with_links("<a href=\"../c.html\">", 0), "<a href=\"../c.md\">");
    }
}
