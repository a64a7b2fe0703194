//! Replaces the results of boards that were solved in a folder by any bytes.
#![no_main]

use loyd_fuzz::folder::{Seal, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> =
    LazyLock::new(|| Target::new("solves", "results.json", Seal::Document));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.replace(bytes));
