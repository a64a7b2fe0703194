// The new states of one cell in the multi-tile metric: edges with an end in the balls of this level
// and none in those of the level before. The first half of the sources is the row of this level,
// the second half the same row one level earlier; `own` and `result` are the column's balls.

@compute @workgroup_size(64)
fn edges(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
) {
    let local = number_of(group, groups);
    if (local >= task.blocks) {
        return;
    }
    let block = task.first_block + local;
    if (me == 0u) {
        atomicStore(&seen_runs, 0u);
        begin_collecting();
    }
    if (me < task.pulls) {
        locate(me, block);
    }
    workgroupBarrier();
    note_runs(me);
    workgroupBarrier();
    if (me == 0u) {
        let ball = atomicLoad(&accounts[task.own_account + block]);
        let grew = ball != 0u && (ball >> COUNT_BITS) == task.level;
        decision = seen_of_all() | select(0u, GREW, grew);
    }
    if ((workgroupUniformLoad(&decision) & GREW) == 0u) {
        return;
    }
    for (var tile = 0u; tile < BLOCK_WORDS; tile += TILE_WORDS) {
        let numbers = numbers_of(tile, me);
        let earlier = present(local, tile, me);
        let row = fetch(0u, tile, me);
        let earlier_row = fetch(1u, tile, me);
        edges_of_word(block, local, numbers.x, row.a, earlier_row.a | earlier.a);
        edges_of_word(block, local, numbers.y, row.b, earlier_row.b | earlier.b);
        edges_of_word(block, local, numbers.z, row.c, earlier_row.c | earlier.c);
        edges_of_word(block, local, numbers.w, row.d, earlier_row.d | earlier.d);
    }
    workgroupBarrier();
    collect_block(block, me);
}

fn edges_of_word(block: u32, local: u32, word: u32, row: vec4<u32>, earlier: vec4<u32>) {
    if (word < BLOCK_WORDS) {
        collect_word(block, word, (own[local * BLOCK_WORDS + word] | row) & ~earlier);
    }
}
