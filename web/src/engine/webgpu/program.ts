/**
 * A run as the engine describes it, and the parts of its execution that need no device. The engine knows the
 * puzzle; here are only buffers, kernels and dispatches (`crates/loyd-gpu/src/program`).
 */

export type Access = 'parameters' | 'read' | 'write';

export interface Dispatch {
  group: number;
  /** Words, without level and slot. */
  parameters: number[];
  workgroups: [number, number];
  /** Bytes that it moves at most. */
  bytes: number;
}

export interface Program {
  /** Zeroed when they are made. */
  buffers: { bytes: number; role: 'storage' | 'uniform' }[];
  contents: { buffer: number; at: number; words: number[] }[];
  kernels: {
    text: string;
    entry_point: string;
    constants: Record<string, number>;
    bindings: { binding: number; access: Access }[];
  }[];
  /** The buffer of each binding of a kernel. */
  groups: { kernel: number; buffers: number[] }[];
  /** The dispatches of a level, by the parity of the level that is made. */
  of_level: [Dispatch[], Dispatch[]];
  /** The buffer of parameters, and the bytes of them that a kernel sees. */
  parameters: number;
  parameter_bytes: number;
  /** The words of parameters that a step sets. */
  level_word: number;
  slot_word: number;
  /** Bytes between the parameters of two dispatches. */
  stride: number;
  /** The buffer of the totals, two words a level. */
  totals: number;
  /** The buffer of the lists, and the words of one; 0 if nothing is listed. */
  lists: number;
  list_words: number;
  /** Bytes that the dispatches of a submission may move. */
  submission_bytes: number;
}

/** Levels to compute: the first that is read, and the number of those that are made. */
export interface Step {
  depth: number;
  levels: number;
}

/** The dispatches of a step in order, and the parameters of all. */
export function dispatchesOf(program: Program, step: Step): { dispatches: Dispatch[]; parameters: ArrayBuffer } {
  const levels = Array.from({ length: step.levels }, (_, slot) => ({ slot, depth: step.depth + slot }));
  const all = levels.flatMap(({ slot, depth }) =>
    program.of_level[(depth + 1) % 2]!.map((dispatch) => ({ slot, depth, dispatch })),
  );
  const parameters = new ArrayBuffer(all.length * program.stride);
  all.forEach(({ slot, depth, dispatch }, number) => {
    const view = new DataView(parameters, number * program.stride);
    const words = [...dispatch.parameters];
    words[program.level_word] = depth;
    words[program.slot_word] = slot;
    words.forEach((word, place) => view.setUint32(4 * place, word, true));
  });
  return { dispatches: all.map(({ dispatch }) => dispatch), parameters };
}

/** Cuts dispatches into submissions: each ends with the dispatch that reaches the bytes allowed. */
export function submissions(dispatches: readonly Dispatch[], bytes: number): { from: number; to: number }[] {
  const cut: { from: number; to: number }[] = [];
  let from = 0;
  let moved = 0;
  dispatches.forEach((dispatch, at) => {
    moved += dispatch.bytes;
    if (moved < bytes && at + 1 < dispatches.length) return;
    cut.push({ from, to: at + 1 });
    from = at + 1;
    moved = 0;
  });
  return cut;
}

/** The bytes to read after a step: totals, then lists. */
export function readBytes(program: Program, levels: number): { totals: number; lists: number } {
  return { totals: 8 * levels, lists: 4 * program.list_words * levels };
}
