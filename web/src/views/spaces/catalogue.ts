/** The spaces that can be shown: enumerated here, or published. */

import type { PublishedTable } from '../../../build/published-levels';

export interface Space {
  /** `3x3`, `cube2`. */
  name: string;
  /** Columns and rows; null for cubes. */
  size: { width: number; height: number } | null;
  /** Counted at once, after a click because it takes long, or only published. */
  effort: 'at-once' | 'long' | 'published';
  /** The greatest depth that is counted here; null for all. */
  depth: number | null;
}

const tiles = (width: number, height: number, effort: Space['effort']): Space => ({
  name: `${width}x${height}`,
  size: { width, height },
  effort,
  depth: null,
});

export const SPACES: readonly Space[] = [
  tiles(2, 2, 'at-once'),
  tiles(3, 2, 'at-once'),
  tiles(2, 3, 'at-once'),
  tiles(4, 2, 'at-once'),
  tiles(2, 4, 'at-once'),
  tiles(3, 3, 'at-once'),
  tiles(5, 2, 'at-once'),
  tiles(2, 5, 'at-once'),
  tiles(4, 3, 'long'),
  tiles(6, 2, 'long'),
  tiles(7, 2, 'published'),
  tiles(5, 3, 'published'),
  tiles(8, 2, 'published'),
  tiles(4, 4, 'published'),
  { name: 'cube2', size: null, effort: 'at-once', depth: null },
  { name: 'cube3', size: null, effort: 'at-once', depth: 5 },
];

/** One cell of each class of cells that symmetries of the board exchange, in reading order. */
export function startClasses(width: number, height: number): number[][] {
  const classes = new Map<string, number[]>();
  for (let cell = 0; cell < width * height; cell++) {
    const [column, row] = [cell % width, Math.floor(cell / width)];
    const [x, y] = [Math.min(column, width - 1 - column), Math.min(row, height - 1 - row)];
    const key = width === height ? [x, y].sort((a, b) => a - b).join() : `${x},${y}`;
    classes.set(key, [...(classes.get(key) ?? []), cell]);
  }
  return [...classes.values()];
}

/** The published table of a space; a board may be turned, and the start exchanged by a symmetry. */
export function publishedTable(
  tables: readonly PublishedTable[],
  space: Space,
  metric: string,
  cell: number,
): PublishedTable | null {
  const { size } = space;
  if (!size) return tables.find((table) => table.space === space.name && table.metric === metric) ?? null;
  const wide = size.width >= size.height;
  const [width, height] = wide ? [size.width, size.height] : [size.height, size.width];
  const turned = wide ? cell : (cell % size.width) * size.height + Math.floor(cell / size.width);
  const same = startClasses(width, height).find((cells) => cells.includes(turned)) ?? [];
  return (
    tables.find(
      (table) =>
        table.space === `${width}x${height}` &&
        table.metric === metric &&
        table.cell !== null &&
        same.includes(table.cell),
    ) ?? null
  );
}

/** Number of solvable states of a board. */
export function statesOf(size: { width: number; height: number }): number {
  let product = 1;
  for (let factor = 3; factor <= size.width * size.height; factor++) product *= factor;
  return product;
}
