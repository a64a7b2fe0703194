// Sources whose lanes move within and between blocks: the tile is first written to the memory of the
// workgroup, where neighbouring invocations look up neighbouring lanes.

// The lanes of a tile, in pairs. The last group of `exchange` is read as eight pairs.
var<workgroup> pairs: array<u32, 1032>;

// The places of lanes of the target in the source, in lanes from the first block of the run on.
fn places(pull: u32, kind: u32, lanes: vec4<u32>) -> vec4<u32> {
    let inside = min(lanes, vec4<u32>(BLOCK_LANES - 1u));
    let groups_at = vec4<u32>(groups_from[pull]);
    if (kind == BITS_BELOW) {
        // The lanes of the groups of `exchange`, in the order of the source.
        let chunk = vec4<u32>(pull_field(pull, CHUNK));
        return four_words(groups_at + inside / chunk) + inside % chunk;
    }
    let in_group = four_words(vec4<u32>(pull_field(pull, LANES_AT)) + inside);
    return four_words(groups_at + (in_group >> vec4<u32>(16u))) + (in_group & vec4<u32>(0xffffu));
}

fn four_words(at: vec4<u32>) -> vec4<u32> {
    return vec4<u32>(tables[at.x], tables[at.y], tables[at.z], tables[at.w]);
}

// The pairs of lanes of a run in which the given lanes lie.
fn load_pairs(pull: u32, at: vec4<u32>) -> vec4<u32> {
    let binding = pull_field(pull, BINDING);
    let pairs_at = at >> vec4<u32>(1u);
    if (pull_field(pull, PIECES) == 1u) {
        let run_at = (first[pull] - task.first_block) * (4u * BLOCK_WORDS);
        return load_words(binding, pairs_at + run_at);
    }
    return vec4<u32>(
        load_pair(binding, first[pull], pairs_at.x),
        load_pair(binding, first[pull], pairs_at.y),
        load_pair(binding, first[pull], pairs_at.z),
        load_pair(binding, first[pull], pairs_at.w),
    );
}

// A pair of a run that may cross the pieces of the bitmap.
fn load_pair(binding: u32, run: u32, at: u32) -> u32 {
    let piece = (run + at / (4u * BLOCK_WORDS)) / PIECE_BLOCKS;
    let run_at = (run - piece * PIECE_BLOCKS) * (4u * BLOCK_WORDS);
    return load_words(binding + piece, vec4<u32>(run_at + at)).x;
}

// Writes `lanes` lanes from lane `start` on to the memory of the workgroup, zeros beyond the block.
fn gather(pull: u32, kind: u32, start: u32, lanes: u32, me: u32) {
    for (var at = me; 2u * at < lanes; at += 4u * INVOCATIONS) {
        let lane = vec4<u32>(start + 2u * at) + 2u * INVOCATIONS * vec4<u32>(0u, 1u, 2u, 3u);
        let even = places(pull, kind, lane);
        let odd = places(pull, kind, lane + 1u);
        let low = load_pairs(pull, even) >> ((even & vec4<u32>(1u)) * 16u);
        let high = load_pairs(pull, odd) >> ((odd & vec4<u32>(1u)) * 16u);
        let end = vec4<u32>(BLOCK_LANES);
        let found = select(vec4<u32>(), low & vec4<u32>(0xffffu), lane < end)
            | select(vec4<u32>(), high << vec4<u32>(16u), lane + 1u < end);
        pairs[at] = found.x;
        pairs[at + INVOCATIONS] = found.y;
        pairs[at + 2u * INVOCATIONS] = found.z;
        pairs[at + 3u * INVOCATIONS] = found.w;
    }
}

fn gathered_word(at: u32) -> vec4<u32> {
    return vec4<u32>(pairs[4u * at], pairs[4u * at + 1u], pairs[4u * at + 2u], pairs[4u * at + 3u]);
}

// The words of a tile of the source of pull `pull`.
fn gathered(pull: u32, tile: u32, words: vec4<u32>, me: u32) -> Words {
    // The words of the previous pull are read.
    workgroupBarrier();
    gather(pull, GATHER, 8u * tile, 8u * min(TILE_WORDS, BLOCK_WORDS - tile), me);
    workgroupBarrier();
    let at = words - vec4<u32>(tile);
    return Words(gathered_word(at.x), gathered_word(at.y), gathered_word(at.z), gathered_word(at.w));
}
