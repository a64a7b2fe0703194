import { expect, it } from 'vitest';
import { isJump, type Board } from './tiles';

const board = (...tiles: number[]): Board => ({ width: 3, height: 3, tiles });

it('distinguishes moves of tiles or lines from other changes of a board', () => {
  const solved = board(1, 2, 3, 4, 5, 6, 7, 8, 0);
  expect(isJump(solved, solved)).toBe(false);
  expect(isJump(solved, board(1, 2, 3, 4, 5, 6, 7, 0, 8))).toBe(false);
  expect(isJump(solved, board(1, 2, 3, 4, 5, 6, 0, 7, 8))).toBe(false);
  expect(isJump(solved, board(8, 6, 7, 2, 5, 4, 3, 0, 1))).toBe(true);
});
