/** The solution that is replayed, and the place in it: both are in the address. */

import { batch, computed, effect, signal } from '@preact/signals';
import { compactMoves, parseMoves, type Move } from '../../puzzle/moves';
import { applyMove, goalCells, sameTiles, type Board } from '../../puzzle/tiles';
import { speed } from '../../state/settings';
import { announce, current, goalTiles, moves, parameter, setParameter, undone } from '../../state/store';
import { texts } from '../../texts';

export interface Solution {
  readonly moves: readonly Move[];
  /** The boards before the first move, between moves, and after the last. */
  readonly boards: readonly Board[];
}

const set = (name: 'solution' | 'at' | 'by', value: string | undefined) => setParameter('solve', name, value);

const written = computed(() => parameter('solve', 'solution'));

/** The solution of the current board; null without one. */
export const solution = computed<Solution | null>(() => {
  if (written.value === undefined) return null;
  const boards = [current.value];
  let played: Move[];
  try {
    played = parseMoves(written.value);
  } catch {
    return null;
  }
  for (const move of played) {
    const next = applyMove(boards.at(-1)!, move);
    if (!next) return null;
    boards.push(next);
  }
  return sameTiles(boards.at(-1)!, goalTiles.value) ? { moves: played, boards } : null;
});
/** Number of moves of the solution that are played. */
export const at = computed(() => {
  const place = Number(parameter('solve', 'at') ?? '0');
  return Number.isInteger(place) ? Math.min(Math.max(place, 0), solution.value?.moves.length ?? 0) : 0;
});
export const playing = signal(false);
/** Cells that each intermediate goal of `human` puts in place. */
export const intermediateGoals = signal<readonly (readonly number[])[] | null>(null);

export const shownBoard = computed<Board>(() => solution.value?.boards[at.value] ?? current.value);

/** The algorithm and the heuristic of the solution, if they are known. */
export const foundBy = computed<{ algorithm: string; heuristic: string | null } | null>(() => {
  const [algorithm, heuristic] = (parameter('solve', 'by') ?? '').split('~');
  return algorithm ? { algorithm, heuristic: heuristic || null } : null;
});

/** Milliseconds between moves. */
const PACE = { slow: 900, normal: 380, fast: 110 };
export const pace = computed(() => PACE[speed.value]);

/** Shows a solution of the current board; `by` is its algorithm and its heuristic, or those of the one before. */
export function showSolution(played: readonly Move[], by = parameter('solve', 'by')): void {
  batch(() => {
    playing.value = false;
    set('solution', compactMoves(played));
    set('by', by);
    set('at', undefined);
  });
}

export function forgetSolution(): void {
  batch(() => {
    intermediateGoals.value = null;
    playing.value = false;
    for (const name of ['solution', 'by', 'at'] as const) set(name, undefined);
  });
}

/** The game at the current step: the moves of the reader and the replayed moves. */
function shownGame(): readonly Move[] {
  return [...moves.value, ...(solution.value?.moves.slice(0, at.value) ?? [])];
}

/** Makes the moves that were replayed part of the game, so that it continues from the board that is shown. */
export function takeOver(): void {
  if (at.value === 0) return;
  batch(() => {
    moves.value = shownGame();
    undone.value = [];
    forgetSolution();
  });
}

export function goTo(index: number): void {
  const length = solution.value?.moves.length ?? 0;
  const place = Math.min(Math.max(index, 0), length);
  set('at', place === 0 ? undefined : String(place));
  if (place === length) playing.value = false;
}

export function step(by: 1 | -1): void {
  playing.value = false;
  const before = at.value;
  goTo(before + by);
  if (at.value !== before) announce(texts.solve.at(at.value, solution.value?.moves.length ?? 0));
}

export function togglePlaying(): void {
  if (!solution.value) return;
  if (!playing.value && at.value === solution.value.moves.length) goTo(0);
  playing.value = !playing.value;
}

/** Plays a move of the reader, which follows the solution or leaves it for a separate game. */
export function slideByHand(move: Move): void {
  const shown = solution.value;
  const next = shown?.moves[at.value];
  if (next && next.direction === move.direction && next.count === move.count) {
    goTo(at.value + 1);
    return;
  }
  batch(() => {
    moves.value = [...shownGame(), move];
    undone.value = [];
    forgetSolution();
  });
}

// A new board or game in any view ends the solution.
effect(() => {
  if (written.value !== undefined && !solution.value) forgetSolution();
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
