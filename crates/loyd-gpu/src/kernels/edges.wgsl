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
    if (me < task.pulls) {
        locate(me, block);
    }
    workgroupBarrier();
    note_sources(me);
    workgroupBarrier();
    if (me == 0u) {
        let ball = atomicLoad(&accounts[task.own_account + block]);
        let grew = ball != 0u && (ball >> COUNT_BITS) == task.level;
        decision = atomicLoad(&seen) | select(0u, GREW, grew);
    }
    if ((workgroupUniformLoad(&decision) & GREW) == 0u) {
        return;
    }
    for (var word = me; word < BLOCK_WORDS; word += INVOCATIONS) {
        let at = local * BLOCK_WORDS + word;
        var fresh = own[at];
        for (var age = 0u; age < 2u; age += 1u) {
            let row = fetch(age, word);
            if (age == 0u) {
                fresh |= row;
            } else {
                fresh &= ~(row | result[at]);
            }
        }
        collect_word(block, word, fresh);
    }
    workgroupBarrier();
    collect_block(block, me);
}
