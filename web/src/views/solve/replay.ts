/** The solution that is replayed, and the place in it. */

import { batch, computed, effect, signal } from '@preact/signals';
import type { Move } from '../../puzzle/moves';
import { applyMove, goalCells, sameTiles, type Board } from '../../puzzle/tiles';
import { speed } from '../../state/settings';
import { announce, current, goalTiles, moves, undone } from '../../state/store';
import { texts } from '../../texts';

export interface Solution {
  readonly moves: readonly Move[];
  /** The boards before the first move, between moves, and after the last. */
  readonly boards: readonly Board[];
  /** The game before the solution. */
  readonly game: readonly Move[];
}

export const solution = signal<Solution | null>(null);
/** Number of moves of the solution that are played. */
export const at = signal(0);
export const playing = signal(false);
/** Cells that each intermediate goal of `human` puts in place. */
export const intermediateGoals = signal<readonly (readonly number[])[] | null>(null);

export const shownBoard = computed<Board>(() => solution.value?.boards[at.value] ?? current.value);

/** Milliseconds between moves. */
const PACE = { slow: 900, normal: 380, fast: 110 };
export const pace = computed(() => PACE[speed.value]);

export function showSolution(from: Board, played: readonly Move[]): void {
  const boards = [from];
  for (const move of played) {
    const next = applyMove(boards.at(-1)!, move);
    if (!next) break;
    boards.push(next);
  }
  batch(() => {
    solution.value = { moves: played.slice(0, boards.length - 1), boards, game: moves.value };
    at.value = 0;
    playing.value = false;
  });
}

export function forgetSolution(): void {
  batch(() => {
    solution.value = null;
    intermediateGoals.value = null;
    at.value = 0;
    playing.value = false;
  });
}

/** Makes the moves that were replayed part of the game, so that it goes on from the board that is shown. */
export function takeOver(): void {
  const shown = solution.value;
  if (!shown || at.value === 0) return;
  batch(() => {
    moves.value = [...shown.game, ...shown.moves.slice(0, at.value)];
    undone.value = [];
    forgetSolution();
  });
}

export function goTo(index: number): void {
  const length = solution.value?.moves.length ?? 0;
  at.value = Math.min(Math.max(index, 0), length);
  if (at.value === length) playing.value = false;
}

export function step(by: 1 | -1): void {
  playing.value = false;
  const before = at.value;
  goTo(before + by);
  if (at.value !== before) announce(texts.solve.at(at.value, solution.value?.moves.length ?? 0));
}

export function togglePlaying(): void {
  if (!solution.value) return;
  if (!playing.value && at.value === solution.value.moves.length) at.value = 0;
  playing.value = !playing.value;
}

/** Plays a move of the reader: it follows the solution, or leaves it for a game of its own. */
export function slideByHand(move: Move): void {
  const shown = solution.value;
  const next = shown?.moves[at.value];
  if (next && next.direction === move.direction && next.count === move.count) {
    goTo(at.value + 1);
    return;
  }
  batch(() => {
    moves.value = [...(shown ? [...shown.game, ...shown.moves.slice(0, at.value)] : moves.value), move];
    undone.value = [];
    forgetSolution();
  });
}

// A new board or game makes the solution a thing of the past, in whatever view it is set.
effect(() => {
  const first = solution.value?.boards[0];
  if (first && !sameTiles(first, current.value)) forgetSolution();
});

/** Plays the moves one by one until the function that it returns is called. */
export function startReplay(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    clearTimeout(timer);
    if (!playing.value) return;
    const next = at.value + 1;
    timer = setTimeout(() => goTo(next), pace.value);
  });
  return () => {
    stop();
    clearTimeout(timer);
    playing.value = false;
  };
}

/** The first intermediate goal, from 0, that is not reached yet at each place of the solution. */
const goalsOnTheWay = computed<readonly number[]>(() => {
  const goals = intermediateGoals.value;
  const places = goalCells(goalTiles.value);
  let next = 0;
  const reached = (board: Board, cells: readonly number[]) =>
    cells.every((cell) => board.tiles[cell] === 0 ? places[0] === cell : places[board.tiles[cell]!] === cell);
  return (solution.value?.boards ?? []).map((board) => {
    while (goals && next < goals.length && goals.slice(0, next + 1).every((cells) => reached(board, cells))) next++;
    return next;
  });
});

/** The current intermediate goal of `human`: its number from 0, and the cells that it puts in place. */
export const intermediateGoal = computed<{ index: number; of: number; cells: readonly number[] } | null>(() => {
  const goals = intermediateGoals.value;
  const index = goalsOnTheWay.value[at.value];
  if (!goals || index === undefined) return null;
  return { index, of: goals.length, cells: goals[index] ?? [] };
});
