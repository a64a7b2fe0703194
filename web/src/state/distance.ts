/** The distance of the current board to the goal, computed while one plays. */

import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Engine } from '../engine/protocol';
import { parseMoves, type Metric, type Move } from '../puzzle/moves';
import { isSolvable } from '../puzzle/solvability';
import { applyMove, boardText, sameTiles, type Board } from '../puzzle/tiles';
import { current, goal, goalTiles, metric, positionOf } from './store';

export interface Distance {
  /** A lower bound of the moves to the goal, the distance if `exact`; null if it is unknown. */
  readonly bound: number | null;
  readonly exact: boolean;
  readonly busy: boolean;
  readonly solvable: boolean;
  /** An optimal solution, if one is known. */
  readonly solution: readonly Move[] | null;
}

const UNKNOWN: Distance = { bound: null, exact: false, busy: false, solvable: true, solution: null };

export const distance = signal<Distance>({ ...UNKNOWN, busy: true });

/** Boards with more cells get lower bounds only: their optimal solutions take too long. */
const MAX_CELLS_SOLVED = 20;
const MAX_SECONDS = 6;
const DELAY_MS = 90;
const MAX_STORED = 4000;

const stored = new Map<string, Distance>();
/** The number of stored solutions: another part of the page may solve a board that is being searched. */
const solutions = signal(0);

function key(board: Board, goalName: string, metricName: Metric): string {
  return `${board.width} ${boardText(board)} ${goalName} ${metricName}`;
}

function store(board: Board, goalName: string, metricName: Metric, value: Distance): void {
  if (stored.size > MAX_STORED) stored.clear();
  stored.set(key(board, goalName, metricName), value);
}

/** Stores the distances along an optimal solution: moves on it need no search, and one that runs ends. */
export function storeSolution(from: Board, goalName: string, metricName: Metric, solution: readonly Move[]): void {
  let board: Board | null = from;
  for (let index = 0; index <= solution.length && board; index++) {
    const rest = solution.slice(index);
    store(board, goalName, metricName, { ...UNKNOWN, bound: rest.length, exact: true, solution: rest });
    board = index < solution.length ? applyMove(board, solution[index]!) : null;
  }
  solutions.value++;
}

/** Returns the stored distance of a board, if it is exact. */
export function storedDistance(board: Board, goalName: string, metricName: Metric): Distance | null {
  const result = stored.get(key(board, goalName, metricName));
  return result?.exact ? result : null;
}

/** Updates `distance` for a board until the returned function is called. */
export function followDistance(engine: Engine, shown: ReadonlySignal<Board> = current): () => void {
  let abort = new AbortController();
  const stop = effect(() => {
    abort.abort();
    abort = new AbortController();
    const { signal: cancelled } = abort;
    const [board, goalName, metricName] = [shown.value, goal.value, metric.value];
    const request = positionOf(board, goalName, metricName);
    if (!isSolvable(board, goalTiles.value)) {
      distance.value = { ...UNKNOWN, solvable: false };
      return;
    }
    const reached: Distance = { ...UNKNOWN, bound: 0, exact: true, solution: [] };
    const cached = sameTiles(board, goalTiles.value) ? reached : stored.get(key(board, goalName, metricName));
    if (cached) {
      distance.value = cached;
      return;
    }
    distance.value = { ...UNKNOWN, busy: true };
    const timer = setTimeout(() => void find(), DELAY_MS);
    cancelled.addEventListener('abort', () => clearTimeout(timer));

    const find = async () => {
      try {
        const result =
          board.tiles.length <= MAX_CELLS_SOLVED ? await solve() : await bounds();
        if (cancelled.aborted) return;
        if (result.solution) storeSolution(board, goalName, metricName, result.solution);
        store(board, goalName, metricName, result);
        distance.value = result;
      } catch {
        if (!cancelled.aborted) distance.value = UNKNOWN;
      }
    };
    const bounds = async (): Promise<Distance> => {
      const values = await engine.call('check', request, { signal: cancelled, lane: 'live' });
      // Linear conflict is not admissible if several tiles slide at once.
      const names = ['walking-distance', 'manhattan', ...(metricName === 'single' ? ['linear-conflict'] : [])];
      const numbers = names.map((name) => values[name]).filter((value) => typeof value === 'number');
      return { ...UNKNOWN, bound: numbers.length > 0 ? Math.max(...numbers) : null };
    };
    const solve = async (): Promise<Distance> => {
      const result = await engine.call(
        'solve',
        { ...request, max_time: MAX_SECONDS },
        {
          signal: cancelled,
          lane: 'live',
          onProgress: ({ bound }) => {
            if (!cancelled.aborted) distance.value = { ...UNKNOWN, bound, busy: true };
          },
        },
      );
      if (result.proven && result.moves !== null) {
        const solution = parseMoves(result.moves);
        return { ...UNKNOWN, bound: result.length, exact: true, solution };
      }
      return { ...UNKNOWN, bound: result.lower_bound };
    };
  });
  const stopStored = effect(() => {
    if (solutions.value === 0) return;
    const cached = storedDistance(shown.peek(), goal.peek(), metric.peek());
    if (!cached || distance.peek().exact) return;
    abort.abort();
    distance.value = cached;
  });
  return () => {
    stop();
    stopStored();
    abort.abort();
  };
}
