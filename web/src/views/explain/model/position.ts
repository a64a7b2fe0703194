/** Positions of sliding tiles as arrays of tiles in reading order, 0 for the blank, and their slides. */

export interface Shape {
  width: number;
  height: number;
}

export type Tiles = readonly number[];

/** A slide, and the position that it leads to. */
export interface Successor {
  /** `U D L R`, the direction in which the tile slides; with the number of tiles if several slide. */
  move: string;
  tiles: number[];
}

/** `WxH` as a shape; null for other texts. */
export function parseShape(text: string): Shape | null {
  const match = /^(\d+)x(\d+)$/.exec(text.trim());
  if (!match) return null;
  const [width, height] = [Number(match[1]), Number(match[2])];
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Numbers separated by white space or punctuation as tiles; null if they are not 0, 1, … each once. */
export function parseTiles(text: string): number[] | null {
  const words = text.split(/[\s,/;|]+/).filter((word) => word !== '');
  if (words.length === 0 || !words.every((word) => /^\d+$/.test(word))) return null;
  const tiles = words.map(Number);
  return new Set(tiles).size === tiles.length && Math.max(...tiles) === tiles.length - 1 ? tiles : null;
}

export function formatTiles(tiles: Tiles): string {
  return tiles.join(' ');
}

/** The tiles of a named goal, or of a goal written as a board; null if it does not fit the shape. */
export function goalTiles(goal: string, shape: Shape): number[] | null {
  const cells = shape.width * shape.height;
  if (goal === '' || goal === 'blank-last') return Array.from({ length: cells }, (_, cell) => (cell + 1) % cells);
  if (goal === 'blank-first') return Array.from({ length: cells }, (_, cell) => cell);
  const tiles = parseTiles(goal);
  return tiles && tiles.length === cells ? tiles : null;
}

/** The cell of each tile. */
export function cellsOf(tiles: Tiles): number[] {
  const cells = new Array<number>(tiles.length).fill(0);
  tiles.forEach((tile, cell) => {
    cells[tile] = cell;
  });
  return cells;
}

export function equal(a: Tiles, b: Tiles): boolean {
  return a.length === b.length && a.every((tile, cell) => tile === b[cell]);
}

/** Step of the blank when a tile slides in this direction: columns and rows. */
const BLANK_STEP: Record<string, readonly [number, number]> = { D: [0, -1], R: [-1, 0], L: [1, 0], U: [0, 1] };

/** Directions in the order in which the solver generates slides. */
const DIRECTIONS = ['D', 'R', 'L', 'U'] as const;

const INVERSE: Record<string, string> = { U: 'D', D: 'U', L: 'R', R: 'L' };

/** The slides of a position, in the order in which the solver generates them. */
export function successors(tiles: Tiles, shape: Shape, metric: string): Successor[] {
  const successors: Successor[] = [];
  for (const direction of DIRECTIONS) {
    const max = metric === 'multi' ? Math.max(shape.width, shape.height) - 1 : 1;
    for (let count = 1; count <= max; count++) {
      const after = slide(tiles, shape, direction, count);
      if (!after) break;
      successors.push({ move: count === 1 ? direction : `${direction}${count}`, tiles: after });
    }
  }
  return successors;
}

/** The position after `count` tiles slide in a direction; null if the line has fewer tiles. */
export function slide(tiles: Tiles, shape: Shape, direction: string, count: number): number[] | null {
  const step = BLANK_STEP[direction];
  if (!step) return null;
  const after = tiles.slice();
  let cell = tiles.indexOf(0);
  for (let i = 0; i < count; i++) {
    const column = (cell % shape.width) + step[0];
    const row = Math.floor(cell / shape.width) + step[1];
    if (column < 0 || column >= shape.width || row < 0 || row >= shape.height) return null;
    const next = row * shape.width + column;
    after[cell] = after[next] ?? 0;
    after[next] = 0;
    cell = next;
  }
  return after;
}

/** The position after a slide such as `U` or `L2`; null if it is not possible. */
export function applyMove(tiles: Tiles, shape: Shape, move: string): number[] | null {
  return slide(tiles, shape, move.charAt(0), Number(move.slice(1) || '1'));
}

/**
 * True unless a slide is redundant after the last one: the slide back, and in the multi-tile metric
 * any slide along the same line, whose effect is that of one slide or none.
 */
export function mayFollow(last: string | null, next: string, metric: string): boolean {
  if (last === null) return true;
  const [a, b] = [last.charAt(0), next.charAt(0)];
  return metric === 'multi' ? a !== b && INVERSE[a] !== b : INVERSE[a] !== b;
}
