/**
 * The abstraction of Walking Distance: for the rows, how many tiles of each goal row are in each row;
 * for the columns likewise. (K. Takahashi, 2001.)
 */

import { cellsOf, type Shape, type Tiles } from './position';

/** `counts[line][goal]`: tiles of a line by the line of their goal, without the blank. */
export function walkingCounts(tiles: Tiles, goal: Tiles, shape: Shape, axis: 'row' | 'column'): number[][] {
  const lines = axis === 'row' ? shape.height : shape.width;
  const lineOf = (cell: number): number => (axis === 'row' ? Math.floor(cell / shape.width) : cell % shape.width);
  const to = cellsOf(goal);
  const counts = Array.from({ length: lines }, () => new Array<number>(lines).fill(0));
  tiles.forEach((tile, cell) => {
    const row = counts[lineOf(cell)];
    const target = lineOf(to[tile] ?? 0);
    if (tile !== 0 && row) row[target] = (row[target] ?? 0) + 1;
  });
  return counts;
}
