// The sum of the counts in a range of account words, in two dispatches: sums of parts, then a sum of
// these in two words.

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
@group(0) @binding(1) var<storage, read> accounts: array<u32>;
@group(0) @binding(2) var<storage, read_write> parts: array<u32>;
@group(0) @binding(3) var<storage, read_write> totals: array<u32>;

const INVOCATIONS: u32 = 64u;
// Words of a part: 2^10 counts below 2^20 have a sum of 32 bits.
const PART: u32 = 1024u;

var<workgroup> part: atomic<u32>;

@compute @workgroup_size(64)
fn sum_parts(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
) {
    let number = group.y * groups.x + group.x;
    if (number >= task.blocks) {
        return;
    }
    if (me == 0u) {
        atomicStore(&part, 0u);
    }
    workgroupBarrier();
    var sum = 0u;
    let end = min((number + 1u) * PART, task.sum_words);
    for (var word = number * PART + me; word < end; word += INVOCATIONS) {
        sum += accounts[task.sum_at + word] & 0xfffffu;
    }
    atomicAdd(&part, sum);
    workgroupBarrier();
    if (me == 0u) {
        parts[number] = atomicLoad(&part);
    }
}

var<workgroup> low: array<u32, 64>;
var<workgroup> high: array<u32, 64>;

// `task.blocks` is the number of parts; one workgroup.
@compute @workgroup_size(64)
fn sum_all(@builtin(local_invocation_index) me: u32) {
    var sum_low = 0u;
    var sum_high = 0u;
    for (var number = me; number < task.blocks; number += INVOCATIONS) {
        let sum = sum_low + parts[number];
        sum_high += select(0u, 1u, sum < sum_low);
        sum_low = sum;
    }
    low[me] = sum_low;
    high[me] = sum_high;
    workgroupBarrier();
    if (me != 0u) {
        return;
    }
    for (var other = 1u; other < INVOCATIONS; other += 1u) {
        let sum = sum_low + low[other];
        sum_high += high[other] + select(0u, 1u, sum < sum_low);
        sum_low = sum;
    }
    totals[2u * task.slot] = sum_low;
    totals[2u * task.slot + 1u] = sum_high;
}
