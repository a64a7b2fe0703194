//! Replaces the bitmaps of a checkpoint by any bytes.
#![no_main]

use loyd_fuzz::folder::{Seal, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> = LazyLock::new(|| Target::new("memory", ".ball", Seal::Header));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.replace(bytes));
