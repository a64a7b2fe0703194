//! The binary `loyd`; all of it is in the library beside this file.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    loyd_cli::main()
}
