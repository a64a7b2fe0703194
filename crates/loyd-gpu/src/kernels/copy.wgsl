// A copy of one buffer to another: the bandwidth to compare with.

@group(0) @binding(0) var<storage, read> source: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read_write> copied: array<vec4<u32>>;

@compute @workgroup_size(256)
fn copy(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
) {
    let at = (group.y * groups.x + group.x) * 256u + me;
    if (at < arrayLength(&copied)) {
        copied[at] = source[at];
    }
}
