import { describe, expect, it } from 'vitest';
import {
  estimator,
  hammingOf,
  linearConflict,
  lineConflicts,
  longestIncreasing,
  manhattan,
  manhattanTerms,
} from './heuristics';
import { walkingCounts } from './walking';
import { goalTiles, parseShape, parseTiles, type Shape } from './position';

const size = (text: string): Shape => parseShape(text) ?? { width: 0, height: 0 };
const tiles = (text: string): number[] => parseTiles(text) ?? [];

/** Boards with the values that `loyd check` prints: Hamming, Manhattan, linear conflict. */
const CHECKED: [string, string, string, number, number, number][] = [
  ['3x3', 'blank-last', '8 1 3 4 0 2 7 6 5', 5, 10, 10],
  ['3x3', 'blank-last', '4 6 0 1 5 2 7 3 8', 6, 10, 12],
  ['3x3', 'blank-last', '8 6 7 2 5 4 3 0 1', 7, 21, 23],
  ['4x4', 'blank-last', '4 3 2 1 5 6 7 8 9 10 11 12 13 14 15 0', 4, 8, 14],
  ['3x3', 'blank-first', '1 0 2 5 4 3 8 7 6', 5, 9, 17],
  ['4x3', 'blank-last', '5 1 2 4 9 6 3 7 10 11 0 8', 9, 9, 9],
  ['2x3', 'blank-last', '5 3 1 4 2 0', 4, 8, 10],
  ['4x4', 'blank-last', '15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0', 15, 48, 50],
];

describe('values equal those of the solver', () => {
  it.each(CHECKED)('%s to %s: %s', (shape, goal, board, hamming, distance, conflict) => {
    const to = goalTiles(goal, size(shape)) ?? [];
    expect(hammingOf(tiles(board), to)).toBe(hamming);
    expect(manhattan(tiles(board), to, size(shape))).toBe(distance);
    expect(linearConflict(tiles(board), to, size(shape))).toBe(conflict);
  });
});

describe('Manhattan terms', () => {
  it('sum up to the distance and name the goal cells', () => {
    const [shape, board] = [size('3x3'), tiles('8 1 3 4 0 2 7 6 5')];
    const goal = goalTiles('blank-last', shape) ?? [];
    const terms = manhattanTerms(board, goal, shape);
    expect(terms.map((term) => term.tile)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(terms.every((term) => goal[term.to] === term.tile && board[term.from] === term.tile)).toBe(true);
    expect(terms.reduce((sum, term) => sum + term.distance, 0)).toBe(10);
  });
});

describe('linear conflicts', () => {
  const goal = goalTiles('blank-last', size('4x4')) ?? [];

  it('remove the fewest tiles, not one for each pair', () => {
    // 4 stands before 1, 2 and 3: three pairs, but only 4 must leave.
    const board = tiles('4 1 2 3 5 6 7 8 9 10 11 12 13 14 15 0');
    const [row] = lineConflicts(board, goal, size('4x4'));
    expect(row?.pairs.length).toBe(3);
    expect(row?.removed).toEqual([0]);
    expect(linearConflict(board, goal, size('4x4'))).toBe(6 + 2);
  });

  it('count all but one tile of a reversed line', () => {
    const board = tiles('4 3 2 1 5 6 7 8 9 10 11 12 13 14 15 0');
    const [row] = lineConflicts(board, goal, size('4x4'));
    expect(row?.pairs.length).toBe(6);
    expect(row?.removed.length).toBe(3);
  });

  it('ignore the blank', () => {
    const first = goalTiles('blank-first', size('3x3')) ?? [];
    expect(lineConflicts(tiles('1 0 2 3 4 5 6 7 8'), first, size('3x3'))).toEqual([]);
  });

  it('are found in columns', () => {
    const board = tiles('5 2 3 4 1 6 7 8 9 10 11 12 13 14 15 0');
    const lines = lineConflicts(board, goal, size('4x4'));
    expect(lines.map(({ axis, line }) => [axis, line])).toEqual([['column', 0]]);
    expect(lines[0]?.pairs[0]?.cells).toEqual([0, 4]);
  });

  it('keep a longest increasing subsequence: compared with every subset', () => {
    for (let code = 0; code < 5 ** 5; code++) {
      const values = [0, 1, 2, 3, 4].map((place) => Math.floor(code / 5 ** place) % 5);
      const chain = longestIncreasing(values);
      expect(chain.every((at, i) => i === 0 || (values[at] ?? 0) > (values[chain[i - 1] ?? 0] ?? 0))).toBe(true);
      let best = 0;
      for (let set = 0; set < 32; set++) {
        const subset = values.filter((_, place) => (set >> place) & 1);
        if (subset.every((value, i) => i === 0 || value > (subset[i - 1] ?? 0))) best = Math.max(best, subset.length);
      }
      expect(chain.length).toBe(best);
    }
  });
});

describe('estimators', () => {
  const shape = size('3x3');
  const goal = goalTiles('blank-last', shape) ?? [];
  it('are null for heuristics that only the solver has', () => {
    expect(estimator('pdb:6-6-3', goal, shape, 'single')).toBeNull();
    expect(estimator('manhattan', goal, shape, 'multi')).toBeNull();
    expect(estimator('max(manhattan,pdb:6-6-3)', goal, shape, 'single')).toBeNull();
  });
  it('take the maximum', () => {
    const board = tiles('8 1 3 4 0 2 7 6 5');
    expect(estimator('max(hamming,manhattan)', goal, shape, 'single')?.(board)).toBe(10);
    expect(estimator('zero', goal, shape, 'single')?.(board)).toBe(0);
  });
});

describe('counts of Walking Distance', () => {
  it('count tiles by line and goal line', () => {
    const shape = size('3x3');
    const goal = goalTiles('blank-last', shape) ?? [];
    expect(walkingCounts(tiles('8 1 3 4 0 2 7 6 5'), goal, shape, 'row')).toEqual([
      [2, 0, 1],
      [1, 1, 0],
      [0, 2, 1],
    ]);
    expect(walkingCounts(tiles('8 1 3 4 0 2 7 6 5'), goal, shape, 'column')).toEqual([
      [2, 1, 0],
      [1, 0, 1],
      [0, 2, 1],
    ]);
  });
});
