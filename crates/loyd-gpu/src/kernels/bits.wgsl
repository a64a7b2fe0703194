// Dispatches with sources whose bits move between lanes: one invocation transposes all lanes of a group.

// The lanes of a tile after the exchange of d_0 and d_1, in pairs.
var<workgroup> exchanged: array<atomic<u32>, 1024>;

// A matrix of 16 x 16 bits, or 16 lanes: row 2 i is the low half and row 2 i + 1 the high half of word
// i, the last four of which are `high`.
struct Matrix {
    low: vec4<u32>,
    high: vec4<u32>,
}

const HALF: vec4<u32> = vec4<u32>(16u);
const WORDS_LOW: vec4<u32> = vec4<u32>(0u, 1u, 2u, 3u);
const WORDS_HIGH: vec4<u32> = vec4<u32>(4u, 5u, 6u, 7u);

// Exchanges rows and columns in four steps (Warren, Hacker's Delight, 7-3).
fn transposed(m: Matrix) -> Matrix {
    var low = swapped_inside(m.low);
    var high = swapped_inside(m.high);
    // Words 0, 2, 4, 6 and 1, 3, 5, 7.
    var a = vec4<u32>(low.xz, high.xz);
    var b = vec4<u32>(low.yw, high.yw);
    var t = ((a >> vec4<u32>(2u)) ^ b) & vec4<u32>(0x33333333u);
    a ^= t << vec4<u32>(2u);
    b ^= t;
    // Words 0, 1, 4, 5 and 2, 3, 6, 7.
    var c = vec4<u32>(a.x, b.x, a.z, b.z);
    var d = vec4<u32>(a.y, b.y, a.w, b.w);
    t = ((c >> vec4<u32>(4u)) ^ d) & vec4<u32>(0x0f0f0f0fu);
    c ^= t << vec4<u32>(4u);
    d ^= t;
    low = vec4<u32>(c.xy, d.xy);
    high = vec4<u32>(c.zw, d.zw);
    t = ((low >> vec4<u32>(8u)) ^ high) & vec4<u32>(0x00ff00ffu);
    return Matrix(low ^ (t << vec4<u32>(8u)), high ^ t);
}

// Exchanges the bits of rows 2 i and 2 i + 1.
fn swapped_inside(words: vec4<u32>) -> vec4<u32> {
    let t = ((words >> vec4<u32>(1u)) ^ (words >> HALF)) & vec4<u32>(0x5555u);
    return words ^ ((t << vec4<u32>(1u)) | (t << HALF));
}

// For rows 2 i and 2 i + 1, the bits below 2 i + `more` and 2 i + 1 + `more`.
fn below(i: vec4<u32>, more: u32) -> vec4<u32> {
    let even = (vec4<u32>(1u) << (2u * i + more)) - 1u;
    return (even & vec4<u32>(0xffffu)) | ((2u * even + 1u) << HALF);
}

// The rows with the lanes of a group: row o is lane o - 1 below bit o, and lane o above it.
fn rows_of(m: Matrix) -> Matrix {
    let low = (m.low << HALF) | (vec4<u32>(0u, m.low.xyz) >> HALF);
    let high = (m.high << HALF) | (vec4<u32>(m.low.w, m.high.xyz) >> HALF);
    return Matrix(
        (low & below(WORDS_LOW, 0u)) | (m.low & ~below(WORDS_LOW, 1u)),
        (high & below(WORDS_HIGH, 0u)) | (m.high & ~below(WORDS_HIGH, 1u)),
    );
}

// The reverse: lane b is row b + 1 up to bit b, and row b above it.
fn lanes_of(m: Matrix) -> Matrix {
    let low = (m.low >> HALF) | (vec4<u32>(m.low.yzw, m.high.x) << HALF);
    let high = (m.high >> HALF) | (vec4<u32>(m.high.yzw, 0u) << HALF);
    return Matrix(
        (low & below(WORDS_LOW, 1u)) | (m.low & ~below(WORDS_LOW, 1u)),
        (high & below(WORDS_HIGH, 1u)) | (m.high & ~below(WORDS_HIGH, 1u)),
    );
}

// The lanes of a group from lane `at` of the memory of the workgroup on, zeros beyond the group.
fn group_at(at: u32) -> Matrix {
    let word = at >> 1u;
    let low = vec4<u32>(pairs[word], pairs[word + 1u], pairs[word + 2u], pairs[word + 3u]);
    let high = vec4<u32>(pairs[word + 4u], pairs[word + 5u], pairs[word + 6u], pairs[word + 7u]);
    var group = Matrix(low, high);
    if ((at & 1u) == 1u) {
        group = Matrix(
            (low >> HALF) | (vec4<u32>(low.yzw, high.x) << HALF),
            (high >> HALF) | (vec4<u32>(high.yzw, 0u) << HALF),
        );
    }
    return Matrix(group.low & in_group(WORDS_LOW), group.high & in_group(WORDS_HIGH));
}

