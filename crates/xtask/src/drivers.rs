//! Tests on a graphics driver that runs on the processor: lavapipe, of Mesa.

use crate::debian;
use crate::steps::Outcome;
use std::path::Path;

/// The package of Debian, which brings the loader too.
const PACKAGE: &str = "mesa-vulkan-drivers";

/// Folders of the files that lead a loader to its drivers.
const FOLDERS: [&str; 3] =
    ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d"];

/// Finds the driver, or installs it where this program may. Whether it works is for the tests to
/// find out, which do not pass without it.
pub(crate) fn install() -> Outcome {
    if find().is_none() {
        debian::install(&[PACKAGE, "libvulkan1"]);
    }
    match find() {
        Some(file) => {
            println!("lavapipe: {file}");
            Ok(())
        }
        None => Err(format!(
            "the tests of enumerations on graphics cards need a driver for Vulkan that runs on the \
             processor: install the package {PACKAGE}"
        )),
    }
}

/// The file that leads to the driver.
fn find() -> Option<String> {
    let files = FOLDERS.iter().filter_map(|folder| Path::new(folder).read_dir().ok()).flatten();
    files
        .flatten()
        .map(|file| file.path().display().to_string())
        .find(|path| path.contains("lvp_icd"))
}
