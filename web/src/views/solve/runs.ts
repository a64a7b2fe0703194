/** The searches that ran on each board, stored on this device. */

import { computed } from '@preact/signals';
import type { SolveResult } from '../../engine/protocol';
import { storedRecord } from '../../state/settings';
import { position } from '../../state/store';

export interface Run {
  readonly algorithm: string;
  readonly heuristic: string | null;
  readonly threads: number;
  readonly length: number | null;
  readonly proven: boolean;
  readonly expanded: number | null;
  readonly generated: number | null;
  readonly seconds: number | null;
}

const MAX_BOARDS = 50;
const MAX_RUNS = 50;

/** Runs by position, the position that was searched last at the end. */
const all = storedRecord<readonly Run[]>('runs');

const keyOf = ({ board, size, goal, metric }: typeof position.value) => [size, board, goal, metric].join('|');

/** The runs on the current board, the oldest first. */
export const runs = computed<readonly Run[]>(() => all.value[keyOf(position.value)] ?? []);

export function addRun(board: typeof position.value, threads: number, result: SolveResult): void {
  const key = keyOf(board);
  const { algorithm, heuristic, length, proven, expanded, generated, seconds } = result;
  const run: Run = { algorithm: algorithm ?? '', heuristic, threads, length, proven, expanded, generated, seconds };
  const { [key]: before = [], ...rest } = all.value;
  const otherBoards = Object.entries(rest).slice(1 - MAX_BOARDS);
  all.value = { ...Object.fromEntries(otherBoards), [key]: [...before, run].slice(-MAX_RUNS) };
}

export function removeRuns(): void {
  const { [keyOf(position.value)]: _, ...rest } = all.value;
  all.value = rest;
}
