// The sources of one target block. A workgroup computes one block, in tiles of 256 words of 16 bytes,
// of which each invocation has four.
//
//     locate   where the block's sources lie, and whether one of them grew at the last level
//     fetch    the words of a tile of a source as the target sees them
//
// Declared elsewhere: the bitmaps `source_0` … and the functions `load` and `load_words` that choose
// among them, since a shader cannot index its bindings; and `look_up`, for sources that differ from
// the target within blocks. Most dispatches have none: without its memory and registers more of their
// workgroups run at a time.

// The board and its layout: `loyd_tiles::bitmap::Layout`.
override TILES: u32;
override BLOCK_DIGITS: u32;
override BLOCK_LANES: u32;
// Words of a block, padding included.
override BLOCK_WORDS: u32;
override BLOCKS: u32;
// Blocks of a piece of a bitmap; all of them if bitmaps are whole.
override PIECE_BLOCKS: u32;

const INVOCATIONS: u32 = 64u;
const TILE_WORDS: u32 = 256u;
const MOST_PULLS: u32 = 8u;
const COUNT_BITS: u32 = 20u;
const COUNT_MASK: u32 = 0xfffffu;
const GREW: u32 = 0x80000000u;

// One dispatch. The fields are those of `Parameters` in `parameters.rs`.
struct Parameters {
    level: u32,
    slot: u32,
    first_block: u32,
    blocks: u32,
    target_account: u32,
    own_account: u32,
    pulls: u32,
    pull_at: u32,
    parity_at: u32,
    accumulate: u32,
    counts_at: u32,
    list_entries: u32,
    list_slots: u32,
    cell: u32,
    sum_at: u32,
    sum_words: u32,
    traffic_at: u32,
}

@group(0) @binding(0) var<uniform> task: Parameters;
@group(0) @binding(1) var<storage, read> tables: array<u32>;
@group(0) @binding(2) var<storage, read_write> accounts: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> result: array<vec4<u32>>;

// Offsets in a pull's description: those of `tables.rs`.
const ACCOUNT: u32 = 0u;
const BINDING: u32 = 1u;
const PIECES: u32 = 2u;
const RUN: u32 = 3u;
const LANES_AT: u32 = 4u;
const GROUPS_AT: u32 = 5u;
const GROUPS: u32 = 6u;
const KIND: u32 = 7u;
const SHIFTS: u32 = 8u;
const SHIFTS_AT: u32 = 9u;
const SPLIT_AT: u32 = 10u;
const CELL: u32 = 11u;
const CHUNK: u32 = 12u;
const PULL_WORDS: u32 = 13u;

// Kinds of pulls.
const WHOLE: u32 = 0u;
const SPLIT: u32 = 1u;
const GATHER: u32 = 2u;
const BITS_ABOVE: u32 = 3u;
const BITS_BELOW: u32 = 4u;

var<workgroup> kinds: array<u32, 8>;
var<workgroup> first: array<u32, 8>;
var<workgroup> other: array<u32, 8>;
var<workgroup> groups_from: array<u32, 8>;
// Bit i: source i holds states; the highest bit: a source grew at the last level. Of the sources that
// are one block or two, and of those that are runs.
var<workgroup> seen: array<u32, 8>;
var<workgroup> seen_runs: atomic<u32>;
var<workgroup> decision: u32;

fn pull_field(pull: u32, field: u32) -> u32 {
    return tables[task.pull_at + pull * PULL_WORDS + field];
}

// The amount that a shift adds to a block index; a negative one wraps around.
fn shift_of(at: u32, block: u32) -> u32 {
    return tables[tables[at + 2u] + block / tables[at] % tables[at + 1u]];
}

// The sum of the digits of a block index, modulo 2.
fn is_odd(block: u32) -> u32 {
    var rest = block;
    var sum = 0u;
    for (var radix = TILES - BLOCK_DIGITS; rest > 0u; radix -= 1u) {
        sum += rest % radix;
        rest /= radix;
    }
    return sum & 1u;
}

// Locates the source of pull `pull`.
fn locate(pull: u32, block: u32) {
    var at = block;
    let kind = pull_field(pull, KIND);
    let shifts_at = pull_field(pull, SHIFTS_AT);
    let shifts = pull_field(pull, SHIFTS);
    for (var i = 0u; i < shifts; i += 1u) {
        at += shift_of(shifts_at + 3u * i, block);
    }
    let run = pull_field(pull, RUN);
    var second = at;
    var found = 0u;
    if (kind == SPLIT) {
        let split_at = pull_field(pull, SPLIT_AT);
        let odd = is_odd(block);
        second += shift_of(split_at + 3u * (1u - odd), block);
        at += shift_of(split_at + 3u * odd, block);
        if (second != at) {
            found = seen_of(pull, second);
        }
    } else if (run > 1u) {
        at -= at % run;
    }
    if (run == 1u) {
        found |= seen_of(pull, at);
    }
    seen[pull] = found;
    kinds[pull] = kind;
    first[pull] = at;
    other[pull] = second;
    groups_from[pull] = pull_field(pull, GROUPS_AT) + block % run * pull_field(pull, GROUPS);
}

