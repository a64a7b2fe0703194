// New states of a level for the host: all of them, if they are few, and a sample.
//
//     list[0]   number of new states        list[1]   number of candidates for the sample
//     then      the smallest hash for each place of the sample
//     then      states, two words each      then      candidates, three words each
//
// There is one such list for each slot, that is for each level of a submission. A block that grew
// competes with the others of its place in the sample, by hash; its first new state stands for it.

const CANDIDATES_A_PLACE: u32 = 64u;

@group(0) @binding(4) var<storage, read_write> list: array<atomic<u32>>;

// 2^32 - 1 minus the number of the first new state in the block; 0 without one.
var<workgroup> representative: atomic<u32>;

// For one invocation, before the first barrier.
fn begin_collecting() {
    atomicStore(&representative, 0u);
}

fn list_at() -> u32 {
    let places = task.list_slots;
    let words = 2u + places + 2u * task.list_entries + 3u * CANDIDATES_A_PLACE * places;
    return task.slot * words;
}

// The cell of a state and its number in the block.
fn place_of(state: u32) -> u32 {
    return (task.cell << 20u) | state;
}

fn collect_word(block: u32, word: u32, fresh: vec4<u32>) {
    let states = ones(fresh);
    if (states == 0u) {
        return;
    }
    let list_from = list_at();
    var at = 0xffffffffu;
    if (atomicLoad(&list[list_from]) <= task.list_entries) {
        at = atomicAdd(&list[list_from], states);
    }
    for (var i = 0u; i < 4u; i += 1u) {
        var bits = fresh[i];
        while (bits != 0u) {
            // Two lanes of 16 bits a component.
            let state = (8u * word + 2u * i) * 16u + firstTrailingBit(bits);
            atomicMax(&representative, 0xffffffffu - state);
            if (at >= task.list_entries) {
                break;
            }
            let entry = list_from + 2u + task.list_slots + 2u * at;
            atomicStore(&list[entry], block);
            atomicStore(&list[entry + 1u], place_of(state));
            at += 1u;
            bits &= bits - 1u;
        }
    }
}

// Lists the states of four words that the target lacks.
fn collect(block: u32, local: u32, numbers: vec4<u32>, merged: Words) {
    collect_new(block, local, numbers.x, merged.a);
    collect_new(block, local, numbers.y, merged.b);
    collect_new(block, local, numbers.z, merged.c);
    collect_new(block, local, numbers.w, merged.d);
}

fn collect_new(block: u32, local: u32, word: u32, merged: vec4<u32>) {
    if (word < BLOCK_WORDS) {
        collect_word(block, word, merged & ~result[local * BLOCK_WORDS + word]);
    }
}

// A hash of a block of a cell: the finaliser of MurmurHash3.
fn hash_of(block: u32) -> u32 {
    var hash = block * 0x9e3779b1u + task.cell * 0x85ebca77u + 1u;
    hash = (hash ^ (hash >> 16u)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13u)) * 0xc2b2ae35u;
    return hash ^ (hash >> 16u);
}

fn collect_block(block: u32, me: u32) {
    let first_new = atomicLoad(&representative);
    if (me != 0u || first_new == 0u || task.list_slots == 0u) {
        return;
    }
    let places = task.list_slots;
    let list_from = list_at();
    let hash = hash_of(block);
    // Hashes are stored inverted: the buffer begins with zeros.
    let key = ~hash;
    if (atomicMax(&list[list_from + 2u + hash % places], key) >= key) {
        return;
    }
    let candidate = atomicAdd(&list[list_from + 1u], 1u);
    if (candidate < CANDIDATES_A_PLACE * places) {
        let at = list_from + 2u + places + 2u * task.list_entries + 3u * candidate;
        atomicStore(&list[at], key);
        atomicStore(&list[at + 1u], block);
        atomicStore(&list[at + 2u], place_of(0xffffffffu - first_new));
    }
}
