//! The machine in a line, at the head of benchmarks.

use crate::platform;
use loyd_report::numbers::count;

/// One line: processor, cores, instruction sets.
pub(crate) fn hardware() -> String {
    let simd = platform::simd();
    let simd = if simd.is_empty() { "no SIMD known".into() } else { simd.join(" ") };
    format!("{}, {} cores, {simd}", platform::cpu_model(), count(platform::cores() as u64))
}
