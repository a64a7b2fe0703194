//! The state of a level that is not finished, replaced by any bytes.
#![no_main]

use loyd_fuzz::folder::{Seal, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> = LazyLock::new(|| Target::new("disk", "level.mark", Seal::Sum));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.replace(bytes));
