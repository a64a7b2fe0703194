/** The search that is running, and the result of the last one. */

import { batch, computed, signal } from '@preact/signals';
import type { Engine, SolveProgress, SolveRequest, SolveResult, TableProgress } from '../../engine/protocol';
import { parseMoves } from '../../puzzle/moves';
import { sameTiles } from '../../puzzle/tiles';
import { storeSolution } from '../../state/distance';
import { algorithm, announce, current, enginePlace, goal, heuristic, metric, parameter, position, serverThreads } from '../../state/store';
import { usesHeuristic } from '../../state/choices';
import { texts } from '../../texts';
import { forgetSolution, intermediateGoals, showSolution, takeOver } from './replay';
import { addRun } from './runs';
import { graph } from './solutions';
import { workerChoices } from '../../state/worker-choices';

export const running = signal(false);
/** The moment at which the last search began. */
export const began = signal(0);
/** The table that is built before the search. */
export const table = signal<TableProgress | null>(null);
/** The last report of the search; it stays when the search is cancelled. */
export const progress = signal<SolveProgress | null>(null);

/** The position of the last search, and its result or the error. */
const searched = signal<{ position: string; result?: SolveResult; problem?: string } | null>(null);
const positionText = computed(() => JSON.stringify(position.value));
/** The outcome of the last search; null if the search was of another position. */
const outcome = computed(() => (searched.value?.position === positionText.value ? searched.value : null));
export const result = computed(() => outcome.value?.result ?? null);
export const problem = computed(() => outcome.value?.problem ?? null);

/** The numbers of workers, or of threads of the server, to choose from; empty for algorithms with one thread. */
export const workerCounts = computed<readonly number[]>(() => {
  if (enginePlace.value !== 'server') return algorithm.value === 'idastar' ? workerChoices() : [];
  const isParallel = ['auto', 'idastar'].includes(algorithm.value) && serverThreads.value > 1;
  return isParallel ? workerChoices(serverThreads.value) : [];
});

/** The number of workers or threads. */
export const workers = computed(() => {
  const chosen = Number(parameter('solve', 'workers') ?? '1');
  return workerCounts.value.includes(chosen) ? chosen : 1;
});

let abort: AbortController | null = null;

export function cancel(): void {
  if (!running.value) return;
  abort?.abort();
  batch(() => {
    running.value = false;
    if (searched.value) searched.value = { ...searched.value, problem: texts.solve.cancelled };
  });
}

/** Stops without a word, when the view is left. */
export function abandon(): void {
  abort?.abort();
  running.value = false;
}

/** Searches from the board that is shown. */
export async function run(engine: Engine): Promise<void> {
  abort?.abort();
  const controller = new AbortController();
  abort = controller;
  const { signal: cancelled } = controller;
  takeOver();
  const [board, key, goalName, metricName] = [current.value, positionText.value, goal.value, metric.value];
  const [searchedPosition, threads] = [position.value, workers.value];
  const request: SolveRequest = {
    ...searchedPosition,
    algorithm: algorithm.value,
    heuristic: usesHeuristic(algorithm.value) ? heuristic.value : 'auto',
  };
  batch(() => {
    running.value = true;
    began.value = performance.now();
    table.value = null;
    progress.value = null;
    searched.value = { position: key };
    graph.value = null;
    forgetSolution();
  });
  try {
    const onProgress = (now: SolveProgress) => {
      if (!cancelled.aborted) progress.value = now;
    };
    const onTable = (now: TableProgress) => {
      if (!cancelled.aborted) table.value = now;
    };
    const options = { signal: cancelled, onProgress, onTable, lane: 'main' };
    const result = await engine.call('solve', { ...request, threads }, options);
    const goals = result.moves !== null && algorithm.value.startsWith('human') ? await goalsOf(engine, request, cancelled) : null;
    if (cancelled.aborted) return;
    batch(() => {
      searched.value = { position: key, result };
      addRun(searchedPosition, threads, result);
      if (result.moves === null) return;
      const moves = parseMoves(result.moves);
      if (result.proven) storeSolution(board, goalName, metricName, moves);
      if (!sameTiles(current.value, board)) return;
      showSolution(moves, [result.algorithm ?? '', result.heuristic].filter((name) => name !== null).join('~'));
      intermediateGoals.value = goals;
    });
    announce(`${texts.solve.status[result.status]}. ${result.length === null ? '' : texts.common.moves(result.length)}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!cancelled.aborted) searched.value = { position: key, problem: texts.solve.failed(reason) };
  } finally {
    if (abort === controller) running.value = false;
  }
}

/** The intermediate goals of `human` on a board; null if they are unavailable. */
async function goalsOf(engine: Engine, request: SolveRequest, cancelled: AbortSignal) {
  try {
    const trace = await engine.call('trace', { ...request, steps: 1 }, { signal: cancelled });
    return trace.intermediate_goals ?? null;
  } catch {
    return null;
  }
}
