//! Replaces the levels that a frontier search has committed by any bytes.
#![no_main]

use loyd_fuzz::folder::{Seal, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> =
    LazyLock::new(|| Target::new("frontier", "lists.json", Seal::Document));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.replace(bytes));
