/**
 * Solvability in steps that a reader can follow (W. W. Johnson and W. E. Story, 1879).
 *
 * Tiles are numbered by the goal: an inversion is a pair whose order on the board differs from its
 * order in the goal. A horizontal move changes no order. A vertical move takes a tile past `width - 1`
 * others: the number of inversions changes its parity if the width is even, and never if it is odd.
 */

import { blankCell, rowOf, type Board } from './tiles';

/** A pair of tiles in the wrong order: the first stands before the second, and belongs after it. */
export interface Inversion {
  readonly first: number;
  readonly second: number;
}

/** The tiles after a tile that belong before it. */
export interface InversionStep {
  readonly tile: number;
  readonly later: readonly number[];
  /** Inversions counted so far, this step included. */
  readonly sum: number;
}

export interface Solvability {
  readonly solvable: boolean;
  readonly steps: readonly InversionStep[];
  readonly inversions: readonly Inversion[];
  /** True if a vertical move changes the parity of the inversions. */
  readonly evenWidth: boolean;
  /** Rows of the blank on the board and in the goal, from 0. */
  readonly blankRow: number;
  readonly goalBlankRow: number;
  readonly rowDistance: number;
}

export function explainSolvability(board: Board, goal: Board): Solvability {
  const rank = new Map(goal.tiles.filter((tile) => tile !== 0).map((tile, index) => [tile, index]));
  const order = board.tiles.filter((tile) => tile !== 0);
  let sum = 0;
  const steps = order.map((tile, index) => {
    const later = order.slice(index + 1).filter((other) => rank.get(other)! < rank.get(tile)!);
    sum += later.length;
    return { tile, later, sum };
  });
  const blankRow = rowOf(board, blankCell(board));
  const goalBlankRow = rowOf(goal, blankCell(goal));
  const rowDistance = Math.abs(blankRow - goalBlankRow);
  const evenWidth = board.width % 2 === 0;
  return {
    solvable: (sum + (evenWidth ? rowDistance : 0)) % 2 === 0,
    steps,
    inversions: steps.flatMap(({ tile, later }) => later.map((second) => ({ first: tile, second }))),
    evenWidth,
    blankRow,
    goalBlankRow,
    rowDistance,
  };
}

export function isSolvable(board: Board, goal: Board): boolean {
  return explainSolvability(board, goal).solvable;
}
