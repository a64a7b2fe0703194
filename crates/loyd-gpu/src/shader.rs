//! The kernels: their texts, put together, and the constants of a board.
//!
//! A kernel reads several bitmaps, and a shader of WebGPU cannot index its bindings. So the bindings
//! and the choice among them are written here for the number that a dispatch may have; everything
//! else is in the `.wgsl` files.

use crate::kernel::{Kernel, Movement};
use crate::plan::GpuPlan;
use loyd_tiles::bitmap::Layout;
use std::fmt::Write;

/// Numbers of bindings.
pub(crate) const TASK: u32 = 0;
pub(crate) const TABLES: u32 = 1;
pub(crate) const ACCOUNTS: u32 = 2;
pub(crate) const RESULT: u32 = 3;
pub(crate) const LIST: u32 = 4;
pub(crate) const OWN: u32 = 5;
pub(crate) const FIRST_SOURCE: u32 = 6;

/// Invocations of a workgroup; as in the kernels.
#[cfg(test)]
const INVOCATIONS: usize = 64;

pub(crate) const SUMS: &str = include_str!("kernels/sums.wgsl");

pub(crate) const COPY: &str = include_str!("kernels/copy.wgsl");

/// Account words of a part of a sum; as in `sums.wgsl`.
pub(crate) const PART: u64 = 1024;

/// The text of a kernel with this many sources.
pub(crate) fn text(kernel: Kernel, movement: Movement, sources: usize) -> String {
    let mut text = bindings(sources);
    if kernel.reads_own() {
        let own = format!("@group(0) @binding({OWN}) var<storage, read> own: array<vec4<u32>>;\n");
        text.push_str(&own);
    }
    text.push_str(include_str!("kernels/sources.wgsl"));
    if movement > Movement::Blocks {
        text.push_str(include_str!("kernels/gather.wgsl"));
    }
    text.push_str(match movement {
        Movement::Blocks => include_str!("kernels/blocks.wgsl"),
        Movement::Lanes => include_str!("kernels/lanes.wgsl"),
        Movement::Bits => include_str!("kernels/bits.wgsl"),
    });
    if kernel.lists() {
        text.push_str(include_str!("kernels/collect.wgsl"));
    } else if kernel == Kernel::Cells {
        text.push_str(include_str!("kernels/collect_nothing.wgsl"));
    }
    text.push_str(match kernel {
        Kernel::Cells | Kernel::ListingCells => include_str!("kernels/cells.wgsl"),
        Kernel::Columns => include_str!("kernels/columns.wgsl"),
        Kernel::Edges => include_str!("kernels/edges.wgsl"),
    });
    text
}

/// The declarations of the sources, and the choice among them.
fn bindings(sources: usize) -> String {
    let mut text = String::new();
    let mut cases = [String::new(), String::new()];
    for source in 0..sources {
        let binding = FIRST_SOURCE + source as u32;
        let _ = writeln!(
            text,
            "@group(0) @binding({binding}) var<storage, read> source_{source}: array<vec4<u32>>;"
        );
        // The last one is the default, which a switch must have.
        let case = if source + 1 < sources { format!("case {source}u") } else { "default".into() };
        let word = |component| format!("source_{source}[words.{component}]");
        let words = ["x", "y", "z", "w"].map(word).join(", ");
        let _ = writeln!(cases[0], "        {case}: {{ found = Words({words}); }}");
        let pair = |component| {
            format!("source_{source}[pairs_at.{component} >> 2u][pairs_at.{component} & 3u]")
        };
        let pairs = ["x", "y", "z", "w"].map(pair).join(", ");
        let _ = writeln!(cases[1], "        {case}: {{ found = vec4<u32>({pairs}); }}");
    }
    let _ = write!(
        text,
        "
fn load(binding: u32, words: vec4<u32>) -> Words {{
    var found = Words();
    switch binding {{
{}    }}
    return found;
}}

fn load_words(binding: u32, pairs_at: vec4<u32>) -> vec4<u32> {{
    var found = vec4<u32>();
    switch binding {{
{}    }}
    return found;
}}

",
        cases[0], cases[1]
    );
    text
}

/// Words of 16 bytes of a block.
pub(crate) fn block_words(layout: &Layout) -> usize {
    layout.block_lines * 4
}

pub(crate) fn constants(plan: &GpuPlan) -> [(&'static str, f64); 6] {
    let layout = plan.layout();
    [
        ("TILES", layout.tiles as f64),
        ("BLOCK_DIGITS", layout.block_digits as f64),
        ("BLOCK_LANES", layout.block_lanes as f64),
        ("BLOCK_WORDS", block_words(layout) as f64),
        // The distance of the counts of two cells: the blocks of a bitmap, or of a streamed piece.
        ("BLOCKS", (plan.piece_blocks() * plan.form().pieces()) as f64),
        ("PIECE_BLOCKS", plan.piece_blocks() as f64),
    ]
}

/// An upper bound of the loop iterations of one invocation: some drivers end loops silently after
/// 65,535.
#[cfg(test)]
pub(crate) fn turns(layout: &Layout, pulls: usize) -> usize {
    let words = block_words(layout).div_ceil(INVOCATIONS);
    // A word has eight lanes of up to 16 bits; listing looks at each bit once.
    let of_a_word = pulls * (1 + 8 * layout.tiles) + 128;
    // A run of source blocks has at most two digits above the block but one.
    let run = layout.span(layout.block_digits..(layout.block_digits + layout.width - 1));
    words * of_a_word + pulls * (run.div_ceil(INVOCATIONS) + layout.height + 16)
}