// What the account of a source block says: bit `pull` if it holds states, GREW if it grew at the last
// level.
fn seen_of(pull: u32, block: u32) -> u32 {
    let account = atomicLoad(&accounts[pull_field(pull, ACCOUNT) + block]);
    let grew = select(0u, GREW, (account >> COUNT_BITS) == task.level);
    return select(grew | (1u << pull), 0u, (account & COUNT_MASK) == 0u);
}

// Records the sources that are runs of blocks; `locate` has recorded the others.
fn note_runs(me: u32) {
    var found = 0u;
    for (var pull = 0u; pull < task.pulls; pull += 1u) {
        let run = pull_field(pull, RUN);
        if (run > 1u) {
            for (var i = me; i < run; i += INVOCATIONS) {
                found |= seen_of(pull, first[pull] + i);
            }
        }
    }
    if (found != 0u) {
        atomicOr(&seen_runs, found);
    }
}

// What is seen of all sources.
fn seen_of_all() -> u32 {
    var found = atomicLoad(&seen_runs);
    for (var pull = 0u; pull < task.pulls; pull += 1u) {
        found |= seen[pull];
    }
    return found;
}

// The binding that holds a block of a pull's bitmap, and the first word of the block there.
struct Located {
    binding: u32,
    word: u32,
}

fn located(pull: u32, block: u32) -> Located {
    let binding = pull_field(pull, BINDING);
    if (pull_field(pull, PIECES) == 1u) {
        return Located(binding, (block - task.first_block) * BLOCK_WORDS);
    }
    let piece = block / PIECE_BLOCKS;
    return Located(binding + piece, (block - piece * PIECE_BLOCKS) * BLOCK_WORDS);
}

// Four words of a tile, those of one invocation.
struct Words {
    a: vec4<u32>,
    b: vec4<u32>,
    c: vec4<u32>,
    d: vec4<u32>,
}

fn union_of(x: Words, y: Words) -> Words {
    return Words(x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d);
}

// The number of bits in the words that lie in the block; `numbers` are those of the words.
fn ones_of(words: Words, numbers: vec4<u32>) -> u32 {
    let counts = vec4<u32>(ones(words.a), ones(words.b), ones(words.c), ones(words.d));
    let inside = select(vec4<u32>(), counts, numbers < vec4<u32>(BLOCK_WORDS));
    return inside.x + inside.y + inside.z + inside.w;
}

// The numbers of the words of an invocation, which may lie beyond the block.
fn numbers_of(tile: u32, me: u32) -> vec4<u32> {
    return vec4<u32>(tile + me) + INVOCATIONS * vec4<u32>(0u, 1u, 2u, 3u);
}

fn load_block(pull: u32, block: u32, words: vec4<u32>) -> Words {
    let place = located(pull, block);
    return load(place.binding, vec4<u32>(place.word) + words);
}

// The words of a tile that come from pull `pull`. All invocations of the workgroup call it together.
fn fetch(pull: u32, tile: u32, me: u32) -> Words {
    let kind = kinds[pull];
    let words = min(numbers_of(tile, me), vec4<u32>(BLOCK_WORDS - 1u));
    if (kind == WHOLE) {
        return load_block(pull, first[pull], words);
    }
    if (kind == SPLIT) {
        let even = load_block(pull, first[pull], words);
        let odd = load_block(pull, other[pull], words);
        return Words(
            by_parity(even.a, odd.a, words.x),
            by_parity(even.b, odd.b, words.y),
            by_parity(even.c, odd.c, words.z),
            by_parity(even.d, odd.d, words.w),
        );
    }
    return look_up(pull, kind, tile, words, me);
}

// The states with an even digit sum of one word, the others of the other.
fn by_parity(even: vec4<u32>, odd: vec4<u32>, word: u32) -> vec4<u32> {
    let at = task.parity_at + 4u * word;
    let mask = vec4<u32>(tables[at], tables[at + 1u], tables[at + 2u], tables[at + 3u]);
    return (even & ~mask) | (odd & mask);
}

// Adds the streams of a computed block to the measure of traffic: its sources, its target, and
// `others`. The counters are several, since many workgroups add at the same time.
fn note_traffic(block: u32, sources: u32, others: u32) {
    let streams = countOneBits(sources & 0xffu) + 1u + others;
    atomicAdd(&accounts[task.traffic_at + (block & 0xffu)], streams);
}

fn ones(word: vec4<u32>) -> u32 {
    let counts = countOneBits(word);
    return counts.x + counts.y + counts.z + counts.w;
}

// The target as it stands.
fn present(local: u32, tile: u32, me: u32) -> Words {
    let words = min(numbers_of(tile, me), vec4<u32>(BLOCK_WORDS - 1u)) + local * BLOCK_WORDS;
    return Words(result[words.x], result[words.y], result[words.z], result[words.w]);
}

fn store(local: u32, numbers: vec4<u32>, words: Words) {
    let at = numbers + local * BLOCK_WORDS;
    if (numbers.x < BLOCK_WORDS) {
        result[at.x] = words.a;
    }
    if (numbers.y < BLOCK_WORDS) {
        result[at.y] = words.b;
    }
    if (numbers.z < BLOCK_WORDS) {
        result[at.z] = words.c;
    }
    if (numbers.w < BLOCK_WORDS) {
        result[at.w] = words.d;
    }
}

// The number of a workgroup: dispatches have two dimensions, since one has at most 65,535.
fn number_of(group: vec3<u32>, groups: vec3<u32>) -> u32 {
    return group.y * groups.x + group.x;
}
