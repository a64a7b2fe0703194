// A level step of one column of classes in the multi-tile metric: the target is the OR of its
// sources, one for each row. Counts the states with an end in the balls that are read, cell by cell.

var<workgroup> count: atomic<u32>;
var<workgroup> of_row: array<atomic<u32>, 8>;

@compute @workgroup_size(64)
fn columns(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
) {
    let local = number_of(group, groups);
    if (local >= task.blocks) {
        return;
    }
    let block = task.first_block + local;
    let before = atomicLoad(&accounts[task.target_account + block]) & COUNT_MASK;
    let ball = atomicLoad(&accounts[task.own_account + block]);
    if (me == 0u) {
        atomicStore(&seen_runs, 0u);
        atomicStore(&count, 0u);
    }
    if (me < 8u) {
        atomicStore(&of_row[me], 0u);
    }
    if (me < task.pulls) {
        locate(me, block);
    }
    workgroupBarrier();
    note_runs(me);
    workgroupBarrier();
    if (me == 0u) {
        let grew = ball != 0u && (ball >> COUNT_BITS) == task.level;
        decision = seen_of_all() | select(0u, GREW, grew);
    }
    let sources = workgroupUniformLoad(&decision);
    if ((sources & GREW) == 0u) {
        return;
    }
    var states = 0u;
    // By pull; an array with a variable index would lie in memory.
    var first_rows = vec4<u32>();
    var last_rows = vec4<u32>();
    for (var tile = 0u; tile < BLOCK_WORDS; tile += TILE_WORDS) {
        let numbers = numbers_of(tile, me);
        let words = min(numbers, vec4<u32>(BLOCK_WORDS - 1u)) + local * BLOCK_WORDS;
        let column = Words(own[words.x], own[words.y], own[words.z], own[words.w]);
        var merged = Words();
        if (task.accumulate == 1u) {
            merged = present(local, tile, me);
        }
        for (var pull = 0u; pull < task.pulls; pull += 1u) {
            var classes = Words();
            if (((sources >> pull) & 1u) == 1u) {
                classes = fetch(pull, tile, me);
            }
            merged = union_of(merged, classes);
            let ends = vec4<u32>(ones_of(union_of(classes, column), numbers));
            let row = vec4<u32>(pull) - vec4<u32>(0u, 1u, 2u, 3u);
            first_rows += select(vec4<u32>(), ends, row == vec4<u32>());
            last_rows += select(vec4<u32>(), ends, row == vec4<u32>(4u));
        }
        store(local, numbers, merged);
        states += ones_of(merged, numbers);
    }
    atomicAdd(&count, states);
    atomicAdd(&of_row[0], first_rows.x);
    atomicAdd(&of_row[1], first_rows.y);
    atomicAdd(&of_row[2], first_rows.z);
    atomicAdd(&of_row[3], first_rows.w);
    if (task.pulls > 4u) {
        atomicAdd(&of_row[4], last_rows.x);
        atomicAdd(&of_row[5], last_rows.y);
        atomicAdd(&of_row[6], last_rows.z);
        atomicAdd(&of_row[7], last_rows.w);
    }
    workgroupBarrier();
    if (me < task.pulls) {
        let at = task.counts_at + pull_field(me, CELL) * BLOCKS + block;
        atomicStore(&accounts[at], atomicLoad(&of_row[me]));
    }
    if (me == 0u) {
        note_traffic(block, sources, task.accumulate + 1u);
        let after = atomicLoad(&count);
        if (after != before) {
            let account = ((task.level + 1u) << COUNT_BITS) | after;
            atomicStore(&accounts[task.target_account + block], account);
        }
    }
}