// All bits of the lanes 2 i and 2 i + 1 that belong to a group.
fn in_group(i: vec4<u32>) -> vec4<u32> {
    let even = select(vec4<u32>(), vec4<u32>(0xffffu), 2u * i < vec4<u32>(TILES - 1u));
    let odd = select(vec4<u32>(), vec4<u32>(0xffff0000u), 2u * i + 1u < vec4<u32>(TILES - 1u));
    return even | odd;
}

fn write_pair(tile: u32, pair: u32, bits: u32) {
    let at = pair - 4u * tile;
    if (bits != 0u && at < 4u * TILE_WORDS) {
        atomicOr(&exchanged[at], bits);
    }
}

// Writes the at most 15 lanes of a group to successive lanes of the target.
fn write_group(tile: u32, lane: u32, group: Matrix) {
    var low = group.low;
    var high = group.high;
    let pair = lane >> 1u;
    if ((lane & 1u) == 1u) {
        low = (group.low << HALF) | (vec4<u32>(0u, group.low.xyz) >> HALF);
        high = (group.high << HALF) | (vec4<u32>(group.low.w, group.high.xyz) >> HALF);
    }
    write_pair(tile, pair, low.x);
    write_pair(tile, pair + 1u, low.y);
    write_pair(tile, pair + 2u, low.z);
    write_pair(tile, pair + 3u, low.w);
    write_pair(tile, pair + 4u, high.x);
    write_pair(tile, pair + 5u, high.y);
    write_pair(tile, pair + 6u, high.z);
    write_pair(tile, pair + 7u, high.w);
}

// Writes the lanes `2 i` and `2 i + 1` of a group that lies at lane `lane` of the source.
fn scatter_pair(lanes_at: u32, tile: u32, i: u32, bits: u32) {
    if (2u * i < TILES - 1u) {
        let to = tables[lanes_at + 2u * i] & 0xffffu;
        write_pair(tile, to >> 1u, (bits & 0xffffu) << ((to & 1u) * 16u));
    }
    if (2u * i + 1u < TILES - 1u) {
        let to = tables[lanes_at + 2u * i + 1u] & 0xffffu;
        write_pair(tile, to >> 1u, (bits >> 16u) << ((to & 1u) * 16u));
    }
}

fn scatter_group(lanes_at: u32, tile: u32, group: Matrix) {
    scatter_pair(lanes_at, tile, 0u, group.low.x);
    scatter_pair(lanes_at, tile, 1u, group.low.y);
    scatter_pair(lanes_at, tile, 2u, group.low.z);
    scatter_pair(lanes_at, tile, 3u, group.low.w);
    scatter_pair(lanes_at, tile, 4u, group.high.x);
    scatter_pair(lanes_at, tile, 5u, group.high.y);
    scatter_pair(lanes_at, tile, 6u, group.high.z);
    scatter_pair(lanes_at, tile, 7u, group.high.w);
}

// Exchanges d_0 and d_1 in `lanes` lanes that `gather` has written, from lane `start` on: (a, b)
// becomes (b + 1, a) if a <= b, else (b, a - 1). Both forms number the ordered pairs of different
// values below TILES, so this is a transposition of the rows of `rows_of`.
fn exchange(pull: u32, kind: u32, tile: u32, start: u32, lanes: u32, me: u32) {
    let radix = TILES - 1u;
    let lanes_at = pull_field(pull, LANES_AT) + start;
    for (var at = radix * me; at < lanes; at += radix * INVOCATIONS) {
        let group = lanes_of(transposed(rows_of(group_at(at))));
        if (kind == BITS_BELOW) {
            scatter_group(lanes_at + at, tile, group);
        } else {
            write_group(tile, start + at, group);
        }
    }
}

fn exchanged_word(at: u32) -> vec4<u32> {
    return vec4<u32>(
        atomicLoad(&exchanged[4u * at]),
        atomicLoad(&exchanged[4u * at + 1u]),
        atomicLoad(&exchanged[4u * at + 2u]),
        atomicLoad(&exchanged[4u * at + 3u]),
    );
}

fn look_up(pull: u32, kind: u32, tile: u32, words: vec4<u32>, me: u32) -> Words {
    if (kind == GATHER) {
        return gathered(pull, tile, words, me);
    }
    // The words of the previous pull are read.
    workgroupBarrier();
    for (var i = me; i < 4u * TILE_WORDS; i += INVOCATIONS) {
        atomicStore(&exchanged[i], 0u);
    }
    // Whole groups, as many as fit the memory.
    let lanes = 8u * TILE_WORDS / (TILES - 1u) * (TILES - 1u);
    for (var start = 0u; start < BLOCK_LANES; start += lanes) {
        let rest = min(lanes, BLOCK_LANES - start);
        gather(pull, kind, start, rest, me);
        workgroupBarrier();
        exchange(pull, kind, tile, start, rest, me);
        workgroupBarrier();
    }
    let at = words - vec4<u32>(tile);
    return Words(
        exchanged_word(at.x), exchanged_word(at.y), exchanged_word(at.z), exchanged_word(at.w));
}
