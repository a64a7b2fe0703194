//! A program in C, compiled with the header and linked with both libraries.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder with the libraries of this build.
fn libraries() -> PathBuf {
    let program = std::env::current_exe().expect("this program");
    let folder = program.parent().expect("a folder").to_owned();
    assert!(has_library(&folder), "no library of C in {}", folder.display());
    folder
}

fn has_library(folder: &Path) -> bool {
    folder.join("libloyd_c.a").exists()
}

#[cfg(target_os = "linux")]
#[test]
fn a_program_in_c_embeds_the_library() {
    let folder = libraries();
    let source = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().expect("a folder");
    for library in ["libloyd_c.a", "libloyd_c.so"] {
        let program = place.path().join(library.replace('.', "-"));
        let built = Command::new("cc")
            .args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-D_DEFAULT_SOURCE", "-pedantic"])
            .arg("-I")
            .arg(source.join("include"))
            .arg(source.join("tests/embed.c"))
            .arg(folder.join(library))
            .args(["-lm", "-lpthread", "-ldl", "-o"])
            .arg(&program)
            .output()
            .expect("a compiler of C");
        assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
        let run =
            Command::new(&program).env("LD_LIBRARY_PATH", &folder).output().expect("a program");
        let text = String::from_utf8_lossy(&run.stdout);
        assert!(run.status.success(), "{library}\n{text}");
        assert!(text.lines().count() > 20, "{text}");
    }
}
