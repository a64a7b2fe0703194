import { describe, expect, it } from 'vitest';
import { costOf, formatMoves, inverse, parseMoves } from './moves';
import { parseBoard } from './notation';
import { randomNumbers, randomWalk } from './random';
import { explainSolvability, isSolvable } from './solvability';
import {
  applyMove,
  applyMoves,
  boardRows,
  exchange,
  goalBoard,
  goalText,
  legalMoves,
  moveOfCell,
  namedGoal,
  parseSize,
  sameTiles,
} from './tiles';

const size = (width: number, height: number) => ({ width, height });

describe('moves', () => {
  it('read and write the notation of the command line', () => {
    expect(formatMoves(parseMoves('U L2 R'))).toBe('U L2 R');
    expect(formatMoves(parseMoves('ul2r'))).toBe('U L2 R');
    expect(formatMoves(parseMoves('U,L2/R'))).toBe('U L2 R');
    expect(parseMoves('')).toEqual([]);
    expect(() => parseMoves('U X')).toThrow(/“X” is not a move/);
    expect(() => parseMoves('L0')).toThrow(/impossible number/);
  });

  it('cost one a tile or one a slide', () => {
    const moves = parseMoves('U L2 R3');
    expect(costOf(moves, 'single')).toBe(6);
    expect(costOf(moves, 'multi')).toBe(3);
  });

  it('slide tiles in the direction of their letter', () => {
    const board = parseBoard('1 2 3 / 4 0 5 / 6 7 8');
    const tilesAfter = (move: string) => applyMoves(board, parseMoves(move)).board.tiles.join(' ');
    expect(tilesAfter('U')).toBe('1 2 3 4 7 5 6 0 8');
    expect(tilesAfter('D')).toBe('1 0 3 4 2 5 6 7 8');
    expect(tilesAfter('L')).toBe('1 2 3 4 5 0 6 7 8');
    expect(tilesAfter('R')).toBe('1 2 3 0 4 5 6 7 8');
  });

  it('slide whole lines', () => {
    const board = parseBoard('1 2 3 / 4 5 6 / 7 8 0');
    expect(applyMoves(board, parseMoves('R2 D2')).board.tiles.join(' ')).toBe('0 2 3 1 5 6 4 7 8');
    expect(applyMove(board, { direction: 'R', count: 3 })).toBeNull();
    expect(applyMoves(board, parseMoves('R L U')).illegal).toBe(2);
  });

  it('are undone by their inverse, on every board', () => {
    for (const [width, height] of [[2, 2], [3, 5], [10, 10]] as const) {
      const board = randomWalk(namedGoal('blank-last', size(width, height)), 60, randomNumbers(width));
      for (const move of legalMoves(board, 'multi')) {
        expect(sameTiles(applyMove(applyMove(board, move)!, inverse(move))!, board)).toBe(true);
      }
      expect(legalMoves(board, 'multi')).toHaveLength(width + height - 2);
    }
  });

  it('follow from the cell that is clicked', () => {
    const board = parseBoard('1 2 3 / 4 0 5 / 6 7 8');
    expect(moveOfCell(board, 1)).toEqual({ direction: 'D', count: 1 });
    expect(moveOfCell(board, 5)).toEqual({ direction: 'L', count: 1 });
    expect(moveOfCell(board, 0)).toBeNull();
    expect(moveOfCell(board, 4)).toBeNull();
    expect(moveOfCell(parseBoard('0 1 2 / 3 4 5'), 2)).toEqual({ direction: 'L', count: 2 });
  });
});

describe('goals', () => {
  it('have names or are boards', () => {
    expect(goalBoard('blank_first', size(2, 2)).tiles).toEqual([0, 1, 2, 3]);
    expect(goalBoard('blank-last', size(2, 2)).tiles).toEqual([1, 2, 3, 0]);
    expect(goalText(goalBoard('0 1 2 3', size(2, 2)))).toBe('blank-first');
    expect(goalText(goalBoard('3 0 1 2', size(2, 2)))).toBe('3 0 1 2');
    expect(() => goalBoard('1 2 / 3 0', size(3, 2))).toThrow();
  });

  it('have sizes from 2x2 to 10x10', () => {
    expect(parseSize('3x5')).toEqual(size(3, 5));
    expect(parseSize('10×10')).toEqual(size(10, 10));
    expect(parseSize('1x5')).toBeNull();
    expect(parseSize('11x2')).toBeNull();
    expect(parseSize('x')).toBeNull();
  });
});

describe('solvability', () => {
  it('is invariant under moves and changes with an exchange of two tiles', () => {
    for (const [width, height] of [[2, 3], [3, 2], [3, 3], [4, 4], [5, 4], [4, 5]] as const) {
      for (const name of ['blank-last', 'blank-first'] as const) {
        const goal = namedGoal(name, size(width, height));
        const board = randomWalk(goal, 101, randomNumbers(7 * width + height));
        const [a, b] = [0, 1, 2].filter((cell) => board.tiles[cell] !== 0) as [number, number];
        expect(isSolvable(board, goal)).toBe(true);
        expect(isSolvable(exchange(board, a, b), goal)).toBe(false);
      }
    }
  });

  it('is explained tile by tile', () => {
    const board = parseBoard('2 1 3 / 4 5 6 / 8 7 0');
    const explained = explainSolvability(board, namedGoal('blank-last', board));
    expect(explained.inversions).toEqual([
      { first: 2, second: 1 },
      { first: 8, second: 7 },
    ]);
    expect(explained.steps.at(-1)!.sum).toBe(2);
    expect(explained.solvable).toBe(true);
  });

  it('counts the rows of the blank where the width is even', () => {
    const loyd = parseBoard('1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0');
    const explained = explainSolvability(loyd, namedGoal('blank-last', loyd));
    expect(explained).toMatchObject({ solvable: false, evenWidth: true, blankRow: 3, goalBlankRow: 3, rowDistance: 0 });
    expect(explained.inversions).toEqual([{ first: 15, second: 14 }]);
    const first = explainSolvability(loyd, namedGoal('blank-first', loyd));
    expect(first).toMatchObject({ solvable: true, rowDistance: 3 });
  });
});

describe('random walks', () => {
  it('are equal for equal seeds, and leave the goal', () => {
    const goal = namedGoal('blank-last', size(4, 4));
    const walk = (seed: number) => randomWalk(goal, 30, randomNumbers(seed));
    expect(walk(5).tiles).toEqual(walk(5).tiles);
    expect(walk(5).tiles).not.toEqual(walk(6).tiles);
    expect(sameTiles(randomWalk(goal, 0, randomNumbers(1)), goal)).toBe(false);
  });
});

it('boards are drawn in columns', () => {
  expect(boardRows(parseBoard('10 2 3 4 / 5 6 7 8 / 9 1 11 0'))).toBe('10  2  3  4\n 5  6  7  8\n 9  1 11  0');
});
