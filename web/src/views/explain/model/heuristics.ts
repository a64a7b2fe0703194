/**
 * Heuristics of sliding tiles as they are drawn on a board: each tile's part of the sum, and why.
 *
 * The values equal those of the solver; its values are shown beside them.
 */

import { cellsOf, type Shape, type Tiles } from './position';

/** A tile with its way to its goal cell. */
export interface Term {
  tile: number;
  from: number;
  to: number;
  distance: number;
}

/** Two tiles in their common goal line, in the wrong order. */
export interface ConflictPair {
  axis: 'row' | 'column';
  line: number;
  /** The cells of the two tiles, in the order of the line. */
  cells: [number, number];
}

/** The conflicts of one line. */
export interface LineConflict {
  axis: 'row' | 'column';
  line: number;
  pairs: ConflictPair[];
  /** The cells of a smallest set of tiles that must leave the line to order the rest. */
  removed: number[];
}

/** The distance of every tile to its goal cell, in the order of tiles. */
export function manhattanTerms(tiles: Tiles, goal: Tiles, shape: Shape): Term[] {
  const to = cellsOf(goal);
  const terms = tiles.flatMap((tile, from) => {
    if (tile === 0) return [];
    const cell = to[tile] ?? 0;
    return [{ tile, from, to: cell, distance: cellDistance(from, cell, shape) }];
  });
  return terms.sort((a, b) => a.tile - b.tile);
}

export function cellDistance(a: number, b: number, { width }: Shape): number {
  const rows = Math.abs(Math.floor(a / width) - Math.floor(b / width));
  return Math.abs((a % width) - (b % width)) + rows;
}

export function manhattan(tiles: Tiles, goal: Tiles, shape: Shape): number {
  return manhattanTerms(tiles, goal, shape).reduce((sum, term) => sum + term.distance, 0);
}

/** Cells whose tile is not in place; the blank does not count. */
export function misplaced(tiles: Tiles, goal: Tiles): number[] {
  return tiles.flatMap((tile, cell) => (tile !== 0 && tile !== goal[cell] ? [cell] : []));
}

export function hammingOf(tiles: Tiles, goal: Tiles): number {
  return misplaced(tiles, goal).length;
}

/** The lines that have conflicts: rows first, then columns. */
export function lineConflicts(tiles: Tiles, goal: Tiles, shape: Shape): LineConflict[] {
  const to = cellsOf(goal);
  const conflicts: LineConflict[] = [];
  for (const axis of ['row', 'column'] as const) {
    const lines = axis === 'row' ? shape.height : shape.width;
    for (let line = 0; line < lines; line++) {
      const conflict = conflictsOfLine(tiles, to, shape, axis, line);
      if (conflict.pairs.length > 0) conflicts.push(conflict);
    }
  }
  return conflicts;
}

function conflictsOfLine(tiles: Tiles, to: number[], shape: Shape, axis: 'row' | 'column', line: number): LineConflict {
  const { width } = shape;
  const cellAt = (place: number) => (axis === 'row' ? line * width + place : place * width + line);
  const places = axis === 'row' ? width : shape.height;
  /** The tiles of this line that belong in it: their cells and their goal places. */
  const there: { cell: number; goal: number }[] = [];
  for (let place = 0; place < places; place++) {
    const cell = cellAt(place);
    const tile = tiles[cell] ?? 0;
    const goal = to[tile] ?? 0;
    const [goalLine, goalPlace] =
      axis === 'row' ? [Math.floor(goal / width), goal % width] : [goal % width, Math.floor(goal / width)];
    if (tile !== 0 && goalLine === line) there.push({ cell, goal: goalPlace });
  }
  const pairs: ConflictPair[] = [];
  there.forEach((a, i) => {
    for (const b of there.slice(i + 1)) {
      if (a.goal > b.goal) pairs.push({ axis, line, cells: [a.cell, b.cell] });
    }
  });
  const inOrder = new Set(longestIncreasing(there.map(({ goal }) => goal)));
  const removed = there.filter((_, index) => !inOrder.has(index)).map(({ cell }) => cell);
  return { axis, line, pairs, removed };
}

/**
 * Indices of a longest increasing subsequence. The tiles that may stay in a line form one, so all
 * others are the fewest that must leave it.
 */
export function longestIncreasing(values: readonly number[]): number[] {
  const length = values.map(() => 1);
  const before = values.map(() => -1);
  values.forEach((value, i) => {
    for (let j = 0; j < i; j++) {
      if ((values[j] ?? 0) < value && (length[j] ?? 0) + 1 > (length[i] ?? 0)) {
        length[i] = (length[j] ?? 0) + 1;
        before[i] = j;
      }
    }
  });
  const chain: number[] = [];
  let at = length.indexOf(Math.max(0, ...length));
  while (at >= 0) {
    chain.unshift(at);
    at = before[at] ?? -1;
  }
  return chain;
}

/** Manhattan distance plus two moves for each tile that must leave its goal line. */
export function linearConflict(tiles: Tiles, goal: Tiles, shape: Shape): number {
  return manhattan(tiles, goal, shape) + 2 * removals(tiles, goal, shape);
}

export type Estimator = (tiles: Tiles) => number;

/**
 * The estimate of a heuristic in the single-tile metric, by its name; null if it can only be had from
 * the solver. `max(A,B)` is one if both parts are.
 */
export function estimator(name: string, goal: Tiles, shape: Shape, metric: string): Estimator | null {
  const text = name.trim().toLowerCase();
  const parts = /^max\((.*)\)$/.exec(text);
  if (parts) {
    const all = (parts[1] ?? '').split(',').map((part) => estimator(part, goal, shape, metric));
    return all.every((part) => part !== null) ? (tiles) => Math.max(...all.map((part) => part(tiles))) : null;
  }
  if (text === 'zero' || text === '') return () => 0;
  // In the multi-tile metric the solver scales the sums so that they stay lower bounds.
  if (metric !== 'single') return null;
  if (text === 'hamming') return (tiles) => misplaced(tiles, goal).length;
  if (text === 'manhattan') return manhattanOf(goal, shape, () => true);
  if (text === 'linear-conflict') {
    const distance = manhattanOf(goal, shape, () => true);
    return (tiles) => distance(tiles) + 2 * removals(tiles, goal, shape);
  }
  return null;
}

/** The Manhattan distance of the tiles that matter, from a table of distances by tile and cell. */
export function manhattanOf(goal: Tiles, shape: Shape, matters: (tile: number) => boolean): Estimator {
  const cells = goal.length;
  const table = new Uint16Array(cells * cells);
  cellsOf(goal).forEach((to, tile) => {
    if (tile === 0 || !matters(tile)) return;
    for (let cell = 0; cell < cells; cell++) table[tile * cells + cell] = cellDistance(cell, to, shape);
  });
  return (tiles) => {
    let sum = 0;
    for (let cell = 0; cell < cells; cell++) sum += table[(tiles[cell] ?? 0) * cells + cell] ?? 0;
    return sum;
  };
}

/** Number of tiles that must leave their goal line. */
function removals(tiles: Tiles, goal: Tiles, shape: Shape): number {
  return lineConflicts(tiles, goal, shape).reduce((sum, line) => sum + line.removed.length, 0);
}
