/** The search that is running, and the result of the last one. */

import { batch, computed, signal } from '@preact/signals';
import { solveDivided, workerChoices } from '../../engine/divided';
import type { Engine, SolveProgress, SolveRequest, SolveResult } from '../../engine/protocol';
import { parseMoves } from '../../puzzle/moves';
import { storeSolution } from '../../state/distance';
import { algorithm, announce, goal, heuristic, metric, parameter, positionOf } from '../../state/store';
import { usesHeuristic } from '../../state/choices';
import { texts } from '../../texts';
import { forgetSolution, intermediateGoals, showSolution, shownBoard, takeOver } from './replay';
import { graph } from './solutions';

export const running = signal(false);
export const progress = signal<SolveProgress | null>(null);
export const result = signal<SolveResult | null>(null);
export const problem = signal<string | null>(null);

/** The number of workers for IDA*. */
export const workers = computed(() => {
  const chosen = Number(parameter('solve', 'workers') ?? '1');
  return workerChoices().includes(chosen) ? chosen : 1;
});

/** True if the chosen algorithm can be divided among workers: a server has threads of its own. */
export function canDivide(engine: Engine): boolean {
  return algorithm.value === 'idastar' && engine.place === 'worker';
}

let abort: AbortController | null = null;

export function cancel(): void {
  if (!running.value) return;
  abort?.abort();
  batch(() => {
    running.value = false;
    problem.value = texts.solve.cancelled;
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
  const board = shownBoard.value;
  const request = {
    ...positionOf(board, goal.value, metric.value),
    algorithm: algorithm.value,
    heuristic: usesHeuristic(algorithm.value) ? heuristic.value : 'auto',
  };
  batch(() => {
    running.value = true;
    progress.value = null;
    result.value = null;
    problem.value = null;
    graph.value = null;
  });
  try {
    const onProgress = (now: SolveProgress) => {
      if (!cancelled.aborted) progress.value = now;
    };
    const divided = canDivide(engine) ? workers.value : 1;
    const found =
      divided > 1
        ? await solveDivided(engine, request, divided, { signal: cancelled, onProgress })
        : await engine.call('solve', request, { signal: cancelled, lane: 'main', onProgress });
    const goals = found.moves !== null && request.algorithm.startsWith('human') ? await goalsOf(engine, request, cancelled) : null;
    if (cancelled.aborted) return;
    batch(() => {
      result.value = found;
      if (found.moves === null || shownBoard.value !== board) {
        if (found.moves === null) forgetSolution();
        return;
      }
      const moves = parseMoves(found.moves);
      if (found.proven) storeSolution(board, goal.value, metric.value, moves);
      showSolution(board, moves);
      intermediateGoals.value = goals;
    });
    announce(`${texts.solve.status[found.status]}. ${found.length === null ? '' : texts.common.moves(found.length)}`);
  } catch (error) {
    if (!cancelled.aborted) problem.value = texts.solve.failed(error instanceof Error ? error.message : String(error));
  } finally {
    if (abort === controller) running.value = false;
  }
}

/** The intermediate goals of `human` on a board; null if they cannot be told. */
async function goalsOf(engine: Engine, request: SolveRequest, cancelled: AbortSignal) {
  try {
    const trace = await engine.call('trace', { ...request, steps: 1 }, { signal: cancelled });
    return trace.intermediate_goals ?? null;
  } catch {
    return null;
  }
}
