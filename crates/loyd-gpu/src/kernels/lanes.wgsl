// Dispatches with sources whose lanes move.

fn look_up(pull: u32, kind: u32, tile: u32, words: vec4<u32>, me: u32) -> Words {
    return gathered(pull, tile, words, me);
}
