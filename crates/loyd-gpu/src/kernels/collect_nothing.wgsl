// Nothing is collected.

fn collect(block: u32, word: u32, merged: vec4<u32>, at: u32) {}

fn collect_block(block: u32, me: u32) {}
