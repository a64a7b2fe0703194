/** Random walks on boards. A seed gives the same walk everywhere. */

import { inverse, type Move } from './moves';
import { applyMove, legalMoves, sameTiles, type Board } from './tiles';

/** Returns a source of numbers in [0, 1): mulberry32, 32 bits of state. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A new seed, short enough to be read out. */
export function newSeed(): number {
  return 1 + Math.floor(Math.random() * 999_999);
}

/**
 * Returns the board after a walk of single-tile moves that never takes a move back. Its distance is at
 * most `length`; it is not the board from which the walk starts.
 */
export function randomWalk(from: Board, length: number, random: () => number): Board {
  let board = from;
  let last: Move | null = null;
  for (let step = 0; step < length || sameTiles(board, from); step++) {
    const back = last && inverse(last).direction;
    const moves = legalMoves(board, 'single').filter(({ direction }) => direction !== back);
    const move: Move = moves[Math.floor(random() * moves.length)]!;
    board = applyMove(board, move)!;
    last = move;
  }
  return board;
}
