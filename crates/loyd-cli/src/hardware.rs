//! The machine in a line, at the head of benchmarks.

use crate::platform;
use loyd_report::numbers::count;
use loyd_search::arch::cpu;

/// One line: processor, cores, extensions in use, and the limit if there is one.
pub(crate) fn hardware() -> String {
    let simd = platform::simd();
    let simd = if simd.is_empty() { "no SIMD known".into() } else { simd.join(" ") };
    let limit = cpu::limit().map_or_else(String::new, |set| format!(", kernels up to {set}"));
    format!("{}, {} cores, {simd}{limit}", platform::cpu_model(), count(platform::cores() as u64))
}
