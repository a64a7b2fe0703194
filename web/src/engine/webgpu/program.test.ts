import { describe, expect, it } from 'vitest';
import { dispatchesOf, readBytes, submissions, type Dispatch, type Program } from './program';

const dispatch = (group: number, bytes: number): Dispatch => ({
  group,
  parameters: [0, 0, group + 100],
  workgroups: [1, 1],
  bytes,
});

const program: Program = {
  buffers: [],
  contents: [],
  kernels: [],
  groups: [],
  of_level: [
    [dispatch(0, 10), dispatch(1, 0)],
    [dispatch(2, 10), dispatch(3, 10), dispatch(4, 0)],
  ],
  parameters: 0,
  parameter_bytes: 12,
  level_word: 0,
  slot_word: 1,
  stride: 16,
  totals: 1,
  lists: 2,
  list_words: 5,
  submission_bytes: 20,
};

describe('a step', () => {
  it('has the dispatches of each level that is made, by its parity', () => {
    const groups = (depth: number, levels: number) =>
      dispatchesOf(program, { depth, levels }).dispatches.map(({ group }) => group);
    expect(groups(0, 1)).toEqual([2, 3, 4]);
    expect(groups(1, 1)).toEqual([0, 1]);
    expect(groups(3, 3)).toEqual([0, 1, 2, 3, 4, 0, 1]);
  });
  it('has parameters with level and slot, one every stride', () => {
    const { parameters } = dispatchesOf(program, { depth: 7, levels: 2 });
    expect(parameters.byteLength).toBe(5 * 16);
    const view = new DataView(parameters);
    const words = (number: number) => [0, 4, 8, 12].map((at) => view.getUint32(number * 16 + at, true));
    expect([0, 1, 2, 3, 4].map(words)).toEqual([
      [7, 0, 100, 0],
      [7, 0, 101, 0],
      [8, 1, 102, 0],
      [8, 1, 103, 0],
      [8, 1, 104, 0],
    ]);
    expect(program.of_level[0][0]!.parameters).toEqual([0, 0, 100]);
  });
  it('takes words of 32 bits', () => {
    const large = { ...program, of_level: [[], [{ ...dispatch(0, 0), parameters: [0, 0, 0xfffffffe] }]] };
    const { parameters } = dispatchesOf(large as unknown as Program, { depth: 0, levels: 1 });
    expect(new DataView(parameters).getUint32(8, true)).toBe(0xfffffffe);
  });
  it('is read as two words a level, then the lists', () => {
    expect(readBytes(program, 3)).toEqual({ totals: 24, lists: 60 });
    expect(readBytes({ ...program, list_words: 0 }, 3)).toEqual({ totals: 24, lists: 0 });
  });
});

describe('submissions', () => {
  const cut = (bytes: number[], limit: number) =>
    submissions(
      bytes.map((moved, group) => dispatch(group, moved)),
      limit,
    );
  it('end when they have moved the bytes allowed', () => {
    expect(cut([10, 10, 10, 0, 10], 20)).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 5 },
    ]);
  });
  it('have at least one dispatch', () => {
    expect(cut([50, 50], 20)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 2 },
    ]);
  });
  it('have every dispatch once', () => {
    for (const limit of [1, 7, 33, 1000]) {
      const all = cut(
        Array.from({ length: 50 }, (_, i) => (i * 7) % 11),
        limit,
      );
      expect(all[0]!.from).toBe(0);
      expect(all.at(-1)!.to).toBe(50);
      for (let i = 1; i < all.length; i++) expect(all[i]!.from).toBe(all[i - 1]!.to);
    }
    expect(cut([], 5)).toEqual([]);
  });
});
