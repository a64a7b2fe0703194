//! Replaces the index of the units of a level by any bytes.
#![no_main]

use loyd_fuzz::folder::{Seal, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> = LazyLock::new(|| Target::new("disk", ".index", Seal::Sum));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.replace(bytes));
