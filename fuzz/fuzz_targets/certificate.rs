//! Replaces the certificate of a finished run by any bytes.
#![no_main]

use loyd_fuzz::folder::{Seal, Target};
use std::sync::LazyLock;

static TARGET: LazyLock<Target> =
    LazyLock::new(|| Target::new("finished", "certificate.json", Seal::Document));

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.replace(bytes));
