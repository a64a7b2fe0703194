//! Packages of Debian that tests need.

use crate::steps::succeed;
use std::process::Command;

/// Installs packages where this program may. The caller checks afterwards whether the programs work.
pub(crate) fn install(packages: &[&str]) {
    println!("{} missing: installing with apt-get", packages.join(", "));
    let mut update = Command::new("apt-get");
    update.args(["update", "-qq"]);
    let mut install = Command::new("apt-get");
    install.args(["install", "-y", "-qq", "--no-install-recommends"]).args(packages);
    install.env("DEBIAN_FRONTEND", "noninteractive");
    let _ = succeed(&mut update).and_then(|()| succeed(&mut install));
}
