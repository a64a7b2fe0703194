// Dispatches with sources whose bits move between lanes: one invocation transposes all lanes of a group.

// The lanes of a tile after the exchange of d_0 and d_1, in pairs.
var<workgroup> exchanged: array<atomic<u32>, 1024>;

// A matrix of 16 x 16 bits: row i in the low half and row i + 8 in the high half of word i.
struct Matrix {
    low: vec4<u32>,
    high: vec4<u32>,
}

// Exchanges rows and columns in four steps (Warren, Hacker's Delight, 7-3).
fn transposed(m: Matrix) -> Matrix {
    var low = m.low;
    var high = m.high;
    var t = ((low >> vec4<u32>(8u)) ^ (low >> vec4<u32>(16u))) & vec4<u32>(0xffu);
    low ^= (t << vec4<u32>(8u)) | (t << vec4<u32>(16u));
    t = ((high >> vec4<u32>(8u)) ^ (high >> vec4<u32>(16u))) & vec4<u32>(0xffu);
    high ^= (t << vec4<u32>(8u)) | (t << vec4<u32>(16u));
    t = ((low >> vec4<u32>(4u)) ^ high) & vec4<u32>(0x0f0f0f0fu);
    high ^= t;
    low ^= t << vec4<u32>(4u);
    var even = vec4<u32>(low.xy, high.xy);
    var odd = vec4<u32>(low.zw, high.zw);
    t = ((even >> vec4<u32>(2u)) ^ odd) & vec4<u32>(0x33333333u);
    odd ^= t;
    even ^= t << vec4<u32>(2u);
    // Rows 0, 4, 2, 6 and 1, 5, 3, 7.
    let a = vec4<u32>(even.xz, odd.xz);
    let b = vec4<u32>(even.yw, odd.yw);
    t = ((a >> vec4<u32>(1u)) ^ b) & vec4<u32>(0x55555555u);
    let c = a ^ (t << vec4<u32>(1u));
    let d = b ^ t;
    return Matrix(vec4<u32>(c.x, d.x, c.z, d.z), vec4<u32>(c.y, d.y, c.w, d.w));
}

// A lane in the memory of the workgroup; zeros beyond the group.
fn lane_of_group(at: u32, b: u32) -> u32 {
    let lane = (pairs[(at + b) >> 1u] >> (((at + b) & 1u) * 16u)) & 0xffffu;
    return select(lane, 0u, b >= TILES - 1u);
}

fn four_lanes(at: u32, b: u32) -> vec4<u32> {
    return vec4<u32>(
        lane_of_group(at, b),
        lane_of_group(at, b + 1u),
        lane_of_group(at, b + 2u),
        lane_of_group(at, b + 3u),
    );
}

// Bits of `x` below the numbers of the rows, of `y` from there on.
fn joined(x: vec4<u32>, y: vec4<u32>, row: u32, spare: u32) -> vec4<u32> {
    let below = (vec4<u32>(1u) << (vec4<u32>(row) + vec4<u32>(0u, 1u, 2u, 3u))) - 1u;
    return (x & below) | (y & ~((below << vec4<u32>(spare)) | vec4<u32>(spare)));
}

fn write_lane(pull: u32, kind: u32, tile: u32, lane: u32, bits: u32) {
    var to = lane;
    if (kind == BITS_BELOW) {
        to = tables[pull_field(pull, LANES_AT) + lane] & 0xffffu;
    }
    let at = (to >> 1u) - 4u * tile;
    if (at < 4u * TILE_WORDS) {
        atomicOr(&exchanged[at], bits << ((to & 1u) * 16u));
    }
}

fn write_lanes(pull: u32, kind: u32, tile: u32, lane: u32, b: u32, bits: vec4<u32>) {
    if (b < TILES - 1u) {
        write_lane(pull, kind, tile, lane + b, bits.x);
    }
    if (b + 1u < TILES - 1u) {
        write_lane(pull, kind, tile, lane + b + 1u, bits.y);
    }
    if (b + 2u < TILES - 1u) {
        write_lane(pull, kind, tile, lane + b + 2u, bits.z);
    }
    if (b + 3u < TILES - 1u) {
        write_lane(pull, kind, tile, lane + b + 3u, bits.w);
    }
}

// Exchanges d_0 and d_1 in `lanes` lanes that `gather` has written, from lane `start` on: (a, b)
// becomes (b + 1, a) if a <= b, else (b, a - 1). Both forms number the ordered pairs of different
// values below TILES, so this is a transposition: row o of the matrix is lane o - 1 below bit o, and
// lane o above it.
fn exchange(pull: u32, kind: u32, tile: u32, start: u32, lanes: u32, me: u32) {
    let radix = TILES - 1u;
    for (var at = radix * me; at < lanes; at += radix * INVOCATIONS) {
        let a = four_lanes(at, 0u);
        let b = four_lanes(at, 4u);
        let c = four_lanes(at, 8u);
        let d = four_lanes(at, 12u);
        let half = vec4<u32>(16u);
        let m = transposed(Matrix(
            joined(vec4<u32>(0u, a.xyz), a, 0u, 1u)
                | (joined(vec4<u32>(b.w, c.xyz), c, 8u, 1u) << half),
            joined(vec4<u32>(a.w, b.xyz), b, 4u, 1u)
                | (joined(vec4<u32>(c.w, d.xyz), d, 12u, 1u) << half),
        ));
        let e = m.low & vec4<u32>(0xffffu);
        let f = m.high & vec4<u32>(0xffffu);
        let g = m.low >> half;
        let h = m.high >> half;
        let lane = start + at;
        write_lanes(pull, kind, tile, lane, 0u, joined(vec4<u32>(e.yzw, f.x), e, 1u, 0u));
        write_lanes(pull, kind, tile, lane, 4u, joined(vec4<u32>(f.yzw, g.x), f, 5u, 0u));
        write_lanes(pull, kind, tile, lane, 8u, joined(vec4<u32>(g.yzw, h.x), g, 9u, 0u));
        write_lanes(pull, kind, tile, lane, 12u, joined(vec4<u32>(h.yzw, 0u), h, 13u, 0u));
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
