/** Moves of sliding tiles: the direction in which tiles slide, and how many of them. */

export type Direction = 'U' | 'D' | 'L' | 'R';

export interface Move {
  readonly direction: Direction;
  /** Number of tiles, at least 1. */
  readonly count: number;
}

export type Metric = 'single' | 'multi';

export const DIRECTIONS: readonly Direction[] = ['U', 'D', 'L', 'R'];

const OPPOSITE: Record<Direction, Direction> = { U: 'D', D: 'U', L: 'R', R: 'L' };

export function inverse(move: Move): Move {
  return { direction: OPPOSITE[move.direction], count: move.count };
}

/** The cost of moves: tiles moved in the single-tile metric, slides in the multi-tile metric. */
export function costOf(moves: readonly Move[], metric: Metric): number {
  return metric === 'multi' ? moves.length : moves.reduce((sum, move) => sum + move.count, 0);
}

/** Parses `U L2 R`, with or without separators; throws an error that names the first wrong sign. */
export function parseMoves(text: string): Move[] {
  const moves: Move[] = [];
  const pattern = /([UDLR])(\d*)|[\s,;/|]+/iy;
  while (pattern.lastIndex < text.length) {
    const from = pattern.lastIndex;
    const match = pattern.exec(text);
    if (!match) {
      throw new Error(`“${[...text.slice(from)][0]}” is not a move: use U, D, L and R, the direction of the slide`);
    }
    if (!match[1]) continue;
    const count = match[2] === '' ? 1 : Number(match[2]);
    if (count < 1 || count > 65535) throw new Error(`“${match[0]}” slides an impossible number of tiles`);
    moves.push({ direction: match[1].toUpperCase() as Direction, count });
  }
  return moves;
}

export function formatMove(move: Move): string {
  return move.count === 1 ? move.direction : `${move.direction}${move.count}`;
}

/** Moves separated by single spaces. */
export function formatMoves(moves: readonly Move[]): string {
  return moves.map(formatMove).join(' ');
}

/** Moves without separators. */
export function compactMoves(moves: readonly Move[]): string {
  return moves.map(formatMove).join('');
}
