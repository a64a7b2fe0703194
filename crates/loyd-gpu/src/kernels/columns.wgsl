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
    if (me < task.pulls) {
        locate(me, block);
    }
    workgroupBarrier();
    note_sources(me);
    workgroupBarrier();
    let before = atomicLoad(&accounts[task.target_account + block]) & COUNT_MASK;
    if (me == 0u) {
        let ball = atomicLoad(&accounts[task.own_account + block]);
        let grew = ball != 0u && (ball >> COUNT_BITS) == task.level;
        decision = atomicLoad(&seen) | select(0u, GREW, grew);
    }
    let sources = workgroupUniformLoad(&decision);
    if ((sources & GREW) == 0u) {
        return;
    }
    var states = 0u;
    var states_of = array<u32, 8>();
    for (var word = me; word < BLOCK_WORDS; word += INVOCATIONS) {
        let at = local * BLOCK_WORDS + word;
        let ball = own[at];
        var merged = vec4<u32>();
        if (task.accumulate == 1u) {
            merged = result[at];
        }
        for (var pull = 0u; pull < task.pulls; pull += 1u) {
            var classes = vec4<u32>();
            if (((sources >> pull) & 1u) == 1u) {
                classes = fetch(pull, word);
            }
            merged |= classes;
            states_of[pull] += ones(classes | ball);
        }
        result[at] = merged;
        states += ones(merged);
    }
    atomicAdd(&count, states);
    for (var pull = 0u; pull < task.pulls; pull += 1u) {
        atomicAdd(&of_row[pull], states_of[pull]);
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
