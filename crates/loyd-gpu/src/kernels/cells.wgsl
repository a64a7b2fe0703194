// A level step of one bitmap: the target is the OR of its sources. For cells in the single-tile
// metric, and for row classes in the multi-tile metric.

var<workgroup> count: atomic<u32>;

@compute @workgroup_size(64)
fn cells(
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
    if (me == 0u) {
        atomicStore(&seen_runs, 0u);
        atomicStore(&count, 0u);
        begin_collecting();
    }
    if (me < task.pulls) {
        locate(me, block);
    }
    workgroupBarrier();
    note_runs(me);
    workgroupBarrier();
    if (me == 0u) {
        // A full block cannot grow, and one whose sources have not grown does not.
        decision = select(seen_of_all(), 0u, before == BLOCK_LANES * TILES);
    }
    let sources = workgroupUniformLoad(&decision);
    if ((sources & GREW) == 0u) {
        return;
    }
    var states = 0u;
    for (var tile = 0u; tile < BLOCK_WORDS; tile += TILE_WORDS) {
        let numbers = numbers_of(tile, me);
        var merged = Words();
        if (task.accumulate == 1u) {
            merged = present(local, tile, me);
        }
        for (var pull = 0u; pull < task.pulls; pull += 1u) {
            if (((sources >> pull) & 1u) == 1u) {
                merged = union_of(merged, fetch(pull, tile, me));
            }
        }
        collect(block, local, numbers, merged);
        store(local, numbers, merged);
        states += ones_of(merged, numbers);
    }
    atomicAdd(&count, states);
    workgroupBarrier();
    if (me == 0u) {
        note_traffic(block, sources, task.accumulate);
        let after = atomicLoad(&count);
        if (after != before) {
            let account = ((task.level + 1u) << COUNT_BITS) | after;
            atomicStore(&accounts[task.target_account + block], account);
        }
    }
    collect_block(block, me);
}
