import { describe, expect, it } from 'vitest';
import { NotationError, parseBoard } from './notation';

const shape = (text: string, size?: { width: number; height: number }) => {
  const board = parseBoard(text, size ?? null);
  return `${board.width}x${board.height} ${board.tiles.join(' ')}`;
};

function errorOf(text: string, size?: { width: number; height: number }): NotationError {
  try {
    parseBoard(text, size ?? null);
  } catch (error) {
    if (error instanceof NotationError) return error;
    throw error;
  }
  throw new Error(`${text} is a board`);
}

describe('every notation of the command line', () => {
  it.each([
    ['1 2 3 0', '2x2 1 2 3 0'],
    ['1,2,3,0', '2x2 1 2 3 0'],
    ['1;2;3;0', '2x2 1 2 3 0'],
    ['1\n2\n3\n0\n', '2x2 1 2 3 0'],
    ['1/2/3/0', '2x2 1 2 3 0'],
    ['1 2 / 3 0', '2x2 1 2 3 0'],
    ['| 1 | 2 |\n| 3 | 0 |', '2x2 1 2 3 0'],
    ['1,2,\n3,0\n', '2x2 1 2 3 0'],
    ['1;2;3/4;5;0', '3x2 1 2 3 4 5 0'],
    ['1 2 3 /\n 4 5 0', '3x2 1 2 3 4 5 0'],
    ['1230', '2x2 1 2 3 0'],
    ['12/30', '2x2 1 2 3 0'],
    ['123 456 780', '3x3 1 2 3 4 5 6 7 8 0'],
    ['123\n456\n78_', '3x3 1 2 3 4 5 6 7 8 0'],
    ['123456789abcdef0', '4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0'],
    ['123456789ABCDEFx', '4x4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0'],
    ['[1,2,3,0]', '2x2 1 2 3 0'],
    ['[[1, 2, 3], [4, 5, null]]', '3x2 1 2 3 4 5 0'],
    ['["1","2","3","_"]', '2x2 1 2 3 0'],
    ['1 2 3 .', '2x2 1 2 3 0'],
    ['1 2 3 -', '2x2 1 2 3 0'],
    ['1 2 3 ·', '2x2 1 2 3 0'],
  ])('reads %j', (text, expected) => {
    expect(shape(text)).toBe(expected);
  });

  it('uses the size if the tiles do not determine it', () => {
    expect(shape('1 2 3 4 5 0', { width: 3, height: 2 })).toBe('3x2 1 2 3 4 5 0');
    expect(shape('1 2 3 4 5 0', { width: 2, height: 3 })).toBe('2x3 1 2 3 4 5 0');
    expect(shape('10 11 / 8 9 / 6 7 / 4 5 / 2 3 / 1 0', { width: 2, height: 6 })).toContain('2x6 10 11');
  });
});

describe('errors', () => {
  it.each([
    ['', /empty/],
    ['3x3', /is a size, not a board/],
    ['1 2 3 3', /Tile 3 appears twice \(at positions 3 and 4\); the blank \(0\) is missing/],
    ['1 2 3 9', /Tile 9 is not on a 2x2 board/],
    ['1 2 / 3', /Row 2 has 1 tile, and row 1 has 2 tiles/],
    ['1 2 3 -5', /-5 is negative/],
    ['1 2 3 y', /“y” is not a tile number/],
    ['[1,2,3,0', /bracket is not closed/],
    ['[1,2,3,0] 5', /after the last bracket/],
    ['[[1,2],3,0]', /outside the rows/],
    ['1 2 3 4 5 6 0', /7 tiles do not make a square board/],
    ['3', /1 tile does not make a square board/],
  ])('explains %j', (text, message) => {
    expect(errorOf(text).message).toMatch(message);
  });

  it('point to the token', () => {
    const text = '1 2 3 4 5 6 7 8 12';
    const error = errorOf(text);
    expect(text.slice(...error.span!)).toBe('12');
  });

  it('offer sizes that fit', () => {
    const sizes = errorOf('0 1 2 3 4 5 6 7 8 9 10 11').sizes.map(({ width, height }) => `${width}x${height}`);
    expect(sizes).toEqual(['2x6', '3x4', '4x3', '6x2']);
  });

  it('refuse rows that contradict the size', () => {
    expect(errorOf('1 2 / 3 0', { width: 4, height: 1 }).message).toMatch(/drawn in 2 rows of 2 tiles/);
  });
});
