// The sources of one target block. A workgroup computes one block; each of its invocations computes
// words of four times 32 bits, that is eight lanes.
//
//     locate   where the block's sources lie, and whether one of them grew at the last level
//     fetch    a word of a source as the target sees it
//
// Declared elsewhere: the bitmaps `source_0` … and the functions `load` and `load_word` that choose
// among them, since a shader cannot index its bindings.

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
const PULL_WORDS: u32 = 12u;

// Kinds of pulls.
const WHOLE: u32 = 0u;
const SPLIT: u32 = 1u;
const GATHER: u32 = 2u;
const BITS_ABOVE: u32 = 3u;
const BITS_BELOW: u32 = 4u;

var<workgroup> first: array<u32, 8>;
var<workgroup> other: array<u32, 8>;
var<workgroup> groups_from: array<u32, 8>;
// Bit i: source i holds states; the highest bit: a source grew at the last level.
var<workgroup> seen: atomic<u32>;
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
    let shifts_at = pull_field(pull, SHIFTS_AT);
    let shifts = pull_field(pull, SHIFTS);
    for (var i = 0u; i < shifts; i += 1u) {
        at += shift_of(shifts_at + 3u * i, block);
    }
    let run = pull_field(pull, RUN);
    if (pull_field(pull, KIND) == SPLIT) {
        let split_at = pull_field(pull, SPLIT_AT);
        let odd = is_odd(block);
        first[pull] = at + shift_of(split_at + 3u * odd, block);
        other[pull] = at + shift_of(split_at + 3u * (1u - odd), block);
    } else {
        at -= at % run;
        first[pull] = at;
        other[pull] = at;
    }
    groups_from[pull] = pull_field(pull, GROUPS_AT) + block % run * pull_field(pull, GROUPS);
}

// Records which sources hold states, and whether one grew.
fn note(pull: u32, block: u32) {
    let account = atomicLoad(&accounts[pull_field(pull, ACCOUNT) + block]);
    if ((account & COUNT_MASK) != 0u) {
        let grew = select(0u, GREW, (account >> COUNT_BITS) == task.level);
        atomicOr(&seen, grew | (1u << pull));
    }
}

fn note_sources(me: u32) {
    for (var pull = 0u; pull < task.pulls; pull += 1u) {
        let run = pull_field(pull, RUN);
        for (var i = me; i < run; i += INVOCATIONS) {
            note(pull, first[pull] + i);
        }
        if (me == 0u && other[pull] != first[pull]) {
            note(pull, other[pull]);
        }
    }
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

fn load_block(pull: u32, block: u32, word: u32) -> vec4<u32> {
    let place = located(pull, block);
    return load(place.binding, place.word + word);
}

// A lane of the source: `number` counts the blocks of the run.
fn load_lane(pull: u32, number: u32, lane: u32) -> u32 {
    let place = located(pull, first[pull] + number);
    let pair = load_word(place.binding, place.word + (lane >> 3u), (lane >> 1u) & 3u);
    return (pair >> ((lane & 1u) * 16u)) & 0xffffu;
}

struct Lane {
    number: u32,
    lane: u32,
}

// The lane from which a lane of the target is taken.
fn source_lane(pull: u32, lane: u32) -> Lane {
    let in_group = tables[pull_field(pull, LANES_AT) + lane];
    let group = tables[groups_from[pull] + (in_group >> 16u)];
    return Lane(group >> 16u, (in_group & 0xffffu) + (group & 0xffffu));
}

// A lane of the target. Where d_0 and d_1 are exchanged each of its bits has a separate source:
// (a, b) becomes (b + 1, a) if a <= b, else (b, a - 1).
fn fetch_lane(pull: u32, kind: u32, lane: u32) -> u32 {
    if (kind == GATHER) {
        let place = source_lane(pull, lane);
        return load_lane(pull, place.number, place.lane);
    }
    var place = Lane();
    // The group of lanes that differ in d_1 alone, and d_1 before the exchange.
    var group = lane;
    if (kind == BITS_BELOW) {
        place = source_lane(pull, lane);
        group = place.lane;
    }
    let b = group % (TILES - 1u);
    group -= b;
    var bits = 0u;
    for (var a = 0u; a < TILES; a += 1u) {
        let below = a <= b;
        let exchanged = group + select(a - 1u, a, below);
        if (kind == BITS_ABOVE) {
            place = source_lane(pull, exchanged);
        } else {
            place.lane = exchanged;
        }
        let bit = load_lane(pull, place.number, place.lane) >> select(b, b + 1u, below);
        bits |= (bit & 1u) << a;
    }
    return bits;
}

// Word `word` of the target block as far as it comes from pull `pull`.
fn fetch(pull: u32, word: u32) -> vec4<u32> {
    let kind = pull_field(pull, KIND);
    if (kind == WHOLE) {
        return load_block(pull, first[pull], word);
    }
    if (kind == SPLIT) {
        let at = task.parity_at + 4u * word;
        let odd = vec4<u32>(tables[at], tables[at + 1u], tables[at + 2u], tables[at + 3u]);
        let even_states = load_block(pull, first[pull], word) & ~odd;
        return even_states | (load_block(pull, other[pull], word) & odd);
    }
    var found = vec4<u32>();
    let lanes = min(8u, BLOCK_LANES - min(BLOCK_LANES, 8u * word));
    for (var i = 0u; i < lanes; i += 1u) {
        found[i >> 1u] |= fetch_lane(pull, kind, 8u * word + i) << (16u * (i & 1u));
    }
    return found;
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

// The number of a workgroup: dispatches have two dimensions, since one has at most 65,535.
fn number_of(group: vec3<u32>, groups: vec3<u32>) -> u32 {
    return group.y * groups.x + group.x;
}
