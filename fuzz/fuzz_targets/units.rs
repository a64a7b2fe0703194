//! Replaces the levels that an enumeration in files has committed by any bytes.
#![no_main]

use loyd_fuzz::folder::{Seal, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> =
    LazyLock::new(|| Target::new("disk", "level.json", Seal::Document));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.replace(bytes));
